"""A plan that answers calls in a row is tried first; results and side effects stay the same."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import front_plan
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.profiling_executor import ANSWERS, ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.modules.unit import CompilationUnit

pytestmark = pytest.mark.usefixtures("compiled_now")

STATE = """
def f(x, state: Tuple[Tensor, Tensor], scale: float = 2.0):
    h, c = state
    x.add_(1.0)
    return torch.tanh(x * h + c) * scale, (h + c, c)
"""
STATIC_PLANS = 4


def call(unit: CompilationUnit, rows: int, scale: float = 2.0) -> None:
    """Call `f` with so many rows, and compare results and the written argument with numpy's."""
    random = np.random.default_rng(rows)
    x, h, c = (random.standard_normal((rows, 3), np.float32) for _ in range(3))
    before = x.copy()
    y, (s, last) = unit.f(x, (h, c), scale)
    np.testing.assert_array_equal(x, before + 1)
    np.testing.assert_allclose(y.array, np.tanh((before + 1) * h + c) * scale, rtol=1e-5, atol=1e-6)
    np.testing.assert_array_equal(s.array, h + c)
    np.testing.assert_array_equal(last.array, c)


def warmed_up() -> tuple[CompilationUnit, ProfilingExecutor]:
    """Return a unit whose plan for any number of rows is at the front, and its executor."""
    unit = ts.compile(STATE)
    for rows in range(2, 2 + 2 * STATIC_PLANS + 2 + ANSWERS):
        call(unit, rows)
    executor = executor_of(unit.f)
    assert isinstance(executor, ProfilingExecutor)
    return unit, executor


def test_the_plan_for_any_size_moves_to_the_front() -> None:
    unit, executor = warmed_up()
    assert executor._front is not None
    answers = executor._answers
    for rows in (100, 2, 3, 17):
        call(unit, rows)
    assert executor._answers == answers, "the plans before it are not tried"


def product(unit: CompilationUnit, rows: int, dtype: type = np.float32) -> None:
    x = np.random.default_rng(rows).standard_normal((rows, 100)).astype(dtype)
    np.testing.assert_allclose(unit.f(x), x @ x.T, rtol=1e-5, atol=1e-6)


def test_a_function_with_nothing_to_fuse_moves_to_the_front() -> None:
    """Products of fixed sizes are compiled; a library has those of many terms of any size."""
    unit = ts.compile("def f(x):\n    return torch.mm(x, x.t())\n")
    for rows in range(2, 2 + 2 * STATIC_PLANS + 2 + ANSWERS):
        product(unit, rows)
    executor = executor_of(unit.f)
    assert isinstance(executor, ProfilingExecutor)
    last = list(executor.fallbacks)
    while last[-1].fallbacks:
        last += last[-1].fallbacks
    assert last[-1].stage is Stage.SIMPLIFIED
    assert executor._front is not None and executor._front is last[-1]._copy
    for rows in range(2, 50):
        product(unit, rows)
        product(unit, rows, np.float64)


def test_the_first_plan_stays_at_the_front_while_it_answers() -> None:
    unit = ts.compile(STATE)
    for _ in range(3 * ANSWERS):
        call(unit, 5)
    executor = executor_of(unit.f)
    assert isinstance(executor, ProfilingExecutor)
    assert executor.stage is Stage.STATIC
    assert executor._front is None


def test_alternating_sizes_move_no_plan() -> None:
    unit = ts.compile(STATE)
    for _ in range(3 * ANSWERS):
        call(unit, 5)
        call(unit, 6)
    executor = executor_of(unit.f)
    assert isinstance(executor, ProfilingExecutor)
    assert executor._front is None, "each answers every second call"


def test_calls_that_the_front_refuses_write_their_arguments_once() -> None:
    unit, executor = warmed_up()
    plans = len(list(executor.plans()))
    for rows in (1, 1, 9, 1):  # a symbol stands for sizes of at least 2
        call(unit, rows)
    assert executor._front is not None
    assert len(list(executor.plans())) == plans + 1, "one more, for a single row"


def test_the_front_is_vacated_and_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front_plan, "CALLS", 8)
    unit, executor = warmed_up()
    fronts = list[front_plan.FrontPlan | None]()
    for rows in range(30, 30 + 8 * ANSWERS):
        call(unit, rows)
        fronts.append(executor._front)
    assert None in fronts, "calls try the plans in order, from time to time"
    assert len({id(front) for front in fronts if front is not None}) == 1, "it is copied once"


def test_other_constants_are_not_answered_by_the_front() -> None:
    class Scale(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.factor = 2.0

        def forward(self, x: ts.Tensor, others: list[ts.Tensor]) -> ts.Tensor:
            return ts.tanh(x * self.factor) + others[0]

    module = ts.script(Scale())
    for number in range(3 * ANSWERS):
        x = np.full(number + 2, 0.5, np.float32)
        if number > 2 * ANSWERS:
            module.factor = float(number % 3)
        others = [x] * (1 + number % 2 * (number > 2 * ANSWERS))
        found = module(x, others).array
        np.testing.assert_allclose(found, np.tanh(x * module.factor) + x, rtol=1e-5)


def test_errors_name_the_place_in_the_source() -> None:
    unit, executor = warmed_up()
    assert executor._front is not None
    x = np.ones((5, 3), np.float32)
    with pytest.raises(RuntimeError, match=r"<compile>:5:2"):
        unit.f(x, (np.ones((5, 2), np.float32), x))


def test_plans_at_the_front_are_freed_with_the_program() -> None:
    unit, executor = warmed_up()
    watched = weakref.ref(executor)
    del unit, executor
    gc.collect()
    assert watched() is None
