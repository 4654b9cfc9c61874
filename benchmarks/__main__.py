"""Race our engine against the installed peers, in turns, in one process.

    python -m benchmarks [--row REGEX] [--peers a,b] [--rounds N] [--threads N]
                         [--json PATH] [--plot PATH]

Prints medians, the ratio of each peer's time to ours, the ratio to the best peer with quartiles,
and our share of the machine's roof. PyTorch is needed: it saves the modules, and every result is
compared with its own before it is timed. Other peers are optional.
"""

from __future__ import annotations

import argparse
import os
import re
import warnings
from pathlib import Path
from typing import Any

ROUNDS, THREADS, COMPILE_ROUNDS = 15, 2, 2
OPENBLAS_SLEEP = "OPENBLAS_THREAD_TIMEOUT", "18"
"""Idle threads of OpenBLAS sleep after 2^18 cycles, not 0.1 s, in which they occupy a core."""


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks", description=__doc__.split("\n")[0])
    parser.add_argument("--row", default="", metavar="REGEX", help="rows whose names match")
    parser.add_argument("--peers", default="", metavar="A,B", help="these peers only")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--compile-rounds", type=int, default=COMPILE_ROUNDS, metavar="N")
    parser.add_argument("--threads", type=int, default=THREADS)
    parser.add_argument("--json", type=Path, metavar="PATH", help="write all samples")
    parser.add_argument("--plot", type=Path, metavar="PATH", help="write a chart as SVG")
    return parser.parse_args()


def limit_threads(count: int) -> None:
    """Set the environment variables that libraries read on import."""
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ[name] = str(count)
    os.environ.setdefault(*OPENBLAS_SLEEP)
    os.environ.setdefault("JAX_PLATFORMS", "cpu")


def present(names: list[str], threads: int) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the installed peers, and why the others are absent."""
    from benchmarks.race.peers import peer  # noqa: PLC0415

    found: dict[str, Any] = {}
    absent: dict[str, str] = {}
    for name in names:
        try:
            found[name] = peer(name, threads)
        except ImportError as reason:
            absent[name] = str(reason)
    return found, absent


def main() -> None:
    options = arguments()
    limit_threads(options.threads)
    warnings.simplefilter("ignore")
    import torch  # noqa: PLC0415

    from benchmarks.race import networks, pointwise, report  # noqa: PLC0415
    from benchmarks.race.first_call import PROGRAMS, compile_rows  # noqa: PLC0415
    from benchmarks.race.machine import machine  # noqa: PLC0415
    from benchmarks.race.peers import OURS, PEERS  # noqa: PLC0415
    from benchmarks.race.plot import svg  # noqa: PLC0415
    from benchmarks.race.run import JUDGE, race  # noqa: PLC0415
    from xdsl_torchscript.runtime.native.roofline import measured_roofs  # noqa: PLC0415

    wanted = options.peers.split(",") if options.peers else [*PEERS]
    names = [name for name in PEERS if name in (OURS, JUDGE, *wanted)]
    peers, absent = present(names, options.threads)
    about = machine(options.threads, options.rounds)
    print(", ".join(f"{name}: {value}" for name, value in about.items()), flush=True)
    results = []
    with torch.inference_mode():
        roofs = measured_roofs()
        for workload in (*pointwise.WORKLOADS, *networks.WORKLOADS):
            if re.search(options.row, workload.name):
                results.append(race(workload, peers, options.rounds, roofs))
                print(report.row(results[-1], [*peers][1:]), flush=True)
    matching = [p for p in PROGRAMS if re.search(options.row, f"first call, {p}")]
    compiled = compile_rows([*peers], options.threads, options.compile_rounds, matching)
    for result in compiled if options.compile_rounds > 1 else ():
        results.append(result)
        print(report.row(result, [*peers][1:]), flush=True)
    print("\n" + report.table(results, [*peers][1:]) + "\n\n" + report.reasons(results, absent))
    if options.json:
        options.json.write_text(report.as_json(results, absent, about))
    if options.plot:
        options.plot.write_text(svg(results))


if __name__ == "__main__":
    main()
