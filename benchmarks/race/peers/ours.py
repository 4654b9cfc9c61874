"""Our engine: the default executor, or native code, whichever is faster; compiled at once."""

from __future__ import annotations

import time
from typing import Any

import xdsl_torchscript as ts
from benchmarks.race import torch_forms
from benchmarks.race.peers.contender import Contender
from benchmarks.race.workload import Call, Unsupported, Workload

ENGINES = ("profile", "native")
CALLS = 8


class Ours(Contender):
    """`ts.compile` for a text, `ts.load` and `ts.freeze` for a module; numpy arrays in and out."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        ts.set_num_threads(threads)
        ts.set_compile_mode("now")

    def prepare(self, workload: Workload) -> Call:
        found: dict[str, tuple[float, Call]] = {}
        reasons: list[str] = []
        for engine in ENGINES:
            ts.set_engine(engine)
            try:
                found[engine] = _ready(workload)
            except ts.Error as reason:
                reasons.append(f"{engine}: {reason}")
        if not found:
            raise Unsupported("; ".join(reasons))
        self.note = min(found, key=lambda engine: found[engine][0])
        ts.set_engine(self.note)
        return found[self.note][1]

    def first(self, workload: Workload) -> Any:
        ts.set_engine("native")
        return program(workload)(*workload.inputs())


def program(workload: Workload) -> Any:
    """Return our function or frozen module of a workload."""
    if not workload.module:
        return ts.compile(workload.source).f
    return ts.freeze(ts.load(torch_forms.archive(workload)))


def call_of(workload: Workload) -> Call:
    """Return a call with arrays, whose results are arrays or numbers."""
    f, inputs = program(workload), workload.inputs()
    first = f(*inputs)
    if isinstance(first, tuple):
        return lambda: tuple(part.numpy() for part in f(*inputs))
    if isinstance(first, ts.Tensor):
        return lambda: f(*inputs).numpy()
    return lambda: f(*inputs)


def _ready(workload: Workload) -> tuple[float, Call]:
    """Return a call whose plan is ready, and its least time."""
    call, times = call_of(workload), []
    for _ in range(CALLS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times), call
