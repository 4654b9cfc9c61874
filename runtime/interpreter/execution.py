"""Execute code, alone or observed by a listener."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE
from xdsl_torchscript.runtime.interpreter.code import Code, implementation_of
from xdsl_torchscript.runtime.interpreter.codegen.tier import GeneratedCode
from xdsl_torchscript.runtime.interpreter.frames import (
    Executable,
    Frame,
    Registers,
    Suspended,
    Values,
    new_frame,
)
from xdsl_torchscript.runtime.interpreter.instructions import CALLS, Continue, Instruction
from xdsl_torchscript.runtime.interpreter.interpreter import begin_call, finish_call
from xdsl_torchscript.runtime.interpreter.listener import Listener, ListenerPair
from xdsl_torchscript.runtime.interpreter.suspension import (
    Suspend,
    complete,
    override_frame_factory,
)
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.values import Value

__all__ = ["implementation_of", "run"]


def _generate_code(code: Code) -> GeneratedCode:
    constants = {register: code.registers[register] for register in code.constants}
    return GeneratedCode(code.instructions, constants)


Code.generate = _generate_code
_CALLS = frozenset((*CALLS, Continue))


@dataclass(slots=True)
class _ListenedFrame:
    """A frame that reports its steps. A suspended `wait` that runs again is reported once."""

    code: Code
    registers: Registers
    listener: Listener
    counter: int = 0
    reported: bool = False
    _reports: bool = False
    _callee: Suspended | None = None

    def run(self) -> Values:
        code, registers = self.code, self.registers
        if self.counter == 0 and not self.reported:
            self._reports = True
            self.listener.enters(code, registers)
            self._reports = False
        results = code.execute(registers, self.counter, self)
        self._reports = True
        self.listener.leaves(code, results)
        self._reports = False
        return results

    def is_own(self, error: Exception) -> bool:
        callee = self._callee
        self._reports |= isinstance(callee, _ListenedFrame) and callee._reports
        return self._reports and not isinstance(error, RecursionError)

    def will_run(self, counter: int) -> None:
        self.counter = counter
        if self.reported:
            return
        self.reported = self._reports = True
        self.listener.will_run(self.code, self.code.instructions[counter], self.registers)
        self._reports = False

    def did_run(self, following: int) -> None:
        self._reports = True
        self.listener.did_run(self.code, self.code.instructions[self.counter], self.registers)
        self._reports = self.reported = False
        self.counter = following

    @property
    def _instruction(self) -> Instruction:
        return self.code.instructions[self.counter]

    @property
    def entries(self) -> _ListenedFrame:
        return self

    def __getitem__(self, counter: int) -> Callable[[Registers], int] | None:
        """Return the function that calls other code, whose frame notifies the listener as well."""
        return self._call if type(self.code.instructions[counter]) in _CALLS else None

    def _call(self, registers: Registers) -> int:
        counter, instruction = self.counter, self.code.instructions[self.counter]
        callee = self._callee = _observed_frame(self.listener, *begin_call(instruction, registers))
        results = callee.run()
        self._callee = None
        finish_call(instruction, registers, results)
        return counter + 1

    def locate(self, counter: int, error: BaseException, registers: Registers) -> int:
        if not isinstance(error, Suspend):
            self.listener.failed(self.code, self._instruction, registers)
        return counter

    def deliver(self, results: Values) -> None:
        self.code.deliver(self.registers, self.counter, results)
        self.did_run(self.counter + 1)

    def fail(self, fault: RuntimeFault) -> None:
        self.listener.failed(self.code, self._instruction, self.registers)
        self.code.abandon(self.registers, self.counter, fault)


def _observed_frame(listener: Listener, code: Executable, registers: Registers) -> Suspended:
    if not isinstance(code, Code):
        return Frame(code, registers)
    return _ListenedFrame(code, registers, listener)


@quiet()
def run(code: Code, inputs: Sequence[Value], listener: Listener | None = None) -> tuple[Value, ...]:
    """Execute a code on its inputs, within the active budgets; return the outputs in order.

    Raises RuntimeFault, with the place in the source, where an operator fails, and BudgetError.
    """
    registers = new_frame(code, inputs)
    bounds = ACTIVE.get()
    if bounds is not None:
        listener = bounds if listener is None else ListenerPair(bounds, listener)
    if listener is not None:
        with override_frame_factory(partial(_observed_frame, listener)):
            return complete(deque([_ListenedFrame(code, registers, listener)]))
    try:
        return code.execute(registers)
    except Suspend as suspend:
        frames = suspend.frames
    return complete(frames)
