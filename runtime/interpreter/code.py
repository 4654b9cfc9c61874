"""`Code`: a function as flat instructions over registers, shared by all its executions.

    0, 1 = Load
    2 = Constant
    3 = t move(1)
    4 = mm 0, move(3)
    5 = add move(4), move(0), move(2)
    = Store move(5)

Registers are numbered by their values and never reused. `move(r)` marks the last use of register
`r`: its value is released after the instruction. If the last use depends on control flow, a `Drop`
releases it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from operator import itemgetter
from typing import ClassVar, Protocol

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.locations import call_chain
from xdsl_torchscript.dialects.prim.profile import BailOutOp
from xdsl_torchscript.dialects.prim.subgraph import (
    SUBGRAPH_OPS,
    AwaitableOp,
    ForkOp,
    SubgraphOp,
)
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.runtime.diagnosis import diagnose
from xdsl_torchscript.runtime.errors import (
    BudgetError,
    Caller,
    MissingOperatorsError,
    RuntimeFault,
    fault_class,
)
from xdsl_torchscript.runtime.interpreter.builder import Builder, Implementations
from xdsl_torchscript.runtime.interpreter.composite import Composite
from xdsl_torchscript.runtime.interpreter.frames import Entry, Frame, Registers, Suspended, Values
from xdsl_torchscript.runtime.interpreter.instructions import Apply, Instruction, Sites
from xdsl_torchscript.runtime.interpreter.interpreter import finish_call, step, unwind
from xdsl_torchscript.runtime.interpreter.linker import Linker, MethodOf, dispatch
from xdsl_torchscript.runtime.interpreter.suspension import SUSPENDING, Suspend
from xdsl_torchscript.runtime.operators.registry import OPERATORS
from xdsl_torchscript.runtime.values import Value

OF_THE_PROGRAM = (BudgetError, MissingOperatorsError, SourceError)
"""Exceptions that name their own location; frames pass them on unchanged."""

_ROLES: dict[type[SubgraphOp], str] = {ForkOp: "forked in", AwaitableOp: "deferred in"}
_GROUPS = frozenset(op.name for op in SUBGRAPH_OPS if op not in _ROLES)
"""Subgraphs that optimisation makes."""
_NO_CALLS = _GROUPS | {BailOutOp.name}
"""Operations that run other code without a call in the program."""
_COMPOSITE = "part of"
DEEPEST = 1000
"""The limit of nested calls."""
_TOO_DEEP = "calls are nested too deeply; is the recursion infinite?"


class _Stack(threading.local):
    """The number of functions that run in this thread."""

    depth = 0


STACK = _Stack()
"""The depth of the calls of this thread, listened to or not."""


class Entries(Protocol):
    """By number of an instruction, the function that runs in place of it and some that follow."""

    def __getitem__(self, counter: int, /) -> Entry | None: ...


class Generated(Protocol):
    """The functions that run the instructions of a code."""

    @property
    def entries(self) -> Entries: ...

    def locate(self, counter: int, error: BaseException, registers: Registers) -> int:
        """Return the number of the instruction that raised, whose operands are in registers."""
        ...


class Plain:
    """Run each instruction separately."""

    def __init__(self, code: Code) -> None:
        self.entries = (None,) * len(code.instructions)

    def locate(self, counter: int, error: BaseException, registers: Registers) -> int:
        return counter


class Watch(Generated, Suspended, Protocol):
    """A frame that notifies a listener."""

    def is_own(self, error: Exception) -> bool:
        """Return whether the listener raised it."""
        ...

    def will_run(self, counter: int) -> None: ...

    def did_run(self, following: int) -> None: ...


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
    entered: int | None = None
    leave: MethodOf | None = None
    role: str = "called from"
    site: Caller | None = None
    """The place of the fork or the deferral."""
    around: Sites = ()
    """The calls that were inlined around it."""

    @staticmethod
    def from_func(
        func: FuncOp,
        linker: Linker | None = None,
        name: str = "",
        implementations: Implementations = lambda op: None,
    ) -> Code:
        """Return a function's code with a body of one block.

        Without a linker it cannot call functions. `name` is its name in messages. `implementations`
        may return functions for subgraphs, such as a kernel or a fallback; other subgraphs are
        interpreted.

        Raises MissingOperatorsError with all operators that have no implementation.
        """
        if func.is_declaration or len(func.body.blocks) != 1:
            raise ValueError(f"'@{func.sym_name.data}' is not a function with one block")
        name = name or func.sym_name.data
        return Code.from_block(func.body.block, name, linker, implementations=implementations)

    @staticmethod
    def from_block(
        block: Block,
        name: str,
        linker: Linker | None = None,
        role: str = "called from",
        site: Caller | None = None,
        around: Sites = (),
        implementations: Implementations = lambda op: None,
    ) -> Code:
        """Return a block's code: its arguments are the inputs, the operands of its terminator the
        outputs. `around` are the calls that were inlined around the block."""
        subgraph = partial(_subgraph, linker, name, implementations)
        builder = Builder(subgraph, implementation_of, linker, around, implementations)
        builder.build(block)
        if builder.missing:
            raise MissingOperatorsError(list(builder.missing.items()))
        return Code(
            name,
            builder.inputs,
            builder.outputs,
            builder.outputs_moved,
            tuple(builder.constants),
            tuple(map(builder.constants.get, range(builder.size))),
            tuple(builder.instructions),
            builder.entered,
            None if linker is None else dispatch(linker, "__exit__"),
            role,
            site,
            around,
        )

    generate: ClassVar[Callable[[Code], Generated]] = Plain
    """Creates the functions of the higher tier, which registers itself (`execution.py`)."""

    @cached_property
    def generated(self) -> Generated:
        """The generated functions, which replace parts of this code."""
        return Code.generate(self)

    def execute(self, registers: Registers, counter: int = 0, watch: Watch | None = None) -> Values:
        """Run from an instruction to the end, and notify `watch`. Raises RuntimeFault if an
        operator fails, and Suspend, with the frame, if one waits.
        """
        instructions, how = self.instructions, self.generated if watch is None else watch
        entries, end, depth = how.entries, len(instructions), STACK.depth
        STACK.depth = depth + 1
        try:
            if depth >= DEEPEST:
                raise RecursionError
            while counter != end:
                if watch is not None:
                    watch.will_run(counter)
                entry = entries[counter]
                if entry is None:
                    following = step(instructions[counter], registers, counter)
                else:
                    following = entry(registers)
                if watch is not None:
                    watch.did_run(following)
                counter = following
        except Suspend as suspend:
            counter = how.locate(counter, suspend, registers)
            suspend.frames.append(watch or Frame(self, registers, counter))
            raise
        except RuntimeFault as fault:
            self.abandon(registers, how.locate(counter, fault, registers), fault)
            raise
        except OF_THE_PROGRAM:
            raise
        except Exception as error:
            if watch is not None and watch.is_own(error):
                raise
            counter = how.locate(counter, error, registers)
            found = self.explain(registers, counter, error)
            raise self.fault(registers, counter, found) from found
        finally:
            STACK.depth = depth
        return self.results(registers)

    @cached_property
    def results(self) -> Callable[[Registers], Values]:
        """The function that reads the results from a frame's registers at its end."""
        if len(self.outputs) > 1:
            return itemgetter(*self.outputs)
        only = self.outputs[0] if self.outputs else None
        return lambda registers: () if only is None else (registers[only],)

    def deliver(self, registers: Registers, counter: int, results: Values) -> None:
        """End the call at the instruction `counter`, after it was suspended."""
        finish_call(self.instructions[counter], registers, results)

    def abandon(self, registers: Registers, counter: int, fault: RuntimeFault) -> None:
        """Unwind this execution after the callee at `counter` raised. The registers are cleared, so
        that a traceback does not keep their values."""
        self._unwind(registers)
        at = self.instructions[counter]
        if fault.op_name == at.op_name and fault.position is None:
            fault.position = at.position  # a composite operator fails as one
            fault.calls += self._callers(at.sites[1:])
        elif at.op_name not in _NO_CALLS:
            role = "waited for in" if at.op_name in SUSPENDING else self.role
            fault.calls += self._callers(at.sites, role)
        else:  # the caller of a group reports the calls around it
            inner = len(fault.calls) - len(self.around)
            fault.calls = self._up_to_site(fault.calls[:inner])
        registers.clear()

    def _callers(self, sites: Sites, role: str = "called from") -> tuple[Caller, ...]:
        """Return the calls around a failure, the first in this role, up to the fork."""
        roles = (role, *["called from"] * len(sites))
        return self._up_to_site(
            tuple(
                Caller(s.function or self.name, s.position, r)
                for s, r in zip(sites, roles, strict=False)
            )
        )

    def _up_to_site(self, calls: tuple[Caller, ...]) -> tuple[Caller, ...]:
        """Return calls with the site of the fork as the last one."""
        site = self.site
        return calls if site is None else (*(c for c in calls if c.position != site.position), site)

    def explain(self, registers: Registers, counter: int, error: Exception) -> Exception:
        """Return the exception with the violated precondition of the operands as its message, or
        the exception itself."""
        instruction = self.instructions[counter] if counter < len(self.instructions) else None
        if not isinstance(instruction, Apply):
            return error
        operands = list(map(registers.__getitem__, instruction.inputs))
        found = diagnose(error, instruction.op_name, operands)
        if found is not error:
            found.__cause__ = error
        return found

    def fault(self, registers: Registers, counter: int, error: Exception) -> RuntimeFault:
        """Return the failure of an instruction as a RuntimeFault."""
        self._unwind(registers)
        registers.clear()
        if not self.instructions:
            raise error
        instruction = self.instructions[min(counter, len(self.instructions) - 1)]
        reason = str(error) or type(error).__name__
        if isinstance(error, RecursionError):
            reason = _TOO_DEEP
        if self.role == _COMPOSITE:
            return RuntimeFault(self.name, None, getattr(error, "message", reason))
        op_name = instruction.op_name or instruction.name
        fault = fault_class(error)(op_name, instruction.position, reason)
        fault.calls = self._callers(instruction.sites[1:])
        return fault

    def _unwind(self, registers: Registers) -> None:
        if self.entered is not None and self.leave is not None:
            unwind(self.leave, registers[self.entered])

    def __str__(self) -> str:
        lines = [f"{', '.join(map(str, self.inputs))} = Load"] if self.inputs else []
        lines += [f"{register} = Constant" for register in self.constants]
        targets = {i.target for i in self.instructions}
        for number, instruction in enumerate(self.instructions):
            lines.append(f"{'L' + str(number) + ': ' if number in targets else ''}{instruction}")
        end = len(self.instructions)
        flags = zip(self.outputs, self.outputs_moved, strict=True)
        stored = ", ".join(f"move({o})" if moved else str(o) for o, moved in flags)
        lines.append(f"{'L' + str(end) + ': ' if end in targets else ''}= Store {stored}".rstrip())
        return "\n".join(lines)


def _subgraph(
    linker: Linker | None, name: str, implementations: Implementations, op: SubgraphOp
) -> Code:
    """Return a group's code for a compiler, or of a fork's body."""
    if op.name in _GROUPS:
        return Code.from_block(op.body, name, linker, implementations=implementations)
    role, (at, *around) = _ROLES.get(type(op)), call_chain(nearest_location(op))
    name = at.function or name
    site = None if role is None else Caller(name, at.position, role)
    return Code.from_block(
        op.body, name, linker, "called from", site, tuple(around), implementations
    )


@cache
def _composite(op_name: str) -> Composite | None:
    """Return the function of an operator that has a decomposition, or None."""
    function = decomposition(op_name)
    if function is None:
        return None
    return Composite(Code.from_block(function.body.block, op_name, role=_COMPOSITE))


OPERATORS.composite = _composite
implementation_of = OPERATORS.resolve
