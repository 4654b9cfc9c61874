"""Comparisons of sizes that hold for all values of their symbols, as `s0 + 1 > 2` does, since a
symbol is at least 2."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
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
    result = size_expression.compare(COMPARISONS[name], a, b)
    if result is None:
        raise NotConstantError("sizes that only the run knows decide the comparison")
    return result


def are_equal(a: Sequence[Dim], b: Sequence[Dim]) -> bool:
    """Return whether lists of sizes are equal. Raises NotConstantError if they may be."""
    found = [*map(size_expression.equals, a, b)]
    if len(a) != len(b) or False in found:
        return False
    if None in found:
        raise NotConstantError("sizes that are not known may be equal")
    return True
