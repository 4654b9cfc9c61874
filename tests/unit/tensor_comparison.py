"""Comparison of two results: values up to rounding, type, sizes and strides."""

from __future__ import annotations

from collections.abc import Iterator

import ml_dtypes
import numpy as np

from xdsl_torchscript.runtime.tensor import Tensor

TOLERANCES = {
    "float32": (2e-5, 1e-5), "float64": (1e-9, 1e-10), "complex64": (2e-5, 1e-5),
    "complex128": (1e-9, 1e-10), "float16": (2e-3, 1e-3), "bfloat16": (2e-2, 1e-2),
}  # fmt: skip
"""Relative and absolute; everything else is to be equal. In 16 bits the absolute one is at least
one unit in the last place of the largest element: a sum may cancel."""

_UNITS = {"float16": np.finfo(np.float16).eps, "bfloat16": float(ml_dtypes.finfo("bfloat16").eps)}

ANY_VALUE = float("inf")
"""As `loose`, for uninitialised memory."""


def flat(value: object) -> list[object]:
    return [p for v in value for p in flat(v)] if isinstance(value, list | tuple) else [value]


def strides_of(tensor: Tensor) -> list[int]:
    """Return the strides in elements, of sizes above 1."""
    array = tensor.array
    pairs = zip(array.shape, array.strides, strict=True)
    return [] if 0 in array.shape else [st // array.itemsize for si, st in pairs if si > 1]


def difference(expected: object, got: object, loose: float = 1.0) -> tuple[str, str] | None:
    """Return the kind of the first difference (value, type, sizes, strides) with a text, or None.

    Tolerances are multiplied by `loose`.
    """
    if not isinstance(expected, Tensor):
        same = expected == got or (expected != expected and got != got)
        return None if same else ("value", f"{got!r} instead of {expected!r}")
    if not isinstance(got, Tensor):
        return "type", f"{got!r} instead of a tensor"
    return next(_differences(expected, got, loose), None)


def _differences(expected: Tensor, got: Tensor, loose: float) -> Iterator[tuple[str, str]]:
    if expected.dtype != got.dtype:
        yield "type", f"{got.dtype.torch_name} instead of {expected.dtype.torch_name}"
        return
    if expected.array.shape != got.array.shape:
        yield "sizes", f"{got.array.shape} instead of {expected.array.shape}"
        return
    if loose != ANY_VALUE:
        yield from _unequal(expected, got, loose)
    if strides_of(expected) != strides_of(got):
        mine, theirs = strides_of(got), strides_of(expected)
        yield "strides", f"{mine} instead of {theirs} of {expected.array.shape}"


def _unequal(expected: Tensor, got: Tensor, loose: float) -> Iterator[tuple[str, str]]:
    name = expected.dtype.torch_name
    relative, absolute = (t * loose for t in TOLERANCES.get(name, (0, 0)))
    work = np.float64 if name in _UNITS else expected.array.dtype
    theirs, values = (t.array.astype(work, copy=False) for t in (expected, got))
    if np.allclose(values, theirs, relative, absolute, equal_nan=True):
        return
    largest = np.max(np.abs(theirs[np.isfinite(theirs)]), initial=0)
    unit = _UNITS.get(name, 0) * largest
    if unit and np.allclose(values, theirs, relative, unit, equal_nan=True):
        return
    worst = np.nanmax(np.abs(values.astype(complex) - theirs.astype(complex)))
    yield "value", f"values differ by up to {worst:.6g}, of up to {largest:.6g}"
