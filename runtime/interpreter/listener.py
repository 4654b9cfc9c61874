"""`Listener`: observes an execution, instruction by instruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Instruction


class Listener(Protocol):
    """Is notified of the events of an execution, in its code and in all callees.

    It may read the frame's registers. An exception that it raises ends the execution. Forks notify
    from the thread that runs them, interleaved with other code.
    """

    def enters(self, code: Code, registers: Registers) -> None:
        """Observe the start of a frame; its inputs are in registers."""

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        """Observe success: outputs are stored, and moved registers are cleared."""

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        """Observe an error of the instruction or its callee; the frame ends."""

    def leaves(self, code: Code, results: Values) -> None:
        """Observe a frame's results."""


@dataclass(frozen=True)
class ListenerPair:
    """Notifies two listeners in order."""

    first: Listener
    second: Listener

    def enters(self, code: Code, registers: Registers) -> None:
        self.first.enters(code, registers)
        self.second.enters(code, registers)

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        self.first.will_run(code, instruction, registers)
        self.second.will_run(code, instruction, registers)

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        self.first.did_run(code, instruction, registers)
        self.second.did_run(code, instruction, registers)

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        self.first.failed(code, instruction, registers)
        self.second.failed(code, instruction, registers)

    def leaves(self, code: Code, results: Values) -> None:
        self.first.leaves(code, results)
        self.second.leaves(code, results)
