"""Forks of random programs mean the same to every pass and executor as to the interpreter."""

from __future__ import annotations

import os

import pytest
from campaign import Tally, campaign
from executed import difference, options
from random_forks import forked_program
from random_programs import FIRST_SEED, random_program
from subjects import all_subjects

from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.specializing_executor import SpecializingExecutor

_PROGRAMS = int(os.environ.get("TS_MEANING_PROGRAMS", "100")) // 3
_LEAST_FORKED = 0.8


def test_a_fork_changes_nothing() -> None:
    forked = 0
    for seed in range(_PROGRAMS):
        program = forked_program(seed)
        reason = random_program(seed).observation.difference(program.observation)
        assert reason is None, f"seed {seed}: {reason}"
        forked += "prim.fork" in str(program.module)
    assert forked > _LEAST_FORKED * _PROGRAMS


@pytest.mark.parametrize("first", [0, FIRST_SEED])
def test_passes(first: int) -> None:
    found = campaign(range(first, first + _PROGRAMS), all_subjects(), Tally(), forked_program)
    assert not (shown := list(map(str, found))), "\n".join(shown)


@pytest.mark.parametrize("first", [0, FIRST_SEED])
@pytest.mark.parametrize("failing", [0, 0.3, 1])
@pytest.mark.parametrize("kind", [ProfilingExecutor, SpecializingExecutor])
def test_executors(kind: type[ProfilingExecutor], failing: float, first: int) -> None:
    with options(native=False, check_failures=failing):
        for seed in range(first, first + _PROGRAMS):
            reason, _ = difference(forked_program(seed, chains=True), exact=True, kind=kind)
            assert reason is None, reason
