"""Discrete Fourier transforms, composed as in PyTorch of three. They map complex to complex
numbers, real numbers to a half or all, and a half to real numbers.

The transformed dimensions of each result are innermost in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.operand_errors import BadType, BadValue
from xdsl_torchscript.runtime.operators.core import FLOAT32, Table, floating_dtype, real_dtype
from xdsl_torchscript.runtime.operators.pointwise.casts import dtype_from_code
from xdsl_torchscript.runtime.operators.pointwise.complex_tensors import complex_dtype
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.tensor import Array, Tensor

OptionalSizes: TypeAlias = Sequence[int] | None
_PLAIN, _ROOT, _WHOLE = range(3)
"""The divisor of a result: 1, the root of the number of elements, the number."""

_FORWARD: dict[int, Any] = {_PLAIN: "backward", _ROOT: "ortho", _WHOLE: "forward"}
_INVERSE: dict[int, Any] = {_PLAIN: "forward", _ROOT: "ortho", _WHOLE: "backward"}
_NORMS = {
    None: (_PLAIN, _WHOLE), "backward": (_PLAIN, _WHOLE),
    "forward": (_WHOLE, _PLAIN), "ortho": (_ROOT, _ROOT),
}  # fmt: skip
"""The divisors of forward and inverse transforms, by the name of the norm."""


def _scale(norm: str | None, forward: bool) -> int:
    if norm not in _NORMS:
        raise BadValue(f"a norm must be 'backward', 'forward' or 'ortho', not '{norm}'")
    return _NORMS[norm][0 if forward else 1]


# ---- the three transforms


_LARGE = 1 << 14
"""The elements from which scipy's transforms are worth its import: they take a half to a tenth of
the time of numpy's."""


def _transform(name: str, source: Array) -> Callable[..., Array]:
    """Return the transform `rfft` or the like for an array of this size."""
    if source.size < _LARGE:
        return getattr(np.fft, name)
    return lazy_import(f"scipy.fft:{name}")


def _along(name: str, source: Array, axes: Sequence[int], norm: str) -> Array:
    """Return the transform `rfft` or the like along one axis or several."""
    if len(axes) == 1:
        return _transform(name, source)(source, axis=axes[0], norm=norm)
    return _transform(f"{name}n", source)(source, axes=tuple(axes), norm=norm)


def _in_memory_order(result: Array, source: Array, axes: Sequence[int]) -> Array:
    """Return the result with the other dimensions in the order of the source's strides, then the
    transformed dimensions."""
    others = [d for d in range(result.ndim) if d not in axes]
    order = [*sorted(others, key=lambda d: -source.strides[d]), *axes]
    if order == sorted(order):
        return np.ascontiguousarray(result)
    return np.ascontiguousarray(result.transpose(order)).transpose(np.argsort(order))


def _by_stride(source: Array, axes: Sequence[int]) -> list[int]:
    return sorted(axes, key=lambda d: -source.strides[d])


def _complex_to_complex(source: Array, axes: Sequence[int], scale: int, forward: bool) -> Array:
    if not axes:
        return source.copy(order="K")
    name, norms = ("fft", _FORWARD) if forward else ("ifft", _INVERSE)
    typed = _along(name, source, axes, norms[scale]).astype(source.dtype, copy=False)
    return _in_memory_order(typed, source, _by_stride(source, axes))


def _real_to_complex(source: Array, axes: Sequence[int], scale: int, half: bool) -> Array:
    found = _along("rfft" if half else "fft", source, axes, _FORWARD[scale])
    typed = found.astype(complex_dtype(source.dtype), copy=False)
    return _in_memory_order(typed, source, [*_by_stride(source, axes[:-1]), axes[-1]])


def _complex_to_real(source: Array, axes: Sequence[int], scale: int, last_size: int) -> Array:
    """Transform back from the half along the last of the dimensions."""
    *before, last = axes
    inner = _complex_to_complex(source, before, scale, False) if before else source
    found = _transform("irfft", inner)(inner, last_size, axis=last, norm=_INVERSE[scale])
    typed = found.astype(real_dtype(source.dtype), copy=False)
    return _in_memory_order(typed, inner, [last])


# ---- arguments


