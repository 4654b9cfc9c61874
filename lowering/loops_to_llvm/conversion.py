"""Shared by the `convert-...-to-llvm` passes: rules that see their operands under llvm types.

Where one pass has converted a value and another has not yet, a `builtin.unrealized_conversion_cast`
stands between, as in MLIR.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects import arith, llvm
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerType,
    ModuleOp,
    VectorType,
    bf16,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.extended.arith import element_of
from xdsl_torchscript.lowering.core.conversion import Conversion, ConversionRules
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import integer_attribute
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops_to_llvm.types import llvm_type

Converted: TypeAlias = SSAValue | list[SSAValue] | None
"""The result of a rule: the value of the only result, the values of all results, or nothing."""

OpClass: TypeAlias = type[Operation]


_ON_BITS = (arith.BitcastOp, arith.ConstantOp, arith.ExtFOp, arith.SelectOp)


class LlvmConversion(Conversion[SSAValue]):
    """The conversion of an operation to the llvm dialect."""

    def type(self, type: Attribute) -> Attribute:
        return llvm_type(type, self.op)

    def same_type(
        self,
        op_class: OpClass,
        operands: Sequence[SSAValue],
        properties: Mapping[str, Attribute] = {},
    ) -> SSAValue:
        """Emit an operation whose result has the type of its operands."""
        types = [operands[0].type]
        return self.emit.create(op_class, operands, types, properties).results[0]

    def constant(self, value: float, like: Attribute = i64) -> SSAValue:
        """Create a constant; in a vector type, every lane has the value."""
        if isa(like, VectorType):
            return self.constant_of(DenseIntOrFPElementsAttr.from_list(like, [value]), like)  # pyright: ignore[reportArgumentType, reportCallIssue, reportUnknownArgumentType]
        if isa(like, IntegerType):
            return self.constant_of(integer_attribute(int(value), like), like)
        return self.constant_of(FloatAttr(value, cast(Any, like)), like)

    def constant_of(self, value: Attribute, type: Attribute) -> SSAValue:
        """Create the constant of an attribute."""
        return self.emit.create(llvm.ConstantOp, [], [type], {"value": value}).results[0]

    def convert_arguments(self, blocks: Iterable[Block]) -> None:
        """Give the arguments of blocks llvm types."""
        for block in blocks:
            for old in tuple(block.args):
                wanted = self.type(old.type)
                if wanted != old.type and old not in self.values:
                    new = block.insert_arg(wanted, old.index, old.location)
                    self.replace_argument(old, new)


def llvm_rules() -> ConversionRules[LlvmConversion]:
    """Return an empty table of rules."""
    return ConversionRules("a conversion to llvm")


def check_bfloats(module: ModuleOp) -> None:
    """Fail for an operation that computes in bfloat16, which LLVM gets as its bits."""
    for op in nested_operations(module):
        if not op.name.startswith(("arith.", "math.")) or isinstance(op, _ON_BITS):
            continue
        types = (value.type for value in (*op.operands, *op.results))
        if any(element_of(type) == bf16 for type in types):
            fail(op, "computes in bfloat16; extend to float32, and round the bits of the result")
