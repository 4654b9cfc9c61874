"""Quantised tensors as values of a program without quantised types, and their arithmetic.

    real = scale * distance,    distance = integer - zero_point

`distances` is a tensor of float32, in which these whole numbers are exact. Roundings are those of
`runtime/quantizer.py`, which is after FBGEMM.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from typing import NamedTuple

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.lowering.core.op_builder import OpBuilder

FLOAT32, FLOAT64, INT8, INT32, INT64 = (
    BY_TORCH_NAME[name].code for name in ("float32", "float64", "int8", "int32", "int64")
)
EXACT = 1 << 24
"""Sums of whole numbers below it are exact in float32, whatever their order."""

CHANNELS_LAST = 2
"""The number of the memory format that convolutions give their results."""


class NotLoweredError(ValueError):
    """The reason why an operator stays as it is."""


class IntegerRange(NamedTuple):
    """The least and the greatest integer."""

    low: int
    high: int


class _Stored(NamedTuple):
    range: IntegerRange
    integers: Dtype


_STORED: Mapping[int, _Stored] = {
    BY_TORCH_NAME["quint8"].code: _Stored(IntegerRange(0, 255), BY_TORCH_NAME["uint8"]),
    BY_TORCH_NAME["qint8"].code: _Stored(IntegerRange(-128, 127), BY_TORCH_NAME["int8"]),
}
"""The integers of quantised dtypes, by code."""


def float32(number: float) -> float:
    """Round a number to float32. Raises NotLoweredError for one out of range."""
    try:
        return struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError as error:
        raise NotLoweredError(f"{number} is out of the range of float32") from error


def reciprocal(number: float) -> float:
    """Return the reciprocal in float32. Raises NotLoweredError for one out of range."""
    step = float32(number)
    if not step:
        raise NotLoweredError("the scale is zero in float32")
    return float32(1 / step)


@dataclass(frozen=True)
class KnownQuantizer:
    """The map between integers of a dtype, given by its code, and reals."""

    scale: float
    zero_point: int
    dtype: int

    def __post_init__(self) -> None:
        if self.dtype not in _STORED:
            raise NotLoweredError("the dtype is not quint8 or qint8")
        low, high = _STORED[self.dtype].range
        if not low <= self.zero_point <= high:
            raise NotLoweredError("the zero point is out of range")
        reciprocal(self.scale)

    @classmethod
    def over(cls, dtype: Attribute | None, scale: float, zero_point: int) -> KnownQuantizer:
        """Return a quantizer for tensors that store integers of this type."""
        codes = [code for code, stored in _STORED.items() if stored.integers.type == dtype]
        return cls(scale, zero_point, codes[0] if codes else -1)

    @property
    def integers(self) -> Dtype:
        """The dtype of the stored integers."""
        return _STORED[self.dtype].integers

    @property
    def range(self) -> IntegerRange:
        """The range of the integers."""
        return _STORED[self.dtype].range

    @property
    def distances(self) -> IntegerRange:
        """The range of the integers without the zero point."""
        low, high = self.range
        return IntegerRange(low - self.zero_point, high - self.zero_point)

    def like(self, scale: float, zero_point: int) -> KnownQuantizer:
        """Return a quantizer of the same dtype."""
        return KnownQuantizer(scale, zero_point, self.dtype)


@dataclass(frozen=True)
class Quantized:
    """A quantised tensor."""

    distances: SSAValue
    quantizer: KnownQuantizer
    channels_last: bool = False
    """Whether the distances of images are those of another order of axes, with channels last."""
    integers: SSAValue | None = None
    """The integers in that order, if they are stored."""

    @property
    def largest(self) -> int:
        """The greatest magnitude that a distance can have."""
        return max(map(abs, self.quantizer.distances))


def quantize(b: OpBuilder, reals: SSAValue, to: KnownQuantizer) -> Quantized:
    """Emit the nearest integers of reals: a fused multiply-add, which float64 computes."""
    moved = b.aten.mul(b.aten.to(reals, FLOAT64), reciprocal(to.scale))
    moved = b.aten.to(b.aten.add(moved, to.zero_point), FLOAT32)
    integers = _clip(b, b.aten.round(moved), to.range)
    return Quantized(b.aten.sub(integers, to.zero_point), to)


def quantize_result(b: OpBuilder, steps: SSAValue, to: KnownQuantizer, clipped: bool) -> Quantized:
    """Emit the integers of an operator's result, given in units of its scale: they are rounded
    before the zero point is added. `clipped` replaces reals below zero by it."""
    low, high = to.distances
    return Quantized(_clip(b, b.aten.round(steps), IntegerRange(0 if clipped else low, high)), to)


def _clip(b: OpBuilder, whole: SSAValue, range: IntegerRange) -> SSAValue:
    """Emit whole numbers within a range; NaN becomes the greatest."""
    below = b.aten.where(b.aten.lt(whole, range.high), whole, float(range.high))
    return b.aten.clamp_min(below, range.low)


def nearest(real: float, to: KnownQuantizer) -> int:
    """Return the distance of the nearest integer of a real. Raises NotLoweredError for NaN."""
    if isnan(real):
        raise NotLoweredError("a bound is NaN")
    low, high = to.range
    moved = float32(float32(real) * reciprocal(to.scale) + to.zero_point)
    return round(min(max(moved, low), high)) - to.zero_point


def dequantize(b: OpBuilder, value: Quantized) -> SSAValue:
    """Emit the reals."""
    return b.aten.mul(value.distances, float32(value.quantizer.scale))


def dequantize_operand(b: OpBuilder, value: Quantized) -> SSAValue:
    """Emit the reals of an operator's operand: the product of the integer and the scale, minus the
    rounded one of the zero point, by a fused multiply-add."""
    scale, zero_point = float32(value.quantizer.scale), value.quantizer.zero_point
    error = scale * zero_point - float32(scale * zero_point)
    if not error:
        return dequantize(b, value)
    wide = b.aten.mul(b.aten.to(value.distances, FLOAT64), scale)
    return b.aten.to(b.aten.add(wide, error), FLOAT32)


def integers_of(b: OpBuilder, value: Quantized) -> SSAValue:
    """Emit the stored integers."""
    if value.integers is not None:
        return value.integers
    whole = b.aten.add(value.distances, value.quantizer.zero_point)
    return b.aten.to(whole, value.quantizer.integers.code)


def store(b: OpBuilder, value: Quantized) -> Quantized:
    """Emit the integers as bytes, of which readers compute the distances."""
    zero_point = value.quantizer.zero_point
    whole = b.aten.add(value.distances, zero_point) if zero_point else value.distances
    integers = b.aten.to(b.aten.to(whole, INT32), value.quantizer.integers.code)
    return of_integers(b, integers, value.quantizer, channels_last=value.channels_last)


def of_integers(
    b: OpBuilder, integers: SSAValue, quantizer: KnownQuantizer, *, channels_last: bool = False
) -> Quantized:
    """Emit the distances of stored integers."""
    whole, zero_point = b.aten.to(integers, FLOAT32), quantizer.zero_point
    distances = b.aten.sub(whole, zero_point) if zero_point else whole
    return Quantized(distances, quantizer, channels_last, integers)


TO_LAST, TO_FIRST = (0, 2, 3, 1), (0, 3, 1, 2)
"""Orders of the axes of images, by which channels become the last or the first ones."""


def in_order(b: OpBuilder, value: Quantized) -> Quantized:
    """Emit the axes in the order of the program."""
    return _permute(b, value, TO_FIRST) if value.channels_last else value


def channels_last(b: OpBuilder, value: Quantized) -> Quantized:
    """Emit the axes of an image with channels last."""
    return value if value.channels_last else _permute(b, value, TO_LAST)


def _permute(b: OpBuilder, value: Quantized, order: tuple[int, ...]) -> Quantized:
    integers, distances = value.integers, b.aten.permute(value.distances, order)
    moved = None if integers is None else b.aten.permute(integers, order)
    return Quantized(distances, value.quantizer, not value.channels_last, moved)


def as_tensor(b: OpBuilder, value: Quantized) -> SSAValue:
    """Emit the quantised tensor."""
    quantizer = value.quantizer
    return b.aten._make_per_tensor_quantized_tensor(
        integers_of(b, value), quantizer.scale, quantizer.zero_point
    )
