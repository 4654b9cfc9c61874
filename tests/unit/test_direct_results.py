"""Direct calls that return arguments, attributes, None and lists besides results of the kernel."""

from __future__ import annotations

import gc
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_call_kernel import resident
from test_direct_call import function, warm, x_of
from test_kernel_record import folder as folder  # a fixture
from test_kernel_record import passes as passes  # a fixture

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules.handle import object_of

pytestmark = pytest.mark.usefixtures("compiled_now")

WRITES = "def f(k: Tensor, x: Tensor):\n    k.add_(x)\n    return k\n"
SEVERAL = "def f(k: Tensor, x: Tensor):\n    k.add_(x)\n    return x, k * 2, k, k + x, x\n"
NOTHING = "def f(k: Tensor, x: Tensor):\n    k.add_(x)\n"


class Average(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", np.zeros(5, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.mean.mul_(0.5).add_(x)
        return self.mean


def test_a_written_array_is_returned_as_a_tensor_over_it(python_calls: list[str]) -> None:
    f, k, x = function(WRITES), x_of(5), x_of(5) + 1
    warm(f, x_of(5), x)
    python_calls.clear()
    result = f(k, x)
    assert python_calls == [] and type(result) is ts.Tensor
    assert result.array is k
    np.testing.assert_array_equal(k, x_of(5) + x)


def test_a_tensor_is_returned_itself(python_calls: list[str]) -> None:
    f, k, x = function(WRITES), ts.tensor(x_of(5)), ts.tensor(x_of(5))
    warm(f, x_of(5), x)
    python_calls.clear()
    assert f(k, x) is k
    assert python_calls == []


def test_results_and_arguments_in_a_tuple(python_calls: list[str]) -> None:
    f, k, x = function(SEVERAL), ts.tensor(x_of(5)), ts.tensor(x_of(5))
    warm(f, x_of(5), x_of(5))
    python_calls.clear()
    first, double, second, sum_, third = f(k, x)
    assert python_calls == [] and first is third is x and second is k
    np.testing.assert_array_equal(double.array, k.array * 2)
    np.testing.assert_array_equal(sum_.array, k.array + x.array)


def test_an_array_that_is_returned_again_is_one_tensor(python_calls: list[str]) -> None:
    f, k, x = function(SEVERAL), x_of(5), x_of(5)
    warm(f, x_of(5), x_of(5))
    python_calls.clear()
    first, _double, second, _sum, third = f(k, x)
    assert python_calls == [] and first is third
    assert first.array is x and second.array is k
    assert sys.getrefcount(third) == sys.getrefcount(second) + 1


def test_nothing_is_returned(python_calls: list[str]) -> None:
    f, k = function(NOTHING), x_of(5)
    warm(f, x_of(5), x_of(5))
    python_calls.clear()
    assert f(k, x_of(5)) is None and python_calls == []
    np.testing.assert_array_equal(k, x_of(5) * 2)


def test_an_attribute_is_returned(python_calls: list[str]) -> None:
    m = ts.script(Average())
    warm(m, x_of(5))
    python_calls.clear()
    assert m(x_of(5)) is object_of(m).slots["mean"]
    assert python_calls == []


@pytest.mark.parametrize("text", [WRITES, SEVERAL, NOTHING])
def test_no_reference_is_kept(text: str) -> None:
    f, k, x = function(text), ts.tensor(x_of(5)), ts.tensor(x_of(5))
    warm(f, k, x)
    kept = (k, k.array, x, x.array, None)
    before = [sys.getrefcount(value) for value in kept]
    for _ in range(1000):
        f(k, x)
        f(k.array, x.array)
        f(k, k)  # The kernel refuses arguments that overlap.
    after = [sys.getrefcount(value) for value in kept]
    assert all(abs(b - a) < 100 for a, b in zip(after, before, strict=True))


def test_an_attribute_is_replaced_during_calls() -> None:
    """A call holds its result, although nothing else refers to it any more."""
    m, x = ts.script(Average()), x_of(5)
    warm(m, x)
    running = threading.Event()

    def replace() -> None:
        while not running.is_set():
            object_of(m).slots["mean"] = ts.tensor(np.zeros(5, np.float32))

    thread = threading.Thread(target=replace)
    thread.start()
    results = [m(x) for _ in range(3000)]
    running.set()
    thread.join()
    assert all(result.array.shape == (5,) for result in results)


def test_a_stored_plan_returns_arguments(folder: Path, passes: list[str]) -> None:
    ts.set_engine("native")
    for text in (WRITES, SEVERAL, NOTHING):
        function(text)(x_of(5), x_of(5))
        passes.clear()
        f: Any = function(text)
        for _ in range(3):  # later calls are direct
            k, x = ts.tensor(x_of(5)), ts.tensor(x_of(5))
            result = f(k, x)
            expected = k if text is WRITES else None
            assert result[2] is k if text is SEVERAL else result is expected
            np.testing.assert_array_equal(k.array, x_of(5) * 2)
        assert passes == []


LISTS = """
def f(x: Tensor, n: int) -> Tuple[List[int], List[float], List[bool], Tensor, List[float]]:
    ints, floats, flags = [n] * 3, [0.5] * 40, [False] * 9
    for i in range(n):
        ints[i % 3] += i << 40
        floats[i] -= 1.0
        flags[i] = i % 2 == 1
    y = x.double() + n
    numbers: List[float] = y.tolist()
    return ints, floats, flags, x * 2, numbers
"""


FILLED = """
def f(n: int) -> List[int]:
    numbers = [-1] * 50000
    for i in range(n):
        numbers[i] = i
    return numbers
"""


@pytest.mark.parametrize("size", [5, 0, 1])
def test_lists_of_numbers_are_made_by_machine_code(size: int, python_calls: list[str]) -> None:
    f, x = function(LISTS), ts.tensor(x_of(5)[:size])
    warm(f, x, 8)
    python_calls.clear()
    lists = [f(x, 8) for _ in range(3)]
    assert python_calls == []
    lists[0][0].append(1)
    ints, floats, flags, double, numbers = lists[1]
    assert ints == [8 + (9 << 40), 8 + (12 << 40), 8 + (7 << 40)]
    assert floats == [-0.5] * 8 + [0.5] * 32 and flags == [False, True] * 4 + [False]
    assert numbers == (x.array.astype(np.float64) + 8).tolist()
    assert list(map(type, (ints[0], floats[0], flags[0]))) == [int, float, bool]
    np.testing.assert_array_equal(double.array, x.array * 2)
    assert str(lists[1]) == str(lists[2]) and lists[1][0] is not lists[2][0]


def test_a_list_is_returned_by_itself(python_calls: list[str]) -> None:
    f = function(FILLED)
    warm(f, 7)
    python_calls.clear()
    made = f(600)
    assert python_calls == [] and made == [*range(600)] + [-1] * 49_400
    assert gc.is_tracked(made) and sys.getrefcount(made) == 2
    with pytest.raises(ts.RuntimeFault, match="list index out of range"):
        f(50_001)


def test_returned_lists_are_freed() -> None:
    f = function(FILLED)
    warm(f, 50_000)
    before, count = resident(), sys.getrefcount(-1)
    for _ in range(100):
        f(49_990)
    assert resident() - before < 40 << 20, "100 results have 200 MB"
    assert abs(sys.getrefcount(-1) - count) < 20


def test_a_stored_plan_returns_lists(folder: Path, passes: list[str]) -> None:
    ts.set_engine("native")
    x = ts.tensor(x_of(5))
    expected = str(warm(function(LISTS), x, 4))
    passes.clear()
    f = function(LISTS)
    assert str(warm(f, x, 4)) == expected
    assert passes == []


REPEATED = """
def f(x: Tensor, y: Tensor, n: int):
    r = x
    for i in range(n):
        if i == 1:
            r = y
        if i == 2:
            r = x * y
    return r, r
"""


@pytest.mark.parametrize("wrap", [ts.tensor, np.copy])
def test_a_loop_may_return_an_argument(wrap: Any, python_calls: list[str]) -> None:
    f, x, y = function(REPEATED), wrap(x_of(5)), wrap(x_of(5) + 1)
    warm(f, x, y, 3)
    python_calls.clear()
    counts = [sys.getrefcount(value) for value in (x, y)]
    for _ in range(100):
        found = [f(x, y, n) for n in range(4)]
    assert python_calls == []
    for pair, expected in zip(found, [x, x, y, None], strict=True):
        assert pair[0] is pair[1] and type(pair[0]) is ts.Tensor
        assert expected is None or any(expected is value for value in (pair[0], pair[0].array))
    np.testing.assert_array_equal(found[3][0].array, x_of(5) * (x_of(5) + 1))
    del found, pair, expected
    assert [sys.getrefcount(value) for value in (x, y)] == counts


class Repeated(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("start", np.ones(5, np.float32))

    def forward(self, n: int) -> ts.Tensor:
        y = self.start
        for _ in range(n):
            y = y * 2
        return y


def test_a_loop_that_may_return_an_attribute_is_left_to_python(python_calls: list[str]) -> None:
    module = ts.script(Repeated())
    warm(module, 3)
    python_calls.clear()
    assert module(0) is module.start
    assert python_calls != []
