"""`ts.optimized_execution` is for one thread, and ends with its block."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.modules import engines
from xdsl_torchscript.runtime.modules.engines import ACTIVE, current_engine

X = np.ones(3, np.float32)


@pytest.fixture(autouse=True)
def profiled(compiled_now: None) -> None:
    """Make plans at once, and restore the engine."""
    ts.set_engine("profile")


def name() -> str:
    return current_engine().name


def in_thread(function: Callable[[], object]) -> object:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_other_threads_go_on() -> None:
    with ts.optimized_execution(False):
        assert name() == "interp"
        assert in_thread(name) == "profile"
    assert name() == "profile"


def test_blocks_of_two_threads_may_end_in_any_order() -> None:
    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with ts.optimized_execution(False):
            entered.set()
            leave.wait(10)

    thread = threading.Thread(target=other)
    with ts.optimized_execution(False):
        thread.start()
        entered.wait(10)
    assert name() == "profile"
    leave.set()
    thread.join()
    assert ACTIVE.engine.name == "profile"
    assert ACTIVE.engine is current_engine()


def test_blocks_are_nested() -> None:
    with ts.optimized_execution(False):
        with ts.optimized_execution(True):
            assert name() == "profile"
        assert name() == "interp"


@pytest.mark.parametrize(
    ("engine", "expected"),
    [("specialize", "specialize"), ("native", "native"), ("interp", "profile")],
)
def test_an_engine_that_optimises_stays(engine: str, expected: str) -> None:
    ts.set_engine(engine)
    with ts.optimized_execution(True):
        assert name() == expected
    assert name() == engine


def test_an_engine_that_is_chosen_inside_is_for_the_block() -> None:
    with ts.optimized_execution(False):
        assert ts.set_engine("native") == "interp"
        assert name() == "native"
        assert in_thread(name) == "profile"
    assert name() == "profile"


def test_an_engine_that_is_chosen_outside_stays_behind_the_block() -> None:
    with ts.optimized_execution(False):
        in_thread(lambda: ts.set_engine("simple"))
        assert name() == "interp"
    assert name() == "simple"


def test_direct_calls_are_left_out_and_come_back() -> None:
    function = ts.compile("def f(x: Tensor):\n    return x * 2.0 + 1.0").f
    for _ in range(5):
        function(X)
    planned = str(ts.last_executed_optimized_graph())
    assert "TensorExprGroup" in planned
    with ts.optimized_execution(False):
        function(X)
        with pytest.raises(ts.Error, match="interpreted"):
            ts.last_executed_optimized_graph()
    function(X)
    assert str(ts.last_executed_optimized_graph()) == planned


def test_a_fork_runs_as_its_block() -> None:
    function = ts.compile("def f(x: Tensor):\n    return x * 2.0 + 1.0").f
    with ts.optimized_execution(False):
        for _ in range(4):
            future = ts.fork(function, X)
            np.testing.assert_array_equal(future.wait(), np.full(3, 3, np.float32))
    assert function.get_debug_state().execution_plans == {}


def test_a_strategy_without_plans_makes_none() -> None:
    ts.set_fusion_strategy([])
    function = ts.compile("def f(x: Tensor):\n    return x * 2.0 + 1.0").f
    for _ in range(5):
        np.testing.assert_array_equal(function(X), np.full(3, 3, np.float32))
    assert function.get_debug_state().execution_plans == {}
    ts.set_fusion_strategy([("STATIC", 1)])
    for _ in range(3):
        function(X)
    assert len(function.get_debug_state().execution_plans) == 1


def test_the_first_engine_replaces_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    selection, choose = engines.Selection(), engines.engine_named

    def choose_late(name: str) -> engines.Engine:
        selection.engine = choose("interp")
        return choose(name)

    monkeypatch.setattr(engines, "engine_named", choose_late)
    assert selection.engine.name == "interp"


def test_a_block_may_choose_the_first_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TS_ENGINE", raising=False)
    monkeypatch.setattr(engines, "ACTIVE", engines.Selection())
    with ts.optimized_execution(False):
        assert engines.current_engine().name == "interp"
    assert engines.current_engine().name == "profile"
