"""When the factor of a resampling counts, and when the sizes alone do.

A factor of 1.1 leaves 6 elements 6. PyTorch's kernels for CPUs differ in what they then do: most
copy the dimension, some still move by 1 / 1.1 from element to element. Each entry here is the
ratios of a dimension's new size to its old for which a kernel disregards the factor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from xdsl_torchscript.dialects.types import Dim

Ratios: TypeAlias = tuple[int, ...]

NEVER: Ratios = ()
KEPT: Ratios = (1,)
KEPT_OR_DOUBLED: Ratios = (1, 2)

_FEW_CHANNELS = 3
_SMALL = 128
"""The sum of the sizes of a small image."""


def nearest_ratios(
    targets: Sequence[Dim], channels: Dim, channels_last: bool | None
) -> Ratios | None:
    """Return the ratios of nearest elements, or None if they depend on unknown sizes or layouts.

    Small images and those of many channels that come last have a kernel that disregards factors.
    """
    if len(targets) == 2:
        numbers = [size for size in targets if isinstance(size, int)]
        if sum(numbers) <= _SMALL:
            return KEPT_OR_DOUBLED if len(numbers) == 2 else None
    few = isinstance(channels, int) and channels <= _FEW_CHANNELS
    if len(targets) == 1 or few or channels_last is False:
        return NEVER
    return KEPT_OR_DOUBLED if channels_last and isinstance(channels, int) else None


def factor_in_use(size: int, target: int, factor: float | None, ratios: Ratios) -> float | None:
    """Return the factor, or None if it is disregarded."""
    return None if target in [ratio * size for ratio in ratios] else factor
