"""Casts and views that functions return, which kernels compute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

ROWS = np.arange(6, dtype=np.float32).reshape(2, 3)
COLUMNS = np.asfortranarray(ROWS)
COMPUTED = [
    "z.view(-1)",
    "z.reshape(3, 2)",
    "z[None]",
    "z.t()",
    "z.flatten(0)",
    "z.unsqueeze(1).squeeze(1)",
    "z.t().reshape(6)",
    "z.to(torch.int32)",
    "(z, z.to(torch.uint8))",
]
SHOWN = ["(z, z.view(6))", "(z.view(6), z.t())", "z.expand(4, 2, 3)", "(x.view(6), z.view(6))"]


@pytest.fixture(autouse=True)
def compiled(compiled_now: None) -> None:
    """Let functions be compiled at once."""


def function(tail: str) -> Any:
    return ts.compile(f"def f(x):\n    z = torch.relu(x) * 2\n    return {tail}\n").f


def describe(result: Any) -> list[Any]:
    """Return the elements, types and strides of tensors, and which share memory. The stride of a
    dimension of size 1 addresses no element."""
    arrays = [tensor.array for tensor in (result if isinstance(result, tuple) else (result,))]
    steps = [[s for s, n in zip(a.strides, a.shape, strict=True) if n > 1] for a in arrays]
    elements = [(a.dtype, a.tolist()) for a in arrays]
    return [elements, steps, [np.may_share_memory(a, b) for a in arrays for b in arrays]]


def check(tail: str, engine: str, rows: np.ndarray) -> None:
    f, x = function(tail), ts.as_tensor(rows)
    ts.set_engine("simple")
    expected = describe(f(x))
    ts.set_engine(engine)
    for _ in range(4):
        f(ROWS)
        assert describe(f(x)) == expected


@pytest.mark.parametrize("tail", COMPUTED)
@pytest.mark.parametrize("engine", ["profile", "native"])
def test_results_are_those_of_the_interpreter(tail: str, engine: str) -> None:
    check(tail, engine, ROWS)


@pytest.mark.parametrize("tail", [tail for tail in COMPUTED if "view" not in tail])
@pytest.mark.parametrize("engine", ["profile", "native"])
def test_results_for_columns_are_those_of_the_interpreter(tail: str, engine: str) -> None:
    check(tail, engine, COLUMNS)


@pytest.mark.parametrize("tail", SHOWN)
def test_results_that_share_memory_do(tail: str) -> None:
    check(tail, "profile", ROWS)


@pytest.mark.parametrize("tail", COMPUTED)
def test_python_does_not_take_part(tail: str, python_calls: list[str]) -> None:
    f = function(tail)
    for _ in range(4):
        f(ROWS)
    python_calls.clear()
    f(ROWS)
    assert not python_calls


@pytest.mark.parametrize("engine", ["profile", "native"])
def test_a_view_of_columns_fails_as_in_the_interpreter(engine: str) -> None:
    f = function("z.view(6)")
    ts.set_engine(engine)
    for _ in range(3):
        f(ROWS)
    with pytest.raises(RuntimeError, match="view"):
        f(ts.as_tensor(COLUMNS))
