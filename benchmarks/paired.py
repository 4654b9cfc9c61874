"""Paired measurement: every round runs each contender once, so that slow phases affect all alike.

The result is the ratio within a round, as median and quartiles.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    """Lower quartile, median and upper quartile."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, samples: list[float]) -> Spread:
        low, median, high = statistics.quantiles(samples, n=4, method="inclusive")
        return cls(low, median, high)

    def __str__(self) -> str:
        return f"{self.median:.2f} [{self.low:.2f}..{self.high:.2f}]"


def rounds(
    contenders: Mapping[str, Callable[[], object]],
    *,
    count: int,
    calls: int | Mapping[str, int] = 1,
    untimed: Mapping[str, int] | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Return seconds per call of each contender in `count` rounds, after a warm-up round.

    `untimed` calls come first in each round: they find the caches as another contender left them.
    """
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for number in range(count + 1):
        for name, contender in contenders.items():
            for _ in range(untimed[name] if untimed else 0):
                contender()
            timed = calls if isinstance(calls, int) else calls[name]
            start = clock()
            for _ in range(timed):
                contender()
            if number:
                times[name].append((clock() - start) / timed)
    return times


def ratios(times: Mapping[str, list[float]], of: str, to: str) -> Spread:
    """Return the ratios of the times of `of` to those of `to`, round by round."""
    return Spread.of([a / b for a, b in zip(times[of], times[to], strict=True)])
