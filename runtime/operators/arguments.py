"""Implementations that take their arguments by the names of the schema.

    def randint(*, high, size, low=0, generator=None, dtype=None): ...

    RANDINT = by_name(randint, "aten.randint", "aten.randint.low", "aten.randint.low_generator")

One function serves overloads that differ in order and number of arguments: an argument that an
overload lacks has the default of the parameter. Arguments are bound once per overload: a function
whose positional parameters are those of the schema is called by position.
"""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from sys import intern
from typing import Any

from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.runtime.operators.core import Implementation, Table

_IGNORED = frozenset(
    """
    allow_tf32 benchmark cudnn_enabled deterministic device layout pin_memory
    """.split()
)
"""Arguments that select a device or its libraries. Functions on the CPU need not take them."""

_BY_POSITION = inspect.Parameter.POSITIONAL_OR_KEYWORD


@dataclass(frozen=True)
class NamedCall:
    """The implementation of one overload by a function of named arguments."""

    op_name: str
    function: Implementation

    @cached_property
    def names(self) -> Sequence[tuple[int, str]]:
        """The places and names of the arguments that the function takes.

        The names are interned, as Python matches keywords by identity first.
        """
        taken = inspect.signature(self.function).parameters
        names = enumerate(intern(a.name) for a in schema_named(self.op_name).arguments)
        return [(i, name) for i, name in names if name in taken or name not in _IGNORED]

    @cached_property
    def bound(self) -> Implementation:
        """The function of the schema's arguments by position."""
        function, names = self.function, [name for _, name in self.names]
        count, taken = len(names), len(schema_named(self.op_name).arguments)
        parameters = list(inspect.signature(function).parameters.values())[:count]
        by_position = [(i, p.name) for i, p in enumerate(parameters) if p.kind is _BY_POSITION]
        if by_position == list(self.names):
            return function if count == taken else lambda *values: function(*values[:count])
        places = {place for place, _ in self.names}
        kept = [place in places for place in range(taken)]
        return lambda *values: function(**dict(zip(names, compress(values, kept), strict=False)))

    def __call__(self, *values: Any) -> Any:
        return self.bound(*values)


def by_name(function: Implementation, *op_names: str) -> Table:
    """Return the table in which overloads share a function of named arguments."""
    return {name: NamedCall(name, function) for name in op_names}
