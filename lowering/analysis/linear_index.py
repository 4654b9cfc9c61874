"""Index arithmetic as polynomials: the stride of an address in a loop's counter.

An `index` value computed by `arith.addi`, `subi`, `muli` and constants is a polynomial with integer
coefficients. Its unknowns are the values at its leaves: loop counters, sizes, anything else.
Addresses are equal if their polynomials are: index arithmetic wraps, and the laws of a ring hold
modulo 2^64. `i * 128 + j` has coefficient 128 in `i`. Sizes may be symbols, so coefficients are
polynomials too: `i * s0 + j` has coefficient `s0` in `i`. A product that would be large is an
unknown itself, since repeated squaring has exponentially many terms.

The rule `c * (x / c) + x % c = x` undoes the split that a reshape makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Operation, OpResult, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.lowering.core.emitter import Emitter


@dataclass(frozen=True)
class Monomial:
    """A product of values. Equality ignores their order; printing shows it."""

    factors: tuple[SSAValue, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Monomial) or len(self.factors) != len(other.factors):
            return False
        return self.factors == other.factors or Counter(self.factors) == Counter(other.factors)

    def __hash__(self) -> int:
        return hash(frozenset(self.factors))

    def __mul__(self, other: Monomial) -> Monomial:
        return Monomial((*self.factors, *other.factors))

    def without(self, value: SSAValue) -> Monomial:
        """Return this product with one factor `value` removed."""
        position = self.factors.index(value)
        return Monomial(self.factors[:position] + self.factors[position + 1 :])


_ONE = Monomial()
_NO_FLAGS = {"overflowFlags": arith.IntegerOverflowAttr("none")}


@dataclass(frozen=True)
class Polynomial:
    """A sum of monomials, each with its coefficient, in order of first appearance."""

    terms: Mapping[Monomial, int] = field(default_factory=dict[Monomial, int])

    @staticmethod
    def of(value: int | SSAValue) -> Polynomial:
        """Return the polynomial of a number, or of a value as an unknown."""
        if isinstance(value, int):
            return Polynomial({_ONE: value} if value else {})
        return Polynomial({Monomial((value,)): 1})

    @staticmethod
    def product(factors: Iterable[int | SSAValue]) -> Polynomial:
        return reduce(lambda p, f: p * Polynomial.of(f), factors, Polynomial.of(1))

    @property
    def constant(self) -> int | None:
        """The number of a constant polynomial, None for others."""
        if not self.terms:
            return 0
        return self.terms.get(_ONE) if len(self.terms) == 1 else None

    @property
    def unknowns(self) -> tuple[SSAValue, ...]:
        """The values in it, without duplicates, in order of first appearance."""
        return tuple(dict.fromkeys(v for monomial in self.terms for v in monomial.factors))

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return Polynomial({m: c for m, c in terms.items() if c})

    def __mul__(self, other: Polynomial) -> Polynomial:
        result = Polynomial()
        for left, a in self.terms.items():
            result += Polynomial({left * right: a * b for right, b in other.terms.items()})
        return result

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -c for monomial, c in self.terms.items()})

    def split(self, value: SSAValue) -> tuple[Polynomial, Polynomial] | None:
        """Return `(a, b)` with `self = a * value + b` and `value` in neither, or None."""
        slope = {m.without(value): c for m, c in self.terms.items() if value in m.factors}
        if any(value in monomial.factors for monomial in slope):
            return None
        rest = {m: c for m, c in self.terms.items() if value not in m.factors}
        return Polynomial(slope), Polynomial(rest)

    def substitute(self, values: Mapping[SSAValue, SSAValue]) -> Polynomial:
        """Return this polynomial with other values for some unknowns."""
        result = Polynomial()
        for monomial, coefficient in self.terms.items():
            moved = Monomial(tuple(values.get(factor, factor) for factor in monomial.factors))
            result += Polynomial({moved: coefficient})
        return result


def constant_of(value: SSAValue) -> int | None:
    """Return the number of an `arith.constant`, or None."""
    if not isinstance(value, OpResult) or not isinstance(value.op, arith.ConstantOp):
        return None
    attribute = value.op.value
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


def polynomial_of(value: SSAValue) -> Polynomial:
    """Return the polynomial of `value`; operands that are not such arithmetic are its unknowns."""
    return undo_divisions(_expanded(value, {}))


def _expanded(value: SSAValue, known: dict[SSAValue, Polynomial]) -> Polynomial:
    """Return the polynomial of `value` in which quotients, remainders and large products are
    unknowns."""
    op = owner_of(value)
    if op is None or op.name not in _RULES:
        constant = constant_of(value)
        return Polynomial.of(value if constant is None else constant)
    if value not in known:
        a, b = (_expanded(operand, known) for operand in op.operands)
        is_large = op.name == "arith.muli" and _size(a) * _size(b) > _LARGEST_PRODUCT
        known[value] = Polynomial.of(value) if is_large else _RULES[op.name](a, b)
    return known[value]


_RULES: Mapping[str, Callable[[Polynomial, Polynomial], Polynomial]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a + -b,
    "arith.muli": lambda a, b: a * b,
}

_LARGEST_PRODUCT = 1024
"""Addresses of tensors of rank 10 with symbolic sizes stay below."""


def _size(polynomial: Polynomial) -> int:
    """Return the number of terms and factors."""
    return sum([1 + len(monomial.factors) for monomial in polynomial.terms])


_QUOTIENT_OF = {"arith.remui": "arith.divui", "arith.remsi": "arith.divsi"}


def undo_divisions(polynomial: Polynomial) -> Polynomial:
    """Rewrite `a * c * (x / c) + a * (x % c) + rest` to `a * x + rest` until it no longer
    applies."""
    for value in polynomial.unknowns:
        simpler = _undo_division(polynomial, value)
        if simpler is not None:
            return undo_divisions(simpler)
    return polynomial


def _undo_division(polynomial: Polynomial, remainder: SSAValue) -> Polynomial | None:
    op = remainder.owner
    if not isinstance(op, Operation) or op.name not in _QUOTIENT_OF:
        return None
    division = _QUOTIENT_OF[op.name]
    dividend, divisor = (polynomial_of(operand) for operand in op.operands)
    fraction = _fraction(division, dividend, divisor)
    for value in polynomial.unknowns:
        if _fraction_of(division, value) != fraction:
            continue
        outer = polynomial.split(remainder)
        inner = None if outer is None else outer[1].split(value)
        if outer is not None and inner is not None and inner[0] == outer[0] * divisor:
            return outer[0] * dividend + inner[1]
    return None


def _fraction_of(division: str, value: SSAValue) -> tuple[Polynomial, Polynomial] | None:
    """Return numerator and denominator of such a quotient, or None."""
    op = value.owner
    if not isinstance(op, Operation) or op.name != division:
        return None
    numerator, denominator = (polynomial_of(operand) for operand in op.operands)
    return _fraction(division, numerator, denominator)


def _fraction(
    division: str, numerator: Polynomial, denominator: Polynomial
) -> tuple[Polynomial, Polynomial]:
    """Simplify `(x / a) / b` to `x / (a * b)`, which is equal for integer division too."""
    inner = None
    if len(numerator.unknowns) == 1 and numerator == Polynomial.of(numerator.unknowns[0]):
        inner = _fraction_of(division, numerator.unknowns[0])
    return (numerator, denominator) if inner is None else (inner[0], inner[1] * denominator)


def emit_polynomial(emit: Emitter, polynomial: Polynomial) -> SSAValue:
    """Emit index arithmetic for `polynomial`, without products by 1 and sums with 0."""
    constant = polynomial.constant
    if constant is not None:
        return emit.index(constant)
    # Begin with positive terms, so that negative ones need no product by -1.
    terms = sorted(polynomial.terms.items(), key=lambda term: term[1] < 0)
    value = _emit_term(emit, *terms[0])
    for monomial, coefficient in terms[1:]:
        operation = arith.SubiOp if coefficient < 0 else arith.AddiOp
        value = _emit_binary(emit, operation, value, _emit_term(emit, monomial, abs(coefficient)))
    return value


def _emit_term(emit: Emitter, monomial: Monomial, coefficient: int) -> SSAValue:
    if not monomial.factors:
        return emit.index(coefficient)
    factors = list(monomial.factors)
    if coefficient != 1:
        factors.append(emit.index(coefficient))
    value = factors[0]
    for factor in factors[1:]:
        value = _emit_binary(emit, arith.MuliOp, value, factor)
    return value


def _emit_binary(emit: Emitter, op_class: type[Operation], a: SSAValue, b: SSAValue) -> SSAValue:
    return emit.create(op_class, [a, b], [a.type], _NO_FLAGS).results[0]


def depends_on(value: SSAValue, on: SSAValue) -> bool:
    """Return whether `value` is computed from `on` by operations without regions."""
    seen: set[SSAValue] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if current is on:
            return True
        if current in seen or not isinstance(current, OpResult):
            continue
        seen.add(current)
        pending.extend(current.op.operands)
    return False
