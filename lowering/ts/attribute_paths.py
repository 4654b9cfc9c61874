"""The attributes of an object that a method reads, by their paths: `self.hidden.weight`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import GetAttrOp, UncheckedCastOp

Path: TypeAlias = tuple[str, ...]
"""The names of attributes, from the object on."""


def path_of(value: SSAValue, root: SSAValue) -> Path | None:
    """Return the attributes that lead from the object `root` to `value`; None if they do not."""
    names: list[str] = []
    while value is not root:
        owner = owner_of(value)
        if isinstance(owner, UncheckedCastOp):
            value = owner.value
        elif isinstance(owner, GetAttrOp):
            names.append(owner.attribute.data)
            value = owner.object
        else:
            return None
    return tuple(reversed(names))


def attribute_reads(method: FuncOp) -> Iterator[tuple[GetAttrOp, Path]]:
    """Yield the reads of attributes of the first argument of `method`, with their paths."""
    root = method.body.block.args[0]
    for op in list(method.body.walk()):
        if isinstance(op, GetAttrOp) and (path := path_of(op.result, root)) is not None:
            yield op, path
