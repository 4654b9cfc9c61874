"""Direct calls of a function with several plans: one for each kind of arguments that it saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from test_direct_call import x_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.modules.direct_callable import get_direct

pytestmark = pytest.mark.usefixtures("compiled_now")

OPTIONAL = """
def f(x, y: Optional[Tensor] = None, n: int = 2):
    if y is not None:
        return x * n + y
    return x * n - 1
"""


def warm(f: Any, *calls: Sequence[Any]) -> None:
    """Call a function with each of several lists of arguments until all have plans."""
    for _ in range(6):
        for inputs in calls:
            f(*inputs)


class Scale(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = ts.Parameter(np.full(3, 2, np.float32), requires_grad=False)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = x * self.weight + 1
        if self.training:
            y = y * 2
        return y


def test_sizes_alternate(python_calls: list[str]) -> None:
    f = ts.compile("def f(x, y):\n    return torch.tanh(x * 2 + y)\n").f
    calls = [(x_of(n), x_of(n)) for n in (3, 4, 5)]
    warm(f, *calls)
    python_calls.clear()
    for x, y in 2 * calls:
        np.testing.assert_allclose(f(x, y).array, np.tanh(x * 2 + y), rtol=1e-6)
    assert python_calls == []


def test_the_native_engine_keeps_a_kernel_for_each_size() -> None:
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2) + x\n").f
    ts.set_engine("native")
    for n in 2 * (3, 4, 5):
        np.testing.assert_allclose(f(x_of(n)).array, np.tanh(x_of(n) * 2) + x_of(n), rtol=1e-6)
    _, _, *kernels = get_direct(f) or ((), ())
    assert len(kernels) == 3


def test_symbolic_sizes_come_last(python_calls: list[str]) -> None:
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2) + x\n").f
    warm(f, *([x_of(n)] for n in range(3, 10)))
    python_calls.clear()
    for n in (3, 7, 9, 20):
        np.testing.assert_allclose(f(x_of(n)).array, np.tanh(x_of(n) * 2) + x_of(n), rtol=1e-6)
    assert python_calls == []


def test_a_module_is_read_for_each_plan(python_calls: list[str]) -> None:
    m = ts.script(Scale())
    warm(m, [x_of(3)], [x_of(4, 3)])
    m.weight = ts.Parameter(np.full(3, 5, np.float32), requires_grad=False)
    python_calls.clear()
    for x in (x_of(3), x_of(4, 3)):
        np.testing.assert_array_equal(m(x).array, (x * 5 + 1) * 2)
    assert python_calls == []
    m.eval()
    for x in (x_of(3), x_of(4, 3)):
        np.testing.assert_array_equal(m(x).array, x * 5 + 1)
    m.train()
    np.testing.assert_array_equal(m(x_of(3)).array, (x_of(3) * 5 + 1) * 2)


def test_an_argument_is_none_or_a_tensor(python_calls: list[str]) -> None:
    f, x = ts.compile(OPTIONAL).f, x_of(5)
    warm(f, [x], [x, x])
    python_calls.clear()
    for _ in range(2):
        for absent in ([], [None], [None, 2]):
            np.testing.assert_array_equal(f(x, *absent).array, x * 2 - 1)
        np.testing.assert_array_equal(f(x, x).array, x * 3)
        np.testing.assert_array_equal(f(x, x, 2).array, x * 3)
    assert python_calls == []
    np.testing.assert_array_equal(f(x, None, 3).array, x * 3 - 1)
    np.testing.assert_array_equal(f(x, n=3).array, x * 3 - 1)
    with pytest.raises(InputMismatch, match="takes for 'y'"):
        f(x, "text")
    with pytest.raises(InputMismatch, match="needs a value for 'x'"):
        f()
    with pytest.raises(InputMismatch, match="at most 3"):
        f(x, None, 2, 2)


def test_arguments_by_keyword_alone_keep_their_defaults(python_calls: list[str]) -> None:
    f, x = ts.compile("def f(x, *, n: int = 2):\n    return x * n + 1\n").f, x_of(5)
    warm(f, [x])
    np.testing.assert_array_equal(f(x).array, x * 2 + 1)
    np.testing.assert_array_equal(f(x, n=3).array, x * 3 + 1)
    with pytest.raises(InputMismatch, match="at most 1"):
        f(x, 3)


def test_a_plan_that_relies_on_the_gradient_mode(python_calls: list[str]) -> None:
    class Moded(ts.Module):
        def forward(self, x: ts.Tensor) -> ts.Tensor:
            if torch.is_grad_enabled():  # pyright: ignore  # noqa: F821
                return x * 2 + 1
            return x * 3 - 1

    m, x = ts.script(Moded()), x_of(5)
    warm(m, [x])
    python_calls.clear()
    np.testing.assert_array_equal(m(x).array, x * 2 + 1)
    assert python_calls == []
    for _ in range(6):
        with ts.no_grad():
            np.testing.assert_array_equal(m(x).array, x * 3 - 1)
        np.testing.assert_array_equal(m(x).array, x * 2 + 1)


def test_the_last_graph_is_the_functions() -> None:
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2) + x\n").f
    warm(f, [x_of(3)], [x_of(4)])
    f(x_of(3))
    first = str(ts.last_executed_optimized_graph())
    f(x_of(4))
    assert str(ts.last_executed_optimized_graph()) == first
    assert "prim::FallbackGraph" in first


def test_other_layouts_are_for_python() -> None:
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2) + x\n").f
    warm(f, [x_of(3, 4)], [x_of(4, 3)])
    x = x_of(3, 4).T
    np.testing.assert_allclose(f(x).array, np.tanh(x * 2) + x, rtol=1e-6)
    np.testing.assert_allclose(f(x_of(8, 6)[::2, ::2]).array.shape, (4, 3))
