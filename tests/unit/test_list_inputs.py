"""Lists of tensors among the inputs of functions: plans take their elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of
from test_module_constants import executors

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.module_constants import MAX_LENGTH
from xdsl_torchscript.runtime.executors.variants import MAX_VARIANTS

pytestmark = pytest.mark.usefixtures("compiled_now")

PROGRAM = """
def total(xs: List[Tensor], factor: float) -> Tensor:
    y = xs[0] * factor
    for i in range(1, len(xs)):
        y = y + xs[i] * i
    return y

def both(x: Tensor, first: List[Tensor], second: List[Tensor]) -> Tensor:
    return torch.cat(first).sum() * x + torch.cat(second).sum()

def appends(xs: List[Tensor]) -> Tensor:
    xs.append(xs[0] * 2)
    return torch.stack(xs).sum(0) * len(xs)

def appends_by_another_name(xs: List[Tensor], ys: List[Tensor]) -> Tensor:
    ys.append(ys[0] * 2)
    return (ys[0] * 2 + 1) * len(xs)

def returns(xs: List[Tensor]) -> Tuple[Tensor, List[Tensor]]:
    return xs[0] * 2 + 1, xs

def chooses(x: Tensor, xs: List[Tensor], last: bool) -> Tensor:
    y = xs[-1] if last else xs[0]
    return y * x + y

def unpacks(xs: List[Tensor]) -> Tensor:
    a, b = xs
    return a * 2 + b

def sliced(xs: List[Tensor]) -> Tensor:
    return torch.stack(xs[1:] + xs[:1]).sum(0) * 2

def writes(xs: List[Tensor]) -> Tensor:
    xs[1].add_(1)
    return xs[0] * 2 + xs[1]
