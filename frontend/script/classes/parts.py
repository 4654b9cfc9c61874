"""Things with statically known parts: tuples, and the children of modules.

Loops over them are unrolled; a part need not be a value of TorchScript.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim import TupleConstructOp
from xdsl_torchscript.dialects.types import NamedTupleType, TupleType
from xdsl_torchscript.frontend.script.applicable import class_like, elements
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue


@dataclass(frozen=True)
class SequenceValue(SugaredValue):
    """A sequence of things."""

    items: tuple[SugaredValue, ...]

    def describe(self) -> str:
        return "a sequence that loops unroll"

    def value(self, c: Context, node: ast.AST) -> SSAValue:
        """Return the parts as a tuple."""
        return c.insert(TupleConstructOp([item.value(c, node) for item in self.items])).result


def static_parts(c: Context, found: SugaredValue, node: ast.AST) -> Sequence[SugaredValue] | None:
    """Return the statically known parts, or None."""
    if isinstance(found, SequenceValue):
        return found.items
    if not isinstance(found, SimpleValue):
        return None
    if isinstance(found.ssa.type, TupleType | NamedTupleType):
        return [SimpleValue(value) for value in elements(c, found.ssa, node)]
    owner = class_like(c, found.ssa.type)
    return None if owner is None else owner.parts(c, found.ssa)


def count_of(c: Context, found: SugaredValue) -> int | None:
    """Return the number of parts, None if unknown."""
    if isinstance(found, SequenceValue):
        return len(found.items)
    if not isinstance(found, SimpleValue):
        return None
    type = found.ssa.type
    if isinstance(type, TupleType | NamedTupleType):
        return len(type.elements)
    owner = class_like(c, type)
    return None if owner is None else owner.count()


def zip_rows(rows: Sequence[Sequence[SugaredValue]]) -> SequenceValue:
    """Return the rows of `zip` over parts, as many as the shortest has."""
    return SequenceValue(tuple(SequenceValue(items) for items in zip(*rows, strict=False)))
