"""`scalarize-integers`: ints that are computed as tensors of rank 0 are computed as ints.

    %t = prim.NumToTensor.Scalar(%n) : (i64) -> !ts.tensor
    %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor
    %h = aten.floor_divide(%t, %two) : (!ts.tensor, !ts.tensor) -> !ts.tensor
    %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64

becomes

    %two = prim.Constant 2 : i64
    %m = aten.floordiv.int(%n, %two) : (i64, i64) -> i64

Traces record arithmetic on sizes in this way. Facts about sizes follow ints, so the shapes of views
are known afterwards. The tensors stay for other uses; `dce` removes the others. A tensor must not
be written, and its elements must be int64. A quotient that is rounded to zero must not be negative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp, i64
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, literal_attribute, owner_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.tensor_type import is_integer
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.backward_slice import slice_inputs
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_TO_NUMBER = frozenset({"aten.Int.Tensor", "aten.IntImplicit", "aten.ScalarImplicit"})
"""Conversions of a tensor of one element to a number."""

_ON_INTS: Mapping[str, str] = {
    f"aten.{name}{overload}": f"aten.{of_ints}.int"
    for name, of_ints in (
        *((name, name) for name in ("add", "sub", "mul", "remainder")),
        ("floor_divide", "floordiv"),
    )
    for overload in (".Tensor", ".Scalar", "")
}
"""The operator on ints for each on tensors."""

_FACTOR = 2
"""The operand of sums by which the second one is multiplied."""

_QUOTIENTS = ("aten.div.Tensor_mode", "aten.div.Scalar_mode")
_SIZES = ("aten.size.int", "aten.len.Tensor", "aten.dim", "aten.numel")
_KEEP_SIGN = ("aten.add.int", "aten.mul.int", "aten.floordiv.int")


class _Scalarization:
    """The ints of one function that are the elements of tensors."""

    def __init__(self, facts: TypeFacts) -> None:
        self._facts = facts
        self._known: dict[SSAValue, SSAValue] = {}

    def replace(self, op: Operation) -> None:
        """Replace a number made from a tensor by one that is computed as an int, if legal."""
        (result,) = op.results
        by_operators = all(isinstance(use.operation, SchemaOp) for use in result.uses)
        if result.type != i64 and not by_operators:
            return refuse(op, "the type of the number would change")
        try:
            number = self._number(op.operands[0])
        except NotConstantError as error:
            return refuse(op, str(error))
        return Rewriter.replace_op(op, [], [number])

    def _number(self, value: SSAValue) -> SSAValue:
        """Return the int that is the element of a tensor. Raises NotConstantError."""
        known = self._known.get(value)
        if known is not None or value.type == i64:
            return known or value
        op = owner_of(value)
        if op is None or not self._facts.is_unwritten(value):
            raise NotConstantError("a tensor is an argument, or written")
        number = self._converted(op)
        if number.name_hint is None:
            number.name_hint = value.name_hint
        self._known[value] = number
        return number

    def _converted(self, op: Operation) -> SSAValue:
        """Return the int that the tensor of an operation holds. Raises NotConstantError."""
        if op.name == "prim.NumToTensor.Scalar" and op.operands[0].type == i64:
            return op.operands[0]
        if isinstance(op, ConstantOp):
            new: Operation = ConstantOp(literal_attribute(_element(op)), i64)
        elif op.name in _QUOTIENTS:
            new = self._quotient(op)
        elif op.name in _ON_INTS:
            if any(self._facts.int_of(factor) != 1 for factor in op.operands[_FACTOR:]):
                raise NotConstantError("an operand has a factor")
            operands = list(map(self._number, op.operands[:_FACTOR]))
            new = schema_op(_ON_INTS[op.name]).create(operands=operands, result_types=[i64])
        else:
            raise NotConstantError(f"'{op.name}' has no counterpart on ints")
        Rewriter.insert_op(propagate_location(op, [new]), InsertPoint.before(op))
        return new.results[0]

    def _quotient(self, op: Operation) -> Operation:
        """Return the division of ints for one of tensors that rounds down, or to zero."""
        operands, mode = list(map(self._number, op.operands[:2])), op.operands[2]
        rounding = self._facts.constant_of(mode)
        is_down = rounding == "floor" or (rounding == "trunc" and all(map(_is_natural, operands)))
        if not is_down:
            raise NotConstantError("a quotient is not rounded down")
        return schema_op("aten.floordiv.int").create(operands=operands, result_types=[i64])


def _is_natural(value: SSAValue) -> bool:
    """Return whether an int is not negative, as sizes are, and their sums and products."""
    return all(map(_is_count, slice_inputs([value], lambda op: op.name in _KEEP_SIGN)))


def _is_count(value: SSAValue) -> bool:
    """Return whether an int is a size, or a constant that is not negative."""
    op = owner_of(value)
    if isinstance(op, ConstantOp):
        literal = op.value
        return literal is not None and is_integer(literal) and literal.value.data >= 0
    return op is not None and op.name in _SIZES


def _element(op: ConstantOp) -> int:
    """Return the element of a constant of rank 0. Raises NotConstantError."""
    literal = op.value
    if not isinstance(literal, DenseIntOrFPElementsAttr):
        raise NotConstantError("a constant is not a literal")
    if literal.get_element_type() != i64 or literal.get_shape():
        raise NotConstantError("a constant is not one int")
    return int(literal.get_values()[0])


@dataclass(frozen=True)
class ScalarizeIntegersPass(TsPass):
    """Compute as ints what traces compute as tensors of rank 0."""

    name = "scalarize-integers"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            scalarization = _Scalarization(analyses.get(TypeFacts, function))
            for op in operations_of(function, SchemaOp):
                if op.name in _TO_NUMBER:
                    scalarization.replace(op)
