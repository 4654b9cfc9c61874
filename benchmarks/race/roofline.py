"""The roofs of this machine, measured once by kernels of our own and of PyTorch.

The share of the roof is the time that the operations or the bytes take at least, whichever is
longer, over the measured time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

STREAM = "def f(a: Tensor, b: Tensor) -> Tensor:\n    return a + b\n"
PRODUCT = "def f(a: Tensor, b: Tensor) -> Tensor:\n    return torch.mm(a, b)\n"
SIDES = 512, 1024
SMALLEST = 1 << 18
"""Bytes: below, calls take longer than their memory, and there is no roof to speak of."""
SECONDS = 0.2


@dataclass
class Roofs:
    """Operations per second, and bytes per second by the size of the arrays together."""

    peak: float
    streams: Callable[[float], float]
    seen: dict[float, float] = field(default_factory=dict)

    def bandwidth(self, size: float) -> float:
        """Return the bytes per second of a stream of so many bytes, measured once."""
        if size not in self.seen:
            self.seen[size] = self.streams(size)
        return self.seen[size]

    def share(self, flops: float, size: float, seconds: float) -> float | None:
        """Return the share of the roof, None for a program with too little to do."""
        if size < SMALLEST:
            return None
        return max(flops / self.peak, size / self.bandwidth(size)) / seconds


def least_time(call: Callable[[], object]) -> float:
    """Return the least time of calls in a fifth of a second, which is at least three."""
    times: list[float] = []
    end = time.perf_counter() + SECONDS
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def measure_peak() -> Roofs:
    """Measure the peak: the best product of square matrices, by us or by PyTorch."""
    return Roofs(max(map(_products, SIDES)), _stream)


def _products(side: int) -> float:
    import torch  # noqa: PLC0415

    import xdsl_torchscript as ts  # noqa: PLC0415

    a = np.full((side, side), 0.5, np.float32)
    theirs, kernel = torch.from_numpy(a), ts.compile_func(ts.compile(PRODUCT).f, [a, a])
    ours = ts.Tensor(a)
    calls = (lambda: kernel(ours, ours), lambda: torch.mm(theirs, theirs))
    return 2 * side**3 / min(map(least_time, calls))


def _stream(size: float) -> float:
    import xdsl_torchscript as ts  # noqa: PLC0415

    a, b = (np.ones(int(size) // 12, np.float32) for _ in range(2))
    kernel = ts.compile_func(ts.compile(STREAM).f, [a, b])
    x, y = ts.Tensor(a), ts.Tensor(b)
    return 3 * a.nbytes / least_time(lambda: kernel(x, y))
