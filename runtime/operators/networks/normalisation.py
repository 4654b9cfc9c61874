"""Batch, instance, layer, group and root-mean-square normalisation.

Statistics follow PyTorch: the biased variance normalises, and running statistics use the unbiased
one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import Any, NamedTuple

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.arguments import SchemaArgument, by_name
from xdsl_torchscript.runtime.operators.core import (
    Table,
    as_array,
    number_array,
    work_dtype,
    working_array,
    wrap_result,
)
from xdsl_torchscript.runtime.operators.layout import in_format, in_order
from xdsl_torchscript.runtime.operators.outputs import CONVERTED
from xdsl_torchscript.runtime.operators.preconditions import check_floating, check_real_floating
from xdsl_torchscript.runtime.operators.promotion import common_dtype
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


class _Normalised(NamedTuple):
    """The values before weight and bias, and the shift and scale of each part."""

    values: Array
    mean: Array
    scale: Array
    variance: Array


def _scale(variance: Array, eps: float) -> Array:
    dtype = variance.dtype
    return number_array(1, dtype) / np.sqrt(variance + number_array(eps, dtype))


def _normalise_lines(array: Array, eps: float) -> _Normalised:
    """Normalise the lines of the last dimension; mean and scale keep it with size 1."""
    count = number_array(array.shape[-1], array.dtype)
    mean: Array = np.add.reduce(array, axis=-1, keepdims=True)
    mean /= count
    values = array - mean
    variance = np.vecdot(values, values)[..., None]
    variance /= count
    scale = _scale(variance, eps)
    values *= scale
    return _Normalised(values, mean, scale, variance)


def _working_values(values: Tensor) -> Array:
    dtype = values.array.dtype
    check_real_floating("normalisation", dtype)
    return as_array(values, work_dtype(dtype))


def _affine(values: Array, weight: Array | None, bias: Array | None) -> Array:
    """Scale and shift in place: the caller owns the values."""
    if weight is not None:
        values *= weight if weight.dtype is values.dtype else weight.astype(values.dtype)
    if bias is not None:
        values += bias if bias.dtype is values.dtype else bias.astype(values.dtype)
    return values


def _optional(values: Tensor | None) -> Array | None:
    return None if values is None else values.array


def _channels(values: Tensor | None, like: Array) -> Array | None:
    """Return one number for each channel of dimension 1. Raises BadValue for another count."""
    if values is None:
        return None
    array = values.array
    if array.shape != like.shape[1:2]:
        raise BadValue(
            f"a tensor of shape {list(array.shape)} for {like.shape[1]} channels: one number for "
            "each is needed"
        )
    return array if like.ndim == 2 else array.reshape(-1, *[1] * (like.ndim - 2))


def _scale_channels(values: Array, weight: Tensor | None, bias: Tensor | None) -> Array:
    return _affine(values, _channels(weight, values), _channels(bias, values))


def _as(values: Array, dtype: NumpyDtype) -> Tensor:
    return wrap_result(np.asarray(values), dtype)


def _statistics(values: Array, *given: Tensor | None) -> Tensor:
    """Wrap statistics in the common type of the given tensors."""
    return wrap_result(values, common_dtype(*[t for t in given if t is not None]))


# ---- statistics of a batch


class _RunningStatistics(NamedTuple):
    """The statistics of training so far, tensors that are written."""

    mean: Tensor | None
    variance: Tensor | None

    def update(self, mean: Array, variance: Array, count: int, momentum: float) -> None:
        unbiased = variance * (count / max(count - 1, 1))
        for stored, fresh in ((self.mean, mean), (self.variance, unbiased)):
            if stored is not None:
                stored.copy_(Tensor((1 - momentum) * stored.array + momentum * fresh))


def _check_batch(array: Array) -> None:
    if array.ndim < 2:
        raise BadValue("batch normalisation needs a dimension of channels behind the batch's")


def _by_batch(
    input: Tensor, running: _RunningStatistics, momentum: float, eps: float
) -> _Normalised:
    array = _working_values(input)
    _check_batch(array)
    for stored in running:
        _channels(stored, array)
    # Normalise over all dimensions but the middle one of three.
    parts = array.reshape(*array.shape[:2], prod(array.shape[2:]))
    count = number_array(parts.shape[0] * parts.shape[2], parts.dtype)
    mean: Array = np.add.reduce(parts, axis=(0, 2))
    mean /= count
    values = parts - mean[:, None]
    variance: Array = np.add.reduce(np.vecdot(values, values), axis=0)
    variance /= count
    scale = _scale(variance, eps)
    values *= scale[:, None]
    found = _Normalised(values, mean, scale, variance)
    running.update(found.mean, found.variance, array.size // max(1, array.shape[1]), momentum)
    return found._replace(values=found.values.reshape(array.shape))


def _by_memory(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running: _RunningStatistics,
    eps: float,
) -> Array:
    """Normalise by the running statistics, as one factor and one summand for each channel."""
    array = _working_values(input)
    _check_batch(array)
    mean, variance = (_channels(stored, array) for stored in running)
    if mean is None or variance is None:
        raise BadValue("normalisation outside of training needs running statistics")
    scale = _scale(variance.astype(array.dtype, copy=False), eps)
    factor = _affine(scale, _channels(weight, array), None)
    shift = mean.astype(array.dtype, copy=False) * factor
    summand = _affine(np.negative(shift, shift), None, _channels(bias, array))
    values = array * factor
    values += summand
    return values


def _native_batch_norm(
    *, input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor | None = None, running_var: Tensor | None = None,
    training: bool = False, momentum: float, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """Return the result, and the mean and scale of the batch in training, else empty tensors."""
    running = _RunningStatistics(running_mean, running_var)
    if training:
        found = _by_batch(input, running, momentum, eps)
        values, mean, scale = found.values, found.mean, found.scale
        values = _scale_channels(values, weight, bias)
    else:
        values = _by_memory(input, weight, bias, running, eps)
        mean = scale = np.empty(0, values.dtype)
    result = _as(in_format(values, input.array), input.array.dtype)
    return result, _statistics(mean, input, weight, bias), _statistics(scale, input, weight, bias)


def _batch_norm(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor | None, running_var: Tensor | None,
    training: bool, momentum: float, eps: float,
) -> Tensor:  # fmt: skip
    if not input.array.size:
        return input.over(input.array.copy())
    if not training:
        values = _by_memory(input, weight, bias, _RunningStatistics(running_mean, running_var), eps)
        return wrap_result(in_format(values, input.array), input.array.dtype)
    result, _, _ = _native_batch_norm(
        input=input, weight=weight, bias=bias, running_mean=running_mean, running_var=running_var,
        training=True, momentum=momentum, eps=eps,
    )  # fmt: skip
    return result


def _functional(
    *, running_mean: Tensor, running_var: Tensor, **options: Any
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Return the updated running statistics instead of writing them."""
    mean, variance = (t.over(t.array.copy()) for t in (running_mean, running_var))
    found = _native_batch_norm(running_mean=mean, running_var=variance, **options)
    return *found, mean, variance


