"""Joining of quantised tensors, and other operators that move elements between tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import Implementation, Number, Table
from xdsl_torchscript.runtime.operators.networks.padding import PADDING
from xdsl_torchscript.runtime.operators.quantized.pointwise import like_quantizer, relu
from xdsl_torchscript.runtime.operators.quantized.quantization import quantize, quantized
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import Quantizer
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor


def _integers(tensor: QuantizedTensor, to: Quantizer) -> Array:
    """Return the integers that stand for the tensor's reals by another quantizer."""
    own = tensor.quantizer
    if own.dtype != to.dtype:
        names = f"{own.dtype.torch_name} and {to.dtype.torch_name}"
        raise BadType(f"tensors to join have the same quantised dtype, not {names}")
    if (own.scale, own.zero_point) == (to.scale, to.zero_point):
        return tensor.integers
    return to.quantize(tensor.reals)


def _join(tensors: Sequence[Tensor], dim: int, to: Quantizer) -> QuantizedTensor:
    parts = [Tensor(_integers(quantized(tensor), to)) for tensor in tensors]
    return QuantizedTensor(VIEWS["aten.cat"](parts, dim).array, to)


def _cat(tensors: Sequence[Tensor], dim: int) -> QuantizedTensor:
    """Join tensors; the quantizer is the first one's."""
    return _join(tensors, dim, quantized(tensors[0]).quantizer)


def _stack(tensors: Sequence[Tensor], dim: int) -> QuantizedTensor:
    return _cat([VIEWS["aten.unsqueeze"](tensor, dim) for tensor in tensors], dim)


def _cat_to_output(clipped: bool) -> Implementation:
    def run(
        qx: Sequence[Tensor], dim: int, scale: float | None, zero_point: int | None
    ) -> QuantizedTensor:
        if not qx:
            raise BadValue("expected tensors to join")
        first = quantized(qx[0])
        own = first.quantizer
        to = like_quantizer(
            first,
            own.scale if scale is None else scale,
            own.zero_point if zero_point is None else zero_point,
        )
        found = _join(qx, dim, to)
        return relu(found) if clipped else found

    return run


def _fill(self: Tensor, value: Number | Tensor) -> Tensor:
    return self.copy_(_number(value))


def _masked_fill(self: Tensor, mask: Tensor, value: Number | Tensor) -> QuantizedTensor:
    source = quantized(self)
    filled = quantize(Tensor(np.full((), _number(value), np.float32)), source.quantizer)
    return source.like(np.where(mask.array, filled.integers, source.integers))


def _number(value: Number | Tensor) -> Any:
    return value.item() if isinstance(value, Tensor) else value


def _pad(self: Tensor, pad: Sequence[int], value: Number) -> QuantizedTensor:
    source = quantized(self)
    filled = quantize(Tensor(np.full((), value, np.float32)), source.quantizer)
    integers = Tensor(source.integers)
    return source.like(PADDING["aten.constant_pad_nd"](integers, pad, filled.integers.item()).array)


def _pad_by_mode(self: Tensor, pad: Sequence[int], mode: str, value: Number | None) -> Tensor:
    if mode == "constant":
        return _pad(self, pad, value or 0)
    return PADDING["aten.pad"](self, pad, mode, value)


def _empty_like(self: Tensor, *_options: object) -> Tensor:
    source = quantized(self)
    return source.like(np.zeros_like(source.integers))


QUANTIZED_JOINING: Table = {
    "quantized.cat": _cat_to_output(clipped=False),
    "quantized.cat_relu": _cat_to_output(clipped=True),
}

JOINING_FORMS: Table = {
    "aten.cat": _cat,
    "aten.stack": _stack,
    "aten.fill_.Scalar": _fill,
    "aten.fill_.Tensor": _fill,
    "aten.empty_like": _empty_like,
    "aten.masked_fill.Scalar": _masked_fill,
    "aten.masked_fill.Tensor": _masked_fill,
    "aten.constant_pad_nd": _pad,
    "aten.pad": _pad_by_mode,
}
