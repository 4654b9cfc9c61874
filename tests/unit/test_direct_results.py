"""Direct calls that return arguments, attributes and None besides results of the kernel."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
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
