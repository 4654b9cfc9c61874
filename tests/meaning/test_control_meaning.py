"""Random functions with loops and branches give one result interpreted and as one kernel."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np
import pytest
from executed import options
from random_control import random_function, random_inputs
from random_programs import FIRST_SEED

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.tensor import Tensor

_FUNCTIONS = int(os.environ.get("TS_CONTROL_FUNCTIONS", "40"))
_CALLS = 5
_LEAST_KERNELS = 0.5


def _observe(f: Any, seed: int) -> list[Any]:
    """Return the results of a call, as numbers, and for each tensor which input it is."""
    inputs = [Tensor(v) if isinstance(v, np.ndarray) else v for v in random_inputs(seed)]
    result = f(*inputs)
    parts = result if isinstance(result, tuple) else (result,)
    identities = [
        [n for n, value in enumerate(inputs) if value is part]
        for part in parts
        if isinstance(part, Tensor)
    ]
    return [*map(np.asarray, parts), identities]


def _difference(seed: int, *, writes: bool) -> tuple[str | None, bool]:
    """Return how a call of a function differs, and whether it has a kernel."""
    text = random_function(seed, writes=writes)
    f = ts.compile(text).f
    for call in range(_CALLS):
        with ts.optimized_execution(False):
            *expected, inputs = _observe(f, seed + call)
        with ts.optimized_execution(True), np.errstate(all="ignore"):
            *found, aliases = _observe(f, seed + call)
        same = all(
            np.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)
            for a, b in zip(found, expected, strict=True)
        )
        if not same or inputs != aliases:
            return (
                f"seed {seed}, call {call}: {found} {aliases}, not {expected} {inputs}\n{text}",
                True,
            )
    executor = executor_of(f)
    return None, executor.stage is Stage.STATIC and "prim.Loop" not in _plan(executor.graph)


def _plan(graph: Any) -> str:
    """Return the text of a plan without its groups and fallback graphs."""
    return "".join(op.name for op in graph.body.block.ops)


def _check(first: int, *, writes: bool) -> None:
    kernels = 0
    found: list[str] = []
    with options(), warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for seed in range(first, first + _FUNCTIONS):
            reason, is_kernel = _difference(seed, writes=writes)
            found += [] if reason is None else [reason]
            kernels += is_kernel
    assert not found, "\n".join(found)
    assert kernels > _LEAST_KERNELS * _FUNCTIONS, f"{kernels} of {_FUNCTIONS} have a kernel"


def test_a_loop_that_runs_carries_an_input_in_its_first_iteration() -> None:
    with options():
        assert _difference(77042, writes=False)[0] is None


@pytest.mark.parametrize("writes", [False, True])
def test_fixed_seeds(writes: bool) -> None:
    _check(0, writes=writes)


@pytest.mark.parametrize("writes", [False, True])
def test_seeds_of_the_environment(writes: bool) -> None:
    _check(FIRST_SEED, writes=writes)
