"""Products of matrices and vectors: a `te.reduce` over the contracted axis.

    %r = aten.mm(%a, %b)

becomes

    %r = te.reduce (%i = 4, %j = 5) over (%k = 3) init (%acc = %zero : f32) : tensor<4x5xf32> {
      %0 = te.load %a[%i, %k] : tensor<4x3xf32>
      %1 = te.load %b[%k, %j] : tensor<3x5xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = arith.addf %acc, %2 : f32
      te.yield %3 : f32
    }

Batch axes come first and broadcast. A bias, or the summand of `addmm` with its factors, is a
`te.compute` behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects import te
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import category, dtype_name
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape, broadcast, show
from xdsl_torchscript.lowering.ts.weights.weight_layout import lanes_of
from xdsl_torchscript.lowering.ts.weights.weight_operands import weights_of
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import quotient, remainder
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    axis_name,
    broadcast_load,
    builtin_tensor,
    load,
    shape_and_dtype,
)
from xdsl_torchscript.lowering.ts_to_te.fields import FieldConversion
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_factors import ByteFactors, byte_factors
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_products import multiply_bytes
from xdsl_torchscript.lowering.ts_to_te.rule import NUMBERS
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode
from xdsl_torchscript.lowering.ts_to_te.weights.panels import panel_width

_INDEX = IndexType()


@dataclass(frozen=True)
class _Factors:
    """An operator's arguments by name: both factors, and a summand."""

    left: str
    right: str
    summand: str | None = None
    rows_of_right: bool = False
    """Whether the last axis of the right factor is the contracted one."""


_MATMUL = _Factors("self", "other")
_FORMS: dict[str, _Factors] = {
    "aten.mm": _Factors("self", "mat2"),
    "aten.bmm": _Factors("self", "mat2"),
    "aten.mv": _Factors("self", "vec"),
    "aten.dot": _Factors("self", "tensor"),
    "aten.matmul": _MATMUL,
    "aten.linalg_matmul": _MATMUL,
    "aten.linear": _Factors("input", "weight", "bias", rows_of_right=True),
    "aten.addmm": _Factors("mat1", "mat2", "self"),
    "aten.addmv": _Factors("mat", "vec", "self"),
    "aten.baddbmm": _Factors("batch1", "batch2", "self"),
}


@dataclass(frozen=True)
class ContractionShape:
    """A product's sizes: batch axes, then rows and columns, absent for a vector."""

    batch: Shape
    rows: Shape
    columns: Shape
    contracted: Dim

    @property
    def shape(self) -> Shape:
        return (*self.batch, *self.rows, *self.columns)


def contraction_of(op: Operation) -> ContractionShape:
    """Return the sizes of the product that `op` computes. Raises Refusal, ShapeError."""
    form, call = _FORMS[op.name], CallFacts(op, STATED)
    left, right = call.shape(form.left, 1), call.shape(form.right, 1)
    contracted = left[-1]
    other = right[-1] if form.rows_of_right else right[-2:][0]
    if contracted != other:
        raise Refusal(f"contracts the sizes {contracted} and {other}, which may differ")
    columns = right[-2:-1] if form.rows_of_right else right[-1:] if len(right) > 1 else ()
    return ContractionShape(broadcast([left[:-2], right[:-2]]), left[-2:-1], columns, contracted)


_LEAST_ROWS = 4
"""The rows from which panels of weights were measured to save time."""


def reads_panels(op: Operation) -> bool:
    """Return whether an operation multiplies several rows with weights that can lie in panels. The
    types of its operands and its result must be known."""
    weights = weights_of(op) if op.name in _FORMS else None
    if weights is None:
        return False
    shape, dtype = shape_and_dtype(op.operands[weights.number].type)
    sizes = [size for size in shape if isinstance(size, int)]
    if len(sizes) < len(shape) or len(sizes) != 2 or lanes_of(dtype, sizes, weights.axis) is None:
        return False
    found = contraction_of(op)
    rows = (*found.batch, *found.rows)
    known = [size for size in rows if isinstance(size, int)]
    return len(known) < len(rows) or prod(known) >= _LEAST_ROWS


def _check(op: Operation) -> None:
    form, call = _FORMS[op.name], CallFacts(op, STATED)
    shape, dtype = shape_and_dtype(op.results[0].type)
    if category(dtype) not in NUMBERS:
        raise Refusal(f"is not defined for {dtype_name(dtype)}")
    for name in (form.left, form.right, form.summand):
        operand = None if name is None else call.operand(name)
        if operand is not None and shape_and_dtype(operand.type)[1] != dtype:
            raise Refusal("has factors of different element types")
    if contraction_of(op).shape != shape:
        raise Refusal(f"has factors whose product is not {show(shape)}")
    if form.summand is not None and call.has(form.summand):
        if broadcast([shape, call.shape(form.summand)]) != shape:
            raise Refusal(f"adds {show(call.shape(form.summand))} to {show(shape)}")
        for factor in ("alpha", "beta"):
            call.constant(factor)


