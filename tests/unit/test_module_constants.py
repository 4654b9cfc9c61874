"""Plans that rely on numbers, flags and absent values of modules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.variants import MAX_VARIANTS

pytestmark = pytest.mark.usefixtures("compiled_now")


class Flag(ts.Module):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        if self.training:
            return x * 2 + 1
        return x * 3 - 1


class Number(ts.Module):
    def __init__(self, factor: float = 2.0) -> None:
        super().__init__()
        self.count, self.factor, self.kind = 2, factor, "relu"

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        if self.kind == "relu":
            x = x.relu()
        return x / self.factor + self.count


class Bias(ts.Module):
    bias: ts.Tensor | None

    def __init__(self, bias: ts.Tensor | None) -> None:
        super().__init__()
        self.bias = bias

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y, bias = x * 2 + 1, self.bias
        return y if bias is None else y + bias


class Counter(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.calls += 1
        return (x * 2 + 1) * self.calls


@ts.script
class State:
    def __init__(self, count: int) -> None:
        self.count = count


class Swapped(ts.Module):
    current: State
    other: State

    def __init__(self) -> None:
        super().__init__()
        self.current, self.other = State(1), State(2)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        before = self.current
        self.current = self.other
        self.other = before
        return (x * 2 + 1) * self.current.count


class Named(ts.Module):
    """A module that sets an attribute of another class with the name of one of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 3

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        state = State(1)
        state.count += self.count
        return (x * 2 + 1) * state.count


def executors(function: Any) -> list[ProfilingExecutor]:
    """The executors of a function for different constants, the first one first."""
    found: list[ProfilingExecutor | None] = [executor_of(function)]
    while found[-1] is not None:
        found.append(found[-1]._other)
    return [executor for executor in found if executor is not None]


def test_a_flag_decides_its_branch(python_calls: list[str]) -> None:
    m, x = ts.script(Flag()), x_of(5)
    warm(m, x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 2 + 1)
    assert python_calls == []
    assert "prim::If" not in str(m.graph_for(x)).partition("prim::TypeCheck")[0]


def test_each_value_has_its_plan(python_calls: list[str]) -> None:
    m, x = ts.script(Flag()), x_of(5)
    warm(m, x)
    warm(m.eval(), x)
    for _ in range(3):
        np.testing.assert_array_equal(m.train()(x).array, x * 2 + 1)
        np.testing.assert_array_equal(m.eval()(x).array, x * 3 - 1)
    m(x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 3 - 1)
    assert python_calls == []
    assert [e.constants.values for e in executors(m.forward)] == [
        ((("training",), True),),
        ((("training",), False),),
    ]


def test_modules_of_one_class_have_their_own_values() -> None:
    first, second, x = ts.script(Number()), ts.script(Number(4.0)), x_of(5)
    for _ in range(4):
        np.testing.assert_array_equal(first(x).array, x / 2 + 2)
        np.testing.assert_array_equal(second(x).array, x / 4 + 2)


@pytest.mark.parametrize("name, value", [("count", 1000), ("factor", -0.0), ("kind", "none")])
def test_a_number_that_changes_is_read(name: str, value: Any) -> None:
    m, x = ts.script(Number(0.0)), x_of(5) - 1
    warm(m, x)
    setattr(m, name, value)
    with ts.optimized_execution(False):
        expected = m(x)
    for _ in range(4):
        np.testing.assert_array_equal(m(x).array, expected.array)


def test_the_native_engine_distinguishes_zeros() -> None:
    m, x = ts.script(Number(0.0)), x_of(5) + 1
    ts.set_engine("native")
    assert [m(x).array[0]] == [np.inf]
    m.factor = -0.0
    assert [m(x).array[0]] == [-np.inf]