def _with_update(**options: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Train; the last result is the GPU's for the gradient, and empty here."""
    return *_native_batch_norm(training=True, **options), _empty_reserve()


def _without_update(**options: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    return *_native_batch_norm(**options), _empty_reserve()


def _with_update_functional(**options: Any) -> tuple[Tensor, ...]:
    *found, mean, variance = _functional(training=True, **options)
    return *found, _empty_reserve(), mean, variance


def _empty_reserve() -> Tensor:
    return Tensor(np.empty(0, np.uint8))


def _batch_statistics(
    input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, momentum: float
) -> tuple[Tensor, Tensor]:
    """Return the mean and the variance of the batch, and update the running ones."""
    found = _by_batch(input, _RunningStatistics(running_mean, running_var), momentum, 0.0)
    return _statistics(found.mean, input), _statistics(found.variance, input)


_BATCH: Table = {
    **by_name(_batch_norm, "aten.batch_norm"),
    **by_name(
        _native_batch_norm,
        "aten.native_batch_norm",
        "aten._native_batch_norm_legit",
        "aten._native_batch_norm_legit.no_stats",
        "aten._native_batch_norm_legit_no_training",
    ),
    **by_name(_functional, "aten._native_batch_norm_legit_functional"),
    **by_name(_with_update, "aten._batch_norm_with_update"),
    **by_name(_with_update_functional, "aten._batch_norm_with_update_functional"),
    **by_name(_without_update, "aten._batch_norm_no_update"),
    "aten.batch_norm_update_stats": _batch_statistics,
}


# ---- statistics of each element of the batch


def _last(input: Tensor, shape: Sequence[int], *parameters: Tensor | None) -> int:
    """Return the number of last dimensions, which weight and bias share."""
    count, sizes, own = len(shape), tuple(shape), input.array.shape
    if count == 0 or own[-count:] != sizes:
        raise BadValue(f"a tensor of shape {list(own)} does not end in {list(shape)}")
    for given in parameters:
        if given is not None and given.array.shape != sizes:
            raise BadValue(f"a weight or bias of shape {list(given.shape)}, not {list(shape)}")
    return count


def layer_norm(values: Array, weight: Array, bias: Array, eps: float) -> Array:
    """Normalise over the last dimension."""
    return _affine(_normalise_lines(values, eps).values, weight, bias)


def _layers(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, bias: Tensor | None, eps: float
) -> tuple[Array, _Normalised]:
    """Return the result, and the statistics of each row."""
    count = _last(input, shape, weight, bias)
    array = _working_values(input)
    lines = array if count == 1 else array.reshape(*array.shape[:-count], prod(shape))
    found = _normalise_lines(in_order(lines), eps)
    values = found.values if count == 1 else found.values.reshape(array.shape)
    return _affine(values, _optional(weight), _optional(bias)), found


def _native_layer_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, bias: Tensor | None, eps: float
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the result, and the mean and scale of each row, with trailing dimensions of size 1."""
    result, found = _layers(input, shape, weight, bias, eps)
    count = len(shape)
    lead = input.array.shape[:-count]
    mean, scale = (
        _statistics(values.reshape(*lead, *[1] * count), input, weight, bias)
        for values in (found.mean, found.scale)
    )
    return _as(result, input.array.dtype), mean, scale


def _layer_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, bias: Tensor | None, eps: float,
    _cudnn: bool,
) -> Tensor:  # fmt: skip
    return wrap_result(_layers(input, shape, weight, bias, eps)[0], input.array.dtype)


def _normalise_groups(
    input: Tensor, groups: int, weight: Tensor | None, bias: Tensor | None, eps: float
) -> tuple[Tensor, Tensor, Tensor]:
    array = _working_values(input)
    if array.ndim < 2 or groups <= 0 or array.shape[1] % groups:
        raise BadValue(f"{groups} groups do not divide the channels of {list(array.shape)}")
    batch = array.shape[0]
    inner = prod(array.shape[1:]) // groups
    found = _normalise_lines(array.reshape(batch * groups, inner), eps)
    values = _scale_channels(found.values.reshape(array.shape), weight, bias)
    mean, scale = (
        _statistics(values.reshape(batch, groups), input, weight, bias)
        for values in (found.mean, found.scale)
    )
    return _as(in_format(values, input.array), input.array.dtype), mean, scale


def _group_norm(
    input: Tensor, groups: int, weight: Tensor | None, bias: Tensor | None, eps: float,
    _cudnn: bool,
) -> Tensor:  # fmt: skip
    return _normalise_groups(input, groups, weight, bias, eps)[0]


def _fused_rms_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, eps: float | None
) -> tuple[Tensor, Tensor]:
    """Divide by the root of the mean square plus `eps`, by default the type's resolution. Return
    the factors of the rows, too."""
    axes = tuple(range(-_last(input, shape, weight), 0))
    check_floating("aten.rms_norm", input.array.dtype)
    array = working_array(input)
    small = float(np.finfo(array.dtype).eps) if eps is None else eps
    scale = _scale(np.mean(np.square(array), axis=axes, keepdims=True), small)
    result = _as(_affine(np.asarray(array * scale), _optional(weight), None), input.array.dtype)
    return result.over(in_format(result.array, input.array)), _as(scale, scale.dtype)


def _rms_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, eps: float | None
) -> Tensor:
    return _fused_rms_norm(input, shape, weight, eps)[0]


_LEGIT, _UPDATE = _BATCH["aten._native_batch_norm_legit"], _BATCH["aten._batch_norm_with_update"]

NORMALISATION: Table = {
    **_BATCH,
    "aten._native_batch_norm_legit.out": partial(CONVERTED.into_several, _LEGIT, 3),
    "aten._batch_norm_with_update.out": partial(CONVERTED.into_several, _UPDATE, 4),
    "aten.layer_norm": _layer_norm,
    "aten.native_layer_norm": _native_layer_norm,
    "aten.group_norm": _group_norm,
    **by_name(_normalise_groups, "aten.native_group_norm", groups=SchemaArgument("group")),
    "aten.rms_norm": _rms_norm,
    "aten._fused_rms_norm": _fused_rms_norm,
}