def _convert(to: TeConversion, op: Operation) -> SSAValue:
    form, call, bytes = _FORMS[op.name], CallFacts(op, STATED), byte_factors(op)
    if bytes is not None:
        return _multiply_bytes(FieldConversion(to, op), bytes)
    product = _product(to, op, form, call)
    if form.summand is None or not call.has(form.summand):
        return product
    return _sum(to, op, product, form.summand, call)


def _multiply_bytes(to: FieldConversion, factors: ByteFactors) -> SSAValue:
    def indices(
        code: ScalarCode, rows: Sequence[SSAValue], _: Sequence[SSAValue], term: SSAValue
    ) -> list[SSAValue]:
        return [*rows, term]

    x, weight = map(to.tensor, factors)
    (sums,) = to.memory_of([multiply_bytes(to, x, weight, contraction_of(to.op).shape, indices)])
    return sums


def _product(to: TeConversion, op: Operation, form: _Factors, call: CallFacts) -> SSAValue:
    sizes, dtype = contraction_of(op), shape_and_dtype(op.results[0].type)[1]
    block = _reduction_block(to, len(sizes.shape), dtype)
    *outer, contracted, accumulator = block.args
    axes = iter(outer)
    batch = [next(axes) for _ in sizes.batch]
    rows, columns = [next(axes) for _ in sizes.rows], list(axes)
    code = to.at(op, InsertPoint.at_end(block)).code
    left = _factor(to, code, call, form.left, [*batch, *rows, contracted])
    matrix = [*columns, contracted] if form.rows_of_right else [contracted, *columns]
    right = _factor(to, code, call, form.right, [*batch, *matrix], columns)
    code.emit(te.YieldOp(code.add(accumulator, code.mul(left, right))))
    return to.emit(
        te.ReduceOp(
            to.extents(sizes.shape),
            to.extents((sizes.contracted,)),
            [to.code.constant(0, dtype)],
            [builtin_tensor(sizes.shape, dtype)],
            Region(block),
        )
    ).result


def _reduction_block(to: TeConversion, rank: int, dtype: Attribute) -> Block:
    """Return an empty body over `rank` axes and a reduced one."""
    block = Block(arg_types=[*[_INDEX] * (rank + 1), dtype])
    for number, argument in enumerate(block.args):
        argument.location = to.emit.location
        argument.name_hint = axis_name(number)
    block.args[-1].name_hint = "acc"
    return block


def _factor(
    to: TeConversion,
    code: ScalarCode,
    call: CallFacts,
    name: str,
    axes: Sequence[SSAValue],
    columns: Sequence[SSAValue] = (),
) -> SSAValue:
    """Return a factor's element, of which batch axes may broadcast or be absent. It may lie in
    panels of columns."""
    operand = call.operand(name)
    assert operand is not None
    shape, _ = shape_and_dtype(operand.type)
    own = axes[len(axes) - len(shape) :]
    indices = [
        code.constant(0, _INDEX) if size == 1 and axis < len(shape) - 2 else index
        for axis, (size, index) in enumerate(zip(shape, own, strict=True))
    ]
    memory = to.value(operand)
    width = panel_width(memory, len(shape))
    if width is not None:
        (column,), (term,) = columns, (index for index in indices if index not in columns)
        indices = [quotient(code, column, width), term, remainder(code, column, width)]
    return load(code, memory, indices)


def _sum(
    to: TeConversion, op: Operation, product: SSAValue, summand: str, call: CallFacts
) -> SSAValue:
    """Return `beta * summand + alpha * product`, without the summand if beta is 0."""
    shape, dtype = shape_and_dtype(op.results[0].type)
    operand = call.operand(summand)
    assert operand is not None
    factors = {name: call.constant(name) for name in ("alpha", "beta")}

    def scaled(code: ScalarCode, value: SSAValue, factor: str) -> SSAValue:
        number = factors[factor]
        if not isinstance(number, int | float) or number == 1:
            return value
        return code.mul(value, code.constant(number, dtype))

    def element(code: ScalarCode, axes: Sequence[SSAValue]) -> SSAValue:
        term = scaled(code, load(code, product, axes), "alpha")
        if factors["beta"] == 0:
            return term
        added = broadcast_load(code, to.value(operand), shape_and_dtype(operand.type)[0], axes)
        return code.add(term, scaled(code, added, "beta"))

    return to.compute(shape, dtype, element)


CONTRACTIONS: dict[str, TeRule] = {name: TeRule(_convert, _check) for name in _FORMS}
"""Operators that sum products over one axis, by op name."""
