"""The operands of convolutions and products that have their weights.

operator            operand        sizes            axis of columns
aten.conv2d         its filters    [64,32,3,3]      0
aten.linear         weight         [1024,256]       0
aten.mm             mat2           [256,1024]       1
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.ir import Operation, Use


class WeightOperand(NamedTuple):
    """The number of an operand, and the axis whose elements belong to channels of the result."""

    number: int
    axis: int


_FILTERS = WeightOperand(1, 0)
_WEIGHTS = {
    "aten.linear": WeightOperand(1, 0),
    "aten.mm": WeightOperand(1, 1),
    "aten.matmul": WeightOperand(1, 1),
    "aten.addmm": WeightOperand(2, 1),
}


def weights_of(op: Operation) -> WeightOperand | None:
    """Return the operand that has an operator's weights, None if there is none."""
    is_convolution = op.name.startswith(("aten.conv", "aten._conv"))
    return _FILTERS if is_convolution else _WEIGHTS.get(op.name)


def are_weights(use: Use) -> bool:
    """Return whether an operator reads a value as its weights."""
    weights = weights_of(use.operation)
    return weights is not None and weights.number == use.index
