"""The ratios to the best peer as a bar chart in SVG, on a logarithmic scale."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log2

from benchmarks.race.result import OURS, Result

LEFT, WIDTH, LINE, TOP = 290, 420, 22, 40
STYLE = (
    "text{font:12px sans-serif;fill:#444}.met{fill:#2a78b5}.missed{fill:#d1603d}"
    ".axis{stroke:#999}.claim{stroke:#222;stroke-width:2}.spread{stroke:#222}"
)


class Scale:
    """Positions of ratios between the smallest and the largest, in powers of two."""

    def __init__(self, values: Sequence[float]) -> None:
        logs = [0.0, *map(log2, values)]
        self.low, self.high = min(logs) - 0.2, max(logs) + 0.2

    def __call__(self, ratio: float) -> float:
        return round(LEFT + WIDTH * (log2(ratio) - self.low) / (self.high - self.low), 1)

    def ticks(self) -> list[float]:
        """Return the powers of two in between."""
        return [2.0**n for n in range(-8, 9) if self.low <= n <= self.high]


def svg(results: Sequence[Result]) -> str:
    """Return the chart: a bar from 1 to the median, its quartiles, and a mark at the claim."""
    raced = [r for r in results if OURS in r.times and r.best and r.threshold]
    spreads = [r.ratio(r.best or "") for r in raced]
    edges = [v for s in spreads for v in (s.low, s.high)]
    scale = Scale([*edges, *(r.threshold for r in raced)])
    height = TOP + LINE * len(raced) + 10
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 110} {height}">',
        f"<style>{STYLE}</style>",
        f'<text x="{LEFT}" y="14">time of the best peer / ours: right of 1, we are faster</text>',
    ]
    parts += [_tick(tick, scale, height) for tick in scale.ticks()]
    parts += [_bar(TOP + LINE * n, result, scale) for n, result in enumerate(raced)]
    return "\n".join([*parts, "</svg>", ""])


def _tick(ratio: float, scale: Scale, height: int) -> str:
    x = scale(ratio)
    line = f'<line class="axis" x1="{x}" x2="{x}" y1="{TOP - 4}" y2="{height}"/>'
    return f'{line}<text x="{x - 6}" y="{TOP - 8}">{ratio:g}</text>'


def _bar(y: int, result: Result, scale: Scale) -> str:
    assert result.best
    spread = result.ratio(result.best)
    start, end = sorted((scale(1), scale(spread.median)))
    middle, claim = y + LINE / 2 - 2, scale(result.threshold)
    kind = "met" if result.met else "missed"
    label = f"{spread.median:.2f} {result.best}"
    return (
        f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end">{escape(result.name)}</text>'
        f'<rect class="{kind}" x="{start}" y="{y + 2}" width="{end - start:.1f}" height="14"/>'
        f'<line class="spread" x1="{scale(spread.low)}" x2="{scale(spread.high)}"'
        f' y1="{middle}" y2="{middle}"/>'
        f'<line class="claim" x1="{claim}" x2="{claim}" y1="{y}" y2="{y + 18}"/>'
        f'<text x="{LEFT + WIDTH + 6}" y="{y + 13}">{escape(label)}</text>'
    )
