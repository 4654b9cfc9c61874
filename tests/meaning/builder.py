"""Building a random program: operations are tried on real values and kept where they succeed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from state import REFUSALS, State
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    FileLineColLoc,
    IntAttr,
    StringAttr,
    i64,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.types import ListType, TensorType
from xdsl_torchscript.runtime.tensor import Tensor, dtype_of
from xdsl_torchscript.runtime.values import Value

TENSOR = TensorType.get()
INTS = ListType(i64)
CLASS = "__torch__.Cell"
ATTRIBUTES: dict[str, Attribute] = {
    "x": TENSOR,
    "y": TENSOR,
    "ints": INTS,
    "tensors": ListType(TENSOR),
    "count": i64,
}
"""The slots of the one class of a program."""

_MOST_ELEMENTS = 48
_HIGHEST_RANK = 4


def erase_facts(type: Attribute) -> Attribute:
    """Return a type without facts of a tensor."""
    return TENSOR if isinstance(type, TensorType) else type


def dense(array: np.ndarray) -> DenseIntOrFPElementsAttr:
    """Return the literal of a tensor constant."""
    type = BuiltinTensorType(dtype_of(array).type, array.shape)
    return DenseIntOrFPElementsAttr.from_list(type, array.reshape(-1).tolist())


def drop(block: Block) -> None:
    """Take away the uses that the operations of an abandoned block make of other values."""
    for op in block.walk():
        op.drop_all_references()


class Builder:
    """A place to add operations at, with the values in scope there and their state."""

    def __init__(self, seed: str, chains: bool = False) -> None:
        self.random = random.Random(seed)
        self.chains = chains
        """Whether many pointwise operators follow one another."""
        self.state = State({})
        self.block = Block()
        self.scope: list[SSAValue] = []
        self.raised = False
        self.raising: set[str] = set()
        """The places at which the program is meant to fail."""
        self.required: list[SSAValue] = []
        """Values that the program has to return."""
        self.telling: list[SSAValue] = []
        """Values that would show a write, or a merge, that went wrong."""
        self._line = 0

    # ---- choosing

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def pick(self, fits: Callable[[SSAValue], bool]) -> SSAValue | None:
        """Return a value in scope, preferring younger ones, or None."""
        found = [value for value in self.scope if fits(value)]
        if not found:
            return None
        telling = [value for value in found if value in self.telling]
        if telling and self.chance(0.3):
            return self.random.choice(telling)
        return self.random.choice(found[-4:] if self.chance(0.5) else found)

    def pick_type(self, type: Attribute) -> SSAValue | None:
        return self.pick(lambda value: value.type == type)

    def pick_tensor(self) -> SSAValue | None:
        return self.pick(lambda value: isinstance(value.type, TensorType))

    # ---- places

    @contextmanager
    def nested(
        self,
        block: Block,
        inputs: Sequence[SSAValue] = (),
        first: Sequence[Value] = (),
        isolated: bool = False,
    ) -> Iterator[None]:
        """Add to another block, on a copy of the state. The arguments of the block are `first`
        and the values of `inputs`; an isolated block sees nothing else."""
        outer = self.block, self.state, self.scope, self.raised
        self.block, self.state, self.raised = block, self.state.copy(), False
        self.scope = [*([] if isolated else self.scope), *block.args]
        arguments = [*first, *self.state.of(inputs)]
        self.state.values.update(zip(block.args, arguments, strict=True))
        try:
            yield
        except BaseException:
            drop(block)
            raise
        finally:
            self.block, self.state, self.scope, self.raised = outer

    # ---- adding

    def locate(self, op: Operation) -> None:
        """Give an operation a unique line."""
        self._line += 1
        op.location = FileLineColLoc(StringAttr("random"), IntAttr(self._line), IntAttr(1))

    def add(self, op: Operation) -> Operation:
        """Add an operation that has been executed, or never is."""
        self.locate(op)
        self.block.add_op(op)
        return op

    def raise_at(self, op: Operation) -> None:
        """Let the program end at an operation that fails."""
        self.raised = True
        self.raising.add(str(op.location))

    def define(self, op: Operation) -> None:
        """Add an executed operation and bring its results into scope."""
        self.add(op)
        self.scope += op.results

    def attempt(self, op: Operation) -> bool:
        """Add an operation if it succeeds on the present values."""
        try:
            self.state.execute(op)
        except REFUSALS:
            self.discard(op)
            return False
        if not all(map(_is_small, self.state.of(op.results))):
            self.discard(op)
            return False
        self.define(op)
        return True

    def discard(self, op: Operation) -> None:
        """Drop an operation that is not part of the program."""
        for result in op.results:
            self.state.values.pop(result, None)
        op.erase()

    def constant(self, op: ConstantOp) -> SSAValue:
        """Add a literal, or reuse an equal one in scope."""
        same = self.pick(lambda value: _is_same_constant(value, op))
        if same is not None and self.chance(0.7):
            return same
        self.state.execute(op)
        self.define(op)
        return op.result

    def literal(self, value: Value) -> SSAValue:
        """Add a number, a string or None."""
        return self.constant(literal_op(value))


_LITERALS: dict[type, Callable[[Value], ConstantOp]] = {
    bool: ConstantOp.from_bool,
    int: ConstantOp.from_int,
    float: ConstantOp.from_float,
    str: ConstantOp.from_str,
    type(None): lambda value: ConstantOp.none(),
}


def literal_op(value: Value) -> ConstantOp:
    return _LITERALS[type(value)](value)


def list_op(values: Sequence[Value], element: Attribute) -> ConstantOp:
    """Return the constant list of literals."""
    parts = [literal_op(value).value for value in values]
    return ConstantOp(ArrayAttr([part for part in parts if part is not None]), ListType(element))


def _is_same_constant(value: SSAValue, op: ConstantOp) -> bool:
    owner = value.owner
    return isinstance(owner, ConstantOp) and owner.value == op.value and owner.type == op.type


def _is_small(value: Value) -> bool:
    """Return whether a value is small enough for fast programs."""
    match value:
        case Tensor():
            return value.array.size <= _MOST_ELEMENTS and value.array.ndim <= _HIGHEST_RANK
        case list() | tuple():
            return len(value) <= 12 and all(map(_is_small, value))
        case dict():
            return len(value) <= 6 and all(map(_is_small, value.values()))
        case bool() | float() | None | str():
            return True
        case int():
            return abs(value) < 2**40
        case _:
            return True
