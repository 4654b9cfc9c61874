"""Sums over products of tensors by labels, as einsum has them: batches of matrix products.

Operands are contracted in pairs from left to right. A pair becomes two matrices. Labels kept from
both are the batch, labels of one are rows or columns, and summed labels are contracted.
"""

from __future__ import annotations

import string
from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Table, is_integral, work_dtype, wrap_result
from xdsl_torchscript.runtime.operators.linear_algebra.lapack import same_type
from xdsl_torchscript.runtime.operators.linear_algebra.matrices import matmul
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import ARITHMETIC
from xdsl_torchscript.runtime.tensor import Array, Tensor

AxisLabel: TypeAlias = str | int
"""A letter, or a dimension of an ellipsis, counted from behind: -1 is its last."""

_multiply = ARITHMETIC["aten.mul.Tensor"]


def _sum(operand: Tensor, axes: Sequence[int]) -> Tensor:
    """Sum over dimensions, which keep size 1."""
    if not axes:
        return operand
    dtype = operand.array.dtype
    work = operand.array.astype(work_dtype(dtype), copy=False)
    exact = np.int64 if is_integral(dtype) else work.dtype
    return wrap_result(np.sum(work, axis=tuple(axes), keepdims=True, dtype=exact), dtype)


def _contract(left: Tensor, right: Tensor, summed: Sequence[int]) -> Tensor:
    """Return the sum of products over dimensions of which neither operand has size 1. Operands and
    result have the same rank."""
    sizes = list(zip(left.shape, right.shape, strict=True))
    kept = [d for d in range(len(sizes)) if d not in summed]
    both = [d for d in kept if 1 not in sizes[d]]
    rows = [d for d in kept if sizes[d][0] != 1 == sizes[d][1]]
    columns = [d for d in kept if sizes[d][0] == 1]

    def joined(array: Array, *groups: Sequence[int]) -> Tensor:
        turned = array.transpose([d for group in groups for d in group])
        lengths = [prod(array.shape[d] for d in group) for group in groups]
        return Tensor(turned.reshape(lengths))

    a = joined(left.array, both, rows, summed, columns).array[..., 0]
    b = joined(right.array, both, summed, columns, rows).array[..., 0]
    product = np.ascontiguousarray(matmul(Tensor(a), Tensor(b)).array)
    order = [*both, *rows, *summed, *columns]
    full = [1 if d in summed else max(sizes[d]) if 0 not in sizes[d] else 0 for d in order]
    return Tensor(product.reshape(full).transpose(np.argsort(order)))


# ---- equations


def _labels(term: str, rank: int) -> list[AxisLabel]:
    """Return one label for each dimension of an operand."""
    before, dots, behind = term.partition("...")
    letters = before + behind
    if not all(letter in string.ascii_letters for letter in letters):
        raise BadValue(f"'aten.einsum' has letters and one '...' for an operand, not '{term}'")
    missing = rank - len(letters)
    if missing < 0 or (missing and not dots):
        raise BadValue(f"'aten.einsum' has '{term}' for an operand of {rank} dimensions")
    return [*before, *range(-missing, 0), *behind]


def _output(term: str, operands: list[list[AxisLabel]]) -> list[AxisLabel]:
    ellipsis = sorted({d for labels in operands for d in labels if isinstance(d, int)})
    before, dots, behind = term.partition("...")
    named: list[AxisLabel] = [*before, *(ellipsis if dots else []), *behind]
    known = {d for labels in operands for d in labels}
    if len(set(named)) != len(named) or not known.issuperset(named):
        raise BadValue(f"'aten.einsum' cannot answer by '{term}'")
    return named


def _implicit_output(operands: list[list[AxisLabel]]) -> list[AxisLabel]:
    """Return the ellipsis and the labels that occur once, capital letters first."""
    every = [d for labels in operands for d in labels]
    ellipsis = sorted({d for d in every if isinstance(d, int)})
    return [*ellipsis, *sorted(d for d in every if isinstance(d, str) and every.count(d) == 1)]


