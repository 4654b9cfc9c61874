"""The kernel of an earlier process runs calls until the plan is made, and changes nothing else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_kernel_record import entries
from test_kernel_record import folder as folder  # a fixture
from test_stored_plan import SOURCE, Scaled, X, header

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.executors.stored_plan import FoundPlan
from xdsl_torchscript.runtime.native.disk_cache import shared_cache
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.tensor import Tensor

OPTIONAL = """
def f(x, y: Optional[Tensor] = None):
    z = torch.exp(x)
    return z if y is None else z + y
"""

BEST = """
def f(x, k: int):
    return torch.topk(x.exp(), k, 1)[0] + 1
"""

SUM = """
def f(l: List[int], i: int):
    s = 0
    for v in l:
        s += v
    return s - l[i]
"""


@pytest.fixture(autouse=True)
def hot_at_once(kept_options: None, folder: Path) -> None:
    OPTIONS.hot_seconds = 0.0
    ts.set_engine("profile")
    ts.set_compile_mode("background")


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Hold functions back from being profiled until the event is set."""
    event, profile = threading.Event(), vars(ProfilingExecutor)["_profile"]

    def wait(self: ProfilingExecutor, function: Any, first: Any) -> None:
        event.wait(10)
        profile(self, function, first)

    monkeypatch.setattr(ProfilingExecutor, "_profile", wait)
    yield event
    event.set()
    ts.wait_for_compilation()


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list to which each call of a kernel from the disk adds whether it suits."""
    found: list[bool] = []
    run = FoundPlan.run

    def counted(self: FoundPlan, inputs: Any) -> Any:
        results = run(self, inputs)
        found.append(results is not None)
        return results

    monkeypatch.setattr(FoundPlan, "run", counted)
    return found


def loaded(scale: float = 2.0, rows: int = 4) -> Any:
    """Return a module of a program of its own, as of another process."""
    archive = BytesIO()
    ts.save(ts.script(Scaled(scale, rows)), archive)
    archive.seek(0)
    return ts.load(archive).eval()


def plan(function: Callable[..., Any], *inputs: Any) -> None:
    """Call a function until its plan and its kernels are there."""
    for _ in range(6):
        function(*inputs)
        ts.wait_for_compilation()


def make_hot(function: Callable[..., Any], *inputs: Any) -> None:
    """Call a function until its kernel is looked for on disk."""
    function(*inputs)
    function(*inputs)
    executor = executor_of(getattr(function, "forward", function))
    assert executor.stage is Stage.INTERPRETED
    end = time.monotonic() + 60
    while executor._disk.early is None:
        assert time.monotonic() < end


def test_a_kernel_of_an_earlier_process_answers_before_there_is_a_plan(
    held: threading.Event, answers: list[bool]
) -> None:
    held.set()
    plan(ts.compile(SOURCE).pair, X, X)
    held.clear()
    pair = ts.compile(SOURCE).pair
    make_hot(pair, X, X)
    doubled, difference = pair(X, X)
    assert answers == [True]
    np.testing.assert_array_equal(doubled.array, X.array * 4)
    np.testing.assert_array_equal(difference.array, X.array * 0)


def test_a_kernel_of_an_earlier_process_takes_lists_of_its_lengths(
    held: threading.Event, answers: list[bool]
) -> None:
    held.set()
    plan(ts.compile(SUM).f, [1, 2, 3], 1)
    held.clear()
    function = ts.compile(SUM).f
    make_hot(function, [1, 2, 3], 1)
    assert function([4, 5, 6], 0) == 11
    assert function([4, 5, 6, 7], 0) == 18
    assert answers == [True, False]


def test_a_failing_kernel_of_an_earlier_process(
    held: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    held.set()
    plan(ts.compile(SOURCE).pair, X, X)
    held.clear()
    pair = ts.compile(SOURCE).pair
    make_hot(pair, X, X)

    def fail(*arguments: Any) -> None:
        raise OSError("injected")

    monkeypatch.setattr(FoundPlan, "run", fail)
    with pytest.warns(RuntimeWarning, match="'pair' stays interpreted: OSError: injected"):
        doubled, difference = pair(X, X)
    np.testing.assert_array_equal(doubled.array, X.array * 4)
    np.testing.assert_array_equal(difference.array, X.array * 0)


@pytest.mark.parametrize("rows", [4, 1])
@pytest.mark.parametrize("prepare", [lambda module: module, ts.freeze])
def test_states_and_graphs_are_as_without(rows: int, prepare: Callable[[Any], Any]) -> None:
    seen: list[list[tuple[Stage, str]]] = []
    kernels: list[Kernel | None] = []
    for _ in range(2):
        module = prepare(loaded(rows=rows))
        executor, steps = executor_of(module.forward), list[tuple[Stage, str]]()
        for _ in range(6):
            np.testing.assert_allclose(module(X).array, np.maximum(X.array * 2 - 3, 0))
            ts.wait_for_compilation()
            steps.append((executor.stage, str(ts.last_executed_optimized_graph())))
        seen.append(steps)
        kernels.append(executor.groups[0].kernel)
    assert seen[0] == seen[1]
    first, second = kernels
    assert first is not None
    assert second is not None
    assert first is not second
    assert first.record == second.record


def test_the_plan_takes_over_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    plan(ts.compile(SOURCE).f, X, X)
    compiled: list[object] = []
    path = "xdsl_torchscript.runtime.executors.fused_group.compile_func"
    monkeypatch.setattr(path, lambda *_, **__: compiled.append(1))
    function = ts.compile(SOURCE).f
    plan(function, X, X)
    (group,) = executor_of(function).groups
    assert group.kernel is not None
    assert compiled == []


def test_a_kernel_for_another_number_neither_answers_nor_is_taken_over(
    held: threading.Event, answers: list[bool]
) -> None:
    held.set()
    plan(ts.compile(BEST).f, X, 1)
    held.clear()
    function = ts.compile(BEST).f
    make_hot(function, X, 2)
    assert function(X, 2).shape == (4, 2)
    assert answers == []
    held.set()
    plan(function, X, 2)
    assert dict(executor_of(function).constants.arguments) == {1: 2}
    assert function(X, 2).shape == (4, 2)
    held.clear()
    again = ts.compile(BEST).f
    make_hot(again, X, 2)
    assert again(X, 2).shape == (4, 2)
    assert answers == [True]


def test_a_plan_for_any_sizes_takes_over_no_kernel_for_fixed_ones() -> None:
    plan(ts.compile(SOURCE).f, X, X)
    function = ts.compile(SOURCE).f
    ts.set_compile_mode("never")
    sizes = [(rows, *X.shape[1:]) for rows in range(5, 11)]
    for size in sizes:
        function(ts.ones(*size), ts.ones(*size))
    ts.set_compile_mode("background")
    plan(function, X, X)
    executor = executor_of(function)
    assert executor.stage is Stage.SYMBOLIC
    (group,) = executor.groups
    assert group.kernel is not None
    for size in sizes:
        (result,) = group.kernel.call(ts.ones(*size), ts.ones(*size))
        assert result.shape == size


@pytest.mark.parametrize(
    ("inputs", "suits"),
    [
        ((X,), True),
        ((X, None), True),
        ((X, X), False),
        ((Tensor(X.array[:2]),), False),
        ((Tensor(X.array.astype(np.float64)),), False),
    ],
)
def test_calls_of_other_types_are_interpreted(
    held: threading.Event, answers: list[bool], inputs: tuple[Any, ...], suits: bool
) -> None:
    held.set()
    plan(ts.compile(OPTIONAL).f, X)
    held.clear()
    function = ts.compile(OPTIONAL).f
    make_hot(function, X)
    found = function(*inputs).array
    assert answers == [suits]
    x, y = inputs[0].array, inputs[1] if len(inputs) > 1 else None
    expected = np.exp(x) if y is None else np.exp(x) + y.array
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_an_attribute_that_is_changed_is_noticed(held: threading.Event) -> None:
    held.set()
    plan(loaded(), X)
    held.clear()
    module = loaded()
    make_hot(module, X)
    module.scale = 5.0
    np.testing.assert_array_equal(module(X).array, np.maximum(X.array * 5 - 3, 0))


def test_other_attributes_have_plans_of_their_own(
    held: threading.Event, answers: list[bool]
) -> None:
    held.set()
    plan(loaded(), X)
    held.clear()
    module = loaded(4.0)
    make_hot(module, X)
    np.testing.assert_array_equal(module(X).array, np.maximum(X.array * 4 - 3, 0))
    assert answers == []


def test_an_attribute_changed_before_the_plan_spoils_no_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module, optimize = loaded(), vars(ProfilingExecutor)["_optimize"]
    scale = module.scale

    def change(self: ProfilingExecutor, first: Any) -> None:
        module.scale = 7.0
        optimize(self, first)

    with monkeypatch.context() as patch:
        patch.setattr(ProfilingExecutor, "_optimize", change)
        plan(module, X)
    module.scale = scale
    plan(module, X)  # which the kernel of the first plan runs
    again = loaded(7.0)
    for _ in range(6):
        np.testing.assert_array_equal(again(X).array, np.maximum(X.array * 7 - 3, 0))
        ts.wait_for_compilation()


def test_an_error_is_located(held: threading.Event) -> None:
    good, bad = np.array([1, 0]), np.array([1, 7])
    held.set()
    plan(ts.compile(SOURCE).gather, X, good)
    held.clear()
    gather = ts.compile(SOURCE).gather
    make_hot(gather, X, good)
    with pytest.raises(RuntimeFault, match=r"<compile>:10:12: .*index 7 is out of"):
        gather(X, bad)
    np.testing.assert_array_equal(gather(X, good).array, X.array[good])


def stored(folder: Path) -> int:
    """Return the number of plans on disk."""
    return sum("sources" in header(path) for path in entries(folder))


def test_sizes_that_vary_are_kept_by_size(folder: Path) -> None:
    function = ts.compile(SOURCE).f
    for n in range(2, 9):
        x = Tensor(np.ones((n, 3), np.float32))
        plan(function, x, x)
    assert stored(folder) == dict(OPTIONS.strategy)["STATIC"]


def test_a_plan_for_several_sizes_is_not_kept(folder: Path) -> None:
    OPTIONS.profiled_runs = 2
    function, short = ts.compile(SOURCE).f, Tensor(X.array[:2])
    for _ in range(6):
        function(X, X)
        function(short, short)
        ts.wait_for_compilation()
    assert executor_of(function).stage is Stage.STATIC
    assert stored(folder) == 0


def test_without_a_cache_nothing_is_looked_for(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TS_CACHE_DIR", "")
    shared_cache.cache_clear()
    function = ts.compile(SOURCE).f
    plan(function, X, X)
    assert executor_of(function).stage is Stage.STATIC
    assert executor_of(function)._disk.kept_as is None
    assert stored(folder) == 0
