"""Seconds to the first result in a new process: with an empty disk cache, then with a filled one.

    python -m benchmarks.race.first_call PEER PROGRAM THREADS

times a process's own first result. Imports, the archive and the compilation of another program, a
module before a module, which loads the compiler, come before the clock.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter

from benchmarks.race.peers import OURS, peer
from benchmarks.race.result import Result

ROOT = Path(__file__).parents[2]
FOLDERS = "TS_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR", "JAX_COMPILATION_CACHE_DIR"
ALWAYS = {"JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0"}
STATES = "cold", "cached"
PROGRAMS: Mapping[str, Sequence[str]] = {
    "small kernel": ("inductor", "jax", "onnxruntime", "iree", "numba"),
    "400 operators": ("inductor", "jax", "onnxruntime"),
    "ResNet-18": ("inductor", "jax", "onnxruntime"),
}
"""The programs, and the peers that compile each in seconds. torch.jit interprets a first call."""
LIMITS = {
    ("small kernel", "cold"): 0.1,
    ("small kernel", "cached"): 0.005,
    ("400 operators", "cold"): 1.5,
    ("ResNet-18", "cold"): 8.0,
    ("ResNet-18", "cached"): 0.2,
}
"""Seconds that the project claims."""


def compile_rows(
    names: Sequence[str], threads: int, count: int, wanted: Sequence[str]
) -> Iterator[Result]:
    """Yield the rows of the wanted programs, cold and cached, with those peers."""
    for program in wanted:
        contenders = [n for n in names if n == OURS or n in PROGRAMS[program]]
        times: dict[str, dict[str, list[float]]] = {state: {} for state in STATES}
        reasons: dict[str, str] = {}
        for _ in range(count):
            for name in contenders:
                if name not in reasons:
                    _measure(name, program, threads, times, reasons)
        for state in STATES:
            limit = LIMITS.get((program, state))
            found = {n: s for n, s in times[state].items() if len(s) == count}
            row = f"first call, {program}, {state}"
            yield Result(row, 0.0, found, "native", reasons, limit=limit)


def _measure(
    name: str,
    program: str,
    threads: int,
    times: dict[str, dict[str, list[float]]],
    reasons: dict[str, str],
) -> None:
    """Run two processes that share their caches, and note their times."""
    with tempfile.TemporaryDirectory() as folder:
        for state in STATES:
            caches = {variable: f"{folder}/{variable}" for variable in FOLDERS}
            command = [sys.executable, "-m", __name__, name, program, str(threads)]
            environment = {**os.environ, **ALWAYS, **caches}
            done = subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True
            )
            if done.returncode:
                reasons[name] = done.stderr.strip().splitlines()[-1]
                return
            times[state].setdefault(name, []).append(float(done.stdout.split()[-1]))


def main() -> None:
    import torch  # noqa: PLC0415

    from benchmarks.race import networks, pointwise, torch_forms  # noqa: PLC0415

    programs = {
        "small kernel": next(w for w in pointwise.WORKLOADS if w.name.endswith("1k")),
        "400 operators": pointwise.chain(400),
        "ResNet-18": networks.RESNET,
    }
    name, program, threads = sys.argv[1:]
    contender, workload = peer(name, int(threads)), programs[program]
    with torch.inference_mode():
        contender.first(networks.LAYER if workload.module else pointwise.ADDITION)
        if workload.module:
            torch_forms.archive(workload)
        start = perf_counter()
        contender.first(workload)
        print(perf_counter() - start)


if __name__ == "__main__":
    main()
