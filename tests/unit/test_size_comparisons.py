"""Comparisons of symbolic sizes, against all values of their symbols up to a bound."""

from __future__ import annotations

from itertools import product

import pytest

from xdsl_torchscript.dialects import size_expression
from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.lowering.analysis.size_comparisons import COMPARISONS, are_equal, compare

SIZES = (
    0, 1, 2, 3, "s0", "s1", "s0+1", "s0-1", "s0-2", "s0*2", "s0+s1", "s0*s1", "s0-s1",
    "(s0) floordiv 2", "(s0+1) floordiv 2", "s0*s1-s0",
)  # fmt: skip
VALUES = [{"s0": a, "s1": b} for a, b in product(range(2, 9), repeat=2)]


def values_of(size: int | str) -> list[int]:
    """Return a size for all values of its symbols."""
    parsed = size_expression.parse(size) if isinstance(size, str) else size
    found = [size_expression.evaluate(parsed, values) for values in VALUES]
    return [value for value in found if value is not None]


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_decided_comparison_holds_for_all_values(name: str) -> None:
    decided = 0
    for a, b in product(SIZES, repeat=2):
        pairs = zip(values_of(a), values_of(b), strict=True)
        outcomes = {COMPARISONS[name](*pair) for pair in pairs}
        try:
            assert outcomes == {compare(name, a, b)}, (a, b)
        except NotConstantError:
            continue
        decided += 1
    assert decided > len(SIZES)


@pytest.mark.parametrize(
    ("name", "a", "b", "expected"),
    [
        ("aten.eq.int", "s0", 1, False),
        ("aten.eq.int", "s0+1", "s0+1", True),
        ("aten.ne.int", "s0", "s0-1", True),
        ("aten.lt.int", 0, "s0-1", True),
        ("aten.ge.int", "s0", 2, True),
        ("aten.gt.int", "s0*2", "s0", True),
        ("aten.le.int", "s0*2", "s0", False),
    ],
)
def test_symbols_are_at_least_two(name: str, a: int | str, b: int | str, expected: bool) -> None:
    assert compare(name, a, b) is expected


@pytest.mark.parametrize("pair", [("s0", 2), ("s0", "s1"), (None, 1), (None, None)])
def test_undecided(pair: tuple[int | str | None, int | str | None]) -> None:
    with pytest.raises(NotConstantError):
        compare("aten.eq.int", *pair)


def test_lists_differ_in_one_size() -> None:
    assert are_equal(("s0", None), ("s0", None, 1)) is False
    assert are_equal(("s0", None), (1, None)) is False
    with pytest.raises(NotConstantError):
        are_equal(("s0", None), ("s0", None))
    assert are_equal(("s0", 3), ("s0", 3)) is True
