"""Every pass keeps the meaning of random programs that write and alias on purpose."""

from __future__ import annotations

import os

from campaign import Tally, campaign
from judge import Outcome
from random_programs import FIRST_SEED, random_program
from subjects import all_subjects

_PROGRAMS = int(os.environ.get("TS_MEANING_PROGRAMS", "100"))
_MOST_REFUSED = 0.3


def _check(first: int) -> None:
    subjects, tally = all_subjects(), Tally()
    found = list(campaign(range(first, first + _PROGRAMS), subjects, tally))
    assert not found, "\n".join(map(str, found))
    idle = [s.name for s in subjects if tally.share(s, Outcome.REFUSED) > _MOST_REFUSED]
    assert not idle, f"refuse too often to be tested: {idle}"


def test_fixed_seeds() -> None:
    _check(0)


def test_seeds_of_the_environment() -> None:
    _check(FIRST_SEED)


def test_a_seed_makes_one_program() -> None:
    first, second = random_program(7), random_program(7)
    assert str(first.module) == str(second.module)
    assert first.observation.difference(second.observation) is None
