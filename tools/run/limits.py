"""The bounds of a run on the command line: `--max-steps`, `--max-seconds`, `--max-memory`."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.tools.process import UsageError

try:
    import resource
except ImportError:  # not on Windows
    resource = None

_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_STATM = Path("/proc/self/statm")
_SLACK = 256 * 2**20
"""Address space for thread stacks and the allocator's reserves, which hold no data."""


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ArgumentTypeError(f"expected a non-negative integer, got '{text}'")
    return int(text)


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", text):
        raise ArgumentTypeError(f"expected a non-negative number of seconds, got '{text}'")
    return float(text)


def _bytes(text: str) -> int:
    match = re.fullmatch(r"(\d+)([KMG]?)", text)
    if match is None:
        raise ArgumentTypeError(f"expected bytes, such as 1000000, 512M or 2G, got '{text}'")
    return int(match[1]) * _UNITS[match[2]]


def add_limits(parser: ArgumentParser) -> None:
    """Add the options to a parser."""
    parser.add_argument(
        "--max-steps", type=_count, metavar="N", help="stop after N instructions of all calls"
    )
    parser.add_argument(
        "--max-seconds", type=_seconds, metavar="S", help="stop after S seconds of all calls"
    )
    parser.add_argument(
        "--max-memory",
        type=_bytes,
        metavar="BYTES",
        help="stop when the run holds more memory; suffixes K, M and G",
    )


@contextmanager
def limit_runs(options: Namespace) -> Generator[None]:
    """Bound the runs inside as the options say. Raises UsageError for native code."""
    bounds = (options.max_steps, options.max_seconds, options.max_memory)
    if bounds == (None, None, None):
        yield
        return
    if options.compare or options.engine == "native":
        raise UsageError("--max-steps, --max-seconds and --max-memory bound the interpreter only")
    budget = lazy_import("xdsl_torchscript.runtime.interpreter.budget:budget")
    with budget(*bounds), _address_space(options.max_memory):
        yield


@contextmanager
def _address_space(memory: int | None) -> Generator[None]:
    """Let the system refuse an allocation beyond the bound, which an instruction could make before
    the budget is checked. Does nothing where the system has no such limit."""
    if memory is None or resource is None or not _STATM.exists():
        yield
        return
    used = int(_STATM.read_text().split()[0]) * resource.getpagesize()
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    existing = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    limit = min([used + memory + _SLACK, sys.maxsize, *existing])
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