def _spread(operand: Tensor, labels: list[AxisLabel], every: list[AxisLabel]) -> Tensor:
    """Return the operand with a dimension for every label, of size 1 if it lacks the label."""
    array, left = operand.array, list(labels)
    for label in dict.fromkeys(labels):
        while left.count(label) > 1:
            first = left.index(label)
            second = left.index(label, first + 1)
            if array.shape[first] != array.shape[second]:
                raise BadValue(f"'aten.einsum': '{label}' has two sizes in {operand.shape}")
            # The diagonal comes last.
            array = array.diagonal(axis1=first, axis2=second)
            left = [d for i, d in enumerate(left) if i not in (first, second)] + [label]
    turned = array.transpose([left.index(d) for d in every if d in left])
    places = tuple(slice(None) if d in left else None for d in every)
    return operand.over(turned[places])


def _einsum(equation: str, tensors: list[Tensor], path: list[int] | None) -> Tensor:
    """Contract by labels. An ellipsis that the result omits is summed over. A path lists pairs of
    operands to contract next."""
    inputs, arrow, result = equation.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if not tensors or len(terms) != len(tensors):
        raise BadValue(f"'aten.einsum' of {len(tensors)} operands by '{equation}'")
    same_type("aten.einsum", *tensors)
    labels = [_labels(term, t.array.ndim) for term, t in zip(terms, tensors, strict=True)]
    kept = _output(result, labels) if arrow else _implicit_output(labels)
    gone = list(dict.fromkeys(d for part in labels for d in part if d not in kept))
    operands = [_spread(t, own, kept + gone) for t, own in zip(tensors, labels, strict=True)]
    try:
        np.broadcast_shapes(*[operand.shape for operand in operands])
    except ValueError:
        raise BadValue("'aten.einsum' of a label with several sizes") from None
    return _reduce(operands, len(kept), path or [])


def _reduce(operands: list[Tensor], kept: int, path: list[int]) -> Tensor:
    """Multiply all operands and sum over the dimensions behind the first `kept`."""
    rank = operands[0].array.ndim
    for step in range(len(operands) - 1):
        first, second = sorted(path[2 * step : 2 * step + 2]) if path else (0, 1)
        right, left = operands.pop(second), operands.pop(first)
        others = [d for d in range(kept, rank) if all(o.shape[d] == 1 for o in operands)]
        left = _sum(left, [d for d in others if right.shape[d] == 1 != left.shape[d]])
        right = _sum(right, [d for d in others if left.shape[d] == 1 != right.shape[d]])
        meet = [d for d in others if 1 not in (left.shape[d], right.shape[d])]
        made = _contract(left, right, meet) if meet else _multiply(left, right)
        operands.insert(0, made)
    (whole,) = operands
    whole = _sum(whole, [d for d in range(kept, rank) if whole.shape[d] != 1])
    return whole.over(whole.array.reshape(whole.shape[:kept]))


def _letters(labels: Sequence[int]) -> str:
    """Return letters for numbers. Raises BadValue for a number without a letter."""
    if not all(0 <= label < len(string.ascii_letters) for label in labels):
        raise BadValue(
            f"'aten.einsum' has numbers from 0 to {len(string.ascii_letters) - 1} for dimensions, "
            f"not {list(labels)}"
        )
    return "".join(string.ascii_letters[label] for label in labels)


def _einsum_of_lists(*arguments: Any) -> Tensor:
    """Contract operands by lists of labels; the result's labels may come last."""
    count = len(arguments) // 2
    operands, labels = arguments[: 2 * count : 2], arguments[1 : 2 * count : 2]
    equation = ",".join(map(_letters, labels))
    if len(arguments) > 2 * count:
        equation += f"->{_letters(arguments[-1])}"
    return _einsum(equation, list(operands), None)


CONTRACTIONS: Table = {
    "aten.einsum": _einsum,
    "aten.einsum.sublist": _einsum_of_lists,
}