def _values(name: str, self: Tensor, to_complex: bool = False) -> Array:
    dtype = floating_dtype(self.array.dtype)
    if dtype.char not in "fdFD":
        raise BadType(f"'{name}' is not defined on {dtype} tensors")
    return self.array.astype(complex_dtype(dtype) if to_complex else dtype, copy=False)


def _only_real(name: str, self: Tensor) -> Array:
    if self.array.dtype.kind == "c":
        raise BadType(f"'{name}' is defined on real tensors, not on {self.array.dtype}")
    return _values(name, self)


def _axes(
    name: str, self: Tensor, sizes: OptionalSizes, dim: OptionalSizes
) -> tuple[list[int], list[int]]:
    """Return the dimensions, by default as many last ones as there are sizes; a size of -1 is the
    tensor's."""
    rank = self.array.ndim
    if dim is None:
        count = rank if sizes is None else len(sizes)
        dim = range(rank - count, rank)
    axes = [wrap_dim(d, rank) for d in dim]
    given = [-1] * len(axes) if sizes is None else list(sizes)
    if len(set(axes)) != len(axes) or len(given) != len(axes):
        raise BadValue(f"'{name}' over dimensions {list(dim)} to sizes {sizes}")
    full = [self.array.shape[a] if s == -1 else s for a, s in zip(axes, given, strict=True)]
    if any(s < 1 for s in full):
        raise BadValue(f"'{name}' is over at least one element, not {full}")
    return axes, full


def _resize(source: Array, axes: Sequence[int], sizes: Sequence[int]) -> Array:
    """Crop, or pad with zeros, which makes a contiguous copy."""
    cut, pad = [slice(None)] * source.ndim, [(0, 0)] * source.ndim
    for axis, size in zip(axes, sizes, strict=True):
        cut[axis] = slice(size)
        pad[axis] = (0, max(size - source.shape[axis], 0))
    part = source[tuple(cut)]
    return np.ascontiguousarray(np.pad(part, pad)) if any(after for _, after in pad) else part


