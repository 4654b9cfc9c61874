"""Comparisons of sizes that hold for all values of their symbols, as `s0 + 1 > 2` does, since a
symbol is at least 2."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any

from xdsl_torchscript.dialects import size_expression
from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.tensor_type import Dim

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    f"aten.{name}.int": getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
"""The operators that compare ints, and the functions that they stand for."""

SAME_SIZES = {"aten.eq.int_list": True, "aten.ne.int_list": False}
"""The results of comparisons of equal lists."""


def compare(name: str, a: Dim, b: Dim) -> bool:
    """Return the result of a comparison of sizes. Raises NotConstantError if it depends on them."""
    outcomes = {COMPARISONS[name](difference, 0) for difference in _differences(a, b)}
    if len(outcomes) > 1:
        raise NotConstantError("the symbols of sizes decide the comparison")
    return outcomes.pop()


def _differences(a: Dim, b: Dim) -> tuple[float, float, float]:
    """Return the bounds of `a - b`, and the number between them that is closest to 0."""
    forth, back = size_expression.sub(a, b), size_expression.sub(b, a)
    if forth is None or back is None:
        raise NotConstantError("a size is known only at run time")
    low, minus_high = size_expression.least(forth), size_expression.least(back)
    low, high = -inf if low is None else low, inf if minus_high is None else -minus_high
    return low, high, min(max(0, low), high)


def are_equal(a: Sequence[Dim], b: Sequence[Dim]) -> bool:
    """Return whether lists of sizes are equal. Raises NotConstantError if they may be."""
    if len(a) != len(b):
        return False
    unknown = None
    for pair in zip(a, b, strict=True):
        try:
            if not compare("aten.eq.int", *pair):
                return False
        except NotConstantError as error:
            unknown = error
    if unknown is not None:
        raise unknown
    return True
