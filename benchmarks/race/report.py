"""The results as a table of Markdown and as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.race.result import OURS, Result

HEADER = ("program", "ours", "engine", "best peer", "its ratio", "claim", "roof")


def duration(seconds: float) -> str:
    """Return a time in the unit that leaves at most three digits before the point."""
    for unit, scale in (("us", 1e6), ("ms", 1e3)):
        if seconds * scale < 1e3:
            return f"{seconds * scale:.{2 if seconds * scale < 10 else 1}f} {unit}"
    return f"{seconds:.2f} s"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _claim(result: Result) -> str:
    if result.limit is not None:
        return f"<= {duration(result.limit)}"
    return f"{result.threshold:g}" if result.threshold else "-"


def row(result: Result, peers: Sequence[str]) -> str:
    """Return a row of the table, with the ratios to all peers."""
    if OURS not in result.times:
        reason = result.left_out.get(OURS, "did not run")
        return _line([result.name, reason, *[""] * (len(HEADER) - 2 + len(peers))])
    best, claim = result.best, _claim(result)
    compared = ("-", "-") if best is None else (best, str(result.ratio(best)))
    roof = "-" if result.roof is None else f"{100 * result.roof:.0f} %"
    met = "" if result.met is not False else ", missed"
    ratios = [f"{result.ratio(p).median:.2f}" if p in result.times else "-" for p in peers]
    ours = duration(result.median())
    return _line([result.name, ours, result.engine, *compared, claim + met, roof, *ratios])


def table(results: Sequence[Result], peers: Sequence[str]) -> str:
    """Return the table: the peers that ran no row have no column."""
    raced = [peer for peer in peers if any(peer in result.times for result in results)]
    head = [*HEADER, *raced]
    lines = [_line(head), _line(["---"] * len(head))]
    return "\n".join([*lines, *(row(result, raced) for result in results)])


def reasons(results: Sequence[Result], absent: Mapping[str, str]) -> str:
    """Return a line for each absent peer, and for each row that a peer left out."""
    lines = [f"{name}: absent ({reason})" for name, reason in absent.items()]
    for result in results:
        lines += [f"{result.name}: {name}: {why}" for name, why in result.left_out.items()]
    return "\n".join(lines)


def as_json(
    results: Sequence[Result], absent: Mapping[str, str], machine: Mapping[str, Any]
) -> str:
    """Return everything that was measured."""
    rows = [result.as_json() for result in results]
    return json.dumps({"machine": machine, "absent": absent, "rows": rows}, indent=1)