"""


def program() -> Any:
    return ts.compile(PROGRAM)


def tensors(count: int) -> list[ts.Tensor]:
    return [ts.Tensor(x_of(5) + n) for n in range(count)]


def total(count: int) -> np.ndarray[Any, Any]:
    xs = [x_of(5) + n for n in range(count)]
    return sum((x * n for n, x in enumerate(xs)), xs[0] * 2)


def lists_of(function: Any) -> list[Any]:
    """The lengths that each executor of a function relies on, the first one first."""
    return [dict(executor.constants.lists) for executor in executors(function)]


def outside(function: Any, *inputs: Any) -> str:
    """The plan of a function around its groups and the fallback graph."""
    return str(function.graph_for(*inputs)).partition("prim::FallbackGraph")[0]


def test_a_plan_takes_the_elements() -> None:
    f, xs = program().total, tensors(3)
    np.testing.assert_array_equal(warm(f, xs, 2.0).array, total(3))
    assert lists_of(f) == [{(0, ()): 3}]
    assert "aten::mul" not in outside(f, xs, 2.0) and "prim::Loop" not in outside(f, xs, 2.0)
    others = [ts.Tensor(x.array * 3) for x in xs]
    np.testing.assert_array_equal(f(others, 2.0).array, total(3) * 3)


def test_each_length_has_its_plan() -> None:
    f = program().total
    for _ in range(2):
        for count in range(1, MAX_VARIANTS + 3):
            np.testing.assert_array_equal(warm(f, tensors(count), 2.0).array, total(count))
    lengths = [{(0, ()): count} for count in range(1, MAX_VARIANTS)]
    assert lists_of(f) == [*lengths, {}]


def test_elements_of_other_types_have_a_plan() -> None:
    f, wide = program().total, [ts.Tensor(np.ones(7)), ts.Tensor(np.ones(7, np.float32))]
    warm(f, tensors(2), 2.0)
    for _ in range(4):
        result = f(wide, 2.0).array
        np.testing.assert_array_equal(result, np.full(7, 3.0))
        assert result.dtype == np.float64
    np.testing.assert_array_equal(f(tensors(2), 2.0).array, total(2))


def test_several_lists_and_tensors() -> None:
    f, x = program().both, x_of(4)
    for first, second in ((1, 2), (2, 1), (1, 2)):
        result = warm(f, x, tensors(first), tensors(second)).array
        sums = [sum(float(t.array.sum()) for t in tensors(n)) for n in (first, second)]
        np.testing.assert_allclose(result, np.float32(sums[0]) * x + np.float32(sums[1]), rtol=1e-6)
    assert lists_of(f) == [{(1, ()): 1, (2, ()): 2}, {(1, ()): 2, (2, ()): 1}]


@pytest.mark.parametrize("name", ["appends", "writes"])
def test_a_list_that_is_written_stays(name: str) -> None:
    f = getattr(program(), name)
    for _ in range(6):
        xs = tensors(2)
        a, b = (x.array.copy() for x in xs)
        wanted = (a + b + a * 2) * 3 if name == "appends" else a * 2 + b + 1
        np.testing.assert_allclose(f(xs).array, wanted, rtol=1e-6)
    assert lists_of(f)[0] == {}


def test_a_list_that_is_written_by_another_name_stays() -> None:
    f, x = program().appends_by_another_name, x_of(5)
    for _ in range(6):
        np.testing.assert_array_equal(f(tensors(1), tensors(2)).array, x * 2 + 1)
    assert lists_of(f)[0] == {}


def test_a_list_that_is_returned_stays() -> None:
    f, x = program().returns, x_of(5)
    for _ in range(6):
        y, xs = f(tensors(2))
        np.testing.assert_array_equal(y.array, x * 2 + 1)
        assert len(xs) == 2
    assert lists_of(f)[0] == {}


@pytest.mark.parametrize("engine", ["interp", "profile"])
def test_elements_are_chosen_by_a_branch(engine: str) -> None:
    ts.set_engine(engine)
    f, x = program().chooses, x_of(5)
    for last in (True, False, True, False):
        y = x + 2 * last
        np.testing.assert_allclose(f(x, tensors(3), last).array, y * x + y, rtol=1e-6)


@pytest.mark.parametrize("engine", ["interp", "profile"])
def test_a_list_is_unpacked_by_the_program(engine: str) -> None:
    ts.set_engine(engine)
    f, x = program().unpacks, x_of(5)
    np.testing.assert_array_equal(warm(f, tensors(2)).array, x * 3 + 1)
    for count in (1, 3):
        with pytest.raises(ts.Error, match="2"):
            f(tensors(count))
    np.testing.assert_array_equal(f(tensors(2)).array, x * 3 + 1)


@pytest.mark.parametrize("engine", ["interp", "profile"])
def test_a_list_is_sliced(engine: str) -> None:
    ts.set_engine(engine)
    f, x = program().sliced, x_of(5)
    for count in (2, 3, 2):
        wanted = 2 * sum(x + n for n in range(count))
        np.testing.assert_allclose(warm(f, tensors(count)).array, wanted, rtol=1e-6)


def test_an_empty_list() -> None:
    f = program().total
    for _ in range(4):
        with pytest.raises(ts.Error, match="index"):
            f([], 2.0)
    np.testing.assert_array_equal(warm(f, tensors(2), 2.0).array, total(2))


def test_a_long_list_stays() -> None:
    f, count = program().total, MAX_LENGTH + 1
    np.testing.assert_allclose(warm(f, tensors(count), 2.0).array, total(count), rtol=1e-5)
    assert lists_of(f)[0] == {}


def test_the_native_engine_takes_no_list() -> None:
    ts.set_engine("native")
    with pytest.raises(ts.NativeUnsupported, match="takes 'xs' of type"):
        program().sliced(tensors(2))


def test_the_explanation_has_the_length() -> None:
    (plan,) = ts.explain(program().total, tensors(2), 2.0).facts.plans
    assert plan.constants == (("len(xs)", "2"),)
