"""The choice of scale and zero point for a range of reals, as PyTorch's quant_utils.h."""

from __future__ import annotations

import numpy as np

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.quantizer import Quantizer, integer_dtype
from xdsl_torchscript.runtime.storage import Array

_LEAST_SCALE = np.float32(6.1e-5)


def choose_parameters(reals: Array, dtype: Dtype, reduce_range: bool) -> Quantizer:
    """Return a map of the range of the reals, extended to zero, onto the integers.

    With `reduce_range`, integers have one bit less, so that sums of two products fit into 16 bits.
    Raises BadValue for NaN.
    """
    low, high = (float(reals.min()), float(reals.max())) if reals.size else (0.0, 0.0)
    if np.isnan(low) or np.isnan(high):
        raise BadValue("a tensor with NaN has no range to quantise")
    limits = np.iinfo(integer_dtype(dtype))
    least, most = (int(n / 2) if reduce_range else n for n in (limits.min, limits.max))
    low, high = min(low, 0.0), max(high, 0.0)
    scale = (high - low) / (most - least)
    with np.errstate(divide="ignore", over="ignore"):
        if not np.float32(scale) or np.isinf(np.float32(1) / np.float32(scale)):
            scale = 0.1
    if scale < _LEAST_SCALE:
        low, high, scale = _widen(low, high, scale, most - least)
    return Quantizer.per_tensor(scale, _zero_point(low, high, scale, least, most), dtype)


def _widen(low: float, high: float, scale: float, steps: int) -> tuple[float, float, float]:
    """Return a wider range, which has the least scale."""
    least = float(_LEAST_SCALE)
    if low == 0:
        return low, float(np.float32(least * steps)), least
    if high == 0:
        return float(np.float32(-least * steps)), high, least
    factor = _LEAST_SCALE / np.float32(scale)
    return float(np.float32(low) * factor), float(np.float32(high) * factor), least


def _zero_point(low: float, high: float, scale: float, least: int, most: int) -> int:
    """Return the integer of zero, from the end of the range that rounds it less."""
    from_low, from_high = least - low / scale, most - high / scale
    low_error = abs(least) + abs(low / scale)
    high_error = abs(most) + abs(high / scale)
    zero = from_low if low_error < high_error else from_high
    return int(np.clip(np.rint(zero), least, most))
