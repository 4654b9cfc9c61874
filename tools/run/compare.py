"""Distances between the results of two engines."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value


def _ordered_integers(array: Array) -> Array:
    """Map floats to integers of the same order: neighbours differ by 1, and -0 equals 0."""
    bits = np.ascontiguousarray(array).view(f"i{array.itemsize}").astype(object)
    low = -(2 ** (8 * array.itemsize - 1))
    return np.where(bits < 0, low - bits, bits)


def ulp_distance(a: Array, b: Array) -> int:
    """Return the largest distance of two elements in representable numbers.

    NaN equals NaN. Complex numbers are compared by their parts. Raises ValueError at an element
    where only one is NaN.
    """
    if a.dtype.kind == "c":
        a, b = (np.stack([np.real(array), np.imag(array)]) for array in (a, b))
    if np.any(np.isnan(a) != np.isnan(b)):
        raise ValueError("found NaN in only one of the results")
    real = ~np.isnan(a)
    if not np.any(real):
        return 0
    return int(np.max(np.abs(_ordered_integers(a[real]) - _ordered_integers(b[real]))))


def _array(value: Value) -> Array:
    try:
        return np.asarray(value.array if isinstance(value, Tensor) else value)
    except ValueError:  # rows of different lengths
        return np.asarray(value, dtype=object)


def difference(a: Value, b: Value, max_ulp: int | None = None) -> tuple[bool, str]:
    """Return whether two results agree, and a line on their distance.

    Without `max_ulp` any distance between floats is accepted, and reported.
    """
    first, second = _array(a), _array(b)
    if (first.dtype, first.shape) != (second.dtype, second.shape):
        kinds = [f"{x.dtype}{list(x.shape)}" for x in (first, second)]
        return False, f"differ in kind: {kinds[0]} and {kinds[1]}"
    if first.dtype.kind != "c" and "float" not in first.dtype.name:
        same = bool(np.array_equal(first, second))
        return same, "equal" if same else f"{np.sum(first != second)} elements differ"
    try:
        distance = ulp_distance(first, second)
    except ValueError as error:
        return False, str(error)
    if max_ulp is None:
        return True, f"at most {distance} ulp apart"
    if distance > max_ulp:
        return False, f"{distance} ulp apart, more than {max_ulp}"
    return True, f"within {max_ulp} ulp"
