"""Which strings of a loop are ASCII, so that operators on them need no test of their own.

v6 = v1[v5]                                # a string that is made here
a0 = v6.isascii()                          # is tested once;
v7 = v6[1:2:1] if a0 else f(v6, 1, 2, 1)   # what is made of it is ASCII if it is
v8 = k3 + v7 if a0 else f(k3, v7)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.prim.data import UninitializedOp
from xdsl_torchscript.runtime.interpreter.literals import literal

Sources: TypeAlias = frozenset[SSAValue]
"""Tested strings. If all of them are ASCII, so is a string that is made of them."""
_MOST = 3
"""Sources of a string; it is tested itself if there are more."""


class AsciiStrings:
    """The sources of the strings of a loop, as far as they are known."""

    def __init__(self) -> None:
        self._sources: dict[SSAValue, Sources] = {}

    def sources(self, value: SSAValue) -> Sources | None:
        """Return the sources of a string, None if it has to be tested itself."""
        match value.owner:
            case UninitializedOp():  # It is never read.
                return frozenset()
            case ConstantOp() as op:
                return frozenset() if literal(op.value, op.type).isascii() else None
            case _:
                return self._sources.get(value)

    def add_tested(self, value: SSAValue) -> None:
        self._sources[value] = frozenset({value})

    def add_made(self, value: SSAValue, parts: Iterable[SSAValue]) -> None:
        """Add a string that is ASCII if its parts are. Those that are tested within a branch do not
        count behind it."""
        found: Sources = frozenset()
        for part in parts:
            sources = self.sources(part)
            if sources is None or any(value.owner.is_ancestor(s.owner) for s in sources):
                return
            found |= sources
        if len(found) <= _MOST:
            self._sources[value] = found
