"""Dicts of tensors among the inputs of functions: plans take their values."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of
from test_list_inputs import outside
from test_module_constants import executors

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

PROGRAM = """
def score(batch: Dict[str, Tensor]) -> Tensor:
    y = batch["a"] * 2 + batch["b"]
    if "mask" in batch:
        y = y * batch["mask"]
    return y * len(batch)

def ordered(batch: Dict[str, Tensor]) -> Dict[str, Tensor]:
    total = torch.zeros(5)
    found: Dict[str, Tensor] = {}
    for name, value in batch.items():
        total = total * 2 + value
        found[name] = total * 1
    return found

def counts(x: Tensor, batch: Dict[str, Tensor]) -> Tensor:
    return (x * 2 + 1) * len(batch)

def sets(batch: Dict[str, Tensor]) -> Tensor:
    batch["c"] = batch["a"] * 2
    return batch["c"] + len(batch)

def writes(batch: Dict[str, Tensor]) -> Tensor:
    batch["a"].add_(1)
    return batch["a"] * 2 + batch["b"]

def returns(batch: Dict[str, Tensor]) -> Tuple[Tensor, Dict[str, Tensor]]:
    return batch["a"] * 2 + 1, batch
"""


def function(name: str) -> Any:
    return getattr(ts.compile(PROGRAM), name)


def batch_of(*names: str) -> dict[str, ts.Tensor]:
    return {name: ts.Tensor(x_of(5) + ord(name[0])) for name in names}


def keys_of(f: Any) -> list[Any]:
    """The keys that each executor of a function relies on, the first one first."""
    return [dict(executor.constants.dicts) for executor in executors(f)]


def interpreted(f: Any, *inputs: Any) -> Any:
    with ts.optimized_execution(False):
        return f(*inputs)


def test_a_plan_takes_the_values() -> None:
    f, batch = function("score"), batch_of("a", "b")
    expected = interpreted(f, batch).array
    np.testing.assert_allclose(warm(f, batch).array, expected, rtol=1e-6)
    assert keys_of(f) == [{0: ("a", "b")}]
    graph = outside(f, batch)
    assert "aten::mul" not in graph and "__contains__" not in graph
    other = {name: ts.Tensor(value.array * 3) for name, value in batch.items()}
    np.testing.assert_allclose(f(other).array, expected * 3, rtol=1e-6)


def test_other_keys_have_their_plan() -> None:
    f = function("score")
    for _ in range(2):
        for names in (("a", "b"), ("a", "b", "mask"), ("b", "a"), ("x", "b", "a"), ("b", "y", "a")):
            batch = batch_of(*names)
            expected = interpreted(f, batch).array
            np.testing.assert_allclose(warm(f, batch).array, expected, rtol=1e-6)
    assert keys_of(f)[:2] == [{0: ("a", "b")}, {0: ("a", "b", "mask")}]
    assert keys_of(f)[-1] == {}
    with pytest.raises(ts.Error, match="b"):
        f(batch_of("a"))


def test_the_order_of_keys_is_that_of_the_call() -> None:
    f = function("ordered")
    for names in (("a", "b"), ("b", "a"), ("a", "b"), ("b", "a", "c")):
        batch = batch_of(*names)
        expected, found = interpreted(f, batch), warm(f, batch)
        assert list(found) == list(names)
        for name in names:
            np.testing.assert_allclose(found[name].array, expected[name].array, rtol=1e-6)


def test_keys_are_checked_where_no_value_is_read() -> None:
    f, x = function("counts"), x_of(5)
    for names in ("a", "ab", "abc", "a", "ab"):
        result = warm(f, x, batch_of(*names)).array
        np.testing.assert_array_equal(result, (x * 2 + 1) * len(names))


@pytest.mark.parametrize("name", ["sets", "writes", "returns"])
def test_a_dict_that_is_written_or_returned_stays(name: str) -> None:
    f = function(name)
    for _ in range(6):
        expected, found = (call(f, batch_of("a", "b")) for call in (interpreted, lambda f, b: f(b)))
        first, wanted = (each[0] if name == "returns" else each for each in (found, expected))
        np.testing.assert_allclose(first.array, wanted.array, rtol=1e-6)
    assert keys_of(f)[0] == {}


def test_values_of_other_types_have_a_plan() -> None:
    f, narrow, wide = function("score"), batch_of("a", "b"), {"a": x_of(7), "b": np.ones(7)}
    expected = warm(f, narrow).array
    for _ in range(4):
        result = f(wide).array
        np.testing.assert_allclose(result, (x_of(7) * 2 + 1) * 2, rtol=1e-6)
        assert result.dtype == np.float64
    np.testing.assert_array_equal(f(narrow).array, expected)


def test_the_explanation_has_the_keys() -> None:
    (plan,) = ts.explain(function("score"), batch_of("a", "b")).facts.plans
    assert plan.constants == (("list(batch.keys())", "['a', 'b']"),)
