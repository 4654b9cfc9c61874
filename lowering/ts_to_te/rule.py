"""Rules for pointwise operators, and their view of the call that they lower."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.constants import KnownConstant
from xdsl_torchscript.lowering.analysis.promotion import Category
from xdsl_torchscript.lowering.ts_to_te.scalar_code import PythonNumber, ScalarCode

REALS = frozenset({Category.FLOAT})
INTEGERS = frozenset({Category.INTEGER})
NUMBERS = REALS | INTEGERS
BITS = INTEGERS | {Category.BOOL}
ALL = NUMBERS | BITS


@dataclass(frozen=True)
class PointwiseCall:
    """A call of a pointwise operator, for one element of its result.

    `call[i]` is operand `i`, converted to the common type; an operand is loaded once.
    """

    code: ScalarCode
    type: Attribute
    element: Callable[[int, Attribute], SSAValue]
    known: Callable[[int], float | str | None]
    """The value of a constant operand; `None` for None and for run-time values."""
    given: Callable[[int], bool]
    """Whether an optional operand is not None."""
    _loaded: dict[tuple[int, Attribute], SSAValue] = field(
        default_factory=dict[tuple[int, Attribute], SSAValue]
    )

    def at(self, index: int, type: Attribute) -> SSAValue:
        """Operand `index`, converted to `type`."""
        if (index, type) not in self._loaded:
            self._loaded[index, type] = self.element(index, type)
        return self._loaded[index, type]

    def __getitem__(self, index: int) -> SSAValue:
        return self.at(index, self.type)

    def truth(self, index: int) -> SSAValue:
        """Return whether operand `index` is not zero."""
        return self.at(index, i1)

    def number(self, value: PythonNumber) -> SSAValue:
        """Create a constant of the common type."""
        return self.code.constant(value, self.type)

    def known_number(self, index: int, default: float) -> float:
        """Return the value of an operand that is a constant number or None."""
        value = self.known(index)
        return default if value is None or isinstance(value, str) else value


PointwiseBody: TypeAlias = Callable[[PointwiseCall], SSAValue]


KnownOperand: TypeAlias = Callable[[int], KnownConstant]
"""The value of a constant operand. Raises `NotConstantError` for a run-time value."""


def _never(category: Category, known: KnownOperand) -> str | None:
    return None


@dataclass(frozen=True)
class PointwiseRule:
    """The computation of one element, and the calls that it applies to.

    `takes` are the accepted categories of the common type. `refusal` returns a reason to reject a
    call in one of them.
    """

    body: PointwiseBody
    takes: frozenset[Category] = NUMBERS
    refusal: Callable[[Category, KnownOperand], str | None] = _never
    divisor: int | None = None
    """The operand whose elements must not be 0 if the common type is an integer."""


def unary(body: Callable[[ScalarCode, SSAValue], SSAValue]) -> PointwiseBody:
    """Return a rule on the first operand alone."""
    return lambda call: body(call.code, call[0])


def binary(body: Callable[[ScalarCode, SSAValue, SSAValue], SSAValue]) -> PointwiseBody:
    """Return a rule on the first two operands alone."""
    return lambda call: body(call.code, call[0], call[1])


def function(name: str) -> PointwiseBody:
    """Return a rule that is one op of the math dialect."""
    return unary(lambda code, x: code.call(name, x))


def for_aten(rules: dict[str, PointwiseRule]) -> dict[str, PointwiseRule]:
    """Return rules by the names of `aten` ops; a key is one or more names without `aten.`."""
    return {f"aten.{name}": rule for names, rule in rules.items() for name in names.split()}
