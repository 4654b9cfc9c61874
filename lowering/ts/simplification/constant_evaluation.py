"""Evaluation of operations whose operands are constants, before a program runs.

A pass that folds is given a `ConstantEvaluator`. This file has one over the tables of scalars and
lists, for a compiler without a runtime. The runtime has one over the whole operator library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from xdsl.dialects.builtin import UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import (
    MOST_ELEMENTS,
    LiteralMaker,
    NotConstantError,
    count_elements,
    literal_attribute,
)
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.prim.constant import is_constant_of
from xdsl_torchscript.dialects.types import AnyType, UnionType
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.simplification.fold_rules import fold, is_literal, literal


class ConstantEvaluator(Protocol):
    """Computes operations before the program runs."""

    def __call__(self, op: Operation, operands: Sequence[ConstantOp]) -> Sequence[ConstantOp]:
        """Return a constant for each result of `op` on these operands.

        Raises NotConstantError if the operation fails, or a result has no literal.
        """
        ...


def evaluate_scalars(op: Operation, operands: Sequence[ConstantOp]) -> Sequence[ConstantOp]:
    """Evaluate an operation on numbers, text and lists of them (an `ConstantEvaluator`)."""
    if not all(map(is_literal, operands)):
        raise NotConstantError("a constant that is not a number, text or a list of them")
    values = fold(op, [literal(operand) for operand in operands])
    if values is None:
        raise NotConstantError(f"no table has '{op.name}'")
    return constants_of(op, values)


def erase_unused_constants(function: FuncOp) -> None:
    """Erase the constants of a function that no operation takes any more."""
    for op in operations_of(function, ConstantOp):
        if op.result.first_use is None:
            Rewriter.erase_op(op)


_NO_LITERALS: Mapping[type, LiteralMaker] = {}


def constants_of(
    op: Operation, values: Sequence[object], literals: Mapping[type, LiteralMaker] = _NO_LITERALS
) -> Sequence[ConstantOp]:
    """Return constants with the values and types of the results of `op`.

    `literals` has the constants of classes other than Python's. Raises NotConstantError, also for a
    value of more elements than `MOST_ELEMENTS` and the number of operands.
    """
    if len(values) != len(op.results):
        raise NotConstantError(f"{len(values)} values for {len(op.results)} results")
    constants: list[ConstantOp] = []
    most = max(MOST_ELEMENTS, len(op.operands))
    for value, result in zip(values, op.results, strict=True):
        if count_elements(value) > most:
            raise NotConstantError(f"more than {most} elements")
        attribute = literal_attribute(value, literals)
        literal = None if isinstance(attribute, UnitAttr) else attribute
        # The constant must have the type of the result, which its users rely on.
        if isinstance(result.type, AnyType | UnionType) or not is_constant_of(literal, result.type):
            raise NotConstantError(f"{attribute} is not a literal of type {result.type}")
        constants.append(ConstantOp.refined(literal, result.type))
        constants[-1].result.name_hint = result.name_hint
    return constants
