"""`Result`: the samples of a row, and the statistics that reports show."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.paired import Spread, ratios

OURS = "ours"


@dataclass(frozen=True)
class Result:
    """Seconds per call of each contender by round, and why the others did not run."""

    name: str
    threshold: float
    """The ratio to the best peer that the project claims, 0 for none."""
    times: dict[str, list[float]]
    engine: str = ""
    left_out: dict[str, str] = field(default_factory=dict)
    limit: float | None = None
    """Seconds that our median must not exceed, instead of a ratio."""
    roof: float | None = None
    """The share of the roof that our median reaches."""

    def median(self, name: str = OURS) -> float:
        return Spread.of(self.times[name]).median

    @property
    def best(self) -> str | None:
        """The peer with the least median, None if no peer ran."""
        return min((name for name in self.times if name != OURS), key=self.median, default=None)

    def ratio(self, name: str) -> Spread:
        """Return a peer's times over ours, within each round: above 1, we are faster."""
        return ratios(self.times, name, OURS)

    @property
    def met(self) -> bool | None:
        """Return whether the claim on time, or on the ratio to the best peer, holds, or None."""
        if OURS not in self.times:
            return None
        if self.limit is not None:
            return self.median() <= self.limit
        if self.best is None or not self.threshold:
            return None
        return self.ratio(self.best).median >= self.threshold

    def as_json(self) -> dict[str, Any]:
        """Return the samples and statistics as JSON has them."""
        compared = {name: asdict(self.ratio(name)) for name in self.times if OURS in self.times}
        spreads = {name: asdict(Spread.of(samples)) for name, samples in self.times.items()}
        found = {"best": self.best, "met": self.met, "seconds": spreads, "ratios": compared}
        return {**asdict(self), **found}
