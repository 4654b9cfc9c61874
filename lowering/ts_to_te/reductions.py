"""Reductions over sizes that are numbers or symbols: a `te.reduce`, and for a mean a division."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import IndexType, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects import te
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.result_types import reduction_of
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    axis_name,
    builtin_tensor,
    load,
    typed_tensor,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode, greatest, least

_INDEX = IndexType()


@dataclass(frozen=True)
class _Reducer:
    """How two elements become one, and the start of which that changes nothing."""

    combine: Callable[[ScalarCode, SSAValue, SSAValue], SSAValue]
    start: Callable[[Attribute], float]
    needs_element: bool = False
    is_mean: bool = False


_SUM = _Reducer(ScalarCode.add, lambda _: 0)
_MEAN = _Reducer(ScalarCode.add, lambda _: 0, is_mean=True)
_MAX = _Reducer(ScalarCode.maximum, least, needs_element=True)
_MIN = _Reducer(ScalarCode.minimum, greatest, needs_element=True)

_REDUCERS: dict[str, _Reducer] = {
    "aten.sum": _SUM,
    "aten.sum.dim_IntList": _SUM,
    "aten.mean": _MEAN,
    "aten.mean.dim": _MEAN,
    "aten.amax": _MAX,
    "aten.max": _MAX,
    "aten.amin": _MIN,
    "aten.min": _MIN,
}


def _check(op: Operation) -> None:
    shape, _ = typed_tensor(op.operands[0].type)
    typed_tensor(op.results[0].type)
    axes, _ = reduction_of(op, STATED, shape)
    if _REDUCERS[op.name].needs_element and any(shape[axis] == 0 for axis in axes):
        raise Refusal("has no element to start from")


def _convert(to: TeConversion, op: Operation) -> SSAValue:
    reducer = _REDUCERS[op.name]
    source, _ = typed_tensor(op.operands[0].type)
    shape, dtype = typed_tensor(op.results[0].type)
    axes, keepdim = reduction_of(op, STATED, source)
    reduced = _reduce(to, op, source, axes, (shape, dtype), keepdim)
    if reducer.is_mean:
        reduced = _divided(to, reduced, tuple(source[axis] for axis in axes), (shape, dtype))
    return reduced


def _reduce(
    to: TeConversion,
    op: Operation,
    source: Shape,
    axes: Sequence[int],
    result: tuple[Shape, Attribute],
    keepdim: bool,
) -> SSAValue:
    reducer, tensor = _REDUCERS[op.name], to.value(op.operands[0])
    shape, dtype = result
    kept, over = len(shape), [source[axis] for axis in axes]
    block = Block(arg_types=[*[_INDEX] * (kept + len(over)), dtype])
    for number, argument in enumerate(block.args):
        argument.location = to.emit.location
        argument.name_hint = axis_name(number)
    accumulator = block.args[-1]
    accumulator.name_hint = "acc"
    code = to.at(op, InsertPoint.at_end(block)).code
    outer, inner = iter(block.args[:kept]), iter(block.args[kept:-1])
    indices: list[SSAValue] = []
    for axis in range(len(source)):
        if axis in axes and keepdim:
            next(outer)
        indices.append(next(inner) if axis in axes else next(outer))
    element = code.cast(load(code, tensor, indices), dtype)
    code.emit(te.YieldOp(reducer.combine(code, accumulator, element)))
    start = to.code.constant(reducer.start(dtype), dtype)
    return to.emit(
        te.ReduceOp(
            to.extents(shape),
            to.extents(tuple(over)),
            start,
            builtin_tensor(shape, dtype),
            Region(block),
        )
    ).result


def _divided(
    to: TeConversion, total: SSAValue, over: Shape, result: tuple[Shape, Attribute]
) -> SSAValue:
    """Divide every element of a sum by the number of its terms."""
    shape, dtype = result

    def element(code: ScalarCode, axes: Sequence[SSAValue]) -> SSAValue:
        divisor = code.constant(prod(size for size in over if isinstance(size, int)), dtype)
        for size in over:
            if isinstance(size, str):
                factor = code.cast(code.cast(to.index(code, size), i64), dtype)
                divisor = code.mul(divisor, factor)
        return code.div(load(code, total, axes), divisor)

    return to.compute(shape, dtype, element)


REDUCTIONS: dict[str, TeRule] = {name: TeRule(_convert, _check) for name in _REDUCERS}
