"""`fork` and `wait` under executors: forks have separate groups, and results are the same under all
engines.
"""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from typing import Any

import numpy as np
import pytest
from fork_programs import FAILURES, OBJECTS, PROGRAM, RESULTS, arrays

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage

SECONDS = 20
CALLS = 4

MODES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "interp": ("interp", 3, {}),
    "simple": ("simple", 1, {}),
    "specialize": ("specialize", 3, {"native": False}),
    "profile": ("profile", 3, {}),
    "interpreted groups": ("profile", 1, {"native": False}),
    "checks fail at random": ("profile", 3, {"check_failures": 0.5, "native": False}),
    "every check fails": ("profile", 1, {"check_failures": 1.0, "native": False}),
}
"""The engine, the number of threads for forks, and the options."""


@pytest.fixture(autouse=True)
def interpreted(compiled_now: None) -> None:
    ts.set_engine("interp")


@pytest.fixture(params=MODES)
def mode(request: pytest.FixtureRequest) -> Iterator[str]:
    before = ts.get_num_interop_threads()
    ts.set_num_interop_threads(MODES[request.param][1])
    yield request.param
    ts.set_num_interop_threads(before)


def use(mode: str) -> None:
    engine, _, values = MODES[mode]
    ts.set_engine(engine)
    vars(OPTIONS).update(values)


def compile_unit() -> Any:
    return ts.compile(PROGRAM + OBJECTS, "forks.py")


def plain(value: Any) -> Any:
    """Return a result without futures and tensors."""
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, ts.Future):
        return plain(value.wait())
    return np.array(value) if isinstance(value, ts.Tensor) else value


def observe(function: Any, *arguments: Any) -> Any:
    """Return the results, the arguments afterwards and the output."""
    copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    ts.manual_seed(7)
    with redirect_stdout(io.StringIO()) as printed:
        results = plain(function(*copies))
    return results, copies, printed.getvalue()


@cache
def expected(name: str, rows: int) -> Any:
    """Return the interpreter's observations."""
    engine = ts.set_engine("interp")
    found = observe(getattr(compile_unit(), name), *arrays(rows, 6))
    ts.set_engine(engine)
    return found


def assert_same(found: Any, wanted: Any) -> None:
    if isinstance(wanted, tuple | list):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            assert_same(one, other)
    elif isinstance(wanted, np.ndarray):
        np.testing.assert_allclose(found, wanted, rtol=2e-6, atol=2e-6)
        assert found.dtype == wanted.dtype
    else:
        assert found == wanted


@pytest.mark.parametrize("name", [*RESULTS, "objects"])
def test_every_call_has_the_results_of_the_interpreter(name: str, mode: str) -> None:
    """With sizes that come back, too: plans of fallback graphs are made in between."""
    function = getattr(compile_unit(), name)
    use(mode)
    for rows in (6, 6, 9, 9, 4, 3, 4, 6):
        assert_same(observe(function, *arrays(rows, 6)), expected(name, rows))


@pytest.mark.parametrize("name", FAILURES)
def test_failures_are_those_of_the_interpreter(name: str, mode: str) -> None:
    """Their text shows both sides of the fork, and calls before and after have results."""
    function, (x, _) = getattr(compile_unit(), name), arrays(6, 6)
    function(x, 1)
    with pytest.raises(ts.RuntimeFault) as wanted:
        function(x, 0)
    use(mode)
    result = plain(function(x, 1))
    for _ in range(CALLS):
        with pytest.raises(ts.RuntimeFault) as found:
            function(x, 0)
        assert str(found.value) == str(wanted.value)
        assert_same(plain(function(x, 1)), result)


def test_an_unawaited_failure(mode: str) -> None:
    function, (x, _) = compile_unit().ignores, arrays(6, 6)
    use(mode)
    for _ in range(CALLS):
        np.testing.assert_allclose(plain(function(x, 0)), np.maximum(x, 0) * 2 + 1, rtol=1e-6)


