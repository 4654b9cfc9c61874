"""Operators of programs that PyTorch has differentiated: undefined gradients, which are None here,
and sums to given sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.operators.arrays.joining import JOINING
from xdsl_torchscript.runtime.operators.arrays.views import VIEWS
from xdsl_torchscript.runtime.operators.core import Table, tensor
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import ARITHMETIC
from xdsl_torchscript.runtime.operators.preconditions import wrap_dim
from xdsl_torchscript.runtime.tensor import Tensor

_ADD = ARITHMETIC["aten.add.Tensor"]


def _zero() -> None:
    return None


def _sum(a: Tensor | None, b: Tensor | None) -> Tensor | None:
    if a is None or b is None:
        return b if a is None else a
    return _ADD(a, b, 1)


def _leaves(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        yield from value if isinstance(value, list) else [value]


def _test_defined(fold: Callable[..., bool], defined: bool) -> Callable[..., bool]:
    def run(*values: Any) -> bool:
        return fold((value is not None) == defined for value in _leaves(values))

    return run


def _broadcast_sizes(*sizes: Sequence[int]) -> list[int]:
    return list(np.broadcast_shapes(*map(tuple, sizes)))


def _reduce_sizes(size: Sequence[int], axes: Sequence[int], keepdim: bool) -> list[int]:
    gone = {wrap_dim(axis, len(size)) for axis in axes}
    if keepdim:
        return [1 if d in gone else n for d, n in enumerate(size)]
    return [n for d, n in enumerate(size) if d not in gone]


def _join(name: str) -> Callable[..., Tensor]:
    """Join tensors; the dimension is the last argument."""

    def run(*arguments: Any) -> Tensor:
        *tensors, dim = arguments
        return {**VIEWS, **JOINING}[name](tensors, dim)

    return run


def _sum_of_products(*matrices: Tensor) -> Tensor:
    """Sum products; the left factors are the first arguments, the right ones the last."""
    half = len(matrices) // 2
    pairs = zip(matrices[:half], matrices[half:], strict=True)
    return tensor(sum(a.array @ b.array for a, b in pairs))


def products_with(side: int) -> Callable[..., list[Tensor]]:
    """Return the products of the first matrix, on a side (0 is the left one), with the other
    matrices. These have equal sizes."""

    def run(shared: Tensor, *others: Tensor) -> list[Tensor]:
        joined = np.concatenate([other.array for other in others], axis=1 - side)
        pair = (shared.array, joined) if side == 0 else (joined, shared.array)
        parts = np.split(np.matmul(*pair), len(others), axis=1 - side)
        return [tensor(part.copy()) for part in parts]

    return run


UNDEFINED: Table = {
    "prim.AutogradZero": _zero,
    "prim.AutogradAdd": _sum,
    "prim.AutogradAllNonZero": _test_defined(all, True),
    "prim.AutogradAnyNonZero": _test_defined(any, True),
    "prim.AutogradAllZero": _test_defined(all, False),
    "prim.BroadcastSizes": _broadcast_sizes,
    "prim.ReductionSizes": _reduce_sizes,
    "prim.VarConcat": _join("aten.cat"),
    "prim.VarStack": _join("aten.stack"),
    "prim.MMTreeReduce": _sum_of_products,
}
