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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

from xdsl_torchscript.dialects.prim.subgraph import AwaitableOp, ForkOp, SubgraphOp
from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault
from xdsl_torchscript.runtime.interpreter import calls
from xdsl_torchscript.runtime.interpreter.builder import Builder
from xdsl_torchscript.runtime.interpreter.calls import MethodOf
from xdsl_torchscript.runtime.interpreter.instructions import (
    Gather,
    Instruction,
    Registers,
    Step,
    gather,
)
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.modules.futures import Awaitable, Future
from xdsl_torchscript.runtime.operators.core import Implementation, quiet
from xdsl_torchscript.runtime.values import Value

_FAILURES = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError,
             ValueError)  # fmt: skip
"""What an operator raises on values that it cannot take."""

_DEEPEST = 1000
_TOO_DEEP = "calls are nested too deeply; does a function call itself without end?"


class _Stack(threading.local):
    """How many functions run in this thread."""

    depth = 0


_STACK = _Stack()


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

    entered: int | None = None
    leave: MethodOf | None = None

    @staticmethod
    def from_func(func: FuncOp, linker: Linker | None = None, name: str = "") -> Code:
        """The code of a function with a body of one block; without a linker it calls no other.
        `name` is what messages call it.

        Raises MissingOperatorsError with all operators that have no implementation."""
        if func.is_declaration or len(func.body.blocks) != 1:
            raise ValueError(f"'@{func.sym_name.data}' is no function with one block")
        return Code.from_block(func.body.block, name or func.sym_name.data, linker)

    @staticmethod
    def from_block(block: Block, name: str, linker: Linker | None = None) -> Code:
        """The code of a block whose arguments are the inputs and whose terminator's operands are
        the outputs."""
        builder = Builder(partial(_subgraph, linker), linker)
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
            builder.entered,
            None if linker is None else calls.dispatch(linker, "__exit__"),
        )

    def execute(self, registers: Registers) -> tuple[Value, ...]:
        """Runs to the end, over the registers of a new frame. Raises RuntimeFault where an
        operator fails."""
        counter, steps, end = 0, self.steps, len(self.steps)
        _STACK.depth += 1
        try:
            if _STACK.depth > _DEEPEST:
                raise RecursionError
            while counter != end:
                counter = steps[counter](registers)
        except RuntimeFault as fault:
            self._unwind(registers)
            fault.calls += ((self.name, self.instructions[counter].position),)
            raise
        except _FAILURES as error:
            self._unwind(registers)
            raise self.fault(counter, error) from error
        finally:
            _STACK.depth -= 1
        return self.read_outputs(registers)

    def fault(self, counter: int, error: Exception) -> RuntimeFault:
        """What the failure of an instruction is for whoever runs the program."""
        if not self.instructions:
            raise error
        instruction = self.instructions[min(counter, len(self.instructions) - 1)]
        reason = _TOO_DEEP if isinstance(error, RecursionError) else str(error)
        return RuntimeFault(instruction.op_name or instruction.name, instruction.position, reason)

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


def _subgraph(linker: Linker | None, op: SubgraphOp) -> Implementation:
    """A group that a compiler would take, interpreted; a fork gives a future."""
    code = Code.from_block(op.body, op.name, linker)
    single = len(op.results) == 1

    def call(*values: Value) -> Value:
        outputs = code.execute(_registers(code, values))
        return outputs[0] if single else outputs

    if not isinstance(op, ForkOp | AwaitableOp):
        return call
    deferred = Future if isinstance(op, ForkOp) else Awaitable
    (element,) = op.returned_types()
    return lambda *values: deferred(element, lambda: call(*values))


def _registers(code: Code, inputs: Sequence[Value]) -> Registers:
    """The state of a new frame. Raises TypeError for another number of inputs."""
    if len(inputs) != len(code.inputs):
        raise TypeError(f"'@{code.name}' takes {len(code.inputs)} inputs, got {len(inputs)}")
    registers = list(code.registers)
    for register, value in zip(code.inputs, inputs, strict=True):
        registers[register] = value
    return registers


def _listened(code: Code, registers: Registers, listener: Listener) -> tuple[Value, ...]:
    """As `execute`, and tells of each instruction of this frame."""
    counter = 0
    try:
        while counter != len(code.steps):
            instruction = code.instructions[counter]
            listener.will_run(instruction, registers)
            counter = code.steps[counter](registers)
            listener.did_run(instruction, registers)
    except _FAILURES as error:
        raise code.fault(counter, error) from error
    return code.read_outputs(registers)


def run(code: Code, inputs: Sequence[Value], listener: Listener | None = None) -> tuple[Value, ...]:
    """Executes a code on its inputs; the results are in the order of its outputs.

    Raises RuntimeFault, with the place in the source, where an operator fails."""
    registers = _registers(code, inputs)
    with quiet():
        if listener is not None:
            return _listened(code, registers, listener)
        return code.execute(registers)
