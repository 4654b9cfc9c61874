"""Batch, instance, layer, group and root-mean-square normalisation.

Statistics are those of PyTorch: the biased variance normalises, the unbiased one is what running
statistics remember.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from xdsl_torchscript.runtime.operators.core import (
    Table,
    only_floating,
    rounded,
    tensor,
    work_dtype,
)
from xdsl_torchscript.runtime.tensor import Array, NumpyDtype, Tensor


class _Normalised(NamedTuple):
    """The values before weight and bias, and what they were shifted and scaled by."""

    values: Array
    mean: Array
    scale: Array


def _scale(variance: Array, eps: float) -> Array:
    return 1 / np.sqrt(variance + variance.dtype.type(eps))


def _normalised(array: Array, axes: tuple[int, ...], eps: float) -> _Normalised:
    mean = np.mean(array, axis=axes, keepdims=True)
    scale = _scale(np.var(array, axis=axes, keepdims=True), eps)
    return _Normalised((array - mean) * scale, mean, scale)


def _worked(values: Tensor) -> Array:
    only_floating("normalisation", values.array.dtype)
    return values.array.astype(work_dtype(values.array.dtype), copy=False)


def _affine(values: Array, weight: Array | None, bias: Array | None) -> Array:
    scaled = values if weight is None else values * weight
    return scaled if bias is None else scaled + bias


def _optional(values: Tensor | None) -> Array | None:
    return None if values is None else values.array


def _channels(array: Array, rank: int) -> Array:
    """One number for each channel of dimension 1."""
    return array.reshape(-1, *[1] * max(rank - 2, 0))


def _scaled_channels(values: Array, weight: Tensor | None, bias: Tensor | None) -> Array:
    parts = [None if t is None else _channels(t.array, values.ndim) for t in (weight, bias)]
    return _affine(values, *parts)


def _as(values: Array, dtype: NumpyDtype) -> Tensor:
    return rounded(np.asarray(values), dtype)


# ---- statistics of a batch


class _Running(NamedTuple):
    """The statistics of training so far, tensors that are written."""

    mean: Tensor | None
    variance: Tensor | None

    def update(self, mean: Array, variance: Array, count: int, momentum: float) -> None:
        unbiased = variance * (count / max(count - 1, 1))
        for stored, fresh in ((self.mean, mean), (self.variance, unbiased)):
            if stored is not None:
                stored.copy_(Tensor((1 - momentum) * stored.array + momentum * fresh))


def _batch_axes(rank: int) -> tuple[int, ...]:
    if rank < 2:
        raise ValueError("batch normalisation needs a dimension of channels behind the batch's")
    return (0, *range(2, rank))


def _by_batch(input: Tensor, running: _Running, momentum: float, eps: float) -> _Normalised:
    array = _worked(input)
    axes = _batch_axes(array.ndim)
    count = int(np.prod([array.shape[a] for a in axes], dtype=np.int64))
    found = _normalised(array, axes, eps)
    variance = np.var(array, axis=axes)
    running.update(found.mean.reshape(-1), variance, count, momentum)
    return found


def _by_memory(input: Tensor, running: _Running, eps: float) -> _Normalised:
    array = _worked(input)
    if running.mean is None or running.variance is None:
        raise ValueError("normalisation outside of training needs running statistics")
    mean = _channels(running.mean.array.astype(array.dtype), array.ndim)
    variance = _channels(running.variance.array.astype(array.dtype), array.ndim)
    scale = _scale(variance, eps)
    return _Normalised((array - mean) * scale, mean, scale)


def _native_batch_norm(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor | None, running_var: Tensor | None,
    training: bool, momentum: float, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    """The result, and the mean and scale of the batch in training; empty ones else."""
    dtype = input.array.dtype
    running = _Running(running_mean, running_var)
    if training:
        found = _by_batch(input, running, momentum, eps)
        mean, scale = tensor(found.mean.reshape(-1)), tensor(found.scale.reshape(-1))
    else:
        found = _by_memory(input, running, eps)
        mean = scale = Tensor(np.empty(0, found.mean.dtype))
    return _as(_scaled_channels(found.values, weight, bias), dtype), mean, scale


def _batch_norm(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor | None, running_var: Tensor | None,
    training: bool, momentum: float, eps: float, _cudnn: bool,
) -> Tensor:  # fmt: skip
    if not input.array.size:
        return input.over(input.array.copy())
    return _native_batch_norm(
        input, weight, bias, running_mean, running_var, training, momentum, eps
    )[0]


def _without_memory(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    training: bool, momentum: float, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    return _native_batch_norm(input, weight, bias, None, None, training, momentum, eps)


def _not_training(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor, running_var: Tensor, momentum: float, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    return _native_batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps)


def _functional(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor, running_var: Tensor, training: bool, momentum: float, eps: float,
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:  # fmt: skip
    """The running statistics are results, and not written."""
    mean, variance = (t.over(t.array.copy()) for t in (running_mean, running_var))
    found = _native_batch_norm(input, weight, bias, mean, variance, training, momentum, eps)
    return *found, mean, variance


def _instance_norm(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    running_mean: Tensor | None, running_var: Tensor | None,
    use_input_stats: bool, momentum: float, eps: float, _cudnn: bool,
) -> Tensor:  # fmt: skip
    """Each instance of the batch is a batch of its own; the memory takes their average."""
    running = _Running(running_mean, running_var)
    if use_input_stats:
        array = _worked(input)
        axes = tuple(range(2, array.ndim))
        found = _normalised(array, axes, eps)
        count = int(np.prod(array.shape[2:], dtype=np.int64))
        variance = np.mean(np.var(array, axis=axes), axis=0)
        running.update(np.mean(found.mean, axis=0).reshape(-1), variance, count, momentum)
    else:
        found = _by_memory(input, running, eps)
    return _as(_scaled_channels(found.values, weight, bias), input.array.dtype)


# ---- statistics of each element of the batch


def _last(input: Tensor, shape: Sequence[int]) -> tuple[int, ...]:
    count = len(shape)
    if count == 0 or list(input.shape[-count:]) != list(shape):
        raise ValueError(f"a tensor of shape {list(input.shape)} does not end in {list(shape)}")
    return tuple(range(-count, 0))


def layer_normalised(values: Array, weight: Array, bias: Array, eps: float) -> Array:
    """Over the last dimension."""
    return _affine(_normalised(values, (-1,), eps).values, weight, bias)


def _native_layer_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, bias: Tensor | None, eps: float
) -> tuple[Tensor, Tensor, Tensor]:
    found = _normalised(_worked(input), _last(input, shape), eps)
    result = _affine(found.values, _optional(weight), _optional(bias))
    return _as(result, input.array.dtype), tensor(found.mean), tensor(found.scale)


def _layer_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, bias: Tensor | None, eps: float,
    _cudnn: bool,
) -> Tensor:  # fmt: skip
    return _native_layer_norm(input, shape, weight, bias, eps)[0]


def _grouped(input: Tensor, groups: int, eps: float) -> _Normalised:
    array = _worked(input)
    if array.ndim < 2 or groups <= 0 or array.shape[1] % groups:
        raise ValueError(f"{groups} groups do not divide the channels of {list(array.shape)}")
    inner = int(np.prod(array.shape[1:], dtype=np.int64)) // groups
    found = _normalised(array.reshape(array.shape[0], groups, inner), (2,), eps)
    return _Normalised(found.values.reshape(array.shape), found.mean, found.scale)


def _group_norm(
    input: Tensor, groups: int, weight: Tensor | None, bias: Tensor | None, eps: float,
    _cudnn: bool,
) -> Tensor:  # fmt: skip
    found = _grouped(input, groups, eps)
    return _as(_scaled_channels(found.values, weight, bias), input.array.dtype)


def _native_group_norm(
    input: Tensor, weight: Tensor | None, bias: Tensor | None,
    batch: int, _channel_count: int, _inner: int, groups: int, eps: float,
) -> tuple[Tensor, Tensor, Tensor]:  # fmt: skip
    found = _grouped(input, groups, eps)
    result = _group_norm(input, groups, weight, bias, eps, False)
    sizes = (batch, groups)
    return result, tensor(found.mean.reshape(sizes)), tensor(found.scale.reshape(sizes))


def _rms_norm(
    input: Tensor, shape: Sequence[int], weight: Tensor | None, eps: float | None
) -> Tensor:
    """Divided by the root of the mean square; by default plus the resolution of the type."""
    array = _worked(input)
    small = float(np.finfo(array.dtype).eps) if eps is None else eps
    squares = np.square(np.abs(array))
    scale = _scale(np.mean(squares, axis=_last(input, shape), keepdims=True), small)
    return _as(_affine(array * scale, _optional(weight), None), input.array.dtype)


NORMALISATION: Table = {
    "aten.batch_norm": _batch_norm,
    "aten.native_batch_norm": _native_batch_norm,
    "aten._native_batch_norm_legit": _native_batch_norm,
    "aten._native_batch_norm_legit.no_stats": _without_memory,
    "aten._native_batch_norm_legit_functional": _functional,
    "aten._native_batch_norm_legit_no_training": _not_training,
    "aten.instance_norm": _instance_norm,
    "aten.layer_norm": _layer_norm,
    "aten.native_layer_norm": _native_layer_norm,
    "aten.group_norm": _group_norm,
    "aten.native_group_norm": _native_group_norm,
    "aten.rms_norm": _rms_norm,
}
