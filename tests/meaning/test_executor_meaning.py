"""The profiling executor keeps the meaning of random programs, also where its guards fail."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest
from executed import difference, options
from random_programs import random_program

from xdsl_torchscript.runtime.executors.stages import Stage

_PROGRAMS = int(os.environ.get("TS_MEANING_PROGRAMS", "150"))
_COMPILED = 40
"""The programs whose groups are compiled, which takes a while."""
_LEAST_OPTIMIZED = 0.3

_MODES = {
    "no check fails": {"native": False},
    "checks fail at random": {"native": False, "check_failures": 0.3},
    "every check fails": {"native": False, "check_failures": 1.0},
}


def _check(first: int, count: int, *, exact: bool = True) -> None:
    stages: Counter[Stage] = Counter()
    found: list[str] = []
    for seed in range(first, first + count):
        reason, stage = difference(random_program(seed, chains=True), exact=exact)
        stages[stage] += 1
        found += [] if reason is None else [reason]
    assert not found, "\n".join(found)
    assert stages[Stage.OPTIMIZED] > _LEAST_OPTIMIZED * count, stages


@pytest.mark.parametrize("mode", _MODES)
def test_fixed_seeds(mode: str) -> None:
    with options(**_MODES[mode]):
        _check(0, _PROGRAMS // 3)


def test_fresh_seeds() -> None:
    with options(native=False, check_failures=0.3):
        _check(random.SystemRandom().randrange(2**31), _PROGRAMS // 3)


@pytest.mark.filterwarnings("error:.*interpreted:RuntimeWarning")
def test_compiled_groups() -> None:
    with options():
        _check(random.SystemRandom().randrange(2**31), _COMPILED, exact=False)
