"""Reductions over axes: `te.reduce`s, and pointwise work before and behind them.

    %m = aten.mean.dim(%x, [1])

becomes

    %0 = te.reduce (%i = 4) over (%j = 8) init (%acc = %zero : f32) : tensor<4xf32> {
      %1 = te.load %x[%i, %j] : tensor<4x8xf32>
      %2 = arith.addf %acc, %1 : f32
      te.yield %2 : f32
    }
    %m = te.compute (%i = 4) : tensor<4xf32> {
      ... the sum divided by 8
    }

The index of a maximum is the least index of an equal element. It takes two reductions, each of
which may be vectorised. As in PyTorch, NaN is the maximum and the minimum.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerType, i1, i32, i64
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    Fields,
    Reducer,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode, greatest, least

_ANY_ORDER = arith.FastMathFlagsAttr([FastMathFlag.REASSOC])
"""Marks a sum or product of floats whose terms may be taken in any order, as PyTorch does."""


def _add(code: ScalarCode, total: SSAValue, term: SSAValue) -> SSAValue:
    if not is_float(total.type):
        return code.add(total, term)
    return code.emit(arith.AddfOp(total, term, _ANY_ORDER)).result


def _multiply(code: ScalarCode, total: SSAValue, term: SSAValue) -> SSAValue:
    if not is_float(total.type):
        return code.mul(total, term)
    return code.emit(arith.MulfOp(total, term, _ANY_ORDER)).result


SUM = Reducer(_add, lambda _: 0)
PRODUCT = Reducer(_multiply, lambda _: 1)
MAXIMUM = Reducer(ScalarCode.maximum, least, needs_element=True)
MINIMUM = Reducer(ScalarCode.minimum, greatest, needs_element=True)
ANY = Reducer(ScalarCode.bit_or, lambda _: False)
ALL = Reducer(ScalarCode.bit_and, lambda _: True)


def reduced_axes(to: FieldConversion, field: Field) -> tuple[int, ...]:
    """Return the axes that the argument `dim` names, all if it is absent or empty."""
    return shapes.reduced_axes(len(field.shape), to.call.ints("dim"))


def _over(to: FieldConversion, reducer: Reducer, field: Field) -> Field:
    """Reduce along `dim`, as `keepdim` says."""
    axes = reduced_axes(to, field)
    return to.reduce(reducer, field, axes, keepdim=to.call.flag("keepdim"))


def _plain(
    reducer: Reducer, prepare: Callable[[ScalarCode, SSAValue], SSAValue] | None = None
) -> Callable[[FieldConversion], Field]:
    """Return the rule that reduces elements of the result's type."""

    def rule(to: FieldConversion) -> Field:
        field = to.operand("self").cast(to.result()[1])
        return _over(to, reducer, field if prepare is None else to.pointwise(prepare, field))

    return rule


def _truth(reducer: Reducer) -> Callable[[FieldConversion], Field]:
    """Return the rule that reduces the truth of elements."""
    return lambda to: _over(to, reducer, to.operand("self").cast(i1))


def _count_nonzero(to: FieldConversion) -> Field:
    return _over(to, SUM, to.operand("self").cast(i1).cast(i64))


def _without_nan(code: ScalarCode, x: SSAValue) -> SSAValue:
    return code.select(code.is_nan(x), code.like(0, x), x) if is_float(x.type) else x


def _mean(to: FieldConversion) -> Field:
    return mean(to, to.operand("self").cast(to.result()[1]), to.call.flag("keepdim"))


def squared_distance(code: ScalarCode, x: SSAValue, y: SSAValue) -> SSAValue:
    distance = code.sub(x, y)
    return code.mul(distance, distance)


def mean(to: FieldConversion, field: Field, keepdim: bool) -> Field:
    axes = reduced_axes(to, field)
    return mean_over(to, field, axes, keepdim=keepdim)


def mean_over(
    to: FieldConversion, field: Field, axes: Sequence[int], *, keepdim: bool = False
) -> Field:
    count = to.count([field.shape[axis] for axis in axes], field.dtype)
    return to.pointwise(ScalarCode.div, to.reduce(SUM, field, axes, keepdim=keepdim), count)


