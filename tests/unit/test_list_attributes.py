"""Lists of tensors among the attributes of modules: plans and kernels take their elements."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of
from test_module_constants import executors

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")


class Weights(ts.Module):
    weights: list[ts.Tensor]

    def __init__(self, *weights: ts.Tensor) -> None:
        super().__init__()
        self.weights = list(weights)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.cat(self.weights, 0).sum() * x + self.weights[0]


class Growing(Weights):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.weights.append(x)
        return ts.cat(self.weights, 0).sum() * x


class Network(Weights):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        h = ts.zeros(1, x.size(1), 3)
        y, _ = ts.gru(x, h, self.weights, True, 1, 0.0, False, False, False)
        return y


def tensor(*numbers: float) -> ts.Tensor:
    return ts.Tensor(np.array(numbers, np.float32))


def expected(weights: list[ts.Tensor], x: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    total = sum(float(weight.array.sum()) for weight in weights)
    return np.float32(total) * x + weights[0].array


def lists_of(module: Any) -> list[Any]:
    """The lists that each executor of a module takes as constants, the first one first."""
    return [executor.constants.lists for executor in executors(module.forward)]


def test_a_plan_takes_the_elements() -> None:
    first, second, x = tensor(1, 2, 3), tensor(4, 5, 6), x_of(3)
    m = ts.script(Weights(first, second))
    np.testing.assert_allclose(warm(m, x).array, expected([first, second], x))
    assert lists_of(m) == [(((0, ("weights",)), 2),)]
    graph = str(m.graph_for(x))
    assert "aten::cat" not in graph.partition("with prim::TensorExprGroup")[0]
    third = tensor(0.5, 0.25, 1)
    m.weights = [third, second]
    np.testing.assert_allclose(m(x).array, expected([third, second], x))


def test_each_length_has_its_plan() -> None:
    first, second, x = tensor(1, 2, 3), tensor(4, 5, 6), x_of(3)
    m = ts.script(Weights(first, second))
    warm(m, x)
    m.weights = [first]
    np.testing.assert_allclose(warm(m, x).array, expected([first], x))
    assert lists_of(m) == [(((0, ("weights",)), 2),), (((0, ("weights",)), 1),)]
    m.weights = [tensor(1, 2, 3), tensor(4)]
    np.testing.assert_allclose(warm(m, x).array, expected([first, tensor(4)], x))


def test_a_list_that_is_written_stays() -> None:
    first, x = tensor(1, 2, 3), x_of(3)
    m = ts.script(Growing(first))
    seen = [first]
    for _ in range(5):
        seen.append(ts.Tensor(x))
        np.testing.assert_allclose(m(x).array, expected(seen, x) - first.array, rtol=1e-6)
    assert lists_of(m)[0] == ()


@pytest.mark.parametrize("engine", ["interp", "profile", "native"])
def test_a_network_keeps_its_weights_in_a_list(engine: str) -> None:
    random = np.random.default_rng(0)
    sizes = ((9, 2), (9, 3), (9,), (9,))
    weights = [ts.Tensor(random.standard_normal(size).astype(np.float32)) for size in sizes]
    x = random.standard_normal((4, 5, 2)).astype(np.float32)
    m = ts.script(Network(*weights))
    ts.set_engine("interp")
    wanted = m(x).array
    ts.set_engine(engine)
    np.testing.assert_allclose(warm(m, x).array, wanted, rtol=1e-5, atol=1e-6)


class Branch(Weights):
    def forward(self, x: ts.Tensor, both: bool) -> ts.Tensor:
        y = ts.cat(self.weights).sum() * x
        if both:
            a, b = self.weights
            y = y + a * b
        return ts.tanh(y) * 2


def test_a_branch_that_never_runs_unpacks_another_number() -> None:
    x, m = x_of(3), ts.script(Branch(*[tensor(1, 2, 3)] * 3))
    wanted = np.tanh(np.float32(18) * x) * 2
    np.testing.assert_allclose(warm(m, x, False).array, wanted, rtol=1e-6)
    ts.set_engine("native")  # the flag is a constant, so the branch goes
    np.testing.assert_allclose(m(x, False).array, wanted, rtol=1e-6)


@pytest.mark.parametrize("engine", ["profile", "native"])
def test_a_branch_unpacks_the_list_that_is_read_whole(engine: str) -> None:
    x, m = x_of(3), ts.script(Branch(*[tensor(1, 2, 3)] * 2))
    wanted = np.tanh(np.float32(12) * x + np.float32([1, 4, 9])) * 2
    ts.set_engine(engine)
    np.testing.assert_allclose(warm(m, x, True).array, wanted, rtol=1e-6)
