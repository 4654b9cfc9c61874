"""Giving a value another type in place."""

from __future__ import annotations

from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.rewriter import Rewriter


def retype(value: SSAValue, type: Attribute) -> SSAValue:
    """Give a value another type; the new value, under the old name and location."""
    if value.type == type:
        return value
    new = Rewriter.replace_value_with_new_type(value, type)
    if isinstance(value, BlockArgument) and isinstance(new, BlockArgument):
        new.location = value.location
    return new
