"""Types, layouts, views and refusals against PyTorch's answers, without PyTorch."""

from __future__ import annotations

import hashlib
import json
import lzma
from functools import cache
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from semantics_questions import (
    BINARY,
    GOLDEN,
    LAYOUTS,
    NUMBERS,
    OPERANDS,
    answer,
    make_strided,
    operand,
)
from view_chains import run_step
from wrong_calls import WRONG

import xdsl_torchscript as ts

REFUSALS = (RuntimeError, ValueError, TypeError, IndexError)


@cache
def golden() -> dict[str, Any]:
    return json.loads(lzma.decompress(GOLDEN.read_bytes()))


def describe(tensor: ts.Tensor) -> list[Any]:
    array = tensor.array
    seen = [st for n, st in zip(array.shape, tensor.strides, strict=True) if n > 1]
    data = np.ascontiguousarray(array).tobytes()
    digest = hashlib.blake2b(data, digest_size=4).hexdigest()
    return [list(array.shape), seen if array.size else [], digest]


@pytest.mark.parametrize("name", BINARY)
def test_types_of_results(name: str) -> None:
    expected, pairs = golden()["types"][name].split(), product(OPERANDS, OPERANDS)
    wrong = []
    for (a, b), want in zip(pairs, expected, strict=True):
        if a in NUMBERS and b in NUMBERS:
            continue
        got = answer(BINARY[name], ts, operand(ts, a, 0), operand(ts, b, 1))
        if got != want:
            wrong.append(f"{a}, {b}: {got} instead of {want}")
    assert wrong == []


@pytest.mark.parametrize("name", LAYOUTS)
def test_layouts(name: str) -> None:
    random, call = Random(5), LAYOUTS[name]
    for place, expected in enumerate(golden()["layouts"][name]):
        x, y = make_strided(ts, random)
        if expected == "refused":
            with pytest.raises(REFUSALS):
                call(ts, x, y)
            continue
        assert describe(call(ts, x, y))[:2] == expected, place


def _runs(chain: dict[str, Any]) -> None:
    shape, dtype = chain["shape"], getattr(ts, chain["dtype"])
    count = int(np.prod(shape))
    base = tensor = ts.arange(1, count + 1).to(dtype).reshape(shape)
    for name, arguments, expected in chain["steps"]:
        try:
            after = run_step(ts, tensor, (name, arguments))
        except REFUSALS as error:
            assert isinstance(expected, str), (name, arguments, error)
            assert expected == "refused" or isinstance(error, IndexError), (name, arguments)
            continue
        tensor = after
        assert describe(tensor) == expected, (name, arguments)
    assert describe(base) == chain["base"]


def test_chains_of_views() -> None:
    for chain in golden()["chains"]:
        _runs(chain)


def test_wrong_calls() -> None:
    for source, kind in zip(WRONG, golden()["wrong"], strict=True):
        with pytest.raises(REFUSALS) as refused:
            eval(source, {"t": ts})
        assert isinstance(refused.value, IndexError) is (kind == "IndexError"), source


def test_refusals_name_the_dimension_of_different_sizes() -> None:
    with pytest.raises(
        RuntimeError, match=r"^sizes \[2, 3\] and \[4\] do not broadcast at dimension 1$"
    ):
        ts.ones(2, 3) + ts.ones(4)


def test_views_never_leave_their_memory() -> None:
    x = ts.arange(10)[2:5]
    assert x.as_strided([10], [1], 0).tolist() == list(range(10))
    for size, stride, offset in (
        ([11], [1], 0), ([2], [2**62], 0), ([2**40, 2], [2**40, 1], 0), ([1], [1], 10),
        ([2], [-1], 5), ([1], [1], -1), ([2, 2], [1], 0),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"view|negative"):
            x.as_strided(size, stride, offset)
    with pytest.raises(ValueError, match=r"negative|sizes"):
        x.resize_([-1])


def test_writes_into_shared_places_are_refused() -> None:
    x = ts.arange(6)
    for write in (
        lambda: ts.zeros(1).expand([3]).add_(1),
        lambda: ts.zeros(1).expand([3]).copy_(ts.ones(3)),
        lambda: x[1:].add_(x[:-1]),
        lambda: x[1:].copy_(x[:-1]),
        lambda: ts.add(x[:5], 1, out=x[1:]),
    ):
        with pytest.raises(RuntimeError, match="clone"):
            write()
    assert x.tolist() == [0, 1, 2, 3, 4, 5]
    assert ts.zeros(1).expand([3]).fill_(2).tolist() == [2, 2, 2]
    assert x.view([2, 3]).t().add_(x.view([2, 3]).t()).tolist() == [[0, 6], [2, 8], [4, 10]]
