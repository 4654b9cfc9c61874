"""Race the contenders of a workload: prepare, compare the results, and take turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from time import perf_counter

from benchmarks.paired import rounds
from benchmarks.race.peers import OURS
from benchmarks.race.peers.contender import Contender
from benchmarks.race.result import Result
from benchmarks.race.roofline import share_of_roof
from benchmarks.race.workload import Call, Unsupported, Workload, check
from xdsl_torchscript.runtime.native.roofline import Roofs

JUDGE = "torch eager"
SAMPLE, SETTLE = 0.006, 0.05
"""Seconds of a timed sample, and of the untimed calls before it.

The idle threads of the contender before spin: those of PyTorch for up to 10 ms, those of ONNX
Runtime for up to 40.
"""
MOST = 10_000


def prepare_calls(
    workload: Workload, peers: Mapping[str, Contender]
) -> tuple[dict[str, Call], Result]:
    """Return the calls whose results agree with PyTorch's, and a result without times.

    Raises AssertionError for a result that differs.
    """
    calls: dict[str, Call] = {}
    left_out: dict[str, str] = {}
    expected = peers[JUDGE].prepare(workload)()
    for name, contender in peers.items():
        try:
            calls[name] = contender.prepare(workload)
        except Unsupported as reason:
            left_out[name] = str(reason)
            continue
        check(calls[name](), expected, workload.tolerance)
    engine = peers[OURS].note if OURS in calls else ""
    return calls, Result(workload.name, workload.threshold, {}, engine, left_out)


def race(workload: Workload, peers: Mapping[str, Contender], count: int, roofs: Roofs) -> Result:
    """Return the times of the contenders in so many rounds."""
    calls, result = prepare_calls(workload, peers)
    once = {name: _once(call) for name, call in calls.items()}
    timed = {name: _fitting(SAMPLE, seconds) for name, seconds in once.items()}
    untimed = {name: _fitting(SETTLE, seconds) for name, seconds in once.items()}
    times = rounds(calls, count=count, calls=timed, untimed=untimed)
    found = replace(result, times=times)
    if OURS not in times:
        return found
    share = share_of_roof(roofs, workload.flops, workload.bytes, found.median())
    return replace(found, roof=share)


def _once(call: Call) -> float:
    """Return the least time of three calls."""
    times: list[float] = []
    for _ in range(3):
        start = perf_counter()
        call()
        times.append(perf_counter() - start)
    return min(times)


def _fitting(seconds: float, once: float) -> int:
    return min(MOST, max(1, round(seconds / max(once, 1e-7))))
