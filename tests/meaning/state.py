"""The state of a program while it is generated: a value for each SSA value in scope.

Operations are executed one at a time by the functions of the operator library, without compiling
them first, so that a generator can try an operation before it adds it to the program.
"""

from __future__ import annotations

from collections.abc import Sequence

from copies import Copier
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import (
    CallFunctionOp,
    CallMethodOp,
    ConstantOp,
    IfOp,
    LoopOp,
    PrintOp,
)
from xdsl_torchscript.dialects.types import ClassType, FunctionType
from xdsl_torchscript.runtime.interpreter.binding import bind_op
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.interpreter.literals import literal
from xdsl_torchscript.runtime.values import Value

REFUSALS = (ArithmeticError, LookupError, ValueError, TypeError, RuntimeError, AttributeError)
"""Exceptions of operators on values that they do not accept."""


class State:
    """Values by SSA value. As in PyTorch, a constant is created once and keeps writes to it."""

    def __init__(self, functions: dict[str, FuncOp], values: dict[SSAValue, Value] | None = None):
        self.functions = functions
        self.values: dict[SSAValue, Value] = {} if values is None else values

    def copy(self) -> State:
        """Return a state of equal values with the same aliases among each other."""
        copier = Copier()
        return State(self.functions, {key: copier(value) for key, value in self.values.items()})

    def adopt(self, other: State) -> None:
        """Go on with the values of a copy."""
        self.values = other.values

    def of(self, values: Sequence[SSAValue]) -> list[Value]:
        return [self.values[value] for value in values]

    def run_block(self, block: Block, arguments: Sequence[Value] = ()) -> list[Value]:
        """Execute a block; returns the operands of its terminator."""
        self.values.update(zip(block.args, arguments, strict=True))
        for op in block.ops:
            if op is block.last_op:
                return self.of(op.operands)
            self.execute(op)
        raise ValueError("the block has no terminator")

    def execute(self, op: Operation) -> None:
        """Execute one operation. Raises the errors of the operator."""
        match op:
            case ConstantOp():
                if op.result not in self.values:
                    self.values[op.result] = literal(op.value, op.type)
            case PrintOp():
                pass
            case IfOp():
                taken = op.then_block if self.values[op.condition] else op.else_block
                self._define(op, self.run_block(taken))
            case LoopOp():
                self._loop(op)
            case CallFunctionOp() | CallMethodOp():
                self._call(op)
            case _:
                self._operator(op)

    def _define(self, op: Operation, results: Sequence[Value]) -> None:
        self.values.update(zip(op.results, results, strict=True))

    def _operator(self, op: Operation) -> None:
        function = bind_op(op, implementation_of)
        if function is None:
            raise TypeError(f"no implementation of '{op.name}'")
        found = function(*self.of(op.operands))
        if op.results:
            self._define(op, (found,) if len(op.results) == 1 else found)

    def _loop(self, op: LoopOp) -> None:
        carried = self.of(op.carried)
        more, turn = self.values[op.initial_condition], 0
        limit = self.values[op.max_trip_count]
        while more and turn < limit:
            more, *carried = self.run_block(op.body, [turn, *carried])
            turn += 1
        self._define(op, carried)

    def _call(self, op: CallFunctionOp | CallMethodOp) -> None:
        if isinstance(op, CallFunctionOp):
            assert isinstance(op.callee.type, FunctionType)
            name, operands = op.callee.type.symbol.data, op.operands[1:]
        else:
            assert isinstance(op.object.type, ClassType)
            name, operands = f"{op.object.type.symbol.data}.{op.method.data}", op.operands
        self._define(op, self.run_block(self.functions[name].body.block, self.of(operands)))
