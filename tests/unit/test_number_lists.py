"""Lists and tuples of numbers among the attributes of modules: plans take them as constants."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of
from test_module_constants import executors

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")


class Sizes(ts.Module):
    sizes: list[int]

    def __init__(self, *sizes: int) -> None:
        super().__init__()
        self.sizes = list(sizes)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        total = 0
        for size in self.sizes:
            total += size
        return (x * 2 + 1).view(self.sizes) * total

    @ts.export
    def grow(self) -> int:
        self.sizes.append(1)
        return len(self.sizes)


class Various(ts.Module):
    scales: list[float]
    flags: list[bool]
    names: list[str]
    pair: tuple[int, float]
    maybe: list[int] | None

    def __init__(self) -> None:
        super().__init__()
        self.scales, self.flags, self.names = [0.0, 2.0], [True, False], ["a", "b"]
        self.pair, self.maybe = (2, 0.5), [3]

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        number, factor = self.pair
        y = x / self.scales[0] if self.flags[0] else x * number
        maybe = self.maybe
        if maybe is not None:
            y = y * maybe[0]
        return y * factor if self.names[1] == "b" else y


class Appending(Sizes):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.sizes.append(2)
        return (x * 2 + 1) * len(self.sizes)


class Returning(Sizes):
    def forward(self, x: ts.Tensor) -> tuple[ts.Tensor, list[int]]:
        return (x * 2 + 1) * len(self.sizes), self.sizes


@ts.script
class Holder:
    def __init__(self, sizes: list[int]) -> None:
        self.sizes = sizes


class TwoNames(ts.Module):
    first: Holder
    second: Holder

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = Holder([1, 2]), Holder([])

    @ts.export
    def link(self) -> None:
        self.second = self.first

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.first.sizes.append(3)
        return (x * 2 + 1) * len(self.second.sizes)


def values_of(module: Any) -> list[Any]:
    """The constants of each executor of a module, the first one first."""
    return [dict(executor.constants.values) for executor in executors(module.forward)]


def expected(x: np.ndarray[Any, Any], *sizes: int) -> np.ndarray[Any, Any]:
    return (x * 2 + 1).reshape(sizes) * sum(sizes)


def test_a_list_of_numbers_is_constant(python_calls: list[str]) -> None:
    m, x = ts.script(Sizes(2, 3)), x_of(6)
    warm(m, x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, expected(x, 2, 3))
    assert python_calls == []
    assert values_of(m) == [{("sizes",): [2, 3]}]
    assert "prim::Loop" not in str(m.graph_for(x)).partition("prim::FallbackGraph")[0]


def test_another_list_has_its_plan(python_calls: list[str]) -> None:
    m, x = ts.script(Sizes(2, 3)), x_of(6)
    warm(m, x)
    for sizes in ([3, 2], [6], [2, 3, 1], [2, 3]):
        m.sizes = sizes
        for _ in range(3):
            np.testing.assert_array_equal(m(x).array, expected(x, *sizes))
    python_calls.clear()
    m(x)
    assert python_calls == [], "the list is equal, and of the same numbers"


def test_a_list_that_is_written_elsewhere_has_another_plan() -> None:
    m, x = ts.script(Sizes(2, 3)), x_of(6)
    warm(m, x)
    for length in (3, 4):
        assert m.grow() == length
        for _ in range(3):
            wanted = expected(x, 2, 3, *[1] * (length - 2))
            np.testing.assert_array_equal(m(x).array, wanted)


def test_an_empty_list_is_checked() -> None:
    m, x = ts.script(Sizes()), np.ones((), np.float32)
    np.testing.assert_array_equal(warm(m, x).array, 0)
    m.sizes = [1]
    np.testing.assert_array_equal(m(x).array, [3])
    m.sizes = []
    np.testing.assert_array_equal(m(x).array, 0)


CHANGES: list[tuple[str, Any]] = [
    ("scales", [-0.0, 2.0]),
    ("scales", [1.0]),
    ("flags", [False, False]),
    ("names", ["a", "c"]),
    ("pair", (2, -0.5)),
    ("pair", (2, -0.0)),
    ("maybe", [4]),
    ("maybe", None),
]


@pytest.mark.parametrize("engine", ["profile", "native"])
@pytest.mark.parametrize("name, value", CHANGES)
def test_a_value_that_changes_is_read(name: str, value: Any, engine: str) -> None:
    m, x = ts.script(Various()), x_of(5) + 1
    ts.set_engine(engine)
    before = warm(m, x).array
    setattr(m, name, value)
    with ts.optimized_execution(False):
        after = m(x).array
    for _ in range(4):
        np.testing.assert_array_equal(m(x).array, after)
    setattr(m, name, getattr(Various(), name))
    np.testing.assert_array_equal(m(x).array, before)


def test_a_list_that_the_function_appends_to_is_read() -> None:
    m, x = ts.script(Appending(1)), x_of(5)
    for length in range(2, 8):
        np.testing.assert_array_equal(m(x).array, (x * 2 + 1) * length)
    assert values_of(m)[0] == {}


def test_a_list_that_is_written_by_another_name_is_read() -> None:
    m, x = ts.script(TwoNames()), x_of(5)
    m.link()
    for length in range(3, 9):
        np.testing.assert_array_equal(m(x).array, (x * 2 + 1) * length)
    assert values_of(m)[0] == {}


def test_a_list_that_is_returned_is_the_attribute() -> None:
    m, x = ts.script(Returning(1)), x_of(5)
    for length in range(1, 7):
        y, sizes = m(x)
        np.testing.assert_array_equal(y.array, (x * 2 + 1) * length)
        assert sizes == [1] * length
        m.grow()
    assert 'GetAttr[name="sizes"]' in str(m.graph_for(x))


@pytest.mark.parametrize("engine", ["profile", "native"])
def test_lists_are_part_of_the_key_of_a_plan_on_disk(engine: str) -> None:
    ts.set_engine(engine)
    for sizes in ((2, 3), (3, 2), (2, 3)):
        m, x = ts.script(Sizes(*sizes)), x_of(6)
        np.testing.assert_array_equal(warm(m, x).array, expected(x, *sizes))
