"""A quantised operator to lower, and what is known of its operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.quantized.values import (
    KnownQuantizer,
    NotLoweredError,
    Quantized,
    channels_last,
    in_order,
    store,
)
from xdsl_torchscript.lowering.ts.quantized.weights import Folding
from xdsl_torchscript.lowering.ts.simplification.constant_evaluation import ConstantEvaluator
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

_READS = ("aten.Float.Tensor", "aten.FloatImplicit", "aten.Int.Tensor", "aten.IntImplicit")
"""Operators that read the only element of a tensor."""


@dataclass(frozen=True)
class QuantizedCall:
    """An operator to lower: the builder in front of it, and what is known of its operands."""

    op: Operation
    b: OpBuilder
    facts: TypeFacts
    aliases: AliasAnalysis
    evaluate: ConstantEvaluator
    known: Mapping[SSAValue, Quantized]
    bytes: bool
    """Whether layers multiply bytes, and results are stored as such."""

    def quantized(self, index: int = 0) -> Quantized:
        """Return a quantised operand. Raises NotLoweredError unless it is lowered."""
        return self.lowered(self.op.operands[index])

    def lowered(self, value: SSAValue) -> Quantized:
        """Return a lowered value, with its axes in order. Raises as `quantized`."""
        return in_order(self.b, self.stored(value))

    def stored(self, value: SSAValue) -> Quantized:
        """Return a lowered value with its axes as they are stored. Raises as `quantized`."""
        found = self.known.get(value)
        if found is None:
            raise NotLoweredError("the quantizer of an operand is not known")
        return found

    def pair(self) -> tuple[Quantized, Quantized]:
        """Return two quantised operands with their axes in one order: channels are last if they are
        in either one."""
        one, two = map(self.stored, self.op.operands[:2])
        ranks = {self.rank(one), self.rank(two)}
        if ranks == {4} and (one.channels_last or two.channels_last):
            return channels_last(self.b, one), channels_last(self.b, two)
        return in_order(self.b, one), in_order(self.b, two)

    def result(self, value: Quantized) -> Quantized:
        """Return a computed value as readers get it."""
        return store(self.b, value) if self.bytes else value

    def constant(self, index: int) -> object:
        """Return a constant operand, or a number that is read of a constant tensor.

        Raises NotConstantError.
        """
        value = self.op.operands[index]
        read = value.owner
        if not isinstance(read, SchemaOp) or read.name not in _READS:
            return self.facts.constant_of(value)
        return self._read(read.operands[0], value)

    def element(self, index: int, kind: str) -> object:
        """Return the only element of a constant tensor as a `Float` or an `Int`.

        Raises NotConstantError.
        """
        tensor = self.op.operands[index]
        if not isinstance(tensor.owner, ConstantOp):
            raise NotConstantError("a tensor that is not constant")
        return self._read(tensor, self.b.op(f"aten::{kind}", tensor).results[0])

    def _read(self, tensor: SSAValue, number: SSAValue) -> object:
        if self.aliases.has_writers(tensor):
            raise NotConstantError("a tensor that may be written")
        return Folding(self.b, self.evaluate).number(number)

    def quantizer(self, index: int, like: KnownQuantizer) -> KnownQuantizer:
        """Return the quantizer of the result by its scale and zero point, operands in sequence."""
        scale, zero_point = self.constant(index), self.constant(index + 1)
        return like.like(cast(float, scale), cast(int, zero_point))

    def rank(self, value: Quantized) -> int | None:
        return self.facts.tensor_type_of(value.distances).rank


Lowered: TypeAlias = "Quantized | SSAValue"
QuantizedRule: TypeAlias = Callable[[QuantizedCall], Lowered]
"""Raises NotLoweredError or NotConstantError if the operator stays."""
