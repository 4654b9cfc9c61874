"""Tensors created from numbers: `arange`, `linspace`, `eye`, ..."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import f32, f64, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import ListConstructOp
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import shift_index
from xdsl_torchscript.lowering.ts_to_te.casts import scalar_operand
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def index_number(code: ScalarCode, index: SSAValue, dtype: Attribute) -> SSAValue:
    """Return an index as a number of the type."""
    return code.cast(code.cast(index, i64), dtype)


def _arange(to: FieldConversion) -> Field:
    """`start + i * step`, in doubles for floats."""
    shape, dtype = to.result()
    wide = f64 if is_float(dtype) else i64
    start, step = to.number("start", wide, 0), to.number("step", wide, 1)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        distance = code.mul(index_number(code, axes[0], wide), step.at(code, ()))
        return code.cast(code.add(start.at(code, ()), distance), dtype)

    return Field(shape, dtype, element)


def _linspace(to: FieldConversion) -> Field:
    """Count from the nearer end, so that both are exact."""
    shape, dtype = to.result()
    (steps,) = shape
    wide = dtype if is_float(dtype) else f64
    start, end = to.number("start", wide), to.number("end", wide)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        first, last = start.at(code, ()), end.at(code, ())
        if steps == 1:
            return code.cast(first, dtype)
        number = index_number(code, axes[0], wide)
        greatest = index_number(code, shift_index(code, to.to.index(code, steps), -1), wide)
        step, rest = code.div(code.sub(last, first), greatest), code.sub(greatest, number)
        from_start = code.add(first, code.mul(step, number))
        from_end = code.sub(last, code.mul(step, rest))
        is_near = code.compare("lt", number, rest)
        return code.cast(code.select(is_near, from_start, from_end), dtype)

    return Field(shape, dtype, element)


def _logspace(to: FieldConversion) -> Field:
    exponents = _linspace(to)
    if not is_float(exponents.dtype):
        raise Refusal("supports only floats")
    base = to.number("base", exponents.dtype, 10.0)
    return to.pointwise(ScalarCode.power, base, exponents)


def _eye(to: FieldConversion) -> Field:
    shape, dtype = to.result()
    return Field(
        shape, dtype, lambda code, axes: code.cast(code.compare("eq", axes[0], axes[1]), dtype)
    )


def _fill_from(name: str) -> Callable[[FieldConversion], Field]:
    def rule(to: FieldConversion) -> Field:
        shape, dtype = to.result()
        value = to.number(name, dtype)
        return Field(shape, dtype, lambda code, _: value.at(code, ()))

    return rule


def _from_list(to: FieldConversion) -> Field:
    """Return the numbers of a list that is constructed in the program. As in PyTorch, floats become
    float32 before they get the type."""
    shape, dtype = to.result()
    data = to.call.operand("data")
    owner = None if data is None else owner_of(data)
    if not isinstance(owner, ListConstructOp) or len(shape) != 1 or not owner.elements:
        raise Refusal("is made of data other than a list of numbers that the program constructs")
    *others, last = owner.elements

    def number(code: ScalarCode, value: SSAValue) -> SSAValue:
        type = f32 if value.type == f64 else value.type
        return code.cast(scalar_operand(to.to, code, value, type), dtype)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        found = number(code, last)
        for place, value in reversed([*enumerate(others)]):
            is_here = code.compare("eq", axes[0], place)
            found = code.select(is_here, number(code, value), found)
        return found

    return Field(shape, dtype, element)


def _zero(to: FieldConversion) -> Field:
    shape, dtype = to.result()
    return Field(shape, dtype, lambda code, _: code.constant(0, dtype))


def _copy(to: FieldConversion) -> Field:
    """Return the source with the sizes and the type of the tensor that it is copied into."""
    shape, dtype = to.result()
    source = to.operand("src").cast(dtype)
    if shapes.broadcast([shape, source.shape]) != shape:
        found, into = shapes.show(source.shape), shapes.show(shape)
        raise shapes.ShapeError(f"{found} does not fit into {into}")
    return Field(shape, dtype, source.broadcast_at)


def _cross(to: FieldConversion) -> Field:
    """Return the products of the next two components, in either order."""
    shape, dtype = to.result()
    left, right = to.operand("self").cast(dtype), to.operand("other").cast(dtype)
    axis = to.call.axis("dim", len(shapes.require_rank(shape, 1)), -1)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        def at(field: Field, distance: int) -> SSAValue:
            index = shift_index(code, axes[axis], distance)
            too_far = code.compare("ge", index, 3)
            index = code.select(too_far, shift_index(code, index, -3), index)
            return field.broadcast_at(code, [*axes[:axis], index, *axes[axis + 1 :]])

        return code.sub(code.mul(at(left, 1), at(right, 2)), code.mul(at(left, 2), at(right, 1)))

    return Field(shape, dtype, element)


CREATIONS: dict[str, TeRule] = field_rules({
    "arange arange.start arange.start_step": _arange,
    "linspace linspace.Tensor_Tensor linspace.Tensor_Scalar linspace.Scalar_Tensor": _linspace,
    "logspace logspace.Tensor_Tensor logspace.Tensor_Scalar logspace.Scalar_Tensor": _logspace,
    "eye eye.m": _eye,
    "fill.Scalar fill.Tensor": _fill_from("value"),
    "tensor": _from_list,
    "zero": _zero,
    "copy": _copy,
    "new_full": _fill_from("fill_value"),
    "linalg_cross": _cross,
})  # fmt: skip
"""By op name."""
