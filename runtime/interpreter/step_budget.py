"""`StepBudget`: an execution that ends after a number of instructions."""

from __future__ import annotations

from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import Listener
from xdsl_torchscript.runtime.interpreter.frames import Registers
from xdsl_torchscript.runtime.interpreter.instructions import Instruction


class OutOfSteps(Exception):
    """An execution needs more instructions than it may have."""


class StepBudget(Listener):
    """Count the instructions of all executions that it listens to, calls and forks included.

    Raises OutOfSteps before the first instruction beyond `steps`, and from then on.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfSteps
