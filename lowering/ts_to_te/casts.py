"""Conversions, copies that change nothing, and tensors filled with one number."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    Refusal,
    TeConversion,
    TeRule,
    load,
    lower_type,
    shape_and_dtype,
)
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_elements import is_byte
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_factors import are_byte_weights
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def check_tensors(op: Operation) -> None:
    """Check that the first operand and result are typed tensors. Raises `Refusal`."""
    shape_and_dtype(op.operands[0].type)
    shape_and_dtype(op.results[0].type)


def _check_cast(op: Operation) -> None:
    check_tensors(op)
    texts = (str(STATED.known_constant(operand)) for operand in op.operands[1:])
    if any(text.startswith(("cuda", "mps", "meta")) for text in texts):
        raise Refusal("moves a tensor to another device")


def _convert_cast(to: TeConversion, op: Operation) -> SSAValue:
    source, result = op.operands[0].type, op.results[0].type
    tensor, (shape, dtype) = to.value(op.operands[0]), shape_and_dtype(result)
    if are_byte_weights(op.results[0]):
        return tensor  # Products read the bytes, which may lie in panels.

    def element(code: ScalarCode, axes: Sequence[SSAValue]) -> SSAValue:
        value = load(code, tensor, axes)
        if is_byte(source):
            value = code.bit_and(code.cast(value, i32), 255)
        elif is_byte(result):
            value = code.cast(value, i64)
        return code.cast(value, dtype)

    assert isinstance(source, TensorType)
    assert isinstance(result, TensorType)
    return tensor if source.dtype == result.dtype else to.compute(shape, dtype, element)


def convert_identity(to: TeConversion, op: Operation) -> SSAValue:
    return to.value(op.operands[0])


def _check_same(op: Operation) -> None:
    if lower_type(op.operands[0].type) != lower_type(op.results[0].type):
        raise Refusal(f"changes {op.operands[0].type} to {op.results[0].type}")


def _check_fill(op: Operation) -> None:
    shape_and_dtype(op.results[0].type)


def _fill_with(number: int) -> TeRule:
    """Fill the result with `number`."""

    def convert(to: TeConversion, op: Operation) -> SSAValue:
        shape, dtype = shape_and_dtype(op.results[0].type)
        return to.compute(shape, dtype, lambda code, _: code.constant(number, dtype))

    return TeRule(convert, _check_fill)


def _fill_from(index: int) -> TeRule:
    """Fill the result with operand `index`, a number or a 0-d tensor."""

    def convert(to: TeConversion, op: Operation) -> SSAValue:
        shape, dtype = shape_and_dtype(op.results[0].type)
        return to.compute(
            shape, dtype, lambda code, _: scalar_operand(to, code, op.operands[index], dtype)
        )

    return TeRule(convert, _check_fill)


def scalar_operand(
    to: TeConversion, code: ScalarCode, operand: SSAValue, type: Attribute
) -> SSAValue:
    """Convert a number, or the element of a 0-d tensor, to `type`; constants are created anew."""
    if isinstance(operand.type, TensorType):
        return code.cast(load(code, to.value(operand), ()), type)
    known = STATED.known_constant(operand)
    if isinstance(known, int | float):
        return code.constant(known, type)
    return code.cast(to.value(operand), type)


CASTING = """
    aten.to.dtype aten.to.dtype_layout aten.to.prim_dtype aten.to.device aten.to.prim_Device
    aten._to_copy aten.to.other aten.to.prim_other aten.type_as
    """

_COPYING = """
    aten.positive aten.clone aten.contiguous aten.detach aten.alias aten.lift_fresh_copy
    aten.conj aten.resolve_conj aten.resolve_neg aten.real aten.alias_copy
    """

_ZEROS = "aten.zeros_like aten.zeros aten.new_zeros"

_EMPTY = """
    aten.empty.memory_format aten.empty_like aten.empty_strided aten.empty_permuted
    aten.new_empty aten.new_empty_strided
    """

CASTS: dict[str, TeRule] = (
    {name: TeRule(_convert_cast, _check_cast) for name in CASTING.split()}
    | {name: TeRule(convert_identity, _check_same) for name in _COPYING.split()}
    | {name: _fill_with(0) for name in (*_ZEROS.split(), *_EMPTY.split())}
    | {name: _fill_with(1) for name in ("aten.ones_like", "aten.ones", "aten.new_ones")}
    | {name: _fill_from(1) for name in ("aten.full_like", "aten.full")}
    | {
        name: _fill_from(0)
        for name in (
            "aten.tensor.float",
            "aten.tensor.int",
            "aten.tensor.bool",
            "aten.scalar_tensor",
            "prim.NumToTensor.Scalar",
            "prim.NumToTensor.bool",
        )
    }
)
"""By op name; an identity returns its operand."""
