"""The weights of quantised layers, as constants for ordinary operators.

FBGEMM scales a sum of products of integers to the result in float32: it adds the bias, in units of
the sums, and multiplies. Scales belong to the whole weights or to each output channel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, attribute_value, owner_of
from xdsl_torchscript.dialects.dtypes import UINT8
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.quantized.values import (
    EXACT,
    FLOAT32,
    FLOAT64,
    INT8,
    INT64,
    KnownQuantizer,
    Quantized,
    float32,
    reciprocal,
)
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import ConstantEvaluator


@dataclass(frozen=True)
class Folding:
    """Emits operations on constants, and replaces them by their results."""

    b: OpBuilder
    evaluate: ConstantEvaluator

    def results(self, op: Operation) -> Sequence[SSAValue]:
        """Replace an operation, and what computes its operands, by constants; return them.

        Raises NotConstantError.
        """
        operands = [self._constant_op(operand) for operand in op.operands]
        constants = self.evaluate(op, operands)
        propagate_location(op, constants)
        results = [constant.result for constant in constants]
        Rewriter.replace_op(op, constants, results)
        return results

    def constant(self, value: SSAValue) -> SSAValue:
        """Replace what computes a value by a constant; return it. Raises NotConstantError."""
        return self._constant_op(value).result

    def number(self, value: SSAValue) -> Any:
        """Return the number or list that a value is. Raises NotConstantError."""
        literal = self._constant_op(value).value
        return None if literal is None else attribute_value(literal)

    def _constant_op(self, value: SSAValue) -> ConstantOp:
        op = owner_of(value)
        if op is None:
            raise NotConstantError("an argument is not constant")
        if not isinstance(op, ConstantOp):
            op = self.results(op)[op.results.index(value)].owner
        assert isinstance(op, ConstantOp)
        return op


@dataclass(frozen=True)
class PackedWeights:
    """Whole numbers without zero points, of the dtype in which sums of products are exact or of
    int8, and how those sums are scaled to the result.

    The bias is in units of the sums, None without one. The factors are one number, or a tensor with
    one for each channel.
    """

    whole: SSAValue
    dtype: int
    bias: SSAValue | None
    factors: SSAValue | float


def weights_of(
    fold: Folding,
    kind: str,
    packed: SSAValue,
    source: Quantized,
    to: KnownQuantizer,
    *,
    bytes: bool = False,
) -> PackedWeights:
    """Return the weights of a layer, `linear` or `conv2d`, for an input and the quantizer of the
    result: as bytes if asked for, and if products of bytes are exact in int32.

    Raises NotConstantError if the packed parameters are not constant, or the weights not quantised.
    """
    if not isinstance(packed.owner, ConstantOp):
        raise NotConstantError("the packed parameters are not constant")
    b = fold.b
    weight, bias = fold.results(b.op(f"quantized::{kind}_unpack", packed))
    rank = fold.number(b.aten.dim(weight))
    scaling = _scaling_of_channels if _has_channels(fold, weight) else _scaling
    zero_points, shift, factors = scaling(fold, weight, bias, float32(source.quantizer.scale), to)
    if not isinstance(zero_points, int):
        zero_points = _along(b, zero_points, rank - 1)
    whole = fold.constant(b.aten.sub(b.aten.to(b.aten.int_repr(weight), INT64), zero_points))
    rows = b.aten.sum(b.aten.flatten(b.aten.abs(whole), 1), (1,))
    heaviest = _number(fold, b.aten.max(rows))
    dtype = FLOAT32 if source.largest * heaviest < EXACT else FLOAT64
    if bytes and source.quantizer.integers.type == UINT8 and source.largest * heaviest < 1 << 31:
        ends = _number(fold, b.aten.min(whole)), _number(fold, b.aten.max(whole))
        dtype = INT8 if ends[0] >= -128 and ends[1] <= 127 else dtype
    axes = 0 if dtype == INT8 else rank - 2  # Channels of sums of bytes are last.
    return PackedWeights(
        fold.constant(b.aten.to(whole, dtype)),
        dtype,
        None if shift is None else fold.constant(_along(b, shift, axes)),
        fold.constant(_along(b, factors, axes)) if isinstance(factors, SSAValue) else factors,
    )


def _number(fold: Folding, tensor: SSAValue) -> int:
    """Return the only element of a constant tensor of integers."""
    return fold.number(fold.b.op("aten::Int", tensor).results[0])


class _Scaling(NamedTuple):
    """The zero points of weights, the bias in units of the sums, and the factors of these."""

    zero_points: SSAValue | int
    shift: SSAValue | None
    factors: SSAValue | float


def _scaling(
    fold: Folding, weight: SSAValue, bias: SSAValue, scale: float, to: KnownQuantizer
) -> _Scaling:
    b = fold.b
    step = float32(scale * float32(fold.number(b.aten.q_scale(weight))))
    shift = None if STATED.is_none(bias) else b.aten.mul(bias, reciprocal(step))
    zero_point = fold.number(b.aten.q_zero_point(weight))
    return _Scaling(zero_point, shift, float32(step / float32(to.scale)))


def _scaling_of_channels(
    fold: Folding, weight: SSAValue, bias: SSAValue, scale: float, to: KnownQuantizer
) -> _Scaling:
    b = fold.b
    steps = b.aten.mul(b.aten.to(b.aten.q_per_channel_scales(weight), FLOAT32), scale)
    steps = fold.constant(steps)
    shift = None if STATED.is_none(bias) else b.aten.div(bias, steps)
    zero_points = b.aten.q_per_channel_zero_points(weight)
    return _Scaling(zero_points, shift, b.aten.div(steps, float32(to.scale)))


def _has_channels(fold: Folding, weight: SSAValue) -> bool:
    """Return whether each channel has a scale: only then there is an axis of channels."""
    axis = fold.b.op("aten::q_per_channel_axis", weight)
    try:
        fold.results(axis)
    except NotConstantError:
        Rewriter.erase_op(axis)
        return False
    return True


def _along(b: OpBuilder, numbers: SSAValue, axes: int) -> SSAValue:
    """Emit the numbers of channels with so many axes behind them."""
    return b.aten.reshape(numbers, (-1, *(1,) * axes)) if axes else numbers
