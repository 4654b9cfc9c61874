"""The statistics, the table, the JSON and the chart of `python -m benchmarks`."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import numpy as np
import pytest

from benchmarks.race import report
from benchmarks.race.plot import svg
from benchmarks.race.result import Result
from benchmarks.race.roofline import share_of_roof
from benchmarks.race.workload import check
from xdsl_torchscript.runtime.native.roofline import Roofs

FAST = Result(
    "fast",
    1.2,
    {"ours": [1e-6, 1e-6, 2e-6], "numpy": [2e-6, 2e-6, 4e-6], "jax": [8e-6, 9e-6, 8e-6]},
    engine="native",
    roof=0.5,
)
SLOW = Result("slow <3", 1.0, {"ours": [4e-3] * 3, "numpy": [3e-3] * 3}, left_out={"jax": "no"})
FAILED = Result("failed", 1.0, {"numpy": [1e-3] * 3}, left_out={"ours": "not lowered"})
TIMED = Result("first call", 0.0, {"ours": [0.2] * 3}, limit=0.1)


def test_the_best_peer_is_compared_within_rounds() -> None:
    assert FAST.best == "numpy"
    spread = FAST.ratio("numpy")
    assert (spread.low, spread.median, spread.high) == (2.0, 2.0, 2.0)


@pytest.mark.parametrize(
    ("result", "met"), [(FAST, True), (SLOW, False), (FAILED, None), (TIMED, False)]
)
def test_a_claim_holds_or_not(result: Result, met: bool | None) -> None:
    assert result.met is met


def test_the_table_lists_losses_and_failures() -> None:
    head, _, fast, slow, failed, timed = report.table(
        [FAST, SLOW, FAILED, TIMED], ["numpy", "jax", "iree"]
    ).splitlines()
    assert head.endswith("| numpy | jax |")
    assert (
        fast == "| fast | 1.00 us | native | numpy | 2.00 [2.00..2.00] | 1.2 | 50 % | 2.00 | 8.00 |"
    )
    assert "| 0.75 [0.75..0.75] | 1, missed |" in slow
    assert failed.startswith("| failed | not lowered |")
    assert "<= 100.0 ms, missed" in timed
    assert len({line.count("|") for line in (head, fast, slow, failed, timed)}) == 1


def test_absent_peers_and_rows_left_out_have_reasons() -> None:
    assert report.reasons([SLOW], {"iree": "no module"}).splitlines() == [
        "iree: absent (no module)",
        "slow <3: jax: no",
    ]


def test_the_json_has_the_samples() -> None:
    found = json.loads(report.as_json([FAST], {"iree": "no module"}, {"cores": 2}))
    assert found["machine"] == {"cores": 2} and found["absent"] == {"iree": "no module"}
    (row,) = found["rows"]
    assert row["times"] == FAST.times and row["best"] == "numpy" and row["met"]


def test_the_chart_has_a_bar_for_each_row_with_a_claim() -> None:
    chart = ElementTree.fromstring(svg([FAST, SLOW, FAILED, TIMED]))
    bars = [e.get("class") for e in chart.iter() if e.tag.endswith("rect")]
    assert bars == ["met", "missed"]


def test_the_roof_is_the_longer_of_operations_and_bytes() -> None:
    roofs = Roofs(lambda: 1e9, lambda size: 1e9)
    assert share_of_roof(roofs, 1e9, 1e6, 2.0) == 0.5
    assert share_of_roof(roofs, 1e3, 1e9, 4.0) == 0.25
    assert share_of_roof(roofs, 1e9, 100, 2.0) is None


def test_results_that_differ_do_not_race() -> None:
    check([np.float32(1), 2], [1, 2], 1e-4)
    with pytest.raises(AssertionError):
        check(np.ones(3), np.full(3, 1.01), 1e-4)
