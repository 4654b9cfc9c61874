"""Instances of Python's classes as arguments: copied into the program, as PyTorch does it."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import xdsl_torchscript as ts


class Point:
    def __init__(self, x: torch.Tensor, n: int):
        self.x = x
        self.n = n

    def scaled(self) -> torch.Tensor:
        self.n += 1
        return self.x * self.n


class Lookalike:
    x = torch.ones(2)
    n = 3


class Incomplete:
    n = 3


def use(p: Point) -> torch.Tensor:
    return p.scaled()


def outcome(function: Any, argument: Any) -> Any:
    try:
        return function(argument).tolist()
    except (RuntimeError, TypeError):
        return "refused"


@pytest.mark.parametrize("make", [lambda: Point(torch.ones(2), 2), Lookalike, Incomplete, int])
def test_an_instance_is_taken_where_pytorch_takes_it(make: Any) -> None:
    theirs, ours = make(), make()
    torch.jit.script(Point)
    ts.script(Point)
    assert outcome(ts.script(use), ours) == outcome(torch.jit.script(use), theirs)
    assert getattr(ours, "n", None) == getattr(theirs, "n", None)
