"""Pointwise operators: one `te.compute` each, with conversions and broadcasting written out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import (
    accumulate_type,
    category,
    dtype_name,
    is_float,
)
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.rules.pointwise import pointwise_type, signature_of
from xdsl_torchscript.lowering.ts_to_te.casts import scalar_operand
from xdsl_torchscript.lowering.ts_to_te.checks import CheckedCode, require_nonzero
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    broadcast_load,
    lower_type,
    shape_and_dtype,
)
from xdsl_torchscript.lowering.ts_to_te.fields import FieldConversion
from xdsl_torchscript.lowering.ts_to_te.pointwise.arithmetic import ARITHMETIC
from xdsl_torchscript.lowering.ts_to_te.pointwise.functions import FUNCTIONS
from xdsl_torchscript.lowering.ts_to_te.pointwise.logic import LOGIC
from xdsl_torchscript.lowering.ts_to_te.pointwise.special_functions import SPECIAL_FUNCTIONS
from xdsl_torchscript.lowering.ts_to_te.rule import PointwiseCall, PointwiseRule
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

POINTWISE_RULES: dict[str, PointwiseRule] = {
    **ARITHMETIC, **FUNCTIONS, **LOGIC, **SPECIAL_FUNCTIONS,
}  # fmt: skip
"""The rules that compute one element of pointwise operators, by op name."""


def _common_type(op: Operation) -> Attribute:
    """Return the type that `op` computes in: without a signature, the result's type. Raises
    `Refusal`."""
    call = CallFacts(op, STATED)
    signature = signature_of(call, op.name)
    if signature is None:
        return shape_and_dtype(op.results[0].type)[1]
    common = pointwise_type(call, op.name, signature).common
    if common is None:
        raise Refusal("has operands whose element types are not known")
    return common


def _check(rule: PointwiseRule, op: Operation) -> None:
    """Check that `_convert` accepts the op. Raises `Refusal` or an error of the analyses."""
    shape_and_dtype(op.results[0].type)
    for operand in op.operands:
        if isinstance(operand.type, TensorType):
            lower_type(operand.type)
    common = _common_type(op)
    kind = category(common)
    if kind not in rule.takes:
        raise Refusal(f"is not defined for {dtype_name(common)}")
    reason = rule.refusal(kind, lambda index: STATED.constant_of(op.operands[index]))
    if reason is not None:
        raise Refusal(reason)


def _convert(rule: PointwiseRule, to: TeConversion, op: Operation) -> SSAValue:
    """Replace a pointwise operator by a `te.compute`."""
    shape, dtype = shape_and_dtype(op.results[0].type)
    common = accumulate_type(_common_type(op))
    if rule.divisor is not None and 0 not in shape and not is_float(common):
        # Fails at run time if a divisor is 0; a number is checked if it is a constant.
        divisor = op.operands[rule.divisor]
        if isinstance(divisor.type, TensorType):
            here = FieldConversion(to, op)
            require_nonzero(here, here.tensor(divisor).cast(common))
        else:
            checked = CheckedCode(to)
            checked.divisor(scalar_operand(to, checked, divisor, common))

    def element(code: ScalarCode, axes: Sequence[SSAValue]) -> SSAValue:
        call = PointwiseCall(
            code,
            common,
            lambda index, type: _operand(to, code, op.operands[index], axes, type),
            lambda index: _scalar(STATED.known_constant(op.operands[index])),
            lambda index: not STATED.is_none(op.operands[index]),
        )
        return code.cast(rule.body(call), dtype)

    return to.compute(shape, dtype, element)


def _scalar(value: object) -> float | int | bool | str | None:
    return value if isinstance(value, float | int | str) else None


def _operand(
    to: TeConversion,
    code: ScalarCode,
    operand: SSAValue,
    axes: Sequence[SSAValue],
    type: Attribute,
) -> SSAValue:
    """Return an operand's element at `axes`, converted to `type`."""
    if isinstance(operand.type, TensorType):
        tensor = to.value(operand)
        shape, _ = shape_and_dtype(operand.type)
        return code.cast(broadcast_load(code, tensor, shape, axes), type)
    return scalar_operand(to, code, operand, type)


def pointwise_lowering(rule: PointwiseRule) -> TeRule:
    """Return the lowering of an operator whose elements are computed by `rule`."""
    return TeRule(partial(_convert, rule), partial(_check, rule))


POINTWISE: dict[str, TeRule] = {
    name: pointwise_lowering(rule) for name, rule in POINTWISE_RULES.items()
}
