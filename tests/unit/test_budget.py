"""`ts.budget` stops programs that loop, allocate or recurse for ever."""

from __future__ import annotations

import sys
import tracemalloc
from math import nan

import numpy as np
import pytest
from mlir_programs import unit_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE

ENDLESS = {
    "numbers": "n = 1\n    while n > 0:\n        n = (n + 1) % 7 + 1",
    "range": "n = 0\n    for i in range(9223372036854775807):\n        n = i",
    "tensors": "n = 1\n    while n > 0:\n        x = x + 1",
    "sort": "n = [C(1), C(2)]\n    n.sort()",
    "context": "n = 1\n    with C(1):\n        n = 2",
    "fork": "n = torch.jit.wait(torch.jit.fork(endless, 1))",
}
GROWING = {
    "tensors": "kept = [x]\n    while True:\n        kept.append(x + 1)",
    "views of new tensors": "kept = [x]\n    while True:\n        kept.append((x + 1)[:1])",
    "numbers": "kept = [1]\n    while True:\n        kept.append(len(kept) + 1000)",
    "text": "kept = 'abcd'\n    while True:\n        kept = kept + kept",
    "dict": "kept = {1: 1}\n    while True:\n        kept[len(kept) + 1000] = len(kept) + 1000",
}
HEAD = """
class C:
    def __init__(self, n: int):
        self.n = n
    def __lt__(self, other: 'C') -> bool:
        while self.n > 0:
            self.n = 1
        return True
    def __enter__(self):
        pass
    def __exit__(self, kind: Any, value: Any, trace: Any):
        while self.n > 0:
            self.n = 1

def endless(n: int) -> int:
    while n > 0:
        n = 1
    return n
"""
X = np.ones(1000, np.float32)


def compile_code(body: str) -> ts.ScriptFunction:
    return ts.compile(f"{HEAD}\ndef f(x):\n    {body}\n    return x\n").f


@pytest.mark.parametrize("kind", ENDLESS)
@pytest.mark.parametrize("bound", [{"steps": 5000}, {"seconds": 0.05}], ids=["steps", "seconds"])
def test_an_endless_run_is_stopped(kind: str, bound: dict[str, float]) -> None:
    function = compile_code(ENDLESS[kind])
    with ts.budget(steps=1000), pytest.raises(ts.BudgetError):
        function(X)  # compiles, which may take longer than the time bound
    with ts.budget(**bound), pytest.raises(ts.BudgetError) as caught:
        function(X)
    assert caught.value.resource == next(iter(bound))
    assert caught.value.position is not None


NESTED_SORTS = """
class C:
    def __init__(self, n: int):
        self.n = n
    def __lt__(self, other: 'C') -> bool:
        l = [C(1), C(2)]
        l.sort()
        return True

def f(x):
    l = [C(1), C(2)]
    l.sort()
    return x
"""


def test_recursion_through_an_operator_is_a_fault_of_the_program() -> None:
    function = ts.compile(NESTED_SORTS).f
    with ts.budget(steps=10**9), pytest.raises(ts.RuntimeFault, match="too deeply"):
        function(X)


@pytest.mark.parametrize("kind", GROWING)
def test_a_run_that_allocates_for_ever_is_stopped(kind: str) -> None:
    function = compile_code(GROWING[kind])
    with ts.budget(bytes=1_000_000), pytest.raises(ts.BudgetError, match="1,000,000 bytes"):
        function(X)
    assert not tracemalloc.is_tracing()


def test_the_last_result_counts() -> None:
    function = compile_code("x = torch.zeros([10000000])")
    with ts.budget(bytes=1_000_000), pytest.raises(ts.BudgetError, match="bytes"):
        function(X)


RECURSIVE = """
    func.func @f(%n: i64) -> i64 {
      %f = prim.Constant @f : !ts.function<@f>
      %m = prim.CallFunction(%f, %n) : (!ts.function<@f>, i64) -> i64
      func.return %m : i64
    }
"""


@pytest.mark.parametrize("limit", [1000, 50_000])
def test_endless_recursion_is_a_fault_within_a_budget_too(limit: int) -> None:
    unit, before = unit_of(RECURSIVE), sys.getrecursionlimit()
    sys.setrecursionlimit(limit)
    try:
        for bound in ({}, {"steps": 10**9}, {"bytes": 10**9}):
            with ts.budget(**bound), pytest.raises(ts.RuntimeFault, match="nested too deeply"):
                unit.f(1)
        with ts.budget(steps=100), pytest.raises(ts.BudgetError, match="100 steps"):
            unit.f(1)
    finally:
        sys.setrecursionlimit(before)


def test_a_run_within_its_budget_is_unchanged() -> None:
    function = compile_code("for i in range(3):\n        x = x + i")
    with ts.budget(steps=100, seconds=1000, bytes=10**8):
        assert np.array_equal(function(X), X + 3)
    assert ACTIVE.get() is None


def test_a_budget_is_that_of_all_calls_inside() -> None:
    function = compile_code("x = x + 1")
    with ts.budget(steps=20), pytest.raises(ts.BudgetError, match="20 steps"):
        for _ in range(30):
            function(X)
    function(X)


def test_budgets_nest() -> None:
    function = compile_code(ENDLESS["numbers"])
    with ts.budget(steps=50):
        with ts.budget(steps=10), pytest.raises(ts.BudgetError, match="10 steps"):
            function(X)
        with ts.budget(steps=10**6), pytest.raises(ts.BudgetError, match="50 steps"):
            function(X)


def test_a_profile_is_bounded_too() -> None:
    with ts.budget(steps=50), pytest.raises(ts.BudgetError):
        ts.profile(compile_code(ENDLESS["numbers"]), X)


def test_tracing_that_was_on_stays_on() -> None:
    tracemalloc.start()
    try:
        with ts.budget(bytes=10**8):
            compile_code("x = x + 1")(X)
        assert tracemalloc.is_tracing()
    finally:
        tracemalloc.stop()


def test_a_bound_is_not_negative() -> None:
    with pytest.raises(ValueError, match="'steps' must not be negative, got -1"), ts.budget(-1):
        pass


def test_the_error_shows_the_line() -> None:
    with ts.budget(steps=50), pytest.raises(ts.BudgetError) as caught:
        compile_code(ENDLESS["tensors"])(X)
    assert "error: the run exceeded its budget of 50 steps\n" in str(caught.value)
    assert "while n > 0" in str(caught.value) or "x = x + 1" in str(caught.value)


def test_a_fork_from_python_is_bounded() -> None:
    endless = ts.compile(f"{HEAD}\n").endless
    with ts.budget(steps=1000):
        future = ts.fork(endless, 1)
    with pytest.raises(ts.BudgetError):
        future.wait()


def test_nan_is_no_bound() -> None:
    with pytest.raises(ValueError, match="'seconds' must not be negative"), ts.budget(seconds=nan):
        pass
