"""Kernels that read and write at integer arguments do what the interpreter does, or raise its
errors."""

from __future__ import annotations

import os
import warnings
from random import Random
from typing import Any

import numpy as np
import pytest
from executed import options
from random_places import random_source
from random_programs import FIRST_SEED

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault

_PROGRAMS = int(os.environ.get("TS_MEANING_PROGRAMS", "100")) // 3
_IN_RANGE = 3
_CALLS = 9
_ENGINES = ("profile", "specialize")
"""Half of the programs runs under each."""


def _inputs(seed: int) -> list[Any]:
    numbers = np.random.default_rng(seed)
    return [numbers.standard_normal(shape).astype(np.float32) for shape in ((4, 8), (4, 8), 8)]


def _outcome(f: Any, seed: int, places: tuple[int, int], *, optimized: bool) -> list[Any]:
    """Return copies of the results, or the text of the error, and the inputs after the call."""
    inputs = _inputs(seed)
    try:
        with ts.optimized_execution(optimized):
            results = [np.array(result) for result in f(*inputs, *places)]
    except RuntimeFault as error:
        return [str(error), *inputs]
    return [*results, *inputs]


def _check(source: str, seed: int) -> None:
    f, random = ts.CompilationUnit(source).f, Random(seed)
    for call in range(_CALLS):
        low, high = (0, 3) if call < _IN_RANGE else (-5, 6)
        places = random.randint(low, high), random.randint(low, high)
        expected = _outcome(f, seed + call, places, optimized=False)
        found = _outcome(f, seed + call, places, optimized=True)
        where = f"seed {seed}, call {call}, {places}:\n{source}"
        assert len(found) == len(expected), where
        for one, other in zip(found, expected, strict=True):
            if isinstance(one, str) or isinstance(other, str):
                assert one == other, where
            else:
                np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-4, err_msg=where)


@pytest.mark.parametrize("engine", _ENGINES)
def test_random_places(engine: str) -> None:
    old = ts.set_engine(engine)
    try:
        with options(), warnings.catch_warnings():
            warnings.filterwarnings("error", ".*interpreted", RuntimeWarning)
            for number in range(_ENGINES.index(engine), _PROGRAMS, len(_ENGINES)):
                for seed in (number, FIRST_SEED + number):
                    _check(random_source(seed), seed)
    finally:
        ts.set_engine(old)
