"""Execute code, alone or observed by a listener."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE
from xdsl_torchscript.runtime.interpreter.code import DEEPEST, OF_THE_PROGRAM, STACK, Code
from xdsl_torchscript.runtime.interpreter.frames import (
    Executable,
    Frame,
    Registers,
    Suspended,
    Values,
    new_frame,
)
from xdsl_torchscript.runtime.interpreter.instructions import CALLS, Instruction
from xdsl_torchscript.runtime.interpreter.interpreter import begin_call, step
from xdsl_torchscript.runtime.interpreter.listener import Both, Listener
from xdsl_torchscript.runtime.interpreter.pool import POOL
from xdsl_torchscript.runtime.interpreter.suspension import (
    Suspend,
    Task,
    complete,
    frame_of,
    frames_made_by,
)
from xdsl_torchscript.runtime.modules.futures import Outcome
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.values import Value


@dataclass(slots=True)
class _ListenedFrame:
    """A frame that tells what it does. A `wait` that is suspended and runs again is told once."""

    code: Code
    registers: Registers
    listener: Listener
    counter: int = 0
    told: bool = False

    def run(self) -> Values:
        if self.counter == 0 and not self.told:
            self.listener.enters(self.code, self.registers)
        depth = STACK.depth
        STACK.depth = depth + 1
        try:
            if depth >= DEEPEST:
                raise RecursionError
            while self.counter != len(self.code.instructions):
                instruction = self._instruction
                if not self.told:
                    self.listener.will_run(self.code, instruction, self.registers)
                self.told = True
                self._did_run(self._run(instruction))
        finally:
            STACK.depth = depth
        results = self.code.results(self.registers)
        self.listener.leaves(self.code, results)
        return results

    @property
    def _instruction(self) -> Instruction:
        return self.code.instructions[self.counter]

    def _run(self, instruction: Instruction) -> int:
        """Run one instruction and return the number of the next one."""
        try:
            if not isinstance(instruction, CALLS):
                return step(instruction, self.registers, self.counter)
            callee = _listened(self.listener, *begin_call(instruction, self.registers))
        except Suspend as suspend:
            suspend.frames.append(self)
            raise
        except RuntimeFault as fault:
            self.fail(fault)
            raise
        except OF_THE_PROGRAM:
            raise
        except Exception as error:  # noqa: BLE001 - raised as the fault of the program
            self.listener.failed(self.code, instruction, self.registers)
            found = self.code.explain(self.registers, self.counter, error)
            raise self.code.fault(self.registers, self.counter, found) from found
        self._call(callee)
        return self.counter + 1

    def _call(self, callee: Suspended) -> None:
        try:
            results = callee.run()
        except Suspend as suspend:
            suspend.frames.append(self)
            raise
        except RuntimeFault as fault:
            self.fail(fault)
            raise
        except RecursionError as error:
            raise self.code.fault(self.registers, self.counter, error) from error
        self.code.deliver(self.registers, self.counter, results)

    def _did_run(self, following: int) -> None:
        self.listener.did_run(self.code, self._instruction, self.registers)
        self.counter, self.told = following, False

    def deliver(self, results: Values) -> None:
        self.code.deliver(self.registers, self.counter, results)
        self._did_run(self.counter + 1)

    def fail(self, fault: RuntimeFault) -> None:
        self.listener.failed(self.code, self._instruction, self.registers)
        self.code.abandon(self.registers, self.counter, fault)


def _listened(listener: Listener, code: Executable, registers: Registers) -> Suspended:
    if not isinstance(code, Code):
        return Frame(code, registers)
    return _ListenedFrame(code, registers, listener)


def _bounded(listener: Listener | None) -> Listener | None:
    """Add the active budgets to a listener."""
    bounds = ACTIVE.get()
    if bounds is None:
        return listener
    return bounds if listener is None else Both(bounds, listener)


def submit(code: Executable, inputs: Sequence[Value], outcome: Outcome) -> None:
    """Execute a code in the pool, within the active budgets; `outcome` gets its result or error."""
    bounds = _bounded(None)
    with nullcontext() if bounds is None else frames_made_by(partial(_listened, bounds)):
        POOL.submit(Task(frame_of(code, inputs), outcome))


@quiet()
def run(code: Code, inputs: Sequence[Value], listener: Listener | None = None) -> tuple[Value, ...]:
    """Execute a code on its inputs, within the active budgets; return the outputs in order.

    Raises RuntimeFault, with the place in the source, where an operator fails, and BudgetError.
    """
    registers = new_frame(code, inputs)
    listener = _bounded(listener)
    if listener is not None:
        with frames_made_by(partial(_listened, listener)):
            return complete(deque([_ListenedFrame(code, registers, listener)]))
    try:
        return code.execute(registers)
    except Suspend as suspend:
        frames = suspend.frames
    return complete(frames)
