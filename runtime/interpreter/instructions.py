"""Instructions of code, one class per kind. `interpreter.py` executes them.

An instruction is data: its operation, the values that it reads and writes, and their registers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.locations import Site
from xdsl_torchscript.runtime.interpreter.frames import Executable
from xdsl_torchscript.runtime.interpreter.linker import MethodOf
from xdsl_torchscript.runtime.operators.core import Implementation

Sites: TypeAlias = tuple[Site, ...]
"""The place of an instruction in the program, then the calls around it that were inlined."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Instruction:
    """`outputs = name inputs`.

    `inputs` and `outputs` are registers, `operands` and `results` the values in them; None marks an
    internal register. `moved` flags the last reads of inputs, `unused` are the outputs that are
    never read, `cleared` the registers to release. `target` is the number of the instruction it may
    jump to.
    """

    op: Operation
    name: str
    op_name: str = ""
    inputs: tuple[int, ...] = ()
    operands: tuple[SSAValue | None, ...] = ()
    moved: tuple[bool, ...] = ()
    outputs: tuple[int, ...] = ()
    results: tuple[SSAValue | None, ...] = ()
    unused: frozenset[int] = frozenset()
    cleared: tuple[int, ...] = ()
    target: int | None = None
    sites: Sites = (Site(None, None),)

    @property
    def position(self) -> FileLineColLoc | None:
        """The place in the program."""
        return self.sites[0].position

    def __str__(self) -> str:
        outputs = ", ".join("_" if o in self.unused else str(o) for o in self.outputs)
        flags = zip(self.inputs, self.moved, strict=True)
        inputs = ", ".join(f"move({i})" if moved else str(i) for i, moved in flags)
        left = f"{outputs} = " if self.outputs else ""
        target = "" if self.target is None else f" -> {self.target}"
        return f"{left}{self.name}{' ' if inputs else ''}{inputs}{target}"


# ---- operators


@dataclass(frozen=True, kw_only=True, slots=True)
class Apply(Instruction):
    """Apply an operator: `outputs = function(inputs)`."""

    function: Implementation


@dataclass(frozen=True, kw_only=True, slots=True)
class Fork(Apply):
    """Start another execution, now or when its result is requested."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Wait(Apply):
    """Apply an operator that may suspend the execution."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Refuse(Instruction):
    """Fail: the operator has no implementation."""


# ---- registers


@dataclass(frozen=True, kw_only=True, slots=True)
class Move(Instruction):
    """Copy inputs to outputs; all are read before the first is written."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Drop(Instruction):
    """Release registers whose last use depends on the path."""


# ---- control flow


@dataclass(frozen=True, kw_only=True, slots=True)
class Jump(Instruction):
    """Continue at the instruction `target`."""

    target: int = -1


@dataclass(frozen=True, kw_only=True, slots=True)
class JumpIfFalse(Jump):
    """Continue at `target` unless the input is true."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EnterLoop(Instruction):
    """Start a loop: `trip, *state = 0, *inputs`; the state is a condition and carried values."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TestLoop(Jump):
    """Leave the loop for `target` unless `condition and trip < limit`, the inputs."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NextIteration(Jump):
    """Count an iteration and go back to the test: `trip, *state = trip + 1, *inputs`."""


# ---- calls


@dataclass(frozen=True, kw_only=True, slots=True)
class Call(Instruction):
    """Run other code: a function, a composite operator or a subgraph.

    `executable` provides the code, which is built on first run. The registers `cleared` are
    released before the callee starts, `unused` ones when it has ended.
    """

    executable: Callable[[], Executable]


@dataclass(frozen=True, kw_only=True, slots=True)
class Continue(Call):
    """End this execution with the results of other code, its remainder, which exits the context
    managers in register `chain`."""

    chain: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class CallMethod(Instruction):
    """Run a method of the first input."""

    method: MethodOf


@dataclass(frozen=True, kw_only=True, slots=True)
class Enter(Instruction):
    """Run `__enter__` of the input, then add the input to the entered managers in register
    `chain`."""

    method: MethodOf
    chain: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Leave(Instruction):
    """Run `__exit__` of the last entered manager, and remove it from register `chain`."""

    method: MethodOf
    chain: int


CALLS = (Call, CallMethod, Enter, Leave)
"""Instructions that run other code."""
