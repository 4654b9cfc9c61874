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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

from xdsl_torchscript.dialects.prim.subgraph import SubgraphOp
from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.interpreter.builder import Builder
from xdsl_torchscript.runtime.interpreter.instructions import (
    Gather,
    Instruction,
    Registers,
    Step,
    gather,
)
from xdsl_torchscript.runtime.operators.core import Implementation, quiet
from xdsl_torchscript.runtime.values import Value

_FAILURES = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError,
             ValueError)  # fmt: skip
"""What an operator raises on values that it cannot take."""


class Listener(Protocol):
    """Is told of every instruction of an execution, before and after it runs."""

    def will_run(self, instruction: Instruction, registers: Registers) -> None: ...

    def did_run(self, instruction: Instruction, registers: Registers) -> None: ...


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
    read_outputs: Gather

    @staticmethod
    def from_func(func: FuncOp) -> Code:
        """The code of a function with a body of one block.

        Raises MissingOperatorsError with all operators that have no implementation."""
        if func.is_declaration or len(func.body.blocks) != 1:
            raise ValueError(f"'@{func.sym_name.data}' is no function with one block")
        return Code.from_block(func.body.block, func.sym_name.data)

    @staticmethod
    def from_block(block: Block, name: str) -> Code:
        """The code of a block whose arguments are the inputs and whose terminator's operands are
        the outputs."""
        builder = Builder(_subgraph)
        builder.build(block)
        if builder.missing:
            raise MissingOperatorsError(list(builder.missing.items()))
        numbered = enumerate(builder.instructions, start=1)
        return Code(
            name,
            builder.inputs,
            builder.outputs,
            builder.outputs_moved,
            tuple(builder.constants),
            tuple(map(builder.constants.get, range(builder.size))),
            tuple(builder.instructions),
            tuple(instruction.bind(following) for following, instruction in numbered),
            gather(builder.outputs),
        )

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


def _subgraph(op: SubgraphOp) -> Implementation:
    """A group that a compiler would take: here its body is interpreted."""
    code = Code.from_block(op.body, op.name)
    single = len(op.results) == 1

    def call(*values: Value) -> Value:
        outputs = run(code, values)
        return outputs[0] if single else outputs

    return call


class Frame:
    """One execution of a code: its registers and the number of the next instruction."""

    def __init__(self, code: Code, inputs: Sequence[Value]) -> None:
        if len(inputs) != len(code.inputs):
            raise TypeError(f"'@{code.name}' takes {len(code.inputs)} inputs, got {len(inputs)}")
        self.code = code
        self.registers: Registers = list(code.registers)
        self.counter = 0
        for register, value in zip(code.inputs, inputs, strict=True):
            self.registers[register] = value

    def run(self, listener: Listener | None = None) -> tuple[Value, ...]:
        """Executes to the end. Raises RuntimeFault where an operator fails."""
        try:
            with quiet():
                if listener is None:
                    self._run()
                else:
                    self._run_listened(listener)
        except _FAILURES as error:
            instruction = self.code.instructions[self.counter]
            name = instruction.op_name or instruction.name
            raise RuntimeFault(name, instruction.position, str(error)) from error
        return self.code.read_outputs(self.registers)

    def _run(self) -> None:
        registers, steps, counter, end = self.registers, self.code.steps, 0, len(self.code.steps)
        try:
            while counter != end:
                counter = steps[counter](registers)
        finally:
            self.counter = counter

    def _run_listened(self, listener: Listener) -> None:
        while self.counter != len(self.code.steps):
            instruction = self.code.instructions[self.counter]
            listener.will_run(instruction, self.registers)
            self.counter = self.code.steps[self.counter](self.registers)
            listener.did_run(instruction, self.registers)


def run(code: Code, inputs: Sequence[Value], listener: Listener | None = None) -> tuple[Value, ...]:
    """Executes a code on its inputs; the results are in the order of its outputs.

    Raises RuntimeFault, with the place in the source, where an operator fails."""
    return Frame(code, inputs).run(listener)
