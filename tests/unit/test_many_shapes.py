"""Shapes that keep changing: the number of compilations and the memory of plans are bounded."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from collections.abc import Callable, Sequence

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import fused_group
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS, Options
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage

CALLS = 10_000
MOST_PLANS = sum(count for _, count in Options().strategy)
MEBIBYTE = 2**20
TEXT = """
def f(x, y):
    return torch.tanh(x * 2.0 + y) * x
"""


pytestmark = pytest.mark.usefixtures("compiled_now")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The arguments of each compilation."""
    found: list[object] = []
    compile_func = fused_group.compile_func

    def counted(*args: object, **kwargs: object) -> object:
        found.append(args)
        return compile_func(*args, **kwargs)

    monkeypatch.setattr(fused_group, "compile_func", counted)
    return found


def shape_of(number: int, ranks: int) -> tuple[int, ...]:
    """Return a shape that no other number has; some sizes are 1, which broadcast."""
    last = number // ranks + 2
    return (*(2, 1, 3)[: number % ranks], last)


def plans_of(executor: ProfilingExecutor) -> list[ProfilingExecutor]:
    return [executor, *(e for fallback in executor.fallbacks for e in plans_of(fallback))]


@pytest.mark.parametrize("ranks", [1, 4])
def test_compilations_and_memory_are_bounded(ranks: int, compiled: list[object]) -> None:
    f = ts.compile(TEXT).f
    for number in range(CALLS):
        x = np.full(shape_of(number, ranks), 0.5, np.float32)
        result = f(x, x)
        if number % 1000 == 0:
            np.testing.assert_allclose(np.asarray(result), np.tanh(x * 3) * x, rtol=1e-5)
        if number == CALLS // 5:
            gc.collect()
            tracemalloc.start()
            tracemalloc.reset_peak()
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    plans = [e for e in plans_of(executor_of(f)) if e.stage.is_optimized]
    unplanned = sum(e.unplanned_calls for e in plans_of(executor_of(f)))
    assert len(compiled) <= len(plans) <= MOST_PLANS
    assert plans[-1].stage is Stage.SYMBOLIC
    assert unplanned < CALLS // 100, "they converge to plans for any sizes"
    assert grown < MEBIBYTE, "of 8,000 calls"


