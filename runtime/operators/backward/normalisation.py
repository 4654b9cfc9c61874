"""Gradients of normalisation with respect to the input, the weight and the bias."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.core import Table, as_array, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.preconditions import check_floating
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor

ThreeGradients = tuple[Tensor | None, Tensor | None, Tensor | None]


def _of_input(g: Array, unit: Array, scale: Array, axes: tuple[int, ...]) -> Array:
    """Return the input's gradient. `unit` has mean 0 and variance 1 along the axes, by `scale`."""
    mean = np.mean(g, axis=axes, keepdims=True)
    along = np.mean(g * unit, axis=axes, keepdims=True)
    return (g - mean - unit * along) * scale


def _wrap_optional(found: Array | None, dtype: NumpyDtype) -> Tensor | None:
    return None if found is None else wrap_result(np.asarray(found, order="C"), dtype)


def _read(dtype: NumpyDtype, *tensors: Tensor) -> list[Array]:
    check_floating("the gradient of a normalisation", dtype)
    return [as_array(t, work_dtype(dtype)) for t in tensors]


def _layer_norm(
    gradient: Tensor, input: Tensor, shape: Sequence[int], mean: Tensor, rstd: Tensor,
    weight: Tensor | None, bias: Tensor | None, mask: Sequence[bool],
) -> ThreeGradients:  # fmt: skip
    dtype = input.array.dtype
    g, a, m, scale = _read(dtype, gradient, input, mean, rstd)
    rank = len(shape)
    axes, rows = tuple(range(a.ndim - rank, a.ndim)), tuple(range(a.ndim - rank))
    unit = (a - m) * scale
    inner = g if weight is None else g * as_array(weight, g.dtype)
    of_input = _of_input(inner, unit, scale, axes) if mask[0] else None
    of_weight = np.sum(g * unit, axis=rows) if mask[1] and weight is not None else None
    of_bias = np.sum(g, axis=rows) if mask[2] and bias is not None else None
    own = dtype if weight is None else weight.array.dtype
    return (
        _wrap_optional(of_input, dtype),
        _wrap_optional(of_weight, own),
        _wrap_optional(of_bias, own),
    )


def _group_norm(
    *, grad_out: Tensor, input: Tensor, mean: Tensor, rstd: Tensor, weight: Tensor | None,
    group: int, output_mask: Sequence[bool], batch: int, channels: int, pixels: int,
) -> ThreeGradients:  # fmt: skip
    dtype = input.array.dtype
    g, a, m, scale = _read(dtype, grad_out, input, mean, rstd)
    by_group = (batch, group, channels // group, pixels)
    scales = scale.reshape(batch, group, 1, 1)
    unit = (a.reshape(by_group) - m.reshape(batch, group, 1, 1)) * scales
    given = g.reshape(by_group)
    slope = 1 if weight is None else as_array(weight, g.dtype).reshape(1, *by_group[1:3], 1)
    of_input = of_weight = of_bias = None
    if output_mask[0]:
        of_input = _of_input(given * slope, unit, scales, (2, 3)).reshape(a.shape)
    if output_mask[1]:
        of_weight = np.sum(given * unit, axis=(0, 3)).reshape(channels)
    if output_mask[2]:
        of_bias = np.sum(given, axis=(0, 3)).reshape(channels)
    return (
        _wrap_optional(of_input, dtype),
        _wrap_optional(of_weight, dtype),
        _wrap_optional(of_bias, dtype),
    )


def _batch_norm(
    *, grad_out: Tensor, input: Tensor, weight: Tensor | None, running_mean: Tensor | None,
    running_var: Tensor | None, save_mean: Tensor | None, save_invstd: Tensor | None,
    train: bool, eps: float, output_mask: Sequence[bool],
) -> ThreeGradients:  # fmt: skip
    """Use the statistics of the batch in training, else the running ones."""
    dtype = input.array.dtype
    g, a = _read(dtype, grad_out, input)
    line = [1, -1] + [1] * (a.ndim - 2)
    axes = (0, *range(2, a.ndim))
    mean, spread = (save_mean, save_invstd) if train else (running_mean, running_var)
    if mean is None or spread is None:
        raise BadValue("the gradient of a batch norm needs the mean and variance it was made by")
    m, scale = (as_array(t, g.dtype).reshape(line) for t in (mean, spread))
    if not train:
        scale = 1 / np.sqrt(scale + scale.dtype.type(eps))
    unit = (a - m) * scale
    inner = g if weight is None else g * as_array(weight, g.dtype).reshape(line)
    own = dtype if weight is None else weight.array.dtype
    whole = _of_input(inner, unit, scale, axes) if train else inner * scale
    return (
        _wrap_optional(whole if output_mask[0] else None, dtype),
        _wrap_optional(np.sum(g * unit, axis=axes) if output_mask[1] else None, own),
        _wrap_optional(np.sum(g, axis=axes) if output_mask[2] else None, own),
    )


def _rms_norm(
    gradient: Tensor, input: Tensor, shape: Sequence[int], rstd: Tensor, weight: Tensor | None,
    mask: Sequence[bool],
) -> tuple[Tensor | None, Tensor | None]:  # fmt: skip
    """Return the gradients of the input and the weight."""
    dtype = input.array.dtype
    g, a, scale = _read(dtype, gradient, input, rstd)
    rank = len(shape)
    axes, rows = tuple(range(a.ndim - rank, a.ndim)), tuple(range(a.ndim - rank))
    unit = a * scale
    inner = g if weight is None else g * as_array(weight, g.dtype)
    of_input = (inner - unit * np.mean(inner * unit, axis=axes, keepdims=True)) * scale
    of_weight = None if weight is None or not mask[1] else np.sum(g * unit, axis=rows)
    return _wrap_optional(of_input if mask[0] else None, dtype), _wrap_optional(of_weight, dtype)


NORMALISATION_BACKWARD: Table = {
    "aten.native_layer_norm_backward": _layer_norm,
    **by_name(
        _group_norm,
        "aten.native_group_norm_backward",
        batch=SchemaArgument("N"),
        channels=SchemaArgument("C"),
        pixels=SchemaArgument("HxW"),
    ),
    **by_name(_batch_norm, "aten.native_batch_norm_backward"),
    "aten._fused_rms_norm_backward": _rms_norm,
}
