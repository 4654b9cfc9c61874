"""Executors keep the meaning of random programs, also where guards fail."""

from __future__ import annotations

import os

import pytest
from executed import KINDS, MODES, Kind, difference, options
from random_programs import FIRST_SEED, random_program

from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor

pytestmark = pytest.mark.filterwarnings("error:.*interpreted:RuntimeWarning")
"""A failing pass is a defect, although the interpreter takes over."""

_PROGRAMS = int(os.environ.get("TS_MEANING_PROGRAMS", "100"))
_COMPILED = 40
"""The programs whose groups are compiled, which takes a while."""
_LEAST_OPTIMIZED = 0.3


def _check(first: int, count: int, *, exact: bool = True, kind: Kind = ProfilingExecutor) -> None:
    optimized = 0
    found: list[str] = []
    for seed in range(first, first + count):
        reason, stage = difference(random_program(seed, chains=True), exact=exact, kind=kind)
        optimized += stage.is_optimized
        found += [] if reason is None else [reason]
    assert not found, "\n".join(found)
    assert optimized > _LEAST_OPTIMIZED * count


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", MODES)
def test_fixed_seeds(mode: str, kind: Kind) -> None:
    with options(**MODES[mode]):
        _check(0, _PROGRAMS // 3, kind=kind)


@pytest.mark.parametrize("kind", KINDS)
def test_seeds_of_the_environment(kind: Kind) -> None:
    with options(native=False, check_failures=0.3):
        _check(FIRST_SEED, _PROGRAMS // 3, kind=kind)


@pytest.mark.parametrize("kind", KINDS)
def test_compiled_groups(kind: Kind) -> None:
    with options():
        _check(FIRST_SEED, _COMPILED, exact=False, kind=kind)
