"""Steps that wait in the background thread when a program asks for plans now: calls take them over,
and none is taken twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import background, fused_group
from xdsl_torchscript.runtime.executors.background import schedule, take_over, while_alive
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.values import Value

CHAIN = "def f(x, y):\n    return torch.tanh(x * 2.0 + y) * x\n"


@pytest.fixture(autouse=True)
def in_background(compiled_now: None) -> None:
    """Let every function be hot, and another thread make the plans."""
    OPTIONS.compile, OPTIONS.hot_seconds = "background", 0.0


@pytest.fixture
def kernels(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that compiled kernels."""
    seen: list[str] = []
    compile_func = fused_group.compile_func

    def noted(*args: object, **kwargs: object) -> object:
        seen.append(threading.current_thread().name)
        return compile_func(*args, **kwargs)

    monkeypatch.setattr(fused_group, "compile_func", noted)
    return seen


@contextmanager
def _occupied() -> Iterator[None]:
    """Let the background thread run nothing but a task that takes as long as the block."""
    begun, go_on = threading.Event(), threading.Event()
    schedule(lambda: (begun.set(), go_on.wait(), None)[2])
    begun.wait()
    try:
        yield
    finally:
        go_on.set()
        ts.wait_for_compilation()


def _inputs() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    return rng.standard_normal(300, np.float32), rng.standard_normal(300, np.float32)


@pytest.mark.parametrize("steps", [0, 1, 2])
def test_a_call_takes_the_step_that_waits(steps: int, kernels: list[str]) -> None:
    """The profile, the plan or the kernel, after as many steps in the background."""
    f, inputs = ts.compile(CHAIN).f, _inputs()
    executor = executor_of(f)
    for _ in range(steps):
        f(*inputs), f(*inputs)
        ts.wait_for_compilation()
    with _occupied():
        f(*inputs), f(*inputs)
        assert executor._is_busy or executor._compiling
        OPTIONS.compile = "now"
        f(*inputs), f(*inputs)
        assert executor.stage is Stage.STATIC and not executor._compiling
    unplanned = executor.unplanned_calls
    np.testing.assert_allclose(f(*inputs), np.tanh(inputs[0] * 2 + inputs[1]) * inputs[0], 1e-5)
    assert executor.unplanned_calls == unplanned
    assert kernels == [threading.current_thread().name]


def test_a_call_waits_for_the_step_that_has_begun(
    kernels: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, optimize = threading.Event(), threading.Event(), ProfilingExecutor._optimize

    def delayed(executor: ProfilingExecutor, outlines: Sequence[Value]) -> None:
        begun.set()
        go_on.wait()
        optimize(executor, outlines)

    monkeypatch.setattr(ProfilingExecutor, "_optimize", delayed)
    f, inputs = ts.compile(CHAIN).f, _inputs()
    executor = executor_of(f)
    f(*inputs), f(*inputs)
    ts.wait_for_compilation()
    f(*inputs)
    begun.wait()
    OPTIONS.compile = "now"
    calls = [threading.Thread(target=f, args=inputs) for _ in range(2)]
    for call in calls:
        call.start()
    end = time.monotonic() + 10
    while background._compiler._waiting < len(calls) and time.monotonic() < end:
        time.sleep(0.01)
    stage = executor.stage
    go_on.set()
    for call in calls:
        call.join()
    assert (stage, executor.stage) == (Stage.OPTIMIZING, Stage.STATIC) and len(kernels) == 1


def test_calls_of_the_specializing_executor_do_so(kernels: list[str]) -> None:
    ts.set_engine("specialize")
    f, inputs = ts.compile(CHAIN).f, _inputs()
    for _ in range(2):  # the plan, then its kernel
        OPTIONS.compile = "background"
        with _occupied():
            f(*inputs)
            OPTIONS.compile = "now"
            f(*inputs)
    assert kernels == [threading.current_thread().name]


class Counter:
    def __init__(self) -> None:
        self.counts: list[int] = []

    def add(self, number: int) -> None:
        self.counts.append(number)

    def take_over(self) -> None:
        take_over(self)
        self.counts.append(0)


def test_only_the_tasks_of_the_object_are_taken_over() -> None:
    own, other = Counter(), Counter()
    with _occupied():
        for number in (1, 2):
            schedule(while_alive(own.add, number))
            schedule(while_alive(other.add, number))
        take_over(own)
        assert (own.counts, other.counts) == ([1, 2], [])
    assert (own.counts, other.counts) == ([1, 2], [1, 2])


def test_a_task_does_not_wait_for_itself() -> None:
    own = Counter()
    schedule(while_alive(own.take_over))
    schedule(while_alive(own.add, 1))
    ts.wait_for_compilation(10)
    assert own.counts == [0, 1]
