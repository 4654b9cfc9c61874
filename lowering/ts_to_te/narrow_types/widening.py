"""Operators that compute in a wider dtype than a program has, and convert their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.families import Family
from xdsl_torchscript.dialects.prim import ListConstructOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.retype import retype

MOVING = frozenset({
    Family.VIEW, Family.CAST, Family.INDEXING, Family.REARRANGEMENT, Family.CREATION,
})  # fmt: skip
"""Families of operators that compute no elements."""

WiderDtypes: TypeAlias = Mapping[Attribute, Attribute]
"""The dtypes to compute in, by those that a program has."""


@dataclass(frozen=True)
class Widening:
    """The conversion of the operands and results of operators."""

    wider: WiderDtypes

    def applies_to(self, value: SSAValue) -> bool:
        """Return whether a value is a tensor of a dtype to widen, or a list with one."""
        owner = value.owner
        if isinstance(owner, ListConstructOp):
            return any(self._wider(element.type) for element in owner.elements)
        return self._wider(value.type) is not None

    def apply(self, op: SchemaOp) -> None:
        """Let an operator compute in the wider dtype, and convert its results behind it."""
        before, behind = OpBuilder.before(op), OpBuilder(InsertPoint.after(op), op.location)
        arguments = zip(op.schema.arguments, tuple(op.operands), strict=False)
        for index, (argument, operand) in enumerate(arguments):
            if argument.name == "dtype":
                op.operands[index] = self._wider_code(before, operand)
            elif self.applies_to(operand):
                op.operands[index] = self._widened(before, operand)
        for result in tuple(op.results):
            self._narrow(result, behind)

    def _wider(self, type: Attribute) -> Attribute | None:
        dtype = type.dtype if isinstance(type, TensorType) else None
        return None if dtype is None else self.wider.get(dtype)

    def _widened(self, b: OpBuilder, value: SSAValue) -> SSAValue:
        """Convert a tensor, or those of a list."""
        owner = value.owner
        if isinstance(owner, ListConstructOp):
            elements = [self._widened(b, element) for element in owner.elements]
            return b(ListConstructOp(elements, without_facts(owner.element_type))).result
        wider = self._wider(value.type)
        return value if wider is None else converted(b, value, wider)

    def _wider_code(self, b: OpBuilder, code: SSAValue) -> SSAValue:
        """Convert the argument that states the dtype of the result."""
        known = STATED.known_constant(code)
        codes = {BY_TYPE[narrow].code: BY_TYPE[wider].code for narrow, wider in self.wider.items()}
        return b.constant(codes[known]) if isinstance(known, int) and known in codes else code

    def _narrow(self, result: SSAValue, behind: OpBuilder) -> None:
        """Compute a result in the wider dtype, and convert it."""
        narrow, wider = result.type, self._wider(result.type)
        if wider is None or not isinstance(narrow, TensorType) or narrow.dtype is None:
            return
        wide = retype(result, _with_dtype(narrow, wider))
        rounded = converted(behind, wide, narrow.dtype)
        wide.replace_uses_with_if(rounded, lambda use: use.operation is not rounded.owner)


def converted(b: OpBuilder, value: SSAValue, dtype: Attribute) -> SSAValue:
    """Emit the conversion of a tensor to another dtype."""
    type = value.type
    assert isinstance(type, TensorType)
    result = b.aten.to(value, BY_TYPE[dtype].code)
    return retype(result, _with_dtype(type, dtype))


def _with_dtype(type: TensorType, dtype: Attribute) -> TensorType:
    return TensorType.get(type.shape, dtype, device=type.device, requires_grad=type.requires_grad)
