"""Functions that plans call have separate executors: methods of interfaces stay calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.stages import Stage


@ts.interface
class Layer(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor: ...


class Chain(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.tanh(x * 2.0 + 1.0) * x


class Failing(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.tanh(x * 2.0) * 2.0
        return y.view(-1, 7)


def shift(x: ts.Tensor) -> ts.Tensor:
    return ts.tanh(x + 1.0) * x


class Waiting(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        future = ts.fork(shift, x)
        return ts.wait(future) + x


class Model(ts.Module):
    layer: Layer

    def __init__(self, layer: ts.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.layer.forward(x) + 1.0


class Forking(ts.Module):
    """Calls the layer in a fork."""

    layer: Layer

    def __init__(self, layer: ts.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        future = ts.fork(self.layer.forward, x)
        return ts.wait(future) + 1.0


pytestmark = pytest.mark.usefixtures("compiled_now")


def x_of(*sizes: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal(sizes, dtype=np.float32)


def program_of(module: ts.Module) -> Any:
    """Return a module of a fresh program, which no other test has called."""
    return ts.load(ts.script(module).save_to_buffer())


def interpret(module: ts.Module, x: np.ndarray) -> np.ndarray:
    with ts.optimized_execution(False):
        return np.asarray(ts.script(module)(x))


def executor(module: Any) -> Any:
    """The executor of `forward` under the profiling engine."""
    return executor_of(module.forward)


def callee_of(module: Any) -> Any:
    """The only other executor of the program."""
    own = executor(module)
    (executors,) = module.forward.program.executors.values()
    (other,) = (found for found in executors.values() if found is not own)
    return other


@pytest.mark.parametrize("caller", [Model, Forking])
@pytest.mark.parametrize("layer", [Chain, Waiting])
def test_a_callee_has_a_plan_of_its_own(caller: Any, layer: Any) -> None:
    x = x_of(30)
    expected = interpret(caller(layer()), x)
    module = program_of(caller(layer()))
    for _ in range(4):
        np.testing.assert_allclose(np.asarray(module(x)), expected, rtol=1e-5, atol=1e-6)
    assert executor(module).stage is Stage.STATIC
    assert executor(module).groups == [], "one operator alone"
    assert callee_of(module).stage is Stage.STATIC
    assert all(group.kernel is not None for group in callee_of(module).groups)
    graph = str(module.graph_for(x))
    assert "prim::CallMethod" in graph, "the last graph is that of the caller"


def test_other_sizes_of_a_callee_take_its_fallback_graph() -> None:
    module = program_of(Model(Chain()))
    for size in (30, 30, 30, 50, 50, 50):
        x = x_of(size)
        np.testing.assert_allclose(
            np.asarray(module(x)), interpret(Model(Chain()), x), rtol=1e-5, atol=1e-6
        )
    (fallback,) = callee_of(module).fallbacks
    assert fallback.stage is Stage.STATIC


def test_a_callee_that_python_calls_shares_its_plan() -> None:
    module, x = program_of(Model(Chain())), x_of(30)
    for _ in range(3):
        module(x)
    assert executor(module.layer) is callee_of(module)


def test_a_failure_lists_the_calls_of_the_interpreter() -> None:
    messages = set()
    module, x = program_of(Model(Failing())), x_of(7)
    for size in (7, 7, 7, 8):
        x = x_of(size)
        if size == 7:
            module(x)
            continue
        for optimized in (True, False):
            with ts.optimized_execution(optimized), pytest.raises(RuntimeFault) as caught:
                module(x)
            messages.add(str(caught.value))
    assert callee_of(module).stage is Stage.STATIC
    assert len(messages) == 1, messages


def test_the_explanation_of_a_caller() -> None:
    module, x = program_of(Model(Chain())), x_of(30)
    text = str(ts.explain(module, x))
    assert "prim::CallMethod" in text


@pytest.mark.parametrize("engine", ["simple", "specialize"])
def test_other_executors_have_callees_of_their_kind(engine: str) -> None:
    ts.set_engine(engine)
    module, x = program_of(Model(Chain())), x_of(30)
    for _ in range(2):
        result = np.asarray(module(x))
    (executors,) = module.forward.program.executors.values()
    assert len(executors) == 2
    np.testing.assert_allclose(result, interpret(Model(Chain()), x), rtol=1e-5, atol=1e-6)
