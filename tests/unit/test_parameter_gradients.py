"""Plans of modules that ask whether parameters require gradients, as transformer encoders do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from test_direct_call import warm, x_of
from test_module_constants import executors

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")


class Asks(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Parameter(ts.ones(5))
        self.bias = ts.Parameter(ts.zeros(5))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        reason = ""
        if any([x.requires_grad, self.weight.requires_grad, self.bias.requires_grad]):
            reason = "a parameter requires a gradient"
        if len(reason) > 0:
            return x * self.weight * 2 + self.bias
        return x * self.weight * 3 + self.bias


class Switches(Asks):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        before = self.weight.requires_grad
        self.weight.requires_grad_(not before)
        return x * 2 + 1 if self.weight.requires_grad else x * 3 + 1


class Replaces(Asks):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.bias = x
        return x * 2 + 1 if self.bias.requires_grad else x * 3 + 1


def flags_of(module: Any) -> list[Any]:
    """The flags that each executor of a module relies on, the first one first."""
    return [dict(executor.constants.gradients) for executor in executors(module.forward)]


def test_a_flag_decides_its_branch(python_calls: list[str]) -> None:
    m, x = ts.script(Asks()), x_of(5)
    warm(m, x)
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 2)
    assert python_calls == []
    assert flags_of(m) == [{("weight",): True, ("bias",): True}]
    graph = str(m.graph_for(x)).partition("prim::FallbackGraph")[0]
    assert "prim::requires_grad" not in graph and "aten::any" not in graph


@pytest.mark.parametrize("engine", ["profile", "native"])
def test_a_flag_that_changes_is_read(engine: str) -> None:
    m, x = ts.script(Asks()), x_of(5)
    ts.set_engine(engine)
    np.testing.assert_array_equal(warm(m, x).array, x * 2)
    m.bias.requires_grad_(False)
    np.testing.assert_array_equal(warm(m, x).array, x * 2)
    m.weight.requires_grad_(False)
    np.testing.assert_array_equal(warm(m, x).array, x * 3)
    m.bias = ts.Parameter(ts.ones(5))
    np.testing.assert_array_equal(warm(m, x).array, x * 2 + 1)


def test_the_explanation_has_the_flags() -> None:
    m, x = ts.script(Asks()), x_of(5)
    (plan,) = ts.explain(m, x).facts.plans
    flags = (("self.weight.requires_grad", "True"), ("self.bias.requires_grad", "True"))
    assert plan.constants == flags


@pytest.mark.parametrize("kind, factors", [(Switches, (3, 2)), (Replaces, (3, 3))])
def test_a_flag_that_the_function_changes_is_read(kind: Any, factors: tuple[int, ...]) -> None:
    m, x = ts.script(kind()), x_of(5)
    for call in range(8):
        np.testing.assert_array_equal(m(x).array, x * factors[call % 2] + 1)
    assert ("weight",) not in flags_of(m)[0] and ("bias",) not in flags_of(m)[0]


def test_a_flag_is_part_of_the_key_of_a_plan_on_disk() -> None:
    for flag in (True, False, True):
        m, x = ts.script(Asks()), x_of(5)
        m.weight.requires_grad_(flag)
        m.bias.requires_grad_(flag)
        np.testing.assert_array_equal(warm(m, x).array, x * (2 if flag else 3))
