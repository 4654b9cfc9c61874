"""The context of the numbers: the machine, and its idle share."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from typing import Any

_COUNT = (
    "import time\nend, n = time.perf_counter() + 0.5, 0\n"
    "while time.perf_counter() < end: n += 1\nprint(n)"
)


def _count_together(processes: int) -> int:
    """Return how far processes count together in half a second, all at the same time."""
    command = [sys.executable, "-c", _COUNT]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE) for _ in range(processes)]
    return sum(int(process.communicate()[0]) for process in started)


def free_cores(threads: int) -> float:
    """Return how many times the work of one process as many processes do in the same time."""
    return round(_count_together(threads) / _count_together(1), 2)


def machine(threads: int, rounds: int) -> dict[str, Any]:
    """Return the versions, the load and the cores, as reports have them."""
    return {
        "cores": os.cpu_count(),
        "free cores": free_cores(threads),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
        "threads": threads,
        "rounds": rounds,
    }
