"""Tests compile anew: they use no object files of earlier runs.

Garbage is collected between tests, when little else is alive, and never among what collecting the
tests made: collecting during compilation took a sixth of its time.

With `--dist loadgroup`, processes take groups of files, the slowest first (`schedule.py`).

With `TS_TEST_CALLS` set, every call from Python is repeated by the profiling executor, and compared
with the interpreter's.
"""

import gc
import os
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import repeated
from hypothesis import HealthCheck, settings

from xdsl_torchscript.runtime.modules.engines import ACTIVE

os.environ.setdefault("TS_CACHE_DIR", "")
gc.set_threshold(0)
_GARBAGE = 300_000
"""The objects made since the last collection after which tests wait for the next one."""
# A busy machine fails no test.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")
repeated.begin()


def pytest_configure(config: pytest.Config) -> None:
    if isinstance(ACTIVE.engine, repeated.Repeated):  # no defect of the compiler may hide
        config.addinivalue_line("filterwarnings", "error:.*interpreted:RuntimeWarning")


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    if gc.get_count()[0] > _GARBAGE:
        gc.collect()
        gc.freeze()  # Registries and caches grow to millions of objects, searched each time.


def pytest_unconfigure() -> None:
    gc.freeze()  # the last collection of a process would find nothing, in seconds


@pytest.fixture(autouse=True)
def recursion_limit() -> Iterator[None]:
    """Restore the limit, which the tools raise for their process."""
    before = sys.getrecursionlimit()
    yield
    sys.setrecursionlimit(before)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from schedule import SlowestFirst  # noqa: PLC0415 - it needs xdist, as this hook does

    return SlowestFirst(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_terminal_summary(terminalreporter: Any) -> None:
    engine = ACTIVE.engine
    if isinstance(engine, repeated.Repeated):
        counts = ", ".join(f"{count} {stage}" for stage, count in engine.stages.most_common())
        terminalreporter.write_line(f"calls repeated by the executor: {counts}")
