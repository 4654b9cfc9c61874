"""A model of the zoo: a maker of a module of PyTorch, and calls of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import nn

WAYS = ("script", "trace", "frozen", "optimized")


@dataclass(frozen=True)
class Call:
    arguments: tuple[Any, ...]
    method: str = "forward"


def call(*arguments: Any, method: str = "forward") -> Call:
    return Call(arguments, method)


@dataclass(frozen=True)
class Model:
    """`make(**small)` is a version whose archive has some kilobytes.

    `ways` are the ways in which PyTorch can save it; `train` is whether training differs from
    evaluation, `kinds` are the dtypes that it supports besides float32.
    """

    name: str
    make: Callable[..., tuple[nn.Module, list[Call]]]
    small: Mapping[str, Any] = field(default_factory=dict)
    ways: tuple[str, ...] = WAYS
    train: bool = False
    kinds: tuple[str, ...] = ("float64", "bfloat16", "float16")


ZOO: dict[str, Model] = {}


def zoo(**options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a maker of a module and its calls under its name."""

    def register(make: Callable[..., Any]) -> Callable[..., Any]:
        ZOO[make.__name__] = Model(make.__name__, make, **options)
        return make

    return register
