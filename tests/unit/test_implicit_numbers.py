"""Tensors that programs pass where a number is expected."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import NativeUnsupported

pytestmark = pytest.mark.usefixtures("kept_options")

PROGRAM = """
def plus(n: int):
    return n + 1

def half(n: float):
    return n * 0.5

def as_int(x):
    return plus(x)

def as_float(x):
    return half(x)

def as_number(x):
    return torch.full([2], x)

def as_index(x):
    return [1, 2, 3][x]

def divided(x):
    return 7 // x

def converted(x):
    return int(x)
"""
INT, FLOAT, BOOL = (np.array(n) for n in (2, np.float32(1.5), True))


def run(name: str, x: Any, engine: str = "interp") -> Any:
    ts.set_engine(engine)
    return getattr(ts.compile(PROGRAM), name)(x)


@pytest.mark.parametrize("engine", ["interp", "native"])
def test_a_tensor_of_rank_0_is_a_number(engine: str) -> None:
    assert [run(name, INT, engine) for name in ("as_int", "as_float", "converted")] == [3, 1.0, 2]
    assert run("as_float", FLOAT, engine) == 0.75
    assert np.asarray(run("as_number", FLOAT)).tolist() == [1.5, 1.5]
    assert run("divided", INT) == 3


@pytest.mark.parametrize("name", ["as_int", "as_index", "divided"])
@pytest.mark.parametrize("x", [FLOAT, BOOL])
def test_an_int_is_not_taken_from_a_tensor_of_another_kind(name: str, x: Any) -> None:
    with pytest.raises(ts.RuntimeFault, match="needs integers"):
        run(name, x)
    with pytest.raises(NativeUnsupported):
        run(name, x, "native")


@pytest.mark.parametrize("name", ["as_int", "as_float", "as_number"])
def test_a_tensor_with_dimensions_is_no_number(name: str) -> None:
    with pytest.raises(
        ts.RuntimeFault, match=r"expected a number or a 0-d tensor, found sizes \[1\]"
    ):
        run(name, INT.reshape(1))


@pytest.mark.parametrize("name", ["as_float", "as_number"])
def test_a_tensor_that_requires_gradients_is_no_number(name: str) -> None:
    with pytest.raises(
        ts.RuntimeFault, match="expected a number, found a tensor that requires gradients"
    ):
        run(name, ts.Tensor(FLOAT, requires_grad=True))
    assert run("converted", ts.Tensor(FLOAT, requires_grad=True)) == 1


@pytest.mark.parametrize("x", [1e30, -1e19, math.inf, math.nan])
def test_an_int_has_64_bits(x: float) -> None:
    for engine in ("interp", "native"):
        with pytest.raises(ts.RuntimeFault, match="does not fit into an int of 64 bits"):
            run("converted", np.array(x), engine)
        assert run("converted", np.array(-9e18), engine) == -9_000_000_000_000_000_000
