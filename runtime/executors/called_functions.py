"""`CalledFunctions`: functions that a plan calls, such as methods of interfaces, have executors of
their own.

It is the linker of plans: callees run under the same executors as calls from Python.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.executor import Executor, execute
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.modules.linked_program import LinkedProgram
from xdsl_torchscript.runtime.modules.objects import EnumMember, Object
from xdsl_torchscript.runtime.tensor import Tensor


@dataclass
class Callee:
    """A function of a program, as engines see it. `key` is its name, or a class and a method."""

    program: LinkedProgram
    key: tuple[str, ...]

    @property
    def op(self) -> FuncOp:
        definitions = self.program.definitions
        find = definitions.function if len(self.key) == 1 else definitions.method
        return find(*self.key)

    @property
    def executable(self) -> Code:
        """Its code. Raises LookupError, SourceError, MissingOperatorsError."""
        find = self.program.code if len(self.key) == 1 else self.program.method_code
        return find(*self.key)


@dataclass(frozen=True)
class CalledFunctions:
    """A linker whose functions and methods run under executors."""

    program: LinkedProgram
    executor_of: Callable[[Callee], Executor]

    def code(self, name: str) -> ExecutedCode:
        """Return the code of a function. Raises LookupError."""
        return self._get_or_create((name,))

    def method_code(self, class_name: str, name: str) -> ExecutedCode:
        """Return the code of a method. Raises LookupError."""
        return self._get_or_create((class_name, name))

    def _get_or_create(self, key: tuple[str, ...]) -> ExecutedCode:
        callee = Callee(self.program, key)
        return ExecutedCode(callee.executable, self.executor_of(callee))

    def enum_member(self, enum: str, name: str) -> EnumMember:
        """Return a member of an enum. Raises NoValueError if the program does not define it."""
        return self.program.enum_member(enum, name)

    def resource(self, key: str) -> Tensor:
        """Return a tensor of the resource table. Raises NoValueError."""
        return self.program.resource(key)

    def object(self, name: str) -> Object:
        """Return the object of a symbol. Raises NoValueError."""
        return self.program.object(name)


@dataclass(frozen=True)
class ExecutedCode:
    """A function as its executor runs it: the frame of a call holds the arguments alone, and ends
    where the executor waits."""

    plain: Code
    executor: Executor
    entered: None = None

    @property
    def name(self) -> str:
        return self.plain.name

    @property
    def inputs(self) -> tuple[int, ...]:
        return self.plain.inputs

    @property
    def registers(self) -> Values:
        return (None,) * len(self.inputs)

    def execute(self, registers: Registers, counter: int = 0) -> Values:
        """Run from the start to the end. Raises RuntimeFault, and Suspend."""
        return self.executor.run(registers, execute)

    def deliver(self, registers: Registers, counter: int, results: Values) -> None:
        """Do nothing: a call that waits leaves the frames of the executor."""

    def abandon(self, registers: Registers, counter: int, fault: RuntimeFault) -> None:
        """Release the arguments of a call that failed."""
        registers.clear()