def _half(
    axes: Sequence[int], sizes: list[int], given: OptionalSizes, self: Tensor
) -> tuple[Any, int]:
    """Return the sizes of the halves that real results of these sizes come from, and the last
    size."""
    last = 2 * (self.array.shape[axes[-1]] - 1) if given is None or given[-1] == -1 else sizes[-1]
    if last < 1:
        raise BadValue(f"a Fourier transform is over at least one element, not {last}")
    return [*sizes[:-1], last // 2 + 1], last


# ---- along one dimension or several


_Run: TypeAlias = Callable[[str, Tensor, OptionalSizes, OptionalSizes, str | None], Array]


def _fft(
    forward: bool,
    name: str,
    self: Tensor,
    sizes: OptionalSizes,
    dim: OptionalSizes,
    norm: str | None,
) -> Array:
    axes, full = _axes(name, self, sizes, dim)
    source = _resize(_values(name, self, True), axes, full)
    return _complex_to_complex(source, axes, _scale(norm, forward), forward)


def _rfft(
    name: str, self: Tensor, sizes: OptionalSizes, dim: OptionalSizes, norm: str | None
) -> Array:
    axes, full = _resolve_axes(name, self, sizes, dim)
    source = _resize(_only_real(name, self), axes, full)
    return _real_to_complex(source, axes, _scale(norm, True), True)


def _ihfft(
    name: str, self: Tensor, sizes: OptionalSizes, dim: OptionalSizes, norm: str | None
) -> Array:
    axes, full = _resolve_axes(name, self, sizes, dim)
    source = _resize(_only_real(name, self), axes, full)
    scale = _scale(norm, False)
    found = _real_to_complex(source, axes[-1:], scale, True).conj()
    return _complex_to_complex(found, axes[:-1], scale, False) if axes[:-1] else found


def _irfft(
    name: str, self: Tensor, sizes: OptionalSizes, dim: OptionalSizes, norm: str | None
) -> Array:
    axes, full = _resolve_axes(name, self, sizes, dim)
    halves, last = _half(axes, full, sizes, self)
    source = _resize(_values(name, self, True), axes, halves)
    return _complex_to_real(source, axes, _scale(norm, False), last)


def _hfft(
    name: str, self: Tensor, sizes: OptionalSizes, dim: OptionalSizes, norm: str | None
) -> Array:
    axes, full = _resolve_axes(name, self, sizes, dim)
    halves, last = _half(axes, full, sizes, self)
    source = _resize(_values(name, self, True), axes, halves)
    scale = _scale(norm, True)
    inner = _complex_to_complex(source, axes[:-1], scale, True) if axes[:-1] else source
    return _complex_to_real(inner.conj(), axes[-1:], scale, last)


def _resolve_axes(
    name: str, self: Tensor, sizes: OptionalSizes, dim: OptionalSizes
) -> tuple[list[int], list[int]]:
    axes, full = _axes(name, self, sizes, dim)
    if not axes:
        raise BadValue(f"'{name}' is over at least one dimension")
    return axes, full


def _block(name: str, run: _Run) -> Callable[..., Tensor]:
    def over(self: Tensor, sizes: OptionalSizes, dim: OptionalSizes, norm: str | None) -> Tensor:
        return Tensor(run(name, self, sizes, dim, norm))

    return over


def _line(name: str, run: _Run) -> Callable[..., Tensor]:
    def along(self: Tensor, n: int | None, dim: int, norm: str | None) -> Tensor:
        return Tensor(run(name, self, None if n is None else [n], [dim], norm))

    return along


# ---- the three as operators


def _check_scale(normalization: int) -> int:
    if normalization not in _FORWARD:
        raise BadValue(f"a normalization must be 0, 1 or 2, not {normalization}")
    return normalization


def _wrap(self: Tensor, dim: Sequence[int]) -> list[int]:
    return [wrap_dim(d, self.array.ndim) for d in dim]


def _c2c(self: Tensor, dim: Sequence[int], normalization: int, forward: bool) -> Tensor:
    if self.array.dtype.kind != "c":
        raise BadType(f"'aten._fft_c2c' takes complex tensors, not {self.array.dtype}")
    axes = _wrap(self, dim)
    return Tensor(_complex_to_complex(self.array, axes, _check_scale(normalization), forward))


def _r2c(self: Tensor, dim: Sequence[int], normalization: int, onesided: bool) -> Tensor:
    source = _only_real("aten._fft_r2c", self)
    axes = _wrap(self, dim)
    return Tensor(_real_to_complex(source, axes, _check_scale(normalization), onesided))


def _c2r(self: Tensor, dim: Sequence[int], normalization: int, last_dim_size: int) -> Tensor:
    if self.array.dtype.kind != "c" or last_dim_size < 1:
        raise BadType(f"'aten._fft_c2r' of {self.array.dtype} tensors to {last_dim_size}")
    axes, scale = _wrap(self, dim), _check_scale(normalization)
    halves = [self.array.shape[a] for a in axes[:-1]] + [last_dim_size // 2 + 1]
    source = _resize(self.array, axes, halves)
    return Tensor(_complex_to_real(source, axes, scale, last_dim_size))


def _frequencies(function: Callable[..., Any]) -> Callable[..., Tensor]:
    def run(n: int, d: float, dtype: int | None, *_options: Any) -> Tensor:
        target = FLOAT32 if dtype is None else dtype_from_code(dtype)
        return Tensor(function(n, d).astype(target))

    return run


_TRANSFORMS: dict[str, _Run] = {
    "fft": partial(_fft, True),
    "ifft": partial(_fft, False),
    "rfft": _rfft,
    "irfft": _irfft,
    "hfft": _hfft,
    "ihfft": _ihfft,
}

FOURIER: Table = {
    **{f"aten.fft_{k}": _line(f"aten.fft_{k}", run) for k, run in _TRANSFORMS.items()},
    **{
        f"aten.fft_{k}{n}": _block(f"aten.fft_{k}{n}", run)
        for k, run in _TRANSFORMS.items()
        for n in "2n"
    },
    "aten._fft_c2c": _c2c,
    "aten._fft_r2c": _r2c,
    "aten._fft_c2r": _c2r,
    "aten.fft_fftfreq": _frequencies(np.fft.fftfreq),
    "aten.fft_rfftfreq": _frequencies(np.fft.rfftfreq),
}