def variance_over(
    to: FieldConversion,
    field: Field,
    axes: Sequence[int],
    correction: Field | None = None,
    *,
    keepdim: bool = False,
) -> tuple[Field, Field]:
    """Return the variance, with the number of elements less `correction` as divisor, and the mean.

    Two passes: the mean first, then the squares of the distances from it.
    """
    middle = to.store(mean_over(to, field, axes, keepdim=True))
    squares = to.pointwise(squared_distance, field, middle)
    squares = to.reduce(SUM, squares, axes, keepdim=keepdim)
    divisor = to.count([field.shape[axis] for axis in axes], field.dtype)
    if correction is not None:
        divisor = to.pointwise(
            lambda code, n, c: code.maximum(code.sub(n, c), 0.0), divisor, correction
        )
    variance = to.pointwise(ScalarCode.div, squares, divisor)
    return variance, middle if keepdim else squeeze_axes(middle, axes)


def squeeze_axes(field: Field, axes: Sequence[int]) -> Field:
    """Return a field without these axes, which have the size 1."""

    def where(code: ScalarCode, indices: Axes) -> list[SSAValue]:
        rest = iter(indices)
        zero = code.constant(0, INDEX)
        return [zero if axis in axes else next(rest) for axis in range(len(field.shape))]

    return field.remap(shapes.drop(field.shape, axes), where)


def _spread(to: FieldConversion, root: bool) -> list[Field]:
    """Return variance or deviation, and the mean."""
    field = to.operand("self")
    if not is_float(field.dtype):
        raise Refusal("supports only floats")
    unbiased = to.has("unbiased")
    number = to.call.flag("unbiased") if unbiased else to.constant_number("correction", 1)
    correction = to.constant(float(number), field.dtype)
    axes, keepdim = reduced_axes(to, field), to.call.flag("keepdim")
    variance, middle = variance_over(to, field, axes, correction, keepdim=keepdim)
    if root:
        variance = to.pointwise(lambda code, v: code.call("sqrt", v), variance)
    return [variance, middle]


# ---- extremes with their places


def first_place(to: FieldConversion, field: Field, extreme: Field, axes: Sequence[int]) -> Field:
    """Return the first place along axes of an extreme, in which they have the size 1."""
    dtype = _type_of_places([field.shape[axis] for axis in axes])
    last = greatest(dtype)

    def place(code: ScalarCode, indices: Axes) -> SSAValue:
        x, top = field.at(code, indices), extreme.broadcast_at(code, indices)
        found = code.compare("eq", x, top)
        if is_float(field.dtype):
            found = code.bit_or(found, code.is_nan(x))
        # The number of the element in row-major order of the axes.
        number = code.constant(0, INDEX) if not axes else indices[axes[0]]
        for axis in axes[1:]:
            size = to.to.index(code, field.shape[axis])
            number = code.add(code.mul(number, size), indices[axis])
        return code.select(found, code.cast(number, dtype), last)

    places = Field(field.shape, dtype, place)
    return to.reduce(MINIMUM, places, axes, keepdim=to.call.flag("keepdim")).cast(i64)


def _type_of_places(sizes: Sequence[Dim]) -> IntegerType:
    """Return the type in which to compare numbers of elements: i32 if it holds all of them, since a
    vector holds twice as many, and machines without a minimum of i64 have one of i32."""
    known = [size for size in sizes if isinstance(size, int)]
    is_narrow = len(known) == len(sizes) and math.prod(known) <= greatest(i32)
    return i32 if is_narrow else i64


def _with_indices(reducer: Reducer) -> Callable[[FieldConversion], Fields]:
    def rule(to: FieldConversion) -> Fields:
        field = to.operand("self")
        axes = reduced_axes(to, field)
        extreme = to.reduce(reducer, field, axes, keepdim=True)
        values = extreme if to.call.flag("keepdim") else squeeze_axes(extreme, axes)
        return [values, first_place(to, field, extreme, axes)]

    return rule


def _index_of(reducer: Reducer) -> Callable[[FieldConversion], Fields]:
    def rule(to: FieldConversion) -> Fields:
        field = to.operand("self")
        axes = reduced_axes(to, field)
        return first_place(to, field, to.reduce(reducer, field, axes, keepdim=True), axes)

    return rule


def _both_extremes(to: FieldConversion) -> list[Field]:
    field = to.operand("self")
    return [_over(to, reducer, field) for reducer in (MINIMUM, MAXIMUM)]


