"""Running sums and extremes along an axis, as `te.scan`s.

    %r = aten.cumprod(%x, 1)

becomes

    %r = te.scan (%i = 4, %j = 8) along 1 init (%acc = %one : f64) : tensor<4x8xf64> {
      %0 = te.load %x[%i, %j] : tensor<4x8xf64>
      %1 = arith.mulf %acc, %0 : f64
      te.yield %1 : f64
    }

Sums and products of `f32` accumulate in `f64`, as in PyTorch. An extreme and its index are two
results of one scan.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import f32, f64, i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects import te
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule, axis_name, builtin_tensor
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    ScalarBinary,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.pointwise.functions import log_add
from xdsl_torchscript.lowering.ts_to_te.scalar_code import PythonNumber, ScalarCode, greatest, least

ScanStep: TypeAlias = Callable[[ScalarCode, Axes, SSAValue], SSAValue]
"""The element at the axes, given the one before it."""

_ScanSteps: TypeAlias = Callable[[ScalarCode, Axes, Sequence[SSAValue]], Sequence[SSAValue]]


def scan(
    to: FieldConversion,
    like: Field,
    axis: int,
    dtype: Attribute,
    start: PythonNumber,
    step: ScanStep,
) -> Field:
    """Return a stored field of the sizes of `like` whose elements follow from those before them."""
    (found,) = _scan_together(
        to, like.shape, axis, [(start, dtype)],
        lambda code, axes, before: [step(code, axes, before[0])],
    )  # fmt: skip
    return found


def _scan_together(
    to: FieldConversion,
    shape: Shape,
    axis: int,
    starts: Sequence[tuple[PythonNumber, Attribute]],
    step: _ScanSteps,
) -> list[Field]:
    """Return stored fields, one for each start and its dtype, whose elements follow from those of
    all fields before them."""
    dtypes = [dtype for _, dtype in starts]
    block = Block(arg_types=[*[INDEX] * len(shape), *dtypes])
    axes, accumulators = block.args[: len(shape)], block.args[len(shape) :]
    for number, argument in enumerate(block.args):
        argument.location = to.to.emit.location
        argument.name_hint = axis_name(number) if number < len(shape) else "acc"
    code = to.to.at(to.op, InsertPoint.at_end(block)).code
    code.emit(te.YieldOp(*step(code, axes, accumulators)))
    op = te.ScanOp(
        to.to.extents(shape),
        axis,
        [to.to.code.constant(start, dtype) for start, dtype in starts],
        [builtin_tensor(shape, dtype) for dtype in dtypes],
        Region(block),
    )
    found = zip(to.to.emit(op).results, dtypes, strict=True)
    return [to.field(result, shape, dtype) for result, dtype in found]


def _accumulation(combine: ScalarBinary, start: PythonNumber) -> Callable[[FieldConversion], Field]:
    """Return the rule that combines all elements up to each one."""

    def rule(to: FieldConversion) -> Field:
        _, dtype = to.result()
        field = to.operand("self").cast(dtype)
        wide = field.cast(f64 if dtype == f32 else dtype)
        if not field.shape:
            return field
        axis = to.call.axis("dim", len(field.shape))
        total = scan(
            to, wide, axis, wide.dtype, start,
            lambda code, axes, before: combine(code, before, wide.at(code, axes)),
        )  # fmt: skip
        return total.cast(dtype)

    return rule


def _log_sums(to: FieldConversion) -> Field:
    if not is_float(to.operand("self").dtype):
        raise Refusal("supports only floats")
    return _accumulation(log_add, -math.inf)(to)


def _running(
    combine: ScalarBinary, start: Callable[[Attribute], PythonNumber]
) -> Callable[[FieldConversion], list[Field]]:
    """Return the rule of extremes so far, and of the last index of each."""

    def rule(to: FieldConversion) -> list[Field]:
        field = to.operand("self")
        if not field.shape:
            return [field, to.constant(0, i64)]
        axis = to.call.axis("dim", len(field.shape))

        def step(code: ScalarCode, axes: Axes, before: Sequence[SSAValue]) -> Sequence[SSAValue]:
            x = field.at(code, axes)
            top = combine(code, before[0], x)
            is_top = code.compare("eq", x, top)
            if is_float(field.dtype):
                is_top = code.bit_or(is_top, code.is_nan(x))
            return top, code.select(is_top, code.cast(axes[axis], i64), before[1])

        starts = [(start(field.dtype), field.dtype), (0, i64)]
        return _scan_together(to, field.shape, axis, starts, step)

    return rule


SCANS: dict[str, TeRule] = field_rules({
    "cumsum": _accumulation(ScalarCode.add, 0),
    "cumprod": _accumulation(ScalarCode.mul, 1),
    "logcumsumexp": _log_sums,
    "cummax": _running(ScalarCode.maximum, least),
    "cummin": _running(ScalarCode.minimum, greatest),
})  # fmt: skip
"""By op name."""
