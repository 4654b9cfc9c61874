"""From a block to flat instructions: registers, jumps, move flags and drops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from threading import RLock
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.locations import Site, call_chain
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.control import IfOp, LoopOp
from xdsl_torchscript.dialects.prim.modules import (
    CallFunctionOp,
    CallMethodOp,
    EnterOp,
    ExitOp,
)
from xdsl_torchscript.dialects.prim.profile import BailOutOp, ProfileOp, TypeCheckOp
from xdsl_torchscript.dialects.prim.subgraph import AwaitableOp, FallbackGraphOp, ForkOp, SubgraphOp
from xdsl_torchscript.dialects.types import FunctionType
from xdsl_torchscript.lowering.analysis.liveness import liveness, visible_ops
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.runtime.errors import MissingOperatorsError
from xdsl_torchscript.runtime.interpreter.binding import (
    Find,
    operator_name,
    resolve_by_attributes,
    type_check_of,
)
from xdsl_torchscript.runtime.interpreter.composite import Composite
from xdsl_torchscript.runtime.interpreter.frames import Executable
from xdsl_torchscript.runtime.interpreter.instructions import (
    Apply,
    Call,
    CallMethod,
    Continue,
    Drop,
    Enter,
    EnterLoop,
    Fork,
    Instruction,
    Jump,
    JumpIfFalse,
    Leave,
    Move,
    NextIteration,
    Refuse,
    Sites,
    TestLoop,
    Wait,
)
from xdsl_torchscript.runtime.interpreter.linker import Linker, dispatch
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.interpreter.sorting import resolve_in_program
from xdsl_torchscript.runtime.interpreter.suspension import (
    SUSPENDING,
    deferred_operator,
    fork_operator,
)
from xdsl_torchscript.runtime.interpreter.typed_containers import with_type
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

Implementations: TypeAlias = Callable[[Operation], Implementation | None]
"""Returns the function, such as a kernel, that implements a subgraph, a profile, a type check or
the check of a bailout; None for the interpreter. It takes the operands, as an operator does, and
never suspends.
"""


@dataclass
class Label:
    """A jump target; `jumps` are the instructions that jump to it."""

    position: int = -1
    jumps: list[int] = field(default_factory=list[int])


class LazyCode:
    """Code that the first call builds; other threads wait for it. Raises what `build` raises."""

    def __init__(self, build: Callable[[], Executable]) -> None:
        self._build, self._lock = build, survive_fork(RLock())
        self._code: Executable | None = None

    def __call__(self) -> Executable:
        if self._code is None:
            with self._lock:
                if self._code is None:
                    self._code = self._build()
        return self._code


class Builder:
    """Emits the code of one function or subgraph. `subgraph` gives the code of a nested graph,
    `around` are the calls inlined around the block, for diagnostics. `implementations` may give
    functions for subgraphs.

    Without a linker nothing outside the block can be called or named.

    After `build` the fields hold the code: `inputs` and `outputs` are registers. `missing` maps the
    unimplemented operators that every call reaches to their first use. Operators in a branch, loop
    or nested subgraph raise when reached. `entered` is the register of the open `with` statements,
    if there are any.
    """

    def __init__(
        self,
        subgraph: Callable[[SubgraphOp], Executable],
        find: Find,
        linker: Linker | None = None,
        around: Sites = (),
        implementations: Implementations = lambda op: None,
    ) -> None:
        self.instructions: list[Instruction] = []
        self.constants: dict[int, Value] = {}
        self.inputs: tuple[int, ...] = ()
        self.outputs: tuple[int, ...] = ()
        self.outputs_moved: tuple[bool, ...] = ()
        self.missing: dict[str, FileLineColLoc | None] = {}
        self.entered: int | None = None
        self.size = 0
        self._subgraph = subgraph
        self._find = find
        self._linker = linker
        self._around = around
        self._implementations = implementations
        self._registers: dict[SSAValue, int] = {}
        self._at: Sites = (Site(None, None),)
        self._bailouts: list[tuple[Label, BailOutOp, str]] = []

    def build(self, block: Block) -> None:
        """Emit the code of a block, once. Raises what the code of a nested subgraph raises."""
        self._root = block
        self._live = liveness(block)
        self.inputs = tuple(map(self._new, block.args))
        for op in visible_ops(block):
            if isinstance(op, ConstantOp) and op.result.first_use is not None:
                known = literal(op.value, op.type, self._linker)
                self.constants[self._new(op.result)] = with_type(known, op.result)
        last = self._body(block)
        self.outputs = self._reads(last.operands)
        self.outputs_moved = self._moves(last.operands, self._live.moved[last])
        if self._linker is not None:
            end = Label()
            for failed, bailout, callee in self._bailouts:
                self._jump(Jump, last, end, name="Jump")
                self._place(failed)
                self._at = sites_within(bailout, self._around)
                fields = self._inputs(bailout.arguments, set(bailout.arguments))
                fields |= {"results": (None,) * len(self.outputs), "outputs": self.outputs}
                fields |= {
                    "executable": cache(partial(self._linker.code, callee)),
                    "chain": self.entered,
                }
                self._emit(Continue, bailout, name=callee, op_name=bailout.name, **fields)
            self._place(end)

    def _fresh(self) -> int:
        self.size += 1
        return self.size - 1

    def _new(self, value: SSAValue) -> int:
        if value not in self._registers:
            self._registers[value] = self._fresh()
        return self._registers[value]

    def _reads(self, values: Iterable[SSAValue]) -> tuple[int, ...]:
        return tuple(self._registers[v] for v in values)

    @staticmethod
    def _moves(values: Sequence[SSAValue], dying: set[SSAValue]) -> tuple[bool, ...]:
        """Return which inputs die; a value that an instruction reads twice is moved at the last
        place."""
        return tuple(v in dying and v not in values[i + 1 :] for i, v in enumerate(values))

    def _dead_registers(self, dying: Iterable[SSAValue]) -> tuple[int, ...]:
        """Return the registers to release; constants are not among them, as the code holds them."""
        registers = {self._registers[v] for v in dying}
        return tuple(sorted(r for r in registers if r not in self.constants))

    def _emit(self, kind: Callable[..., Instruction], op: Operation, **fields: Any) -> None:
        self.instructions.append(kind(op=op, sites=self._at, **fields))

    def _jump(
        self, kind: Callable[..., Instruction], op: Operation, label: Label, **fields: Any
    ) -> None:
        label.jumps.append(len(self.instructions))
        self._emit(kind, op, target=label.position, **fields)

    def _place(self, label: Label) -> None:
        """Place a label before the next instruction."""
        label.position = len(self.instructions)
        for jump in label.jumps:
            self.instructions[jump] = replace(self.instructions[jump], target=label.position)

    def _inputs(self, values: Sequence[SSAValue], dying: set[SSAValue]) -> dict[str, Any]:
        """Return the input fields of an instruction: registers, and which of them it reads last."""
        return {
            "operands": tuple(values),
            "inputs": self._reads(values),
            "moved": self._moves(values, dying),
            "cleared": self._dead_registers(dying),
        }

    def _outputs(self, values: Sequence[SSAValue]) -> dict[str, Any]:
        return {"results": tuple(values), "outputs": tuple(map(self._new, values))}

    def _drop(self, op: Operation, values: Iterable[SSAValue]) -> None:
        cleared = self._dead_registers(values)
        if cleared:
            order = {self._registers[v]: v for v in values}
            dropped = [order[r] for r in cleared]
            self._emit(Drop, op, name="Drop", **self._inputs(dropped, set(dropped)))

    def _body(self, block: Block) -> Operation:
        """Emit all but the terminator, and return it."""
        last = block.last_op
        if last is None:
            raise ValueError("a block without a terminator cannot be executed")
        self._drop(last, self._live.entry[block])
        for op in block.ops:
            if op is not last and not isinstance(op, ConstantOp):
                self._operation(op)
        self._at = sites_within(last, self._around)
        return last

    def _operation(self, op: Operation) -> None:
        self._at = sites_within(op, self._around)
        match op:
            case IfOp():
                self._if(op)
            case LoopOp():
                self._loop(op)
            case CallFunctionOp() if self._linker is not None:
                self._call_function(op, self._linker)
            case CallMethodOp() if self._linker is not None:
                method = dispatch(self._linker, op.method.data)
                self._call(CallMethod, op, op.operands, name=op.method.data, method=method)
            case EnterOp() | ExitOp() if self._linker is not None:
                self._with(op, self._linker)
            case ForkOp() | AwaitableOp():
                self._fork(op)
            case SubgraphOp() | ProfileOp() | TypeCheckOp() if (
                function := self._implementations(op)
            ) is not None:
                self._operator(Apply, op, function=function)
            case SubgraphOp():
                self._call(Call, op, op.operands, executable=self._code_of(op))
            case BailOutOp() if self._linker is not None and op.callee is not None:
                self._bail_out(op, op.callee.root_reference.data)
            case _:
                self._apply(op)

    def _code_of(self, op: SubgraphOp) -> Callable[[], Executable]:
        """Return a subgraph's code. The first run builds that of a fallback graph, which may never
        run; others are built now, so that the groups of a plan compile before they run.

        Missing operators of a subgraph that every call reaches are known before the run; others
        raise on their first run.
        """
        code = LazyCode(partial(self._subgraph, op))
        if isinstance(op, FallbackGraphOp):
            return code
        try:
            code()
        except MissingOperatorsError as error:
            if op.parent is self._root and not isinstance(op, AwaitableOp):
                for name, place in error.missing:
                    self.missing.setdefault(name, place)
        return code

    # ---- operators

    def _apply(self, op: Operation) -> None:
        name = operator_name(op)
        in_program = resolve_in_program(self._linker)
        function = self._find(name, partial(resolve_by_attributes, op), in_program, SUSPENDING.get)
        if isinstance(function, Composite):
            code = function.code
            self._call(Call, op, op.operands, op_name=name, executable=lambda: code)
        elif function is None:
            # A missing operator that every run reaches is reported before the run.
            if op.parent is self._root:
                self.missing.setdefault(name, self._at[0].position)
            self._operator(Refuse, op)
        else:
            self._operator(Wait if name in SUSPENDING else Apply, op, function=function)

    def _fork(self, op: ForkOp | AwaitableOp) -> None:
        (element,) = op.returned_types()
        start = deferred_operator if isinstance(op, AwaitableOp) else fork_operator
        self._operator(Fork, op, function=start(self._code_of(op), element))

    def _operator(self, kind: Callable[..., Instruction], op: Operation, **fields: Any) -> None:
        outputs, unused = self._outputs(op.results), self._dead_registers(self._live.after[op])
        fields |= self._inputs(op.operands, self._live.moved[op]) | outputs
        fields["cleared"] = (*fields["cleared"], *unused)
        name = operator_name(op)
        self._emit(kind, op, name=_short_name(op), op_name=name, unused=frozenset(unused), **fields)

    # ---- calls

    def _call_function(self, op: CallFunctionOp, linker: Linker) -> None:
        name = cast(FunctionType, op.callee.type).symbol.data
        code = cache(partial(linker.code, name))
        self._call(Call, op, op.operands[1:], name=name, executable=code)

    def _with(self, op: EnterOp | ExitOp, linker: Linker) -> None:
        self.entered = self._fresh() if self.entered is None else self.entered
        kind, name = (Enter, "__enter__") if isinstance(op, EnterOp) else (Leave, "__exit__")
        method = dispatch(linker, name)
        self._call(kind, op, op.operands, method=method, chain=self.entered)

    def _call(
        self,
        kind: Callable[..., Instruction],
        op: Operation,
        operands: Sequence[SSAValue],
        **fields: Any,
    ) -> None:
        fields |= self._inputs(operands, self._live.moved[op]) | self._outputs(op.results)
        unused = frozenset(self._dead_registers(self._live.after[op]))
        fields = {"name": _short_name(op), "op_name": op.name, "unused": unused} | fields
        self._emit(kind, op, **fields)

    # ---- bailouts

    def _bail_out(self, op: BailOutOp, callee: str) -> None:
        """Emit the check of a bailout; a failure jumps behind the block's code."""
        failed, passed = Label(), self._fresh()
        check = self._implementations(op) or type_check_of(op)
        checked = self._inputs([op.checked], set())
        self._emit(Apply, op, name="Check", outputs=(passed,), function=check, **checked)
        self._jump(JumpIfFalse, op, failed, name="JumpIfFalse", inputs=(passed,), moved=(True,))
        moved = {**checked, "cleared": self._dead_registers(self._live.moved[op])}
        self._emit(Move, op, name="Move", **moved, **self._outputs([op.result]))
        self._drop(op, self._live.after[op])
        self._bailouts.append((failed, op, callee))

    # ---- control flow

    def _move(self, last: Operation, results: Sequence[SSAValue]) -> None:
        """Move the values that a branch yields into the registers of the results."""
        if results:
            fields = self._inputs(last.operands, self._live.moved[last])
            self._emit(Move, last, name="Move", **fields, **self._outputs(results))

    def _if(self, op: IfOp) -> None:
        otherwise, end = Label(), Label()
        for result in op.results:
            self._new(result)
        condition = self._inputs([op.condition], self._live.moved[op])
        self._jump(JumpIfFalse, op, otherwise, name="JumpIfFalse", **condition)
        self._move(self._body(op.then_block), op.results)
        self._jump(Jump, op, end, name="Jump")
        self._place(otherwise)
        self._move(self._body(op.else_block), op.results)
        self._place(end)
        self._drop(op, self._live.after[op])

    def _loop(self, op: LoopOp) -> None:
        """Emit a loop; the carried values stay in the registers of the results."""
        head, end = Label(), Label()
        trip, condition, limit = self._new(op.trip), self._fresh(), op.max_trip_count
        registers = tuple(map(self._new, op.results))
        self._registers.update(zip(op.carried_args, registers, strict=True))
        state: dict[str, Any] = {
            "results": (op.trip, None, *op.carried_args),
            "outputs": (trip, condition, *registers),
        }
        initial = self._inputs(op.operands[1:], self._live.moved[op] - {limit})
        self._emit(EnterLoop, op, name="EnterLoop", **initial, **state)
        self._place(head)
        tested: dict[str, Any] = {
            "operands": (None, op.trip, limit),
            "inputs": (condition, trip, self._registers[limit]),
            "moved": (False, False, False),
        }
        self._jump(TestLoop, op, end, name="TestLoop", **tested)
        last = self._body(op.body)
        carried = self._inputs(last.operands, self._live.moved[last])
        self._jump(NextIteration, op, head, name="NextIteration", **carried, **state)
        self._place(end)
        self._drop(op, self._live.after[op])


def sites_within(op: Operation, around: Sites) -> Sites:
    """Return the position of an op, without the calls around all of its code."""
    sites = call_chain(nearest_location(op))
    return sites[: -len(around)] if around and sites[-len(around) :] == around else sites


def _short_name(op: Operation) -> str:
    """Return `add` for `aten.add.Tensor`."""
    return operator_name(op).split(".")[1]