class Layer(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        random = np.random.default_rng(0)
        self.weight = ts.Parameter(random.standard_normal((32, 48), np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.relu(ts.nn.functional.linear(x, self.weight))


@pytest.mark.parametrize("frozen", [False, True])
def test_sizes_that_stay_the_same_are_no_symbols(frozen: bool, compiled: list[object]) -> None:
    """The rows of a linear layer vary; its columns are those of its weights, which are known."""
    module = ts.script(Layer().eval())
    weight = module.weight.array.copy()
    module = ts.freeze(module) if frozen else module
    for rows in (*range(5, 15), 1, 2, 48, 3, 33, 64):
        x = np.random.default_rng(rows).standard_normal((rows, 48), np.float32)
        for _ in range(3):
            result = module(x).array
        np.testing.assert_allclose(result, np.maximum(x @ weight.T, 0), rtol=1e-4, atol=1e-4)
    plans = [e for e in plans_of(executor_of(module.forward)) if e.stage.is_optimized]
    assert [e.stage for e in plans] == [Stage.STATIC] * 4 + [Stage.SYMBOLIC] * (len(plans) - 4)
    assert len(compiled) == len(plans) <= 6, "one for any rows, one for a single row, one for 48"


def test_plans_are_freed_with_the_program() -> None:
    unit = ts.compile(TEXT)
    for size in (5, 5, 5, 7, 7, 7):
        x = np.ones(size, np.float32)
        unit.f(x, x)
    executors = plans_of(executor_of(unit.f))
    groups = [group for executor in executors for group in executor.groups]
    kernels = [group.kernel for group in groups]
    watched = [weakref.ref(thing) for thing in (*executors, *groups, *kernels) if thing is not None]
    assert len(watched) > 5
    del unit, executors, groups, kernels
    gc.collect()
    assert [ref() for ref in watched if ref() is not None] == []


CONTAINERS: dict[str, tuple[str, Callable[[np.ndarray], object]]] = {
    "a list": ("def f(x, s: List[Tensor]):\n    h, c = s[0], s[1]\n", lambda a: [a, 2 * a]),
    "a tuple": ("def f(x, s: Tuple[Tensor, Tensor]):\n    h, c = s\n", lambda a: (a, 2 * a)),
    "an element of a tuple": (
        "def f(x, s: Tuple[Tensor, Tensor]):\n    h, c = s[0], s[-1]\n",
        lambda a: (a, 2 * a),
    ),
    "a nested tuple": (
        "def f(x, s: Tuple[int, Tuple[Tensor, Tensor]]):\n    n, t = s\n    h, c = t\n",
        lambda a: (1, (a, 2 * a)),
    ),
    "a dict": (
        "def f(x, s: Dict[str, Tensor]):\n    h, c = s['h'], s['c']\n",
        lambda a: {"h": a, "c": 2 * a},
    ),
    "an optional tuple": (
        "def f(x, s: Optional[Tuple[Tensor, Tensor]]):\n"
        "    if s is None:\n"
        "        return torch.tanh(x)\n"
        "    h, c = s\n",
        lambda a: (a, 2 * a),
    ),
}
"""Functions of a container, which begin with the names `h` and `c` for two of its elements, and the
container for the first of them."""


@pytest.mark.parametrize("name", CONTAINERS)
def test_sizes_vary_in_containers(name: str, compiled: list[object]) -> None:
    """The argument `x` keeps its sizes, the elements have others in each call."""
    text, container = CONTAINERS[name]
    f = ts.compile(f"{text}    return torch.tanh(h * 2.0 + c).sum(0) + x\n").f
    x = np.full(3, 0.5, np.float32)
    for rows in range(2, 32):
        h = np.random.default_rng(rows).standard_normal((rows, 3), np.float32)
        result = f(x, container(h)).array
        np.testing.assert_allclose(result, np.tanh(4 * h).sum(0) + x, rtol=1e-4, atol=1e-5)
        if name == "an optional tuple":
            np.testing.assert_allclose(f(x, None).array, np.tanh(x), rtol=1e-6)
    executor = executor_of(f)
    assert isinstance(executor, ProfilingExecutor)
    plans = [e for e in plans_of(executor) if e.stage.is_optimized]
    assert [e.stage for e in plans] == [Stage.STATIC] * 4 + [Stage.SYMBOLIC]
    assert len(compiled) <= 6, "one more for a call without a tuple"


def _profiled_after(sizes: Sequence[int]) -> ts.ScriptFunction:
    """Return a function that is hot, after calls of these sizes, of which the last is profiled."""
    OPTIONS.hot_seconds = 0.0
    f = ts.compile(TEXT).f
    for number, size in enumerate(sizes, 1):
        ts.set_compile_mode("now" if number == len(sizes) else "never")
        x = np.full((size, 3), 0.5, np.float32)
        np.testing.assert_allclose(f(x, x), np.tanh(x * 3) * x, rtol=1e-5)
    return f


def _stages_of(f: ts.ScriptFunction) -> list[Stage]:
    return [e.stage for e in plans_of(executor_of(f)) if e.stage.is_optimized]


def test_sizes_that_keep_changing_get_a_plan_for_any(compiled: list[object]) -> None:
    f = _profiled_after(range(5, 10))
    for size in range(10, 30):
        x = np.full((size, 3), 0.5, np.float32)
        np.testing.assert_allclose(f(x, x), np.tanh(x * 3) * x, rtol=1e-5)
    assert _stages_of(f) == [Stage.SYMBOLIC]
    assert len(compiled) == 1
    check = "[types=[Float(s0, 3, requires_grad=0, device=cpu)"
    assert check in str(f.graph_for(x, x)), "columns are the same in all calls"


def test_calls_of_functions_that_are_not_hot_do_not_count() -> None:
    """They are short, so noting their sizes would take a tenth of their time."""
    OPTIONS.hot_seconds = 1e6
    ts.set_compile_mode("never")
    f = ts.compile(TEXT).f
    for size in range(5, 15):
        f(ts.ones(size, 4), ts.ones(size, 4))
    executor = executor_of(f)
    assert isinstance(executor, ProfilingExecutor)
    assert not executor._seen.types()


@pytest.mark.parametrize("sizes", [[5, 6, 7, 8], [5, 6, 7, 8, 9] * 2, [5, 5, 5]], ids=str)
def test_sizes_that_return_get_a_plan_for_fixed_ones(sizes: list[int]) -> None:
    assert _stages_of(_profiled_after(sizes)) == [Stage.STATIC]


def test_sizes_in_turn_get_a_plan_for_any(compiled: list[object]) -> None:
    """Plans for four of ten sizes would answer less than half of the calls."""
    f = _profiled_after([*range(5, 15)] * 6)
    for size in range(5, 15):
        x = np.full((size, 3), 0.5, np.float32)
        np.testing.assert_allclose(f(x, x), np.tanh(x * 3) * x, rtol=1e-5)
    assert _stages_of(f) == [Stage.SYMBOLIC]
    assert len(compiled) == 1


def test_sizes_beside_one_of_most_calls_get_a_plan_for_any() -> None:
    f = _profiled_after([*[5] * 60, 6, 7, 5])
    for size in (*range(6, 15), *range(6, 15)):
        ts.set_compile_mode("never" if size < 14 else "now")
        x = np.full((size, 3), 0.5, np.float32)
        np.testing.assert_allclose(f(x, x), np.tanh(x * 3) * x, rtol=1e-5)
    assert _stages_of(f) == [Stage.STATIC, Stage.SYMBOLIC]


def test_a_second_size_gets_a_plan_for_fixed_ones() -> None:
    f = _profiled_after([5, 6] * 40)
    for _ in range(3):
        x = np.full((5, 3), 0.5, np.float32)
        np.testing.assert_allclose(f(x, x), np.tanh(x * 3) * x, rtol=1e-5)
    assert _stages_of(f) == [Stage.STATIC, Stage.STATIC]


def test_a_strategy_without_plans_for_any_sizes(compiled: list[object]) -> None:
    ts.set_fusion_strategy([("STATIC", 4)])
    assert _stages_of(_profiled_after(range(5, 15))) == [Stage.STATIC]


def test_a_strategy_without_plans_for_fixed_sizes() -> None:
    ts.set_fusion_strategy([("DYNAMIC", 1)])
    f = _profiled_after([5, 5])
    assert _stages_of(f) == [Stage.SYMBOLIC]
    assert "[types=[Float(s0, s1, requires_grad=0" in str(f.graph_for(ts.ones(5, 3), ts.ones(5, 3)))
