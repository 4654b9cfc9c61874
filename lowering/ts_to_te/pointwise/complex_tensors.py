"""Complex tensors: in memory, each number is a line of its real and imaginary part.

    %r = aten.complex(%a, %b)

becomes

    %r = te.compute (%i = 4, %j = 2) : tensor<4x2xf32> {
      ... %a[%i] where %j is 0, else %b[%i]
    }

Rules without complex arithmetic reject complex numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.ts_to_te.casts import CASTING, CASTS, convert_identity
from xdsl_torchscript.lowering.ts_to_te.conversion import (
    PARTS,
    Refusal,
    TeRule,
    memory_type,
)
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rule,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


@dataclass(frozen=True)
class Parts:
    """A complex field: fields of the real and the imaginary parts, none if all numbers are real."""

    real: Field
    imaginary: Field | None = None

    def map(self, function: Callable[[Field], Field]) -> Parts:
        imaginary = None if self.imaginary is None else function(self.imaginary)
        return Parts(function(self.real), imaginary)


def is_complex(type: Attribute) -> bool:
    return isinstance(type, TensorType) and type.dtype in PARTS


def complex_parts(to: FieldConversion, name: str) -> Parts:
    """Return the parts of an operand."""
    value = to.call.operand(name)
    if value is None or not is_complex(value.type):
        return Parts(to.operand(name))
    assert isinstance(value.type, TensorType)
    shape, part = value.type.shape or (), PARTS[value.type.dtype]
    pairs = to.field(to.to.value(value), (*shape, 2), part)

    def half(number: int) -> Field:
        return pairs.remap(shape, lambda code, axes: [*axes, code.constant(number, INDEX)])

    return Parts(half(0), half(1))


def pairs_of(parts: Parts) -> Field:
    """Return the field of a complex result."""
    real, imaginary = parts.real, parts.imaginary

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        *place, number = axes
        a = real.at(code, place)
        b = code.like(0, a) if imaginary is None else imaginary.at(code, place)
        return code.select(code.compare("eq", number, 0), a, b)

    return Field((*real.shape, 2), real.dtype, element)


def _part_type(to: FieldConversion) -> Attribute:
    """Return the type of the parts of the complex result."""
    type = to.op.results[0].type
    if not isinstance(type, TensorType) or type.dtype not in PARTS:
        raise Refusal("has a result that is not complex")
    return PARTS[type.dtype]


def _broadcast(to: FieldConversion, *names: str) -> list[Field]:
    part = _part_type(to)
    fields = [to.operand(name).cast(part) for name in names]
    shape = shapes.broadcast([field.shape for field in fields])
    return [Field(shape, part, field.broadcast_at) for field in fields]


def _complex(to: FieldConversion) -> Field:
    return pairs_of(Parts(*_broadcast(to, "real", "imag")))


def _polar(to: FieldConversion) -> Field:
    """Return numbers of these sizes and angles."""
    size, angle = _broadcast(to, "abs", "angle")

    def part(function: str) -> Field:
        return to.pointwise(lambda code, r, a: code.mul(r, code.call(function, a)), size, angle)

    return pairs_of(Parts(part("cos"), part("sin")))


def _check_same_memory(op: Operation) -> None:
    """Check that operand and result have the same numbers in memory. Raises `Refusal`."""
    source, result = (memory_type(value.type) for value in (op.operands[0], op.results[0]))
    if source != result:
        raise Refusal(f"changes {op.operands[0].type} to {op.results[0].type}")


def _to_complex(to: FieldConversion) -> Field:
    part = _part_type(to)
    return pairs_of(complex_parts(to, "self").map(lambda field: field.cast(part)))


_SAME_MEMORY = TeRule(convert_identity, _check_same_memory)
_TO_COMPLEX = field_rule(_to_complex)


def _or_complex(rule: TeRule) -> TeRule:
    """Return a conversion of types that makes complex numbers, too."""

    def chosen(op: Operation) -> TeRule:
        return _TO_COMPLEX if is_complex(op.results[0].type) else rule

    return TeRule(
        lambda to, op: chosen(op).convert(to, op),
        lambda op: chosen(op).check(op),
        lambda op: chosen(op).trial(op),
    )


COMPLEX_TENSORS: dict[str, TeRule] = {
    **field_rules({"complex": _complex, "polar": _polar}),
    **{name: _or_complex(CASTS[name]) for name in CASTING.split()},
    "aten.view_as_real": _SAME_MEMORY,
    "aten.view_as_complex": _SAME_MEMORY,
}
"""By op name."""
