"""Dicts that a function fills and reads, as backbones of detectors do: plans know their entries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

PROGRAM = """
def pyramid(x: Tensor) -> Dict[str, Tensor]:
    features: Dict[str, Tensor] = {}
    features["a"] = x * 2
    features["b"] = x + 1
    features["a"] = features["a"] + 1
    names = list(features.keys())
    found = list(features.values())
    results: List[Tensor] = []
    for i in range(len(found) - 1, -1, -1):
        results.insert(0, found[i] * (i + 1))
    names.append("c")
    results.append(results[-1] * 3)
    return {name: result for name, result in zip(names, results)}

def items(x: Tensor) -> Tensor:
    features = {1: x, 2: x * 2}
    features[3] = x * 3
    y = x
    for key, value in features.items():
        if key in features and key != 2:
            y = y + value * key
    for value in features.values():
        y = y * value
    return y

def merged(x: Tensor, name: str) -> Tensor:
    features = {"a": x * 2}
    features[name] = x + 1
    return features["a"] * len(features)
"""


def outside(function: Any, *inputs: Any) -> str:
    """The plan of a function around its groups and the fallback graph."""
    return str(function.graph_for(*inputs)).partition("prim::FallbackGraph")[0]


@pytest.mark.parametrize("engine", ["interp", "profile"])
def test_a_dict_that_is_returned(engine: str) -> None:
    ts.set_engine(engine)
    f, x = ts.compile(PROGRAM).pyramid, x_of(5)
    found = warm(f, x)
    assert list(found) == ["a", "b", "c"]
    for name, value in {"a": x * 2 + 1, "b": (x + 1) * 2, "c": (x + 1) * 6}.items():
        np.testing.assert_allclose(found[name].array, value, rtol=1e-6)


@pytest.mark.parametrize("engine", ["interp", "profile", "native"])
def test_loops_over_entries(engine: str) -> None:
    ts.set_engine(engine)
    f, x = ts.compile(PROGRAM).items, x_of(5)
    np.testing.assert_allclose(warm(f, x).array, 11 * x * x * x * 2 * x * 3, rtol=1e-5)


def test_plans_know_the_entries() -> None:
    unit, x = ts.compile(PROGRAM), x_of(5)
    for f in (unit.pyramid, unit.items):
        warm(f, x)
        graph = outside(f, x)
        for name in ("aten::mul", "aten::values", "aten::list", "_set_item", "prim::Loop"):
            assert name not in graph


def test_a_key_that_is_computed() -> None:
    f, x = ts.compile(PROGRAM).merged, x_of(5)
    for _ in range(3):
        np.testing.assert_array_equal(f(x, "a").array, x + 1)
        np.testing.assert_array_equal(f(x, "b").array, x * 4)
