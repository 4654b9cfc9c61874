"""Sizes as expressions of symbols: `s0*2`, `s0+s1-1`, `(s0-1) floordiv 2`.

An expression is its canonical text: a sum of products of symbols with integer coefficients, terms
of higher degree first. `(e) floordiv n` counts as a symbol; no term of `e` is divisible by `n`, and
no divisor of `n` divides all terms but the number.
Equal sums have equal texts, so that types compare as text. `floordiv` is the word of MLIR's affine
expressions, whose `//` begins a comment.

A symbol is at least 2: sizes 0 and 1 are known or unknown, never symbolic.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from math import ceil, gcd, inf, prod
from typing import TypeAlias

Size: TypeAlias = int | str | None
"""A number, the canonical text of an expression, or unknown."""

LEAST_SYMBOL = 2
_MAX_NESTING = 32


class SizeExpressionError(ValueError):
    """Malformed expression of sizes, or division of a size by a number below 1."""


@dataclass(frozen=True)
class FloorDiv:
    """The floor of a sum divided by a number."""

    numerator: Sum
    divisor: int

    def __str__(self) -> str:
        return f"({_text(self.numerator)}) floordiv {self.divisor}"


Atom: TypeAlias = "str | FloorDiv"
_Product: TypeAlias = tuple[Atom, ...]
Sum: TypeAlias = tuple[tuple[_Product, int], ...]
"""Products with their nonzero coefficients, in canonical order."""

_TOKEN = re.compile(r"\s*(?:(\d+)|(floordiv|//)|([^\W\d][\w.$]*)|([-+*()]))")


# ---- canonical sums


def _order(term: tuple[_Product, int]) -> tuple[int, tuple[str, ...]]:
    product, _ = term
    return -len(product), tuple(map(str, product))


def _canonical(terms: Iterable[tuple[_Product, int]]) -> Sum:
    total: dict[_Product, int] = {}
    for product, coefficient in terms:
        ordered = tuple(sorted(product, key=str))
        total[ordered] = total.get(ordered, 0) + coefficient
    return tuple(sorted(((p, c) for p, c in total.items() if c), key=_order))


def _times(a: Sum, b: Sum) -> Sum:
    return _canonical((p + q, c * d) for p, c in a for q, d in b)


def _scale(a: Sum, factor: int) -> Sum:
    return _canonical((product, coefficient * factor) for product, coefficient in a)


def _quotient(a: Sum, divisor: int) -> Sum:
    """Return the floor of `a / divisor`."""
    whole = [(product, c // divisor) for product, c in a if c // divisor]
    rest = _canonical((product, c % divisor) for product, c in a)
    if all(product == () for product, _ in rest):
        return _canonical(whole)
    common = gcd(divisor, *(c for product, c in rest if product))
    rest, divisor = _canonical((product, c // common) for product, c in rest), divisor // common
    (product, coefficient), *others = rest
    constant = others[0][1] if others and others[0][0] == () else 0
    single = len(product) == 1 and len(others) == (constant != 0) and coefficient == 1
    if single and isinstance(inner := product[0], FloorDiv):
        shifted = (*inner.numerator, ((), constant * inner.divisor))
        nested = _quotient(_canonical(shifted), inner.divisor * divisor)
        return _canonical([*whole, *nested])
    return _canonical([*whole, ((FloorDiv(rest, divisor),), 1)])


def _text(terms: Sum) -> str:
    return re.sub(r"^\+", "", "".join(map(_term_text, terms))) or "0"


def _term_text(term: tuple[_Product, int]) -> str:
    product, coefficient = term
    sign = "-" if coefficient < 0 else "+"
    alone = len(product) == 1 and abs(coefficient) == 1
    factors = [f"({f})" if isinstance(f, FloorDiv) and not alone else str(f) for f in product]
    if abs(coefficient) != 1 or not product:
        factors.append(str(abs(coefficient)))
    return sign + "*".join(factors)


def _size(terms: Sum) -> Size:
    if not terms:
        return 0
    if len(terms) == 1 and terms[0][0] == ():
        return terms[0][1]
    return _text(terms)


# ---- reading


class _Reader:
    """A recursive-descent reader of one expression."""

    def __init__(self, text: str, position: int = 0) -> None:
        self.text, self.position, self.depth = text, position, 0

    def accept(self, *tokens: str) -> str | None:
        match = _TOKEN.match(self.text, self.position)
        if match is None or match.group().strip() not in tokens:
            return None
        self.position = match.end()
        return match.group().strip()

    def sum(self) -> Sum:
        total = _scale(self.product(), -1) if self.accept("-") else self.product()
        while (sign := self.accept("+", "-")) is not None:
            total = _canonical([*total, *_scale(self.product(), 1 if sign == "+" else -1)])
        return total

    def product(self) -> Sum:
        result = self.factor()
        while (operator := self.accept("*", "floordiv", "//")) is not None:
            right = self.factor()
            if operator == "*":
                result = _times(result, right)
                continue
            divisor = _size(right)
            if not isinstance(divisor, int) or divisor < 1:
                raise SizeExpressionError(f"{_text(right)} is not a positive divisor")
            result = _quotient(result, divisor)
        return result

    def factor(self) -> Sum:
        self.depth += 1
        if self.depth > _MAX_NESTING:
            raise SizeExpressionError(f"an expression is nested more than {_MAX_NESTING} deep")
        if self.accept("(") is not None:
            found = self.sum()
            if self.accept(")") is None:
                raise SizeExpressionError(f"expected ')' in {self.text!r}")
        else:
            match = _TOKEN.match(self.text, self.position)
            if match is None or not (match.group(1) or match.group(3)):
                raise SizeExpressionError(f"expected a symbol or a number in {self.text!r}")
            self.position = match.end()
            if match.group(1):
                found = _canonical([((), int(match.group(1)))])
            else:
                found = (((match.group(3),), 1),)
        self.depth -= 1
        return found


@lru_cache(maxsize=4096)
def sum_of(text: str) -> Sum:
    """Return the sum of an expression. Raises SizeExpressionError."""
    reader = _Reader(text)
    result = reader.sum()
    if text[reader.position :].strip():
        raise SizeExpressionError(f"unexpected {text[reader.position :]!r} in {text!r}")
    return result


def parse(text: str) -> Size:
    """Return the size that a text spells. Raises SizeExpressionError."""
    return _size(sum_of(text))


def end_of_expression(text: str, start: int) -> int:
    """Return where the expression at `start` ends. Raises SizeExpressionError."""
    reader = _Reader(text, start)
    reader.sum()
    return reader.position


# ---- arithmetic; an unknown operand gives an unknown result


def _sums_of(sizes: Sequence[Size]) -> list[Sum] | None:
    if None in sizes:
        return None
    return [
        _canonical([((), size)]) if isinstance(size, int) else sum_of(str(size)) for size in sizes
    ]


def add(*sizes: Size) -> Size:
    """Return the sum of sizes."""
    numbers = [size for size in sizes if isinstance(size, int)]
    if len(numbers) == len(sizes):
        return sum(numbers)
    known = _sums_of(sizes)
    return None if known is None else _size(_canonical(term for s in known for term in s))


def sub(a: Size, b: Size) -> Size:
    """Return the difference of two sizes."""
    return add(a, mul(b, -1))


def mul(*sizes: Size) -> Size:
    """Return the product of sizes; 0 if one of them is 0."""
    if 0 in sizes:
        return 0
    numbers = [size for size in sizes if isinstance(size, int)]
    if len(numbers) == len(sizes):
        return prod(numbers)
    known = _sums_of(sizes)
    return None if known is None else _size(reduce(_times, known))


def floordiv(a: Size, divisor: int) -> Size:
    """Return the floor of `a / divisor`. Raises SizeExpressionError for a divisor below 1."""
    if divisor < 1:
        raise SizeExpressionError(f"{divisor} is not a positive divisor")
    if isinstance(a, int):
        return a // divisor
    return None if a is None else _size(_quotient(sum_of(a), divisor))


def ceildiv(a: Size, divisor: int) -> Size:
    """Return the ceiling of `a / divisor`. Raises SizeExpressionError for a divisor below 1."""
    return floordiv(add(a, divisor - 1), divisor)


def exact_quotient(a: Size, b: Size) -> Size:
    """Return `a / b` if `b` is a product that divides each term of `a`, else None."""
    sums = _sums_of([a, b])
    if sums is None or len(sums[1]) != 1:
        return 1 if a == b and a is not None else None
    (divisor, coefficient), terms = sums[1][0], list[tuple[_Product, int]]()
    for product, c in sums[0]:
        rest = _without(product, divisor)
        if rest is None or c % coefficient:
            return None
        terms.append((rest, c // coefficient))
    return _size(_canonical(terms))


def _without(product: _Product, factors: _Product) -> _Product | None:
    rest = list(product)
    for factor in factors:
        if factor not in rest:
            return None
        rest.remove(factor)
    return tuple(rest)


# ---- questions


def is_symbol(size: Size) -> bool:
    """Return whether a size is a symbol alone."""
    return isinstance(size, str) and sum_of(size) == (((size,), 1),)


def is_compound(size: Size) -> bool:
    """Return whether a size is an expression other than a symbol."""
    return isinstance(size, str) and not is_symbol(size)


def symbols_in(size: Size) -> set[str]:
    """Return the symbols in a size."""
    return _symbols_in(sum_of(size)) if isinstance(size, str) else set()


def _symbols_in(terms: Sum) -> set[str]:
    found: set[str] = set()
    for atom in (atom for product, _ in terms for atom in product):
        found |= {atom} if isinstance(atom, str) else _symbols_in(atom.numerator)
    return found


def greatest_number(size: Size) -> int:
    """Return the greatest coefficient or divisor in a size, regardless of signs."""
    return _greatest_number(sum_of(size)) if isinstance(size, str) else abs(size or 0)


def _greatest_number(terms: Sum) -> int:
    quotients = [a for product, _ in terms for a in product if isinstance(a, FloorDiv)]
    inner = [n for q in quotients for n in (q.divisor, _greatest_number(q.numerator))]
    return max([*(abs(coefficient) for _, coefficient in terms), *inner], default=0)


def is_sum(size: Size) -> bool:
    """Return whether a size is known and subtracts nothing."""
    if not isinstance(size, str):
        return size is not None and size >= 0
    return _is_sum(sum_of(size))


def _is_sum(terms: Sum) -> bool:
    return all(
        c >= 0 and all(isinstance(f, str) or _is_sum(f.numerator) for f in product)
        for product, c in terms
    )


def least(size: Size) -> int | None:
    """Return the lower bound of a size that follows from its symbols, or None."""
    if size is None:
        return 0
    return size if isinstance(size, int) else least_of(sum_of(size))


def least_of(terms: Sum) -> int | None:
    """Return the lower bound of a sum, or None."""
    total = Fraction(0)
    for product, coefficient in _without_subtracted_quotients(terms):
        bounds = [_least_atom(atom) for atom in product]
        if product and (coefficient < 0 or any(bound is None or bound < 0 for bound in bounds)):
            return None
        total += coefficient * prod(bound or 0 for bound in bounds)
    return ceil(total)


def _without_subtracted_quotients(terms: Sum) -> Iterable[tuple[_Product, int | Fraction]]:
    """Return a sum that is no greater: a quotient that is subtracted is at most the exact one."""
    if all(c >= 0 or not any(isinstance(f, FloorDiv) for f in product) for product, c in terms):
        return terms
    total, pending = dict[_Product, Fraction](), [(p, Fraction(c)) for p, c in terms]
    while pending:
        product, coefficient = pending.pop()
        if coefficient < 0 and len(product) == 1 and isinstance(quotient := product[0], FloorDiv):
            share = coefficient / quotient.divisor
            pending += [(inner, share * c) for inner, c in quotient.numerator]
            continue
        total[product] = total.get(product, Fraction(0)) + coefficient
    return [(product, coefficient) for product, coefficient in total.items() if coefficient]


def _least_atom(atom: Atom) -> int | None:
    if isinstance(atom, str):
        return LEAST_SYMBOL
    bound = least_of(atom.numerator)
    return None if bound is None else bound // atom.divisor


def compare(relation: Callable[[float, float], bool], a: Size, b: Size) -> bool | None:
    """Return whether two sizes are in a relation such as `operator.lt`, None if that depends on
    their symbols or is unknown."""
    forth, back = sub(a, b), sub(b, a)
    if forth is None or back is None:
        return None
    low, minus_high = least(forth), least(back)
    low, high = -inf if low is None else low, inf if minus_high is None else -minus_high
    # The difference may be any integer between these bounds.
    outcomes = {relation(difference, 0) for difference in (low, high, min(max(0, low), high))}
    return outcomes.pop() if len(outcomes) == 1 else None


def equals(a: Size, b: Size) -> bool | None:
    """Return whether two sizes are equal, None if that depends on their symbols or is unknown."""
    return compare(operator.eq, a, b)


def evaluate(size: Size, values: Mapping[str, int]) -> int | None:
    """Return the number that a size evaluates to, None if it is unknown."""
    return size if size is None or isinstance(size, int) else _evaluate(sum_of(size), values)


def _evaluate(terms: Sum, values: Mapping[str, int]) -> int:
    def number(atom: Atom) -> int:
        if isinstance(atom, str):
            return values[atom]
        return _evaluate(atom.numerator, values) // atom.divisor

    return sum(coefficient * prod(map(number, product)) for product, coefficient in terms)
