"""`Code`: a function as flat instructions over registers, shared by all its executions.

    0, 1 = Load
    2 = Constant
    3 = t move(1)
    4 = mm 0, move(3)
    5 = add move(4), move(0), move(2)
    = Store move(5)

Registers are numbered by their values and never reused. `move(r)` says that nobody reads the
register again: the value is released as soon as the instruction is done. Where the last use
depends on control flow a `Drop` releases it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache, partial

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

from xdsl_torchscript.dialects.locations import sites_of
from xdsl_torchscript.dialects.prim.subgraph import AwaitableOp, ForkOp, SubgraphOp
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.ts.decompositions import decomposition
from xdsl_torchscript.runtime.errors import (
    Caller,
    MissingOperatorsError,
    RuntimeFault,
    ScriptError,
    fault_class,
)
from xdsl_torchscript.runtime.interpreter import calls
from xdsl_torchscript.runtime.interpreter.builder import Builder
from xdsl_torchscript.runtime.interpreter.calls import MethodOf
from xdsl_torchscript.runtime.interpreter.frames import (
    Frame,
    Registers,
    Values,
    new_frame,
)
from xdsl_torchscript.runtime.interpreter.instructions import (
    Gather,
    Instruction,
    Sites,
    Step,
    gather,
)
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.interpreter.runs import Runs
from xdsl_torchscript.runtime.interpreter.suspension import (
    SUSPENDING,
    Suspend,
)
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.derived import derived
from xdsl_torchscript.runtime.operators.table import implementation
from xdsl_torchscript.runtime.refusals import told
from xdsl_torchscript.runtime.values import Value

OF_THE_PROGRAM = (MissingOperatorsError, SourceError)
"""What is wrong with code that is built when it is first called; it tells its own place."""

_ROLES: dict[type[SubgraphOp], str] = {ForkOp: "forked in", AwaitableOp: "deferred in"}
_COMPOSITE = "part of"
_DEEPEST = 1000
_TOO_DEEP = "calls are nested too deeply; does a function call itself without end?"


class _Stack(threading.local):
    """How many functions run in this thread."""

    depth = 0


_STACK = _Stack()


@dataclass(frozen=True)
class Code:
    """The executable form of a function. `registers` is the state of a new frame: constants at
    their places, None elsewhere."""

    name: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    outputs_moved: tuple[bool, ...]
    constants: tuple[int, ...]
    registers: tuple[Value, ...]
    instructions: tuple[Instruction, ...]
    steps: tuple[Step, ...]
    runs: Runs
    read_outputs: Gather

    entered: int | None = None
    leave: MethodOf | None = None
    role: str = "called from"
    site: Caller | None = None
    """Where it was forked or deferred."""

    @staticmethod
    def from_func(func: FuncOp, linker: Linker | None = None, name: str = "") -> Code:
        """The code of a function with a body of one block; without a linker it calls no other.
        `name` is what messages call it.

        Raises MissingOperatorsError with all operators that have no implementation."""
        if func.is_declaration or len(func.body.blocks) != 1:
            raise ValueError(f"'@{func.sym_name.data}' is no function with one block")
        return Code.from_block(func.body.block, name or func.sym_name.data, linker)

    @staticmethod
    def from_block(
        block: Block,
        name: str,
        linker: Linker | None = None,
        role: str = "called from",
        site: Caller | None = None,
        around: Sites = (),
    ) -> Code:
        """The code of a block whose arguments are the inputs and whose terminator's operands are
        the outputs. `around` are the calls that were inlined around the block."""
        subgraph = partial(_subgraph, linker, name)
        builder = Builder(subgraph, composite, implementation_of, linker, around)
        builder.build(block)
        if builder.missing:
            raise MissingOperatorsError(list(builder.missing.items()))
        numbered = enumerate(builder.instructions, start=1)
        steps = tuple(instruction.bind(following) for following, instruction in numbered)
        return Code(
            name,
            builder.inputs,
            builder.outputs,
            builder.outputs_moved,
            tuple(builder.constants),
            tuple(map(builder.constants.get, range(builder.size))),
            tuple(builder.instructions),
            steps,
            Runs(builder.instructions, steps, builder.constants),
            gather(builder.outputs),
            builder.entered,
            None if linker is None else calls.dispatch(linker, "__exit__"),
            role,
            site,
        )

    def execute(self, registers: Registers, counter: int = 0) -> Values:
        """Runs from an instruction on to the end. Raises RuntimeFault where an operator fails, and
        Suspend, with the frame, where one waits."""
        steps, end = self.runs.steps, len(self.steps)
        depth = _STACK.depth
        _STACK.depth = depth + 1
        try:
            if depth >= _DEEPEST:
                raise RecursionError
            while counter != end:
                counter = steps[counter](registers)
        except Suspend as suspend:
            suspend.frames.append(Frame(self, registers, counter))
            raise
        except RuntimeFault as fault:
            self.abandon(registers, self.runs.failed(counter, fault), fault)
            raise
        except OF_THE_PROGRAM:
            raise
        except Exception as error:
            counter = self.runs.failed(counter, error)
            raise self.fault(registers, counter, error) from error
        finally:
            _STACK.depth = depth
        return self.read_outputs(registers)

    def deliver(self, registers: Registers, counter: int, results: Values) -> None:
        """Ends the call that is the instruction `counter`, after it was suspended."""
        call = self.instructions[counter].call
        assert call is not None
        call.finish(registers, results)

    def abandon(self, registers: Registers, counter: int, fault: RuntimeFault) -> None:
        """Ends an execution, as what the instruction `counter` has called failed. Nobody sees the
        registers any more; a traceback shall not keep what is in them."""
        self._unwind(registers)
        at = self.instructions[counter]
        if fault.op_name == at.op_name and fault.position is None:
            fault.position = at.position  # a composite operator fails as one
            fault.calls += self._told(at.sites[1:])
        else:
            role = "waited for in" if at.op_name in SUSPENDING else self.role
            fault.calls += self._told(at.sites, role)
        registers.clear()

    def _told(self, sites: Sites, role: str = "called from") -> tuple[Caller, ...]:
        """What ran there, the first of it in this role; and where it was forked, if that is
        another place."""
        roles = (role, *["called from"] * len(sites))
        callers = [
            Caller(s.function or self.name, s.position, r)
            for s, r in zip(sites, roles, strict=False)
        ]
        site = self.site
        if site is None:
            return tuple(callers)
        return (*(c for c in callers if c.position != site.position), site)

    def fault(self, registers: Registers, counter: int, error: Exception) -> RuntimeFault:
        """What the failure of an instruction is for whoever runs the program."""
        self._unwind(registers)
        registers.clear()
        if not self.instructions:
            raise error
        instruction = self.instructions[min(counter, len(self.instructions) - 1)]
        reason = told(error) or type(error).__name__
        if isinstance(error, RecursionError):
            reason = _TOO_DEEP
        if self.role == _COMPOSITE:
            return RuntimeFault(self.name, None, getattr(error, "message", reason))
        op_name, sites = instruction.failed_at(error)
        fault = fault_class(error)(op_name, sites[0].position, reason)
        fault.calls = self._told(sites[1:])
        return fault

    def _unwind(self, registers: Registers) -> None:
        if self.entered is not None and self.leave is not None:
            calls.unwind(self.leave, registers[self.entered])

    def __str__(self) -> str:
        lines = [f"{', '.join(map(str, self.inputs))} = Load"] if self.inputs else []
        lines += [f"{register} = Constant" for register in self.constants]
        targets = {i.target.position for i in self.instructions if i.target is not None}
        for number, instruction in enumerate(self.instructions):
            lines.append(f"{'L' + str(number) + ': ' if number in targets else ''}{instruction}")
        end = len(self.instructions)
        flags = zip(self.outputs, self.outputs_moved, strict=True)
        stored = ", ".join(f"move({o})" if moved else str(o) for o, moved in flags)
        lines.append(f"{'L' + str(end) + ': ' if end in targets else ''}= Store {stored}".rstrip())
        return "\n".join(lines)


def _subgraph(linker: Linker | None, name: str, op: SubgraphOp) -> Code:
    """The code of a group that a compiler would take, or of what a fork runs."""
    role, (at, *around) = _ROLES.get(type(op)), sites_of(nearest_location(op))
    name = at.function or name
    site = None if role is None else Caller(name, at.position, role)
    return Code.from_block(op.body, name, linker, site=site, around=tuple(around))


@cache
def _decomposed(op_name: str) -> Code | None:
    function = decomposition(op_name)
    if function is None:
        return None
    return Code.from_block(function.body.block, op_name, role=_COMPOSITE)


def composite(op_name: str) -> Code | None:
    """The code of an operator that is made of others; None for any other."""
    return None if implementation(op_name) else _decomposed(op_name)


_RAISED: dict[str | None, type[Exception]] = {
    f"builtins.{kind.__name__}": kind for kind in (IndexError, TypeError, ValueError)
}


def _of_part(fault: RuntimeFault) -> BaseException:
    """What a part of a composite operator raised, in Python: there is no program whose place the
    fault could tell."""
    cause = fault.__cause__
    if isinstance(cause, ScriptError):
        return _RAISED.get(cause.class_name, RuntimeError)(cause.message)
    return cause or fault


def _run_composite(op_name: str) -> Implementation | None:
    """A composite operator as a function of values."""
    code = composite(op_name)
    if code is None:
        return None

    def call(*values: Value) -> Value:
        try:
            results = code.execute(new_frame(code, list(values)))
        except RuntimeFault as fault:
            raise _of_part(fault) from None
        return results[0] if len(results) == 1 else results

    return call


def _written(op_name: str) -> Implementation | None:
    return implementation(op_name) or _run_composite(op_name)


@cache
def _derived(op_name: str) -> Implementation | None:
    return derived(op_name, _written)


def implementation_of(op_name: str) -> Implementation | None:
    """The function of an operator, be it written in Python, made of others, or a variant of one
    that is; None if there is none."""
    return _written(op_name) or _derived(op_name)