def test_values_that_keep_changing_have_a_last_executor() -> None:
    m, x = ts.script(Number()), x_of(5)
    for count in range(2 * MAX_VARIANTS):
        m.count = count
        np.testing.assert_array_equal(warm(m, x).array, x / 2 + count)
    last = executors(m.forward)[-1]
    assert len(executors(m.forward)) == MAX_VARIANTS
    assert not last.constants.values and last.graph is not None


def test_an_attribute_that_the_function_writes_is_read() -> None:
    m, x = ts.script(Counter()), x_of(5)
    for calls in range(1, 6):
        np.testing.assert_array_equal(m(x).array, (x * 2 + 1) * calls)
    (executor,) = executors(m.forward)
    assert not executor.constants.values


def test_an_attribute_of_an_object_that_the_function_replaces_is_read() -> None:
    m, x = ts.script(Swapped()), x_of(5)
    for call in range(6):
        np.testing.assert_array_equal(m(x).array, (x * 2 + 1) * (1 + (call + 1) % 2))
    (executor,) = executors(m.forward)
    assert not executor.constants.values


def test_an_attribute_is_constant_though_another_class_has_one_of_its_name() -> None:
    m, x = ts.script(Named()), x_of(5)
    np.testing.assert_array_equal(warm(m, x).array, (x * 2 + 1) * 4)
    (executor,) = executors(m.forward)
    assert dict(executor.constants.values) == {("count",): 3}


def test_an_optional_tensor_is_present(python_calls: list[str]) -> None:
    m, x = ts.script(Bias(ts.ones(5))), x_of(5)
    warm(m, x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 2 + 2)
    assert python_calls == []
    m.bias = None
    for _ in range(4):
        np.testing.assert_array_equal(m(x).array, x * 2 + 1)
    m.bias = ts.zeros(5)
    np.testing.assert_array_equal(m(x).array, x * 2 + 1)
    first, second = executors(m.forward)
    assert first.constants.present == (("bias",),)
    assert second.constants.values == ((("bias",), None),)


def test_the_explanation_has_the_constants() -> None:
    m, x = ts.script(Flag()), x_of(5)
    (train,) = ts.explain(m, x).facts.plans
    (test,) = ts.explain(m.eval(), x).facts.plans
    assert train.constants == (("self.training", "True"),)
    assert test.constants == (("self.training", "False"),)
    assert "Constants of Flag.forward" in str(ts.explain(m, x))


ASKS = """
def asks(x: Tensor) -> Tensor:
    if torch.is_grad_enabled():
        return x * 2 + 1
    return x * 3 - 1

def sets(x: Tensor) -> Tensor:
    with torch.no_grad():
        recorded = torch.is_grad_enabled()
    return x * 2 + 1 if recorded else x * 3 - 1
"""


def modes(function: Any) -> list[bool | None]:
    """The modes of gradients that the plans of a function rely on."""
    return [executor.constants.grad_mode for executor in executors(function)]


def test_the_mode_of_gradients_decides_a_branch() -> None:
    f, x = ts.compile(ASKS).asks, x_of(5)
    warm(f, x)
    with ts.no_grad():
        np.testing.assert_array_equal(warm(f, x).array, x * 3 - 1)
    np.testing.assert_array_equal(f(x).array, x * 2 + 1)
    assert modes(f) == [True, False]
    assert "prim::If" not in str(f.graph_for(x)).partition("prim::TypeCheck")[0]


def test_a_mode_that_the_function_sets_is_read_at_run_time() -> None:
    f, x = ts.compile(ASKS).sets, x_of(5)
    np.testing.assert_array_equal(warm(f, x).array, x * 3 - 1)
    assert modes(f) == [None]


def test_native_plans_know_the_mode_of_gradients() -> None:
    f, x = ts.compile(ASKS).asks, x_of(5)
    ts.set_engine("native")
    for _ in range(2):
        np.testing.assert_array_equal(f(x).array, x * 2 + 1)
        with ts.no_grad():
            np.testing.assert_array_equal(f(x).array, x * 3 - 1)
