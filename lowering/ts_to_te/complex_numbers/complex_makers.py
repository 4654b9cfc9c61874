"""The operators with complex results that have real and imaginary parts, and when they have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.builtin import f64, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts_to_te.complex_numbers.complex_parts import (
    ARITHMETIC,
    CONJUGATES,
    FROM_REAL,
    REARRANGEMENTS,
    ComplexParts,
    MakerRule,
)
from xdsl_torchscript.lowering.ts_to_te.complex_numbers.short_transforms import (
    frames_obstacle,
    frames_of,
    transform_obstacle,
    transform_of,
)
from xdsl_torchscript.lowering.ts_to_te.conversion import PARTS
from xdsl_torchscript.lowering.ts_to_te.pointwise.complex_tensors import is_complex

_REAL_NUMBERS = (i64, f64)
"""The types of numbers that are real factors and terms."""


def _type_obstacle(op: SchemaOp) -> str | None:
    """Return why an operator does not compute in the type of the parts of its result."""
    result = op.results[0].type
    assert isinstance(result, TensorType)
    if not result.is_typed:
        return "has a result whose sizes are not known"
    part = PARTS[result.dtype]
    for operand in op.operands[:2]:
        type = operand.type
        if isinstance(type, TensorType) and PARTS.get(type.dtype, type.dtype) != part:
            return "converts an operand to another precision"
        if not isinstance(type, TensorType) and type not in _REAL_NUMBERS:
            return "takes a complex number that is no tensor"
    return None


def _broadcasts(op: SchemaOp) -> bool:
    """Return whether tensors among two operands and the result may be of several sizes."""
    types = [value.type for value in (*op.operands[:2], *op.results)]
    return len({type.shape for type in types if isinstance(type, TensorType)}) > 1


def _arithmetic_obstacle(call: CallFacts) -> str | None:
    op = call.op
    assert isinstance(op, SchemaOp)
    if call.has("alpha") and call.constant("alpha") != 1:
        return "multiplies its second operand"
    is_mixed = not all(is_complex(value.type) for value in op.operands[:2])
    if is_mixed and _broadcasts(op):
        return "broadcasts a complex or a real operand"
    return _type_obstacle(op)


def _pair_obstacle(call: CallFacts) -> str | None:
    op = call.op
    assert isinstance(op, SchemaOp)
    return "broadcasts its operands" if _broadcasts(op) else _type_obstacle(op)


def _no_obstacle(call: CallFacts) -> None:
    return None


PartsOf: TypeAlias = Callable[[OpBuilder, SSAValue], ComplexParts]


@dataclass(frozen=True)
class ComplexMaker:
    """The parts of the complex result of an operator, which `make` emits; `obstacle` returns why
    there are none, and raises NotConstantError or ShapeError."""

    obstacle: Callable[[CallFacts], str | None]
    make: Callable[[OpBuilder, SchemaOp, PartsOf], ComplexParts]


def _of_two(rule: MakerRule, obstacle: Callable[[CallFacts], str | None]) -> ComplexMaker:
    def make(b: OpBuilder, op: SchemaOp, parts_of: PartsOf) -> ComplexParts:
        return rule(b, parts_of(b, op.operands[0]), parts_of(b, op.operands[1]))

    return ComplexMaker(obstacle, make)


def _transform(b: OpBuilder, op: SchemaOp, parts_of: PartsOf) -> ComplexParts:
    x = op.operands[0]
    size = x.type.shape[-1] if isinstance(x.type, TensorType) and x.type.shape else None
    assert isinstance(size, int)
    return transform_of(b, x, size)


def _frames(b: OpBuilder, op: SchemaOp, parts_of: PartsOf) -> ComplexParts:
    return frames_of(b, CallFacts(op, STATED))


def _conjugate(b: OpBuilder, op: SchemaOp, parts_of: PartsOf) -> ComplexParts:
    x = parts_of(b, op.operands[0])
    assert x.imaginary is not None
    return ComplexParts(x.real, b.aten.neg(x.imaginary))


def _rearranged(b: OpBuilder, op: SchemaOp, parts_of: PartsOf) -> ComplexParts:
    kind, (value, *rest) = op.schema.kind, op.operands
    return parts_of(b, value).map(lambda part: b.op(kind, part, *rest).results[0])


def parts_of_pairs(b: OpBuilder, pairs: SSAValue) -> ComplexParts:
    """Return the parts of numbers that lie in the last axis of a real tensor."""
    return ComplexParts(b.aten.select(pairs, -1, 0), b.aten.select(pairs, -1, 1))


MAKERS: dict[str, ComplexMaker] = {
    **{name: _of_two(rule, _arithmetic_obstacle) for name, rule in ARITHMETIC.items()},
    **{name: _of_two(rule, _pair_obstacle) for name, rule in FROM_REAL.items()},
    **dict.fromkeys(CONJUGATES, ComplexMaker(_no_obstacle, _conjugate)),
    **dict.fromkeys(REARRANGEMENTS, ComplexMaker(_no_obstacle, _rearranged)),
    "aten.view_as_complex": ComplexMaker(
        _no_obstacle, lambda b, op, _: parts_of_pairs(b, op.operands[0])
    ),
    "aten.fft_rfft": ComplexMaker(transform_obstacle, _transform),
    "aten.stft": ComplexMaker(frames_obstacle, _frames),
}
"""By op name."""
