"""The test of meaning notices passes that are broken on purpose."""

from __future__ import annotations

from blind import BLIND, BlindPass
from broken import BROKEN, BrokenPass
from judge import Outcome, judge
from random_programs import random_program
from subjects import Subject, of_pass

_PROGRAMS = 2000


def _survivors(subjects: list[Subject]) -> list[str]:
    """Return the subjects that preserve the meaning of every program."""
    for seed in range(_PROGRAMS):
        program = random_program(seed)
        subjects = [s for s in subjects if judge(program, s).outcome is not Outcome.DIFFERS]
        if not subjects:
            break
    return [subject.name for subject in subjects]


def test_every_broken_pass_is_noticed() -> None:
    broken = [of_pass(name, BrokenPass(name)) for name in BROKEN]
    blind = [of_pass(name, BlindPass(name)) for name in BLIND]
    assert not _survivors([*broken, *blind])
