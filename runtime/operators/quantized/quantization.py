"""Quantisation of reals, its inverse, and queries of the quantizer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from xdsl_torchscript.dialects.dtypes import BY_CODE, Dtype
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import FLOAT32, Table
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.operators.quantized.parameters import choose_parameters
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import QINT8, QUINT8, Quantizer, quantized_dtype
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor


def quantize(self: Tensor, quantizer: Quantizer) -> QuantizedTensor:
    """Return the nearest quantised tensor. Raises BadType unless the operand is of float32."""
    if self.array.dtype != FLOAT32:
        raise BadType(f"float32 tensors are quantised, not {self.dtype.torch_name}")
    return QuantizedTensor(quantizer.quantize(self.array), quantizer, self.device)


def _per_tensor(self: Tensor, scale: float, zero_point: int, dtype: int) -> Tensor:
    return quantize(self, Quantizer.per_tensor(scale, zero_point, BY_CODE[dtype]))


def _by_tensors(self: Tensor, scale: Tensor, zero_point: Tensor, dtype: int) -> Tensor:
    return _per_tensor(self, float(scale.array.item()), int(zero_point.array.item()), dtype)


def _list_per_tensor(
    tensors: Sequence[Tensor], scales: Tensor, zero_points: Tensor, dtype: int
) -> list[Tensor]:
    numbers = zip(tensors, scales.array.tolist(), zero_points.array.tolist(), strict=True)
    return [_per_tensor(tensor, scale, int(zero), dtype) for tensor, scale, zero in numbers]


def per_channel(
    scales: Tensor, zero_points: Tensor, axis: int, dtype: Dtype, shape: Sequence[int]
) -> Quantizer:
    """Return a map for a tensor of that shape. Raises BadValue for another number of channels."""
    axis = wrap_dim(axis, len(shape))
    if scales.array.shape != (shape[axis],) or zero_points.array.shape != (shape[axis],):
        raise BadValue(
            f"{shape[axis]} channels need as many scales and zero points, "
            f"not {list(scales.shape)} and {list(zero_points.shape)}"
        )
    numbers = scales.array.astype(np.float64), zero_points.array.astype(np.int64)
    return Quantizer(dtype, *numbers, axis)


def _per_channel(
    self: Tensor, scales: Tensor, zero_points: Tensor, axis: int, dtype: int
) -> Tensor:
    return quantize(self, per_channel(scales, zero_points, axis, BY_CODE[dtype], self.shape))


def _dynamic(self: Tensor, dtype: int, reduce_range: bool) -> Tensor:
    """Quantise with parameters of the tensor's own range."""
    if BY_CODE[dtype] not in (QINT8, QUINT8):
        raise BadType(f"the dtype is qint8 or quint8, not {BY_CODE[dtype].torch_name}")
    return quantize(self, choose_parameters(self.array, BY_CODE[dtype], reduce_range))


def _choose(self: Tensor, reduce_range: bool) -> tuple[float, int]:
    found = choose_parameters(self.array, QUINT8, reduce_range)
    return found.scale, found.zero_point


def dequantize(self: Tensor) -> Tensor:
    """Return the reals of a quantised tensor; any other tensor as float32."""
    if isinstance(self, QuantizedTensor):
        return Tensor(self.reals, self.device)
    return self if self.array.dtype == FLOAT32 else Tensor(self.array.astype(FLOAT32), self.device)


def _dequantize_all(tensors: Sequence[Tensor]) -> list[Tensor]:
    return [*map(dequantize, tensors)]


def _dequantize_any(value: Any) -> Any:
    """Dequantise the tensors of a list or tuple, or a tensor."""
    if isinstance(value, list | tuple):
        parts = map(_dequantize_any, cast("Sequence[Any]", value))
        return [*parts] if isinstance(value, list) else tuple(parts)
    return dequantize(value) if isinstance(value, Tensor) else value


# ---- queries


def quantized(self: Tensor) -> QuantizedTensor:
    """Return the operand. Raises BadType unless it is quantised."""
    if isinstance(self, QuantizedTensor):
        return self
    raise BadType(f"expected a quantised tensor, found {self.dtype.torch_name}")


def _ask(read: Callable[[Quantizer], Any]) -> Callable[[Tensor], Any]:
    return lambda self: read(quantized(self).quantizer)


def _channels(read: Callable[[Quantizer], Any]) -> Callable[[Tensor], Any]:
    def run(self: Tensor) -> Any:
        quantizer = quantized(self).quantizer
        if quantizer.axis is None:
            raise BadValue("the tensor is quantised as a whole: q_scale() and q_zero_point()")
        return read(quantizer)

    return run


def _int_repr(self: Tensor) -> Tensor:
    return Tensor(quantized(self).integers.copy(order="K"), self.device)


def _is_quantized(self: Tensor) -> bool:
    return isinstance(self, QuantizedTensor)


# ---- tensors of given integers


def _of_integers(self: Tensor, scale: float, zero_point: int) -> Tensor:
    quantizer = Quantizer.per_tensor(scale, zero_point, quantized_dtype(self.array))
    return QuantizedTensor(self.array.copy(), quantizer, self.device)


def _of_channels(self: Tensor, scale: Tensor, zero_point: Tensor, axis: int) -> Tensor:
    dtype = quantized_dtype(self.array)
    quantizer = per_channel(scale, zero_point, axis, dtype, self.array.shape)
    return QuantizedTensor(self.array.copy(), quantizer, self.device)


def _empty(
    size: Sequence[int],
    dtype: int,
    layout: Any,
    device: Any,
    pin_memory: Any,
    scale: float,
    zero_point: int,
    memory_format: Any,
) -> Tensor:
    quantizer = Quantizer.per_tensor(scale, zero_point, BY_CODE[dtype])
    zeros: Array = np.zeros(tuple(size), quantizer.integers)
    return QuantizedTensor(zeros, quantizer)


QUANTIZATION: Table = {
    "aten.quantize_per_tensor": _per_tensor,
    "aten.quantize_per_tensor.tensor_qparams": _by_tensors,
    "aten.quantize_per_tensor.tensors": _list_per_tensor,
    "aten.quantize_per_channel": _per_channel,
    "aten.quantize_per_tensor_dynamic": _dynamic,
    "aten._choose_qparams_per_tensor": _choose,
    "aten.dequantize.self": dequantize,
    "aten.dequantize.tensor": dequantize,
    "aten.dequantize.tensors": _dequantize_all,
    "aten.dequantize.list": _dequantize_all,
    "aten.dequantize.any": _dequantize_any,
    "aten.int_repr": _int_repr,
    "aten.q_scale": _ask(lambda q: q.scale),
    "aten.q_zero_point": _ask(lambda q: q.zero_point),
    "aten.q_per_channel_scales": _channels(lambda q: Tensor(q.scales.copy())),
    "aten.q_per_channel_zero_points": _channels(lambda q: Tensor(q.zero_points.copy())),
    "aten.q_per_channel_axis": _channels(lambda q: q.axis),
    "aten.qscheme": _ask(lambda q: q.scheme),
    "prim.is_quantized": _is_quantized,
    "aten._make_per_tensor_quantized_tensor": _of_integers,
    "aten._make_per_channel_quantized_tensor": _of_channels,
    "aten._empty_affine_quantized": _empty,
}
