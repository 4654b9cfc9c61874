"""Plans that check their inputs once: the checked facts, and the behaviour when a check fails."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.prim import FallbackGraphOp, IfOp, TensorExprGroupOp, TypeCheckOp
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.stages import Stage

X = np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3)


pytestmark = pytest.mark.usefixtures("compiled_now")


def agree(function: Any, *calls: tuple[Any, ...]) -> None:
    """Compare each call, made three times, with the interpreter."""
    for arguments in calls:
        with ts.optimized_execution(False):
            expected = np.asarray(function(*arguments))
        for _ in range(3):
            np.testing.assert_allclose(np.asarray(function(*arguments)), expected, rtol=1e-6)


def ops_of(function: Any, kind: type) -> list[Any]:
    graph = executor_of(function).graph
    assert graph is not None
    return [op for op in graph.walk() if isinstance(op, kind)]


def test_sizes_and_branches_are_decided_once() -> None:
    f = ts.compile("""
def f(x: Tensor, y: Optional[Tensor]):
    if y is not None:
        x = x * y
    if x.dim() == 2 and x.size(1) == 3:
        x = torch.tanh(x) + x.size(0)
    return torch.sort(x)[0] * 2
""").f
    agree(f, (X, None))
    assert executor_of(f).stage is Stage.STATIC
    assert len(ops_of(f, TypeCheckOp)) == 1 and len(ops_of(f, FallbackGraphOp)) == 1
    checked = ops_of(f, IfOp)[0].then_block
    assert not any(isinstance(op, IfOp) for op in checked.walk())
    agree(f, (X, X + 1), (X[:, :2], None), (X, None), (X[0], None))


def test_sizes_known_at_run_time_only_are_not_constants() -> None:
    f = ts.compile("""
def f(x):
    chosen = torch.nonzero(x > 0)[:, 0]
    rows = x[chosen] * 2 + 1
    return torch.cat([torch.full((len(chosen), 1), 1.0), rows], dim=1)
""").f
    agree(f, (X,), (-X,), (np.abs(X) + 1,), (np.zeros_like(X),))


class Scaled(ts.Module):
    weight: ts.Tensor

    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Tensor(np.ones(3, np.float32))
        self.total = ts.Tensor(np.zeros(3, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.total = self.total + x.sum(0)
        return (x * self.weight + 1).tanh() + self.total


def test_attributes_that_a_method_sets_are_read_again() -> None:
    m, wanted = ts.script(Scaled()), np.zeros(3, np.float32)
    for _ in range(4):
        wanted = wanted + X.sum(0)
        np.testing.assert_allclose(np.asarray(m(X)), np.tanh(X + 1) + wanted, rtol=1e-5)


def test_a_parameter_of_another_size_fails_the_check() -> None:
    m = ts.script(Scaled())
    for _ in range(3):
        m(X)
    m.weight = ts.Tensor(np.full((2, 1), 2, np.float32))
    m.total = ts.Tensor(np.zeros(3, np.float32))
    np.testing.assert_allclose(np.asarray(m(X)), np.tanh(X * 2 + 1) + X.sum(0), rtol=1e-5)


def test_symbolic_plans_take_parameters_as_they_are() -> None:
    f = ts.compile("""
def f(x, w):
    return torch.tanh(x.view(x.size(0), -1) * 2 + 1).view(x.size(0), x.size(1)) + w
""").f
    agree(f, *((np.ones((n, 3), np.float32), X[0] + 2) for n in (2, 3, 4, 5, 6)))
    (plan, _) = list(executor_of(f).plans())[-1]
    checks = [op for op in plan.walk() if isinstance(op, TypeCheckOp)]
    groups = [op for op in plan.walk() if isinstance(op, TensorExprGroupOp)]
    assert len(checks) == 1 and groups
