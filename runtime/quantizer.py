"""`Quantizer`: the map between the integers and the reals of a quantised tensor.

    real = scale * (integer - zero_point)

The arithmetic is that of FBGEMM, PyTorch's engine on x86, in float32: a quotient by the scale is a
product with its reciprocal. How sums are rounded decides between equally near integers, and differs
between the conversion of tensors and the operators on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import QUANTIZED, NumpyDtype

PER_TENSOR_AFFINE, PER_CHANNEL_AFFINE = 0, 1
"""The numbers of quantisation schemes in programs."""

_INTEGERS: dict[Dtype, NumpyDtype] = {
    dtype: np.dtype(dtype.torch_name.removeprefix("q")) for dtype in QUANTIZED
}
_KEY = "quantizer"


def integer_dtype(dtype: Dtype) -> NumpyDtype:
    """Return the numpy type of the stored integers. Raises BadType for other dtypes."""
    found = _INTEGERS.get(dtype)
    if found is None:
        names = ", ".join(d.torch_name for d in _INTEGERS)
        raise BadType(f"{dtype.torch_name} is not a dtype of quantised tensors: {names}")
    return found


def quantized_dtype(integers: Array) -> Dtype:
    """Return the dtype of quantised tensors over these integers. Raises BadType for others."""
    for dtype, stored in _INTEGERS.items():
        if integers.dtype == stored:
            return dtype
    raise BadType(f"quantised integers are int8, uint8 or int32, not {integers.dtype}")


def saturate(rounded: Array, zero_point: Any, integers: NumpyDtype) -> Array:
    """Add the zero point to whole float32 numbers; clip to the range of the integer type, of which
    NaN becomes the greatest number."""
    limits = np.iinfo(integers)
    wide = np.float32 if integers.itemsize == 1 else np.float64
    moved = np.asarray(np.add(rounded, zero_point, dtype=wide, casting="unsafe"))
    np.fmin(moved, wide(limits.max), out=moved)
    return np.maximum(moved, wide(limits.min), out=moved).astype(integers)


@dataclass(frozen=True, eq=False)
class Quantizer:
    """Scales (float64) and zero points (int64) of a dtype.

    Both are numbers of the whole tensor, arrays without dimensions, or have an entry for each index
    of the dimension `axis`.
    """

    dtype: Dtype
    scales: Array
    zero_points: Array
    axis: int | None = None

    @classmethod
    def per_tensor(cls, scale: float, zero_point: int, dtype: Dtype) -> Quantizer:
        """Create a map for a whole tensor. Raises BadValue for a zero point out of range."""
        limits = np.iinfo(integer_dtype(dtype))
        if not limits.min <= zero_point <= limits.max:
            raise BadValue(
                f"the zero point {zero_point} is not a {dtype.torch_name}: "
                f"{limits.min} to {limits.max}"
            )
        return cls(dtype, np.array(scale, np.float64), np.array(zero_point, np.int64))

    @property
    def integers(self) -> NumpyDtype:
        return _INTEGERS[self.dtype]

    @property
    def scale(self) -> float:
        """The scale of the whole tensor. Raises BadValue if channels have their own."""
        self._check_per_tensor("scale")
        return float(self.scales)

    @property
    def zero_point(self) -> int:
        """The zero point of the whole tensor. Raises BadValue if channels have their own."""
        self._check_per_tensor("zero point")
        return int(self.zero_points)

    def _check_per_tensor(self, number: str) -> None:
        if self.axis is not None:
            raise BadValue(f"a tensor quantised per channel has a {number} for each channel")

    @property
    def scheme(self) -> int:
        return PER_TENSOR_AFFINE if self.axis is None else PER_CHANNEL_AFFINE

    @cached_property
    def element_type(self) -> NumpyDtype:
        """The opaque numpy type of the elements. It carries the quantizer, as do views and copies
        of an array of this type."""
        ((name, (kind, _)),) = QUANTIZED[self.dtype].fields.items()  # pyright: ignore
        return np.dtype([(name, kind)], metadata={_KEY: self})

    @cached_property
    def float_scales(self) -> Array:
        return self.scales.astype(np.float32)

    def along(self, numbers: Array, rank: int) -> Array:
        """Give the numbers of channels the dimensions of a tensor."""
        if self.axis is None:
            return numbers
        return numbers.reshape([-1 if dim == self.axis else 1 for dim in range(rank)])

    def quantize(self, reals: Array) -> Array:
        """Return the nearest integers within the range of the type.

        The sum with the zero point is rounded half to even. That of whole tensors of bytes is of a
        fused multiply-add.
        """
        values, rank = reals.astype(np.float32, copy=False), reals.ndim
        reciprocal = np.float32(1) / self.along(self.float_scales, rank)
        zero_points = self.along(self.zero_points, rank)
        if self.axis is None and self.integers.itemsize == 1:
            moved = (values * np.float64(reciprocal) + zero_points).astype(np.float32)
        else:
            moved = values * reciprocal + zero_points.astype(np.float32)
        return saturate(np.rint(moved), 0, self.integers)

    def dequantize(self, integers: Array) -> Array:
        """Return the reals of integers, in float32."""
        zero_points = self.along(self.zero_points, integers.ndim)
        distance = (integers.astype(np.int64) - zero_points).astype(np.float32)
        return distance * self.along(self.float_scales, integers.ndim)

    def quantize_result(self, reals: Array) -> Array:
        """Return the integers of an operator's result.

        Operators round the quotient by the scale, half to even, before they add the zero point.
        """
        values = reals.astype(np.float32, copy=False)
        return saturate(
            np.rint(values * (np.float32(1) / np.float32(self.scale))),
            self.zero_point,
            self.integers,
        )

    def dequantize_operand(self, integers: Array) -> Array:
        """Return the reals of an operator's operand: the product with the scale, minus that of the
        zero point, by a fused multiply-add."""
        scale = np.float64(np.float32(self.scale))
        offset = np.float64(np.float32(scale * self.zero_point))
        return (integers * scale - offset).astype(np.float32)


def quantizer_of(dtype: NumpyDtype) -> Quantizer | None:
    """Return the quantizer that a numpy type carries, or None."""
    return None if dtype.metadata is None else dtype.metadata.get(_KEY)


QUINT8, QINT8, QINT32 = (BY_TORCH_NAME[name] for name in ("quint8", "qint8", "qint32"))
