"""The share of the machine's roof that a workload reaches: the time that its operations or its
bytes take at least, whichever is longer, over the measured time."""

from __future__ import annotations

from xdsl_torchscript.runtime.native.roofline import Roofs

SMALLEST = 1 << 18
"""Bytes: below, calls take longer than their memory, and there is no roof to speak of."""


def share_of_roof(roofs: Roofs, flops: float, size: float, seconds: float) -> float | None:
    """Return the share of the roof, None for a program with too little to do."""
    if size < SMALLEST:
        return None
    return max(flops / roofs.peak, size / roofs.bandwidth(size)) / seconds
