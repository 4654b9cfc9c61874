"""Implementations that take their arguments by the schema's names.

    def mean(self, dim=None, keepdim=False, dtype=None): ...

    MEAN = by_name(mean, "aten.mean", "aten.mean.dim")
    ONES = by_name(full_like, "aten.ones_like", fill_value=1)
    PINV = by_name(pinv, "aten.linalg_pinv", atol=0.0, rtol=SchemaArgument("rcond"))

One function serves overloads that differ in names, order and number of arguments. The table gives
parameters that an overload lacks or names differently; parameters not in the table keep their
default. Arguments are bound once per overload. A function with the schema's parameters is called
directly.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from sys import intern
from typing import Any

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.runtime.operators.core import Implementation, Table

_IGNORED = frozenset(
    """
    allow_tf32 benchmark cudnn_enabled deterministic device layout non_blocking pin_memory
    kernel_size N C HxW sorted stable return_inverse return_counts
    """.split()
)
"""Arguments without effect here: they select a device or a library, repeat another argument's size,
or request the default. Functions may omit them.
"""

_OTHER_NAMES = {"self": "input", "input": "self"}
_BY_POSITION = inspect.Parameter.POSITIONAL_OR_KEYWORD


@dataclass(frozen=True)
class SchemaArgument:
    """An argument of the schema, given for a parameter of another name."""

    name: str


@dataclass(frozen=True)
class NamedCall:
    """The implementation of one overload by a function of named arguments.

    `given` maps parameters to constants and `SchemaArgument`s, in place of the schema's arguments
    of these names. `finish` changes the bound function.
    """

    op_name: str
    function: Implementation
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    finish: Callable[[Implementation], Implementation] = lambda function: function

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.function).parameters

    @cached_property
    def names(self) -> Sequence[tuple[int, str]]:
        """The positions and names of the arguments that the function takes by name.

        The names are interned, as Python matches keywords by identity first.
        """
        renamed = {value.name for value in self.given.values() if isinstance(value, SchemaArgument)}
        ignored = (_IGNORED | renamed) - self.parameters.keys() | self.given.keys()
        arguments = schema_named(self.op_name).arguments
        names = enumerate(intern(self._parameter(a.name)) for a in arguments)
        return [(place, name) for place, name in names if name not in ignored]

    def _parameter(self, argument: str) -> str:
        """Return the function's parameter for an argument: overloads name an image, or another
        first operand, `self` or `input`."""
        other = _OTHER_NAMES.get(argument, argument)
        return argument if argument in self.parameters or other not in self.parameters else other

    @cached_property
    def bound(self) -> Implementation:
        """The function of the schema's arguments by position."""
        places = {a.name: f"a{i}" for i, a in enumerate(schema_named(self.op_name).arguments)}
        arguments = [*places.values()]
        values = {name: arguments[place] for place, name in self.names}
        for name, value in self.given.items():
            values[name] = places[value.name] if isinstance(value, SchemaArgument) else name
        leading = [
            values[name]
            for name, parameter in takewhile(lambda p: p[0] in values, self.parameters.items())
            if parameter.kind is _BY_POSITION
        ]
        if leading == arguments:
            by_position = self.function
        else:
            positions = [*self.parameters][: len(leading)]
            named = [f"{name}={value}" for name, value in values.items() if name not in positions]
            # A text: a generic call is slower.
            text = f"lambda {', '.join(arguments)}: function({', '.join((*leading, *named))})"
            by_position = eval(text, {"function": self.function, **self.given})
        return self.finish(by_position)

    def __call__(self, *values: Any) -> Any:
        return self.bound(*values)


def by_name(function: Implementation, *op_names: str, **given: Any) -> Table:
    """Return the table in which overloads share a function of named arguments."""
    return {name: NamedCall(name, function, given) for name in op_names}