def test_futures_leave_and_enter_plans(mode: str) -> None:
    unit, (x, y) = compile_unit(), arrays(6, 6)
    wanted = plain(unit.takes(unit.gives(x, y)[0], y))
    use(mode)
    for _ in range(CALLS):
        future, doubled = unit.gives(x, y)
        assert isinstance(future, ts.Future)
        assert_same(plain(doubled), y * 2)
        for _ in range(2):
            assert_same(plain(unit.takes(future, y)), wanted)


def test_python_forks_calls_of_the_engine(mode: str) -> None:
    unit, (x, y) = compile_unit(), arrays(6, 6)
    use(mode)
    for _ in range(CALLS):
        futures = [ts.fork(unit.branches, x, y) for _ in range(3)]
        for future in futures:
            assert_same(plain(ts.wait(future)), expected("branches", 6)[0])
    if mode == "profile":
        assert executor_of(unit.branches).stage is Stage.STATIC


def test_an_archive(tmp_path: Any, mode: str) -> None:
    unit = compile_unit()
    traced = ts.trace(lambda a, b: unit.forks_of_forks(a, b) + 1, tuple(arrays(6, 6)))
    ts.save(traced, tmp_path / "f.pt")
    loaded = ts.load(tmp_path / "f.pt")
    wanted = expected("forks_of_forks", 9)[0] + 1
    use(mode)
    assert "prim::fork" in str(loaded.inlined_graph)
    for rows in (6, 6, 9, 9):
        found = plain(loaded(*arrays(rows, 6)))
    assert_same(found, wanted)


NATIVE = ["branches", "forks_of_forks", "tuples", "writes", "products"]


@pytest.mark.parametrize("name", NATIVE)
def test_a_kernel_runs_its_forks_in_their_place(name: str) -> None:
    function = getattr(compile_unit(), name)
    ts.set_engine("native")
    for rows in (6, 9, 6):
        assert_same(observe(function, *arrays(rows, 6)), expected(name, rows))


def test_a_compiled_function_runs_its_forks_in_their_place() -> None:
    (x, y) = map(ts.Tensor, arrays(6, 6))
    (found,) = ts.compile_func(compile_unit().branches, [x, y])(x, y)
    assert_same(plain(found), expected("branches", 6)[0])


def test_a_kernel_keeps_no_futures() -> None:
    function = compile_unit().in_a_list
    ts.set_engine("native")
    with pytest.raises(ts.NativeUnsupported, match=r"forks.py:.*'prim.fork' op has no lowering"):
        function(*arrays(6, 6))


# ---- plans


def plan_function(name: str, *arguments: Any) -> ProfilingExecutor:
    """Call a function until it has a plan; return its executor."""
    ts.set_engine("profile")
    function = getattr(compile_unit(), name)
    for _ in range(CALLS):
        plain(function(*arguments))
    executor = executor_of(function)
    assert executor.stage is Stage.STATIC
    return executor


GROUPS = {"branches": 3, "forks_of_forks": 7, "in_branches": 9, "products": 3}
"""The groups of each plan: those in forks, and those outside."""


@pytest.mark.parametrize("name", GROUPS)
def test_forks_have_kernels_of_their_own(name: str) -> None:
    executor = plan_function(name, *arrays(6, 6))
    assert [group.failure for group in executor.groups] == [None] * GROUPS[name]
    assert all(group.kernel is not None for group in executor.groups)
    in_forks = [group for group in executor.groups if "prim.fork" in _around(group.op)]
    assert in_forks


def _around(op: Any) -> list[str]:
    names: list[str] = []
    while op is not None:
        names.append(op.name)
        op = op.parent_op()
    return names


def test_other_sizes_in_a_fork_have_a_plan_of_their_own() -> None:
    ts.set_engine("profile")
    function = compile_unit().branches
    for rows in (6, 6, 9, 9, 9):
        plain(function(*arrays(rows, 6)))
    executor = executor_of(function)
    (other,) = (fallback for fallback in executor.fallbacks if fallback.stage is Stage.STATIC)
    assert [group.kernel is None for group in other.groups] == [False] * 3


