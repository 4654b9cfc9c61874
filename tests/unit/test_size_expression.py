"""Sizes as expressions of symbols: equal ones have equal texts, and texts come back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xdsl_torchscript.dialects import size_expression as sizes
from xdsl_torchscript.dialects.size_expression import Size
from xdsl_torchscript.dialects.type_text import parse_type, print_type
from xdsl_torchscript.dialects.types import TensorType

CANONICAL = {
    "2*s0": "s0*2", "s1+s0-1": "s0+s1-1", "s0-s0": 0, "3*4-2": 10, "(s0)": "s0", "s0*s1-s1*s0": 0,
    "(s0+s1)*2": "s0*2+s1*2", "-s0+5": "-s0+5", "s0*s0": "s0*s0", "(s0*4) floordiv 2": "s0*2",
    "(s0-1) floordiv 2+1": "(s0+1) floordiv 2", "(s0*2+3)//2": "s0+1",
    "((s0) floordiv 2) floordiv 3": "(s0) floordiv 6",
    "((s0+1) floordiv 2-1) floordiv 2": "(s0+3) floordiv 4-1",
    "((s0) floordiv 2)*3": "((s0) floordiv 2)*3", "(s0*384) floordiv 256": "(s0) floordiv 2+s0",
    "(s0*2+s1*4+3) floordiv 6": "(s0+s1*2+1) floordiv 3",
    "((s0*2) floordiv 4+1) floordiv 2": "(s0+2) floordiv 4",
}  # fmt: skip


@pytest.mark.parametrize("text", CANONICAL)
def test_the_canonical_text(text: str) -> None:
    assert sizes.parse(text) == CANONICAL[text]


@pytest.mark.parametrize(
    "text", ["", "s0+", "s0 s1", "(s0", "s0 floordiv 0", "s0//s1", "?", "(" * 99]
)
def test_texts_that_are_not_expressions(text: str) -> None:
    with pytest.raises(sizes.SizeExpressionError):
        sizes.parse(text)


def _expressions() -> st.SearchStrategy[Size]:
    leaves = st.one_of(st.integers(-3, 5), st.sampled_from(["s0", "s1", "n"]))

    def larger(inner: st.SearchStrategy[Size]) -> st.SearchStrategy[Size]:
        pairs = st.tuples(inner, inner)
        return st.one_of(
            pairs.map(lambda p: sizes.add(*p)),
            pairs.map(lambda p: sizes.sub(*p)),
            pairs.map(lambda p: sizes.mul(*p)),
            st.tuples(inner, st.integers(1, 4)).map(lambda p: sizes.floordiv(*p)),
        )

    return st.recursive(leaves, larger, max_leaves=6)


VALUES = st.fixed_dictionaries({name: st.integers(2, 9) for name in ("s0", "s1", "n")})


@given(_expressions(), _expressions(), st.integers(1, 4), VALUES)
def test_arithmetic_is_that_of_the_numbers(
    a: Size, b: Size, n: int, values: dict[str, int]
) -> None:
    x, y = sizes.evaluate(a, values), sizes.evaluate(b, values)
    assert sizes.evaluate(sizes.add(a, b), values) == x + y
    assert sizes.evaluate(sizes.sub(a, b), values) == x - y
    assert sizes.evaluate(sizes.mul(a, b), values) == x * y
    assert sizes.evaluate(sizes.floordiv(a, n), values) == x // n
    assert sizes.add(a, b) == sizes.add(b, a)
    assert sizes.sub(sizes.add(a, b), b) == a
    bound = sizes.least(a)
    assert bound is None or bound <= x


@given(_expressions())
def test_texts_come_back(size: Size) -> None:
    if isinstance(size, str):
        assert sizes.parse(size) == size
        type = TensorType.get([size, None, 2])
        assert parse_type(print_type(type)) == type


@pytest.mark.parametrize(
    ("text", "bound"),
    [("s0-(s0) floordiv 2", 1), ("s0*3-(s0+s1) floordiv 2+(s1) floordiv 2", None),
     ("s0+s1-(s0+1) floordiv 2", 3), ("s0-((s0+1) floordiv 2+s1) floordiv 2", None),
     ("s0-(s0*3) floordiv 2", None), ("s0*s1-((s0) floordiv 2)*s1", None), ("s0-s1", None)],
)  # fmt: skip
def test_bounds_of_differences_with_quotients(text: str, bound: int | None) -> None:
    assert sizes.least(sizes.parse(text)) == bound


@pytest.mark.parametrize(
    ("size", "expected"),
    [(3, True), (-1, False), (None, False), ("s0*2+s1+1", True), ("s0-1", False),
     ("(s0+1) floordiv 2", True), ("(s0-1) floordiv 2+s0", False), ("s0-(s0) floordiv 2", False)],
)  # fmt: skip
def test_sums_subtract_nothing(size: Size, expected: bool) -> None:
    assert sizes.is_sum(size) == expected


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [(2, 2, True), ("s0", "s0", True), ("s0", "s0+1", False), ("s0", 1, False), ("s0", 2, None),
     ("s0", "s1", None), (None, 2, None), ("(s0*5) floordiv 4", "s0", None),
     ("(s0*3) floordiv 2", "s0", False), ("(s0*3) floordiv 2", "s0*2", False)],
)  # fmt: skip
def test_equal_sizes(a: Size, b: Size, expected: bool | None) -> None:
    assert sizes.equals(a, b) is expected


def test_division_without_rest() -> None:
    product = sizes.mul("s0", "s1", 6)
    assert sizes.exact_quotient(product, sizes.mul("s1", 2)) == "s0*3"
    assert sizes.exact_quotient(product, 4) is None
    assert sizes.exact_quotient(product, "s2") is None
    assert sizes.exact_quotient(sizes.add(product, 2), 2) == "s0*s1*3+1"


def test_unknown_sizes_stay_unknown() -> None:
    assert sizes.add("s0", None) is None
    assert sizes.mul(None, 2) is None
    assert sizes.mul(None, 0) == 0
    assert sizes.floordiv(None, 2) is None


def test_symbols() -> None:
    assert sizes.is_symbol("s0") and not sizes.is_symbol("s0*2") and not sizes.is_symbol(2)
