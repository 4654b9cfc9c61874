"""The specialising executor: which calls share a plan, with the interpreter's results."""

from __future__ import annotations

import threading
import warnings
from typing import Any

import numpy as np
import pytest
from mlir_programs import unit_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors import specializing_executor
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.specializing_executor import SpecializingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage
from xdsl_torchscript.runtime.tensor import Tensor

TEXT = """
def f(x, y: Optional[Tensor], pair: Tuple[Tensor, int]):
    if x.dim() == 2:
        x = x * 2
    if y is not None:
        x = x + y
    z, n = pair
    return torch.tanh(x) + z * n
"""
X = np.ones((2, 3), np.float32)


@pytest.fixture(autouse=True)
def specializing(compiled_now: None) -> None:
    ts.set_engine("specialize")


def graphs(function: Any) -> list[str]:
    return [str(plan.graph) for plan in function.get_debug_state().execution_plans.values()]


def interpret(*inputs: Any) -> np.ndarray:
    with ts.optimized_execution(False):
        return np.asarray(ts.compile(TEXT).f(*inputs))


@pytest.mark.parametrize(
    "inputs",
    [
        (X.astype(np.float64), None, (X, 2)),
        (X[0], None, (X, 2)),
        (X, X, (X, 2)),
        (X, None, (X[0], 2)),
        (X, None, (X.astype(np.int64), 2)),
        (Tensor(X, requires_grad=True), None, (X, 2)),
        (Tensor(X, device="cuda"), None, (X, 2)),
    ],
    ids=["dtype", "rank", "definedness", "in-tuple", "dtype-in-tuple", "requires-grad", "device"],
)
def test_another_spec_gets_a_plan(inputs: tuple[Any, ...]) -> None:
    f = ts.compile(TEXT).f
    f(X, None, (X, 2))
    found = f(*inputs)
    assert len(graphs(f)) == 2
    np.testing.assert_allclose(np.asarray(found), interpret(*inputs), rtol=1e-6)


def test_sizes_strides_and_numbers_share_a_plan() -> None:
    f = ts.compile(TEXT).f
    for x, n in ((X, 2), (np.ones((5, 4), np.float32), 3), (np.ones((4, 5), np.float32).T, 0)):
        found = f(x, None, (x, n))
        np.testing.assert_allclose(np.asarray(found), interpret(x, None, (x, n)), rtol=1e-6)
    assert len(graphs(f)) == 1


def test_a_plan_has_no_branch_that_the_spec_decides() -> None:
    f = ts.compile(TEXT).f
    f(X, None, (X, 2))
    (graph,) = graphs(f)
    assert "aten::dim" not in graph and "unchecked_cast" not in graph
    assert graph.count("prim::If") == 1 and "TensorExprGroup" in graph
    assert str(ts.last_executed_optimized_graph()) == graph


def test_the_sizes_of_a_group_are_checked() -> None:
    f = ts.compile("def f(x, y):\n    return torch.tanh(x + y) * y\n").f
    x = np.ones((4, 3), np.float32)
    for y in (x, x[:1], x[:, :1], x[:1, :1]):
        np.testing.assert_allclose(np.asarray(f(x, y)), np.tanh(x + y) * y, rtol=1e-6)
    assert len(graphs(f)) == 1


def test_the_number_of_plans_is_bounded() -> None:
    OPTIONS.max_plans = 3
    f = ts.compile("def f(x):\n    return torch.tanh(x) * 2\n").f
    for rank in range(6):
        x = np.ones((1,) * rank, np.float32)
        np.testing.assert_allclose(np.asarray(f(x)), np.tanh(x) * 2, rtol=1e-6)
    assert len(graphs(f)) == 3
    assert str(ts.last_executed_optimized_graph()) == str(f.graph)


def test_threads_make_one_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    original = SpecializingExecutor._make
    monkeypatch.setattr(
        SpecializingExecutor,
        "_make",
        lambda self, spec, seen: (made.append(spec), original(self, spec, seen)),
    )
    f, barrier, results = ts.compile(TEXT).f, threading.Barrier(8), list[Any]()

    def call() -> None:
        barrier.wait()
        results.append(np.asarray(f(X, X, (X, 2))))

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1 and len(results) == 8
    for result in results:
        np.testing.assert_allclose(result, interpret(X, X, (X, 2)), rtol=1e-6)


def test_writes_and_the_random_stream() -> None:
    text = "def f(x):\n    x.mul_(0.5)\n    x.unsqueeze_(0)\n    return x.dim() + torch.rand([2])\n"
    outcomes: list[list[Any]] = []
    for engine in ("interp", "specialize"):
        ts.set_engine(engine)
        ts.manual_seed(3)
        f, x = ts.compile(text).f, Tensor(np.ones((2, 3), np.float32))
        outcomes.append([*(np.asarray(f(x)) for _ in range(3)), x.array])
    for expected, found in zip(*outcomes, strict=True):
        np.testing.assert_array_equal(found, expected)
        assert found.shape == expected.shape


def test_a_failing_call_fails_as_interpreted() -> None:
    f = ts.compile("def f(x, y):\n    return torch.matmul(x, y)\n").f
    x = np.ones((2, 3), np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(2):
            with pytest.raises(RuntimeFault, match="matmul"):
                f(x, x)


def test_functions_that_cannot_be_specialised_stay_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*args: object) -> None:
        raise ValueError("no types")

    monkeypatch.setattr(specializing_executor, "specialize", refuse)
    f = ts.compile("def f(x):\n    return torch.tanh(x)\n").f
    with pytest.warns(RuntimeWarning, match="'f' stays interpreted: ValueError: no types"):
        f(X)
    np.testing.assert_allclose(np.asarray(f(X)), np.tanh(X), rtol=1e-6)
    assert executor_of(f, SpecializingExecutor).stage is Stage.INTERPRETED


@pytest.mark.parametrize("mode", ["background", "never"])
def test_plans_in_the_background_and_none(mode: Any) -> None:
    OPTIONS.compile = mode
    f = ts.compile("def f(x):\n    return torch.tanh(x) * 2\n").f
    for _ in range(2):
        np.testing.assert_allclose(np.asarray(f(X)), np.tanh(X) * 2, rtol=1e-6)
        ts.wait_for_compilation()
    assert len(graphs(f)) == (mode == "background")


def test_an_absent_gradient_is_not_queried() -> None:
    unit = unit_of(
        """
        func.func @f(%g: !ts.tensor, %x: !ts.tensor) -> !ts.tensor {
          %s = prim.AutogradAdd(%g, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
          %r = aten.relu(%s) : (!ts.tensor) -> !ts.tensor
          func.return %r : !ts.tensor
        }
        """
    )
    executor, x = executor_of(unit.f, SpecializingExecutor), Tensor(X)
    for gradient in (None, x):
        (found,) = executor.run([gradient, x])
        np.testing.assert_array_equal(found.array, X if gradient is None else 2 * X)
    first, second = (str(graph) for graph, _ in executor.plans())
    assert "AutogradAdd" not in first and "aten.add" not in first
    assert "AutogradAdd" not in second
