"""Exceptions, early returns, writes and numbers of tensors in kernels, against the interpreter."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

TEXT = """
def checks(x: Tensor, n: int) -> Tensor:
    y = x + 1
    if n < 0:
        raise ValueError("negative")
    return x * n

def views(x: Tensor, n: int) -> Tensor:
    y = x + 1
    assert n > 0, f"n must be positive, not {n}"
    return y.t()

def elements(x: Tensor, n: int) -> int:
    assert x.sum() < 5
    return n

def searches(x: Tensor, n: int) -> float:
    s = 0.0
    for i in range(10):
        if i == n:
            raise IndexError("i is " + str(i))
        s += float(x[i % 2, 0])
    return s

def chooses(x: Tensor, n: int) -> Tensor:
    if n == 3:
        return x
    elif n == 2:
        return x + 1
    else:
        raise RuntimeError("other")

def returns(x: Tensor, n: int) -> Tensor:
    y = x - 3
    for i in range(n):
        if i == 3:
            return x
        if i == 1 and y.sum() > 0:
            return y
        y = y + 1
        if y[0, 0] > 100:
            return y * 2
    return x

def breaks(x: Tensor, n: int) -> Tensor:
    while True:
        n = n - 1
        if n == 3:
            return x
        elif n == 2:
            break
        elif n < -20:
            raise ValueError("n")
        x = x + 1
    assert n > 0
    return x

def number(x: Tensor) -> int:
    return int(x.item()) + int(x)

def truth(x: Tensor) -> bool:
    n = 1
    if x:
        n = 0
    return bool(x) and n == 0

def real(x: Tensor) -> float:
    return float(x) + x.item()

def writes(x: Tensor, n: int) -> Tensor:
    x.add_(1)
    if n < 0:
        raise ValueError("negative")
    return x * n

def fills(x: Tensor, n: int) -> Tensor:
    y = torch.zeros(4, 2)
    for i in range(n):
        y[i] = x[0]
        y[-1, i % 2] += 1.5
    return y

def rounds(x: Tensor, n: int) -> Tensor:
    y = torch.zeros(2, dtype=torch.int64)
    for i in range(n):
        y[i % 2] = x[0, i % 2]
        y[1:].fill_(n)
    return y

def empties(x: Tensor, n: int) -> Tensor:
    y = x[:0].clone()
    for _ in range(n):
        y += 1
        y.zero_()
    return y

def caches(x: Tensor, n: int) -> Tensor:
    y = torch.zeros(3, 2)
    row = y[1]
    for i in range(3):
        if i == n:
            row += x[0]
        elif n > 3:
            y[:, 0] = float(i)
        y[0] = row * 2
    return y

def decodes(x: Tensor, n: int) -> Tensor:
    words = torch.zeros([8], dtype=torch.int64)
    word = 0
    for i in range(8):
        word = (word + int(x[0].argmax()) + 3) % 5
        words[i] = word
        if word == n:
            words[0] = -1
            return words
    words[1:3] += 1
    return words

def state(x: Tensor, hx: Tuple[Tensor, Tuple[Tensor, int]]):
    h, (c, n) = hx
    for i in range(n):
        c = c * 0.5 + x[i]
        h = h + c
    return h, (h, c)

def lists(x: Tensor, n: int) -> Tensor:
    word = torch.tensor([n])
    for i in range(3):
        word = torch.tensor([int(word) + n, 3])[:1]
        x = x * torch.tensor([float(n), 0.1]) + word
    return x

def mixed(x: Tensor, n: int) -> float:
    s = x[0, 0].item()
    t = 0.0
    for i in range(n):
        t += s
        s = n
    return t
"""
CHECKED = {
    "checks": 3, "views": 3, "elements": 3, "searches": -1, "chooses": 3, "returns": 3, "breaks": 3,
    "fills": 3, "rounds": 3, "empties": 3, "caches": 3, "decodes": 3, "lists": 3,
}  # fmt: skip
"""The numbers for which the functions return a result."""
TOTAL = ("returns", "rounds", "empties", "caches", "decodes", "lists")
"""Functions that never raise."""
NUMBERS: list[Any] = [
    np.array([[1.5]], "f4"), np.array([math.nan], "f4"), np.array([math.inf]), np.array([-1e30]),
    np.array(2**63 - 1), np.array([-(2**63)]), np.array([200], "u1"), np.array(-0.0, "f4"),
    np.array(3e38, "f4"), np.array([65504], "f2"), np.array([[[0]]], "i4"),
]  # fmt: skip

pytestmark = pytest.mark.usefixtures("compiled_now")


@pytest.fixture(params=["native", "profile"])
def kernels(request: pytest.FixtureRequest) -> Iterator[str]:
    old = ts.set_engine(request.param)
    yield request.param
    ts.set_engine(old)


def answer(function: Any, *inputs: Any) -> tuple[object, ...]:
    """Return the result or the error as text, and the number of the input that the result is."""
    try:
        result = function(*inputs)
    except ts.RuntimeFault as error:
        return type(error), str(error)
    return repr(result), [n for n, value in enumerate(inputs) if value is result]


@pytest.mark.parametrize("name", CHECKED)
def test_exceptions_and_early_returns_are_those_of_the_interpreter(name: str, kernels: str) -> None:
    f = getattr(ts.compile(TEXT), name)
    values, numbers = (-1.0, 1.0, 2.0, 200.0), (4, 3, 2, 7, -2, 0, 1)
    answers: set[object] = set()
    for n, value in itertools.product(numbers * 2, values):
        x = ts.full([2, 2], value)
        with ts.optimized_execution(False):
            expected = answer(f, x, n)
        assert answer(f, x, n) == expected, (value, n)
        answers.add(expected[0])
    assert len(answers) > 2 or name == "empties"
    assert (ts.RuntimeFault in answers) == (name not in TOTAL)
    assert "prim::TensorExprGroup" in str(f.graph_for(ts.full([2, 2], 1.0), CHECKED[name]))


@pytest.mark.parametrize("name", ["number", "truth", "real"])
@pytest.mark.parametrize("value", NUMBERS, ids=str)
def test_numbers_of_tensors_are_those_of_the_interpreter(
    name: str, value: Any, kernels: str
) -> None:
    f, x = getattr(ts.compile(TEXT), name), ts.tensor(value)
    with ts.optimized_execution(False):
        expected = answer(f, x)
    assert [answer(f, x) for _ in range(3)] == [expected] * 3


def test_a_write_before_an_exception_happens_once() -> None:
    f, x = ts.compile(TEXT).writes, ts.zeros(3)
    for count, n in enumerate((1, 1, 1, -1, -1, 1), start=1):
        answer(f, x, n)
        assert x.tolist() == [count] * 3


def test_a_number_that_changes_its_type_stays_a_number() -> None:
    f, x = ts.compile(TEXT).mixed, ts.full([1, 1], 0.5)
    assert [f(x, 3) for _ in range(3)] == [6.5] * 3


def test_the_elements_of_tuples_enter_a_kernel() -> None:
    f, x, h = ts.compile(TEXT).state, ts.full([3, 2], 1.5), ts.zeros(2)
    old = ts.set_engine("native")
    try:
        for n in (3, 0, 2):
            state = (h, (h + 1, n))
            with ts.optimized_execution(False):
                expected = answer(f, x, state)
            assert answer(f, x, state) == expected
        assert f(x, (h, (h, 0)))[0] is h
    finally:
        ts.set_engine(old)
