"""From a block to flat instructions: registers, jumps, move flags and drops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from typing import cast

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.locations import Site, sites_of
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.control import IfOp, LoopOp
from xdsl_torchscript.dialects.prim.data import ListConstructOp
from xdsl_torchscript.dialects.prim.modules import (
    CallFunctionOp,
    CallMethodOp,
    EnterOp,
    ExitOp,
)
from xdsl_torchscript.dialects.prim.subgraph import AwaitableOp, ForkOp, SubgraphOp
from xdsl_torchscript.dialects.types import FunctionType
from xdsl_torchscript.lowering.analysis.liveness import is_constant, liveness, visible_ops
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.runtime.errors import MissingOperatorsError
from xdsl_torchscript.runtime.interpreter import calls
from xdsl_torchscript.runtime.interpreter import instructions as steps
from xdsl_torchscript.runtime.interpreter.binding import Find, bound, operator_name
from xdsl_torchscript.runtime.interpreter.frames import Call, Executable
from xdsl_torchscript.runtime.interpreter.instructions import (
    Applied,
    FailedAt,
    Instruction,
    Label,
    Sites,
    Step,
)
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.interpreter.scalar_loops import ScalarLoop, is_scalar
from xdsl_torchscript.runtime.interpreter.sorting import SORTING
from xdsl_torchscript.runtime.interpreter.suspension import SUSPENDING, deferring, forking
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.fixed.arguments import UNKNOWN
from xdsl_torchscript.runtime.operators.fixed.table import READS_FIXED_LISTS, with_fixed
from xdsl_torchscript.runtime.values import Value


class Builder:
    """Emits the code of one function or subgraph. `subgraph` gives the code of a nested one,
    `around` are the calls that were inlined around the block: what runs it tells them.

    Without a linker nothing outside of the block can be called or named.

    After `build` the fields hold the code: `inputs` and `outputs` are registers, `missing` the
    operators that nobody implements and that every call gets to, with the places of their first
    use; one inside of a branch or loop, or of a subgraph there, refuses when it is reached.
    `entered` is the register of what `with` statements have entered, if there are any.
    """

    def __init__(
        self,
        subgraph: Callable[[SubgraphOp], Executable],
        composite: Callable[[str], Executable | None],
        find: Find,
        linker: Linker | None = None,
        around: Sites = (),
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
        self._composite = composite
        self._find = find
        self._linker = linker
        self._around = around
        self._registers: dict[SSAValue, int] = {}
        self._at: Sites = (Site(None, None),)

    def build(self, block: Block) -> None:
        self._root = block
        self._live = liveness(block)
        self.inputs = tuple(map(self._new, block.args))
        for op in visible_ops(block):
            if isinstance(op, ConstantOp) and op.result.first_use is not None:
                self.constants[self._new(op.result)] = literal(op.value, op.type, self._linker)
            elif _is_fixed_list(op):
                elements = [self.constants[r] for r in self._reads(op.operands)]
                self.constants[self._new(op.results[0])] = elements
        last = self._body(block)
        self.outputs = self._reads(last.operands)
        self.outputs_moved = self._moves(last.operands, self._live.moved[last])

    def _fresh(self) -> int:
        self.size += 1
        return self.size - 1

    def _new(self, value: SSAValue) -> int:
        return self._registers.setdefault(value, self._fresh())

    def _reads(self, values: Iterable[SSAValue]) -> tuple[int, ...]:
        return tuple(self._registers[v] for v in values)

    @staticmethod
    def _moves(values: Sequence[SSAValue], dying: set[SSAValue]) -> tuple[bool, ...]:
        """A value that is used twice by one instruction is moved at its last place."""
        return tuple(v in dying and v not in values[i + 1 :] for i, v in enumerate(values))

    def _cleared(self, dying: Iterable[SSAValue]) -> list[int]:
        """Registers to release. The code itself holds the constants, so they stay."""
        registers = {self._registers[v] for v in dying}
        return sorted(r for r in registers if r not in self.constants)

    def _emit(
        self,
        name: str,
        bind: Callable[[int], Step],
        inputs: Sequence[SSAValue] = (),
        dying: set[SSAValue] | None = None,
        outputs: Sequence[int] = (),
        target: Label | None = None,
        op_name: str = "",
        unused: frozenset[int] = frozenset(),
        call: Call | None = None,
        failed: FailedAt | None = None,
        applied: Applied | None = None,
    ) -> None:
        moved = self._moves(inputs, dying or set())
        reads = self._reads(inputs)
        self.instructions.append(
            Instruction(
                name,
                reads,
                moved,
                tuple(outputs),
                bind,
                target,
                op_name,
                self._at,
                unused,
                call,
                failed,
                applied,
            )
        )

    def _drop(self, values: Iterable[SSAValue]) -> None:
        cleared = self._cleared(values)
        if cleared:
            order = {self._registers[v]: v for v in values}
            dropped = [order[r] for r in cleared]
            self._emit("Drop", partial(steps.drop, cleared), dropped, set(dropped))

    def _place(self, label: Label) -> None:
        label.position = len(self.instructions)

    def _body(self, block: Block) -> Operation:
        """Emits all but the terminator, and returns it."""
        last = block.last_op
        if last is None:
            raise ValueError("a block without a terminator cannot be executed")
        self._drop(self._live.entry[block])
        for op in block.ops:
            if op is not last and not isinstance(op, ConstantOp) and not _is_fixed_list(op):
                self._operation(op)
        self._at = sites_within(last, self._around)
        return last

    def _operation(self, op: Operation) -> None:
        self._at = sites_within(op, self._around)
        if isinstance(op, IfOp):
            self._if(op)
        elif isinstance(op, LoopOp):
            scalar = is_scalar(op, self._function_of)
            self._scalar_loop(op) if scalar else self._loop(op)
        elif self._linker is not None and isinstance(op, CallFunctionOp | CallMethodOp):
            self._call_code(op, self._linker)
        elif self._linker is not None and isinstance(op, EnterOp | ExitOp):
            self._with(op, self._linker)
        elif isinstance(op, SubgraphOp) and not isinstance(op, ForkOp | AwaitableOp):
            self._run_code(op, _short_name(op), calls.subgraph(self._code_of(op)), op.operands)
        elif (code := self._composite(op.name)) is not None:
            self._run_code(op, _short_name(op), calls.fixed(code), op.operands)
        else:
            self._call(op)

    def _code_of(self, op: SubgraphOp) -> Callable[[], Executable]:
        """The code of a subgraph, built on its first run. One that every call gets to is built
        now, so that all operators that it misses are known before anything runs."""
        code = cache(partial(self._subgraph, op))
        if op.parent is self._root and not isinstance(op, AwaitableOp):
            try:
                code()
            except MissingOperatorsError as error:
                for name, place in error.missing:
                    self.missing.setdefault(name, place)
        return code

    def _function_of(self, op: Operation) -> Implementation | None:
        return bound(op, self._find)

    def _function(self, op: Operation) -> Implementation:
        if isinstance(op, ForkOp | AwaitableOp):
            (element,), later = op.returned_types(), isinstance(op, AwaitableOp)
            return (deferring if later else forking)(self._code_of(op), element)
        name, place = operator_name(op), self._at[0].position
        if self._linker is not None and name in SORTING:
            return SORTING[name](self._linker)
        function = SUSPENDING.get(name) or self._function_of(op)
        if function is not None:
            return function
        if op.parent is self._root:
            self.missing.setdefault(name, place)
        return _refusal(name, place)

    def _call(self, op: Operation) -> None:
        function = self._function(op)
        function, inputs = self._with_fixed(operator_name(op), function, self._reads(op.operands))
        outputs = tuple(map(self._new, op.results))
        dying = self._live.moved[op]
        unused = self._cleared(self._live.after[op])
        applied = Applied(function, inputs, outputs, (*self._cleared(dying), *unused))
        stays = isinstance(op, ForkOp | AwaitableOp) or operator_name(op) in SUSPENDING
        self._emit(
            _short_name(op),
            partial(steps.call, *applied),
            op.operands,
            dying,
            outputs,
            op_name=operator_name(op),
            unused=frozenset(unused),
            applied=None if stays else applied,
        )

    def _with_fixed(
        self, name: str, function: Implementation, inputs: tuple[int, ...]
    ) -> tuple[Implementation, tuple[int, ...]]:
        """What runs faster as the constants among the arguments are known, and its inputs."""
        arguments = [self.constants.get(register, UNKNOWN) for register in inputs]
        faster = with_fixed(name, function, arguments)
        if faster is None:
            return function, inputs
        return faster, tuple(r for r in inputs if r not in self.constants)

    def _call_code(self, op: CallFunctionOp | CallMethodOp, linker: Linker) -> None:
        if isinstance(op, CallFunctionOp):
            name = cast(FunctionType, op.callee.type).symbol.data
            find, operands = calls.function_of(linker, name), op.operands[1:]
        else:
            name = op.method.data
            find, operands = calls.method_of(linker, name, self._registers[op.object]), op.operands
        self._run_code(op, name, find, operands)

    def _run_code(
        self, op: Operation, name: str, find: calls.Find, operands: Sequence[SSAValue]
    ) -> None:
        inputs, outputs = self._reads(operands), tuple(map(self._new, op.results))
        cleared = self._cleared(self._live.moved[op])
        unused = self._cleared(self._live.after[op])
        call = calls.call_code(find, inputs, outputs, cleared, unused)
        self._emit_call(op, name, call, operands, outputs)

    def _with(self, op: EnterOp | ExitOp, linker: Linker) -> None:
        self.entered = self._fresh() if self.entered is None else self.entered
        outputs, chain = tuple(map(self._new, op.results)), self.entered
        cleared, unused = self._cleared(self._live.moved[op]), self._cleared(self._live.after[op])
        if isinstance(op, EnterOp):
            find, manager = calls.dispatch(linker, "__enter__"), self._registers[op.manager]
            call = calls.enter(find, manager, outputs[0], chain, cleared + unused)
        else:
            find = calls.dispatch(linker, "__exit__")
            call = calls.leave(find, outputs, chain, cleared, unused)
        self._emit_call(op, _short_name(op), call, op.operands, outputs)

    def _emit_call(
        self,
        op: Operation,
        name: str,
        call: Call,
        operands: Sequence[SSAValue],
        outputs: tuple[int, ...],
    ) -> None:
        dying, unused = self._live.moved[op], frozenset(self._cleared(self._live.after[op]))
        self._emit(
            name, call.bind, operands, dying, outputs, op_name=op.name, unused=unused, call=call
        )

    def _move(self, last: Operation, outputs: Sequence[int]) -> None:
        """The values that a branch yields, into the registers of the results."""
        if not outputs:
            return
        dying = self._live.moved[last]
        cleared = self._cleared(dying)
        inputs = self._reads(last.operands)
        self._emit(
            "Move", partial(steps.move, inputs, outputs, cleared), last.operands, dying, outputs
        )

    def _if(self, op: IfOp) -> None:
        results = [self._new(r) for r in op.results]
        otherwise, end = Label(), Label()
        condition = self._registers[op.condition]
        dying = self._live.moved[op]
        cleared = bool(self._cleared(dying))
        self._emit(
            "JumpIfFalse",
            partial(steps.jump_if_false, condition, cleared, otherwise),
            [op.condition],
            dying,
            target=otherwise,
        )
        self._move(self._body(op.then_block), results)
        self._emit("Jump", partial(steps.jump, end), target=end)
        self._place(otherwise)
        self._move(self._body(op.else_block), results)
        self._place(end)
        self._drop(self._live.after[op])

    def _loop(self, op: LoopOp) -> None:
        """The carried values live in the registers of the results from turn to turn."""
        head, end = Label(), Label()
        trip, condition = self._new(op.trip), self._fresh()
        carried = [self._new(r) for r in op.results]
        self._registers.update(zip(op.carried_args, carried, strict=True))
        limit = self._registers[op.max_trip_count]
        state = (condition, *carried)

        initial = op.operands[1:]
        dying = self._live.moved[op] - {op.max_trip_count}
        first = steps.move(self._reads(initial), state, self._cleared(dying), 0)
        self._emit(
            "EnterLoop",
            partial(steps.enter_loop, trip, first),
            initial,
            dying,
            (trip, *state),
        )
        self._place(head)
        self._emit_test(trip, limit, condition, end)
        last = self._body(op.body)
        dying = self._live.moved[last]
        carry = steps.move(self._reads(last.operands), state, self._cleared(dying), 0)
        self._emit(
            "NextTurn",
            partial(steps.next_turn, trip, carry, head),
            last.operands,
            dying,
            (trip, *state),
            head,
        )
        self._place(end)
        self._drop(self._live.after[op])

    def _scalar_loop(self, op: LoopOp) -> None:
        """One instruction. What only the body uses is read by it as well."""
        loop = ScalarLoop(op, self._function_of, partial(sites_within, around=self._around))
        ending = self._live.moved[op] | self._live.after[op]
        dying = {value for value in loop.inputs if value in ending}
        outputs = tuple(map(self._new, op.results))
        unused = self._cleared(ending.intersection(op.results))
        cleared = self._cleared(dying) + unused
        self._emit(
            "ScalarLoop",
            partial(steps.call, loop, self._reads(loop.inputs), outputs, cleared),
            loop.inputs,
            dying,
            outputs,
            op_name=op.name,
            unused=frozenset(unused),
            failed=loop.failed,
        )

    def _emit_test(self, trip: int, limit: int, condition: int, end: Label) -> None:
        reads = (condition, trip, limit)
        bind = partial(steps.test_loop, trip, limit, condition, end)
        never = (False, False, False)
        self.instructions.append(Instruction("TestLoop", reads, never, (), bind, end, "", self._at))


def sites_within(op: Operation, around: Sites) -> Sites:
    """Where an op stands, without the calls around all of its code."""
    sites = sites_of(nearest_location(op))
    return sites[: -len(around)] if around and sites[-len(around) :] == around else sites


def _is_fixed_list(op: Operation) -> bool:
    """A list of constants that nobody changes or keeps."""
    return (
        isinstance(op, ListConstructOp)
        and all(map(is_constant, op.operands))
        and all(use.operation.name in READS_FIXED_LISTS for use in op.result.uses)
    )


def _refusal(name: str, place: FileLineColLoc | None) -> Implementation:
    """Stands for an operator without implementation: some path may get to it, or none."""

    def run(*arguments: Value) -> Value:
        raise MissingOperatorsError([(name, place)])

    return run


def _short_name(op: Operation) -> str:
    """`add` of `aten.add.Tensor`."""
    return operator_name(op).split(".")[1]
