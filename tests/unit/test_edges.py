"""Sixteen-bit floats, long sums and odd powers: PyTorch's answers, without PyTorch."""

from __future__ import annotations

from math import inf

import pytest

import xdsl_torchscript as ts

HALF, BRAIN = ts.float16, ts.bfloat16
LONG = 20_000

CASES = {
    "a number is compared as an element": (lambda: ts.tensor([0.1], dtype=HALF) == 0.1, [True]),
    "a number too great becomes infinity": (lambda: ts.tensor([inf], dtype=HALF) <= 1e30, [True]),
    "a neighbour in the type itself": (
        lambda: ts.nextafter(ts.ones(1, dtype=BRAIN), ts.full([1], 2.0, dtype=BRAIN)), [1.0078125]),
    "scattered sums do not stop growing": (
        lambda: ts.zeros(1, dtype=HALF).scatter_add(
            0, ts.zeros(LONG, dtype=ts.int64), ts.ones(LONG, dtype=HALF)), [20000.0]),
    "nor do those by index": (
        lambda: ts.zeros(1, 1, dtype=BRAIN).index_add(
            0, ts.zeros(512, dtype=ts.int64), ts.ones(512, 1, dtype=BRAIN)), [[512.0]]),
    "running totals in double precision": (
        lambda: ts.full([LONG * 50], 0.1).cumsum(0)[-1:] - 100000 < 0.01, [True]),
    "a line through infinity with slope 0": (
        lambda: ts.nn.functional.leaky_relu(ts.tensor([inf]), 0.0), [inf]),
    "totals in place have the tensor's type": (
        lambda: ts.ones(3, dtype=ts.uint8).cumsum_(0).to(HALF), [1.0, 2.0, 3.0]),
    "a quotient written into another type": (
        lambda: ts.div(ts.ones(1), 2, out=ts.zeros(1, dtype=HALF)), [0.5]),
    "the first power lies in memory as any power": (
        lambda: ts.tensor(ts.ones(3, 3).expand(2, -1, -1).pow(1).stride()), [9, 3, 1]),
    "the inverse of what is endless": (lambda: ts.tensor([complex(inf, 0)]) ** -1, [0j]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_at_the_edge(name: str) -> None:
    call, expected = CASES[name]
    assert call().tolist() == expected


@pytest.mark.parametrize(
    "call",
    [
        lambda: ts.zeros(2, dtype=HALF).fill_(1e30),
        lambda: ts.linalg.vector_norm(ts.ones(2), dtype=ts.float16),
        lambda: ts.ones(2, dtype=ts.bool).argmax(),
        lambda: ts.tensor(1.0).var(dim=[0, 0]),
    ],
    ids=["no element", "a narrower norm", "bools have no order", "a dimension twice"],
)
def test_refused(call: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        call()