# ---- norms


def _magnitude(reducer: Reducer) -> Callable[[FieldConversion, Field], Field]:
    return lambda to, field: _over(to, reducer, to.pointwise(ScalarCode.absolute, field))


def _euclidean(to: FieldConversion, field: Field) -> Field:
    total = _over(to, SUM, to.pointwise(lambda code, x: code.mul(x, x), field))
    return to.pointwise(lambda code, t: code.call("sqrt", t), total)


def _count(to: FieldConversion, field: Field) -> Field:
    return _over(to, SUM, field.cast(i1).cast(field.dtype))


_NORMS: dict[float, Callable[[FieldConversion, Field], Field]] = {
    0.0: _count,
    1.0: _magnitude(SUM),
    2.0: _euclidean,
    math.inf: _magnitude(MAXIMUM),
    -math.inf: _magnitude(MINIMUM),
}


def norm_of(to: FieldConversion, order: float, field: Field) -> Field:
    """Return the norm of `field` along the reduced axes of the op."""
    if order in _NORMS:
        return _NORMS[order](to, field)
    powers = to.pointwise(
        lambda code, x: code.call("powf", code.absolute(x), code.like(order, x)), field
    )
    total = _over(to, SUM, powers)
    return to.pointwise(lambda code, t: code.call("powf", t, code.like(1 / order, t)), total)


def _norm(to: FieldConversion) -> Field:
    order = float(to.constant_number("p" if to.has("p") else "ord", 2.0))
    return norm_of(to, order, to.operand("self").cast(to.result()[1]))


def _logsumexp(to: FieldConversion) -> Field:
    field = to.operand("self").cast(to.result()[1])
    axes, keepdim = reduced_axes(to, field), to.call.flag("keepdim")
    top = to.store(to.pointwise(_finite, to.reduce(MAXIMUM, field, axes, keepdim=True)))
    powers = to.pointwise(lambda code, x, m: code.call("exp", code.sub(x, m)), field, top)
    total = to.reduce(SUM, powers, axes, keepdim=keepdim)
    return to.pointwise(
        lambda code, t, m: code.add(code.call("log", t), m),
        total,
        top if keepdim else squeeze_axes(top, axes),
    )


def _finite(code: ScalarCode, x: SSAValue) -> SSAValue:
    """Return 0 for an infinity."""
    return code.select(code.compare("eq", code.absolute(x), math.inf), code.like(0.0, x), x)


def _trace(to: FieldConversion) -> Field:
    field = to.operand("self").cast(to.result()[1])
    rows, columns = shapes.require_rank(field.shape, 2, 2)
    if not isinstance(rows, int) or not isinstance(columns, int):
        raise Refusal("has a matrix of symbolic sizes")
    diagonal = field.remap((min(rows, columns),), lambda _, axes: (axes[0], axes[0]))
    return to.reduce(SUM, diagonal, (0,))


REDUCTIONS: dict[str, TeRule] = field_rules({
    "sum sum.dim_IntList": _plain(SUM),
    "nansum": _plain(SUM, _without_nan),
    "prod prod.dim_int": _plain(PRODUCT),
    "amax max": _plain(MAXIMUM),
    "amin min": _plain(MINIMUM),
    "mean mean.dim": _mean,
    "any any.dim any.dims": _truth(ANY),
    "all all.dim all.dims": _truth(ALL),
    "count_nonzero count_nonzero.dim_IntList": _count_nonzero,
    "var.correction": lambda to: _spread(to, root=False)[0],
    "std.correction": lambda to: _spread(to, root=True)[0],
    "var_mean.correction": lambda to: _spread(to, root=False),
    "std_mean.correction": lambda to: _spread(to, root=True),
    "max.dim": _with_indices(MAXIMUM),
    "min.dim": _with_indices(MINIMUM),
    "argmax": _index_of(MAXIMUM),
    "argmin": _index_of(MINIMUM),
    "aminmax": _both_extremes,
    "linalg_vector_norm norm.Scalar norm.ScalarOpt_dim norm.ScalarOpt_dim_dtype "
    "norm.ScalarOpt_dtype": _norm,
    "logsumexp": _logsumexp,
    "trace": _trace,
})  # fmt: skip
"""Reductions to one element along axes, by op name."""
