"""Fake quantisation: reals rounded as if quantised, in training that is aware of it."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.storage import Array
from xdsl_torchscript.runtime.tensor import Tensor


def _rounded(
    self: Tensor, scale: Array, zero_point: Array, low: int, high: int
) -> tuple[Tensor, Tensor]:
    """Return the rounded reals, and whether each was in the range."""
    if low > high:
        raise BadValue(f"quant_min {low} is greater than quant_max {high}")
    array = self.array
    step = scale.astype(np.float32)
    whole = np.rint(array * (np.float32(1) / step) + zero_point.astype(np.float32))
    inside = (whole >= low) & (whole <= high)
    reals = (np.clip(whole, low, high) - zero_point.astype(np.float32)) * step
    return wrap_result(reals, array.dtype, array), wrap_result(inside, inside.dtype, array)


def _per_tensor(
    self: Tensor, scale: float, zero_point: int, quant_min: int, quant_max: int
) -> tuple[Tensor, Tensor]:
    return _rounded(self, np.array(scale), np.array(zero_point), quant_min, quant_max)


def _by_tensors(
    self: Tensor, scale: Tensor, zero_point: Tensor, quant_min: int, quant_max: int
) -> tuple[Tensor, Tensor]:
    numbers = scale.array.reshape(()), zero_point.array.reshape(())
    return _rounded(self, *numbers, quant_min, quant_max)


def _switched(
    self: Tensor,
    scale: Tensor,
    zero_point: Tensor,
    fake_quant_enabled: Tensor,
    quant_min: int,
    quant_max: int,
) -> tuple[Tensor, Tensor]:
    if fake_quant_enabled.array.item():
        return _by_tensors(self, scale, zero_point, quant_min, quant_max)
    return self.over(self.array.copy()), self.over(np.ones(self.array.shape, np.bool_))


def _per_channel(
    self: Tensor, scale: Tensor, zero_point: Tensor, axis: int, quant_min: int, quant_max: int
) -> tuple[Tensor, Tensor]:
    rank = self.array.ndim
    shape = [-1 if dim == wrap_dim(axis, rank) else 1 for dim in range(rank)]
    numbers = scale.array.reshape(shape), zero_point.array.reshape(shape)
    return _rounded(self, *numbers, quant_min, quant_max)


FAKE_QUANTIZATION: Table = {
    "aten.fake_quantize_per_tensor_affine": lambda *values: _per_tensor(*values)[0],
    "aten.fake_quantize_per_tensor_affine.tensor_qparams": lambda *values: _by_tensors(*values)[0],
    "aten.fake_quantize_per_tensor_affine_cachemask": _per_tensor,
    "aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams": _switched,
    "aten.fake_quantize_per_channel_affine": lambda *values: _per_channel(*values)[0],
    "aten.fake_quantize_per_channel_affine_cachemask": _per_channel,
}