def test_operations_independent_of_a_fork_are_grouped_outside_it() -> None:
    """Nothing that the fork reads is written, so only the wait stays outside."""
    executor = plan_function("branches", *arrays(6, 6))
    refused = [op.name for op in executor.refusals if op.parent is not None]
    assert refused == ["aten.wait"]


def test_an_explanation_names_the_groups_of_forks() -> None:
    unit = compile_unit()
    found = ts.explain(unit.branches, *arrays(6, 6))
    (plan,) = found.facts.plans
    names = ["TensorExprGroup_0 of fork_0", "TensorExprGroup_1", "TensorExprGroup_2"]
    assert [group.name for group in plan.groups] == names
    assert [o.operator for o in plan.outside] == ["aten::wait"]
    assert "<mark>TensorExprGroup_0</mark>" in found.html()


def test_many_threads_share_the_kernels_of_a_fork() -> None:
    unit, (x, y) = compile_unit(), arrays(6, 6)
    wanted = plain(unit.forks_of_forks(x, y))
    ts.set_engine("profile")
    found: list[Any] = []
    threads = [
        threading.Thread(target=lambda: found.append(plain(unit.forks_of_forks(x, y))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    unit.forks_of_forks(x, y)
    assert len(found) == 8
    for one in found:
        assert_same(one, wanted)
    executor = executor_of(unit.forks_of_forks)
    count = GROUPS["forks_of_forks"]
    assert len({group.op for group in executor.groups}) == len(executor.groups) == count


# ---- at the same time


class Clock:
    """The times at which a fork began and ended, and at which the caller was awake in between."""

    def __init__(self) -> None:
        self.began = self.ended = 0.0
        self.awake: list[float] = []
        self.runs, self.done = threading.Event(), threading.Event()

    def begin(self, n: int) -> int:
        self.runs.set()
        self.began = time.perf_counter()
        return n

    def end(self, x: ts.Tensor) -> ts.Tensor:
        self.ended = time.perf_counter()
        self.done.set()
        return x

    def watch(self, n: int) -> int:
        assert self.runs.wait(SECONDS)
        while not self.done.is_set():
            self.awake.append(time.perf_counter())
            time.sleep(0.001)
        return n


CLOCK = [Clock()]
ts.register_operator("fork_plans::begin(int n) -> int", lambda n: CLOCK[0].begin(n))
ts.register_operator("fork_plans::end(Tensor x) -> Tensor", lambda x: CLOCK[0].end(x))
ts.register_operator("fork_plans::watch(int n) -> int", lambda n: CLOCK[0].watch(n))
WATCHED = """
def works(x, n: int):
    n = torch.ops.fork_plans.begin(n)
    for i in range(n):
        x = torch.tanh(torch.tanh(torch.tanh(torch.tanh(x) + 1) + 1) + 1) + 1
    return torch.ops.fork_plans.end(x)

def f(x, n: int):
    g = torch.jit.fork(works, x, n)
    m = torch.ops.fork_plans.watch(n)
    return torch.jit.wait(g) * m
"""


def test_a_kernel_in_a_fork_lets_its_caller_go_on() -> None:
    """Four kernels that held Python's lock would leave the caller the moments between them, in five
    of twelve slices of the time."""
    ts.set_engine("profile")
    f, x = ts.compile(WATCHED).f, np.ones((1 << 22,), np.float32)
    for _ in range(3):
        CLOCK[0] = Clock()
        f(x, 4)
    assert all(group.kernel is not None for group in executor_of(f).groups)
    clock = CLOCK[0]
    slices = {int(12 * (t - clock.began) / (clock.ended - clock.began)) for t in clock.awake}
    assert len(slices & set(range(12))) > 6
