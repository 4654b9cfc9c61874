"""Plans that another thread makes: calls go on meanwhile, and threads share them."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import fused_group, profiling_executor
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native import compile_worker

CHAIN = "def f(x, y):\n    return torch.tanh(x * 2.0 + y) * x\n"


@pytest.fixture(autouse=True)
def in_background(compiled_now: None) -> None:
    """Let every function be hot, and another thread make the plans."""
    OPTIONS.compile, OPTIONS.hot_seconds = "background", 0.0


TWO_GROUPS = """
def f(x, y):
    z = torch.tanh(x * 2.0 + y)
    w = torch.unique(z)
    return torch.exp(w) * 2.0, z * y
"""


def _arrays() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    return rng.standard_normal(300, np.float32), rng.standard_normal(300, np.float32)


def test_threads_share_one_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[int] = []
    compile_func = fused_group.compile_func

    def counted(*args: object, **kwargs: object) -> object:
        compiled.append(1)
        return compile_func(*args, **kwargs)

    monkeypatch.setattr(fused_group, "compile_func", counted)
    f = ts.compile(CHAIN).f
    x, y = _arrays()
    expected = np.tanh(x * 2 + y) * x
    wrong: list[float] = []

    def call() -> None:
        for _ in range(30):
            wrong.append(float(abs(np.asarray(f(x, y)) - expected).max()))

    threads = [threading.Thread(target=call) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for _ in range(3):  # a profile, a plan and a kernel
        ts.wait_for_compilation()
        f(x, y)
    assert max(wrong) < 1e-6
    assert len(compiled) == 1
    assert executor_of(f).stage is Stage.STATIC


def test_another_process_makes_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that of a call that waits for its plan, with the reasons of what stays outside."""

    def fail(target: str) -> None:
        raise AssertionError(f"{target} runs in this process")

    inputs, executors = _arrays(), [executor_of(ts.compile(TWO_GROUPS).f) for _ in range(2)]
    OPTIONS.compile = "now"
    while executors[0]._final is None:
        executors[0].run([*map(ts.Tensor, inputs)])
    OPTIONS.compile = "background"
    monkeypatch.setattr(compile_worker, "lazy_import", fail)
    while executors[1]._final is None:
        executors[1].run([*map(ts.Tensor, inputs)])
        ts.wait_for_compilation()
    texts = [str(executor.graph) for executor in executors]
    reasons = [[(op.name, why) for op, why in each.refusals.items()] for each in executors]
    assert texts[0] == texts[1]
    assert texts[0].count("prim.TensorExprGroup") == 2
    assert reasons[0] == reasons[1]
    assert dict(reasons[0]).keys() == {"aten._unique2"}


def test_calls_run_no_plan_whose_kernels_are_being_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its first call requests them."""
    go_on, compile_func = threading.Event(), fused_group.compile_func
    monkeypatch.setattr(
        fused_group,
        "compile_func",
        lambda *args, **kw: (go_on.wait(), compile_func(*args, **kw))[1],
    )
    f, inputs = ts.compile(CHAIN).f, _arrays()
    executor = executor_of(f)
    while executor._final is None:
        f(*inputs)
        ts.wait_for_compilation()
    before = executor.unplanned_calls
    for _ in range(5):
        f(*inputs)
    assert executor.unplanned_calls == before + 4
    go_on.set()
    ts.wait_for_compilation()
    f(*inputs)
    assert executor.unplanned_calls == before + 4


def test_calls_are_answered_before_anything_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that another thread prepares takes time from the call."""
    events: list[str] = []

    def run_code(code: Code, inputs: list[int]) -> tuple[int, ...]:
        events.append("called")
        return run(code, inputs)

    monkeypatch.setattr(profiling_executor, "schedule", lambda task: events.append("scheduled"))
    f = ts.compile("def f(n: int):\n    return n + 1\n").f
    executor = ProfilingExecutor(lambda: f.op.clone(), lambda: f.executable)
    assert [executor.run([n], run_code) for n in (1, 2, 3)] == [(2,), (3,), (4,)]
    assert events == ["called", "called", "scheduled", "called"]
