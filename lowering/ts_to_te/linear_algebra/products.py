"""Products of parts of tensors that are not matrix products: `einsum`, `addr`, `glu`, ..."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.size_expression import mul
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import category
from xdsl_torchscript.lowering.core.messages import ODD_SIZE
from xdsl_torchscript.lowering.ts_to_te.checks import require
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.pointwise.functions import sigmoid
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.rule import NUMBERS
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_ELLIPSIS = "..."


def _labels(subscripts: str, rank: int) -> list[str]:
    """Return a label for each axis; the labels of an ellipsis are numbers, counted from the
    last."""
    before, dots, after = subscripts.partition(_ELLIPSIS)
    hidden = rank - len(before) - len(after)
    if hidden < 0 or (hidden and not dots):
        raise Refusal(f"has the subscripts '{subscripts}' for {rank} axes")
    return [*before, *(str(number) for number in reversed(range(hidden))), *after]


def _sizes(labels: Sequence[Sequence[str]], operands: Sequence[Field]) -> dict[str, Dim]:
    """Return each label's size; an axis of size 1 broadcasts."""
    sizes: dict[str, Dim] = {}
    for own, operand in zip(labels, operands, strict=True):
        for label, size in zip(own, operand.shape, strict=True):
            known = sizes.setdefault(label, size)
            if known == 1:
                sizes[label] = size
            elif size not in (1, known):
                raise Refusal(f"has the sizes {known} and {size} for one subscript")
    return sizes


def _results(output: str | None, labels: Sequence[Sequence[str]]) -> list[str]:
    """Return the labels of the result; without an output, the labels that occur once, in order."""
    counts = Counter(label for own in labels for label in own)
    hidden = sorted((label for label in counts if label.isdigit()), key=int, reverse=True)
    if output is None:
        return [
            *hidden,
            *sorted(label for label, n in counts.items() if n == 1 and label.isalpha()),
        ]
    before, dots, after = output.partition(_ELLIPSIS)
    return [*before, *(hidden if dots else ()), *after]


def _einsum(to: FieldConversion) -> Field:
    equation, operands = to.call.constant("equation"), to.tensors("tensors")
    if not isinstance(equation, str):
        raise Refusal("has an equation that is not a constant")
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    texts = inputs.split(",")
    if len(texts) != len(operands) or category(operands[0].dtype) not in NUMBERS:
        raise Refusal(f"has the equation '{equation}'")
    labels = [_labels(text, len(x.shape)) for text, x in zip(texts, operands, strict=True)]
    sizes = _sizes(labels, operands)
    results = _results(output if arrow else None, labels)
    summed = [label for label in sizes if label not in results]
    order = [*results, *summed]

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        place = dict(zip(order, axes, strict=True))
        zero = code.constant(0, INDEX)
        factors = [
            x.at(code, [zero if n == 1 else place[i] for i, n in zip(own, x.shape, strict=True)])
            for own, x in zip(labels, operands, strict=True)
        ]
        return reduce(code.mul, factors)

    products = Field(tuple(sizes[label] for label in order), operands[0].dtype, element)
    return to.reduce(SUM, products, range(len(results), len(order))) if summed else products


def _add(to: FieldConversion, product: Field) -> Field:
    """Return `beta * self + alpha * product`, without `self` if beta is 0."""
    dtype = product.dtype
    term = to.pointwise(ScalarCode.mul, product, to.number("alpha", dtype, 1))
    if to.constant_number("beta", 1) == 0:
        return term
    summand = to.operand("self").cast(dtype)
    scaled = to.pointwise(ScalarCode.mul, summand, to.number("beta", dtype, 1))
    return to.pointwise(ScalarCode.add, term, scaled)


def _outer(to: FieldConversion) -> Field:
    (shape, dtype) = to.result()
    if category(dtype) not in NUMBERS:
        raise Refusal("supports only numbers")
    rows, columns = to.operand("vec1").cast(dtype), to.operand("vec2").cast(dtype)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.mul(rows.at(code, axes[:1]), columns.at(code, axes[1:]))

    return _add(to, Field(shape, dtype, element))


def _sum_of_matrices(to: FieldConversion) -> Field:
    (shape, dtype) = to.result()
    if category(dtype) not in NUMBERS:
        raise Refusal("supports only numbers")
    left, right = to.operand("batch1").cast(dtype), to.operand("batch2").cast(dtype)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        row, column, batch, inner = axes
        return code.mul(left.at(code, [batch, row, inner]), right.at(code, [batch, inner, column]))

    sizes = (*shape, left.shape[0], left.shape[2])
    return _add(to, to.reduce(SUM, Field(sizes, dtype, element), (2, 3)))


def _dot(to: FieldConversion) -> Field:
    first, second = to.operand("self"), to.operand("other")
    if category(first.dtype) not in NUMBERS or first.shape != second.shape:
        raise Refusal("has vectors of other sizes, or not of numbers")
    shapes.require_rank(first.shape, 1, 1)
    return to.reduce(SUM, to.pointwise(ScalarCode.mul, first, second), (0,))


def _glu(to: FieldConversion) -> Field:
    """Return the first half of an axis times the sigmoid of the second half."""
    field, (shape, dtype) = to.operand("self"), to.result()
    axis = to.call.axis("dim", len(shape), -1)
    half = shape[axis]
    _require_even(to, field.shape[axis], half)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        index = code.add(axes[axis], to.to.index(code, half))
        behind = [*axes[:axis], index, *axes[axis + 1 :]]
        return code.mul(field.at(code, axes), sigmoid(code, field.at(code, behind)))

    return Field(shape, dtype, element)


def _require_even(to: FieldConversion, size: Dim, half: Dim) -> None:
    """Fail at run time unless a size is twice its half. Raises Refusal for an odd number."""
    if size == mul(half, 2):
        return
    if isinstance(size, int):
        raise Refusal(f"halves an axis of {size} elements")
    code = to.to.code
    twice = code.mul(to.to.index(code, half), code.constant(2, INDEX))
    require(code, code.compare("eq", twice, to.to.index(code, size)), to.op, ODD_SIZE)


PRODUCTS: dict[str, TeRule] = field_rules({
    "einsum": _einsum,
    "addr": _outer,
    "addbmm": _sum_of_matrices,
    "vdot": _dot,
    "glu": _glu,
})  # fmt: skip
"""By op name."""
