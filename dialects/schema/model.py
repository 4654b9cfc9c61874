"""FunctionSchema: the declaration of one overload of an operator.

`str` of it, and of an argument, is the declaration as PyTorch prints it and `parser.py` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.subtyping import has_variables

Constant: TypeAlias = "int | float | complex | bool | str | tuple[Constant, ...] | None"
"""A default value. Lists are tuples, so that schemas are hashable."""


@dataclass(frozen=True)
class AliasInfo:
    """The annotation in `Tensor(a! -> b|*)`: alias sets before and after the call.

    `("*",)` is the set that may alias anything. `write` marks a value that the call writes.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    write: bool


@dataclass(frozen=True)
class Default:
    """The default of an argument: its value, and its spelling in the declaration."""

    value: Constant
    spelling: str


@dataclass(frozen=True)
class Argument:
    """An argument or a return.

    `spelling` is the declared type (`SymInt[2]?`, `Tensor(a!)[]`), `type` its attribute. `alias`
    belongs to the value, `element_alias` to a list's elements. `size` is the `2` of `int[2]`, where
    one number stands for a list of two.
    """

    name: str
    type: Attribute
    spelling: str
    alias: AliasInfo | None = None
    element_alias: AliasInfo | None = None
    size: int | None = None
    default: Default | None = None
    kwarg_only: bool = False

    def __str__(self) -> str:
        """Return `Tensor(a!) self`, `Scalar alpha=1`, or the type alone if unnamed."""
        named = f"{self.spelling} {self.name}" if self.name else self.spelling
        return named if self.default is None else f"{named}={self.default.spelling}"

    @cached_property
    def is_generic(self) -> bool:
        """Return whether the type contains type variables."""
        return has_variables(self.type)

    @property
    def is_written(self) -> bool:
        """Return whether the call writes the value or its elements."""
        return any(a is not None and a.write for a in (self.alias, self.element_alias))

    @property
    def is_aliased(self) -> bool:
        """Return whether the value may share memory with another value of the call."""
        return self.alias is not None or self.element_alias is not None


@dataclass(frozen=True)
class FunctionSchema:
    """`kind.overload(arguments) -> returns`; `overload` is empty for the default overload."""

    kind: str
    overload: str
    arguments: tuple[Argument, ...]
    returns: tuple[Argument, ...]
    is_vararg: bool = False
    is_varret: bool = False
    tags: frozenset[str] = frozenset()

    def __str__(self) -> str:
        """Return the declaration: `aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)
        -> Tensor`."""
        results = [*map(str, self.returns), *["..."] * self.is_varret]
        is_bare = len(results) == 1 and not results[0].startswith("(")
        returned = results[0] if is_bare else f"({', '.join(results)})"
        arguments: list[str] = []
        for argument in self.arguments:
            if argument.kwarg_only and "*" not in arguments:
                arguments.append("*")
            arguments.append(str(argument))
        arguments += ["..."] * self.is_vararg
        return f"{self.full_name}({', '.join(arguments)}) -> {returned}"

    @cached_property
    def full_name(self) -> str:
        """Kind and overload: `aten::add.Tensor`."""
        return f"{self.kind}.{self.overload}" if self.overload else self.kind

    @cached_property
    def op_name(self) -> str:
        """The op's name, `aten.add.Tensor`."""
        return self.full_name.replace("::", ".", 1)

    @cached_property
    def namespace(self) -> str:
        return self.kind.split("::", 1)[0]

    @cached_property
    def is_mutable(self) -> bool:
        """Return whether the call writes one of its arguments."""
        return any(argument.is_written for argument in self.arguments)

    @cached_property
    def required(self) -> int:
        """The number of arguments before the trailing ones with a default."""
        last = (i for i, a in reversed(list(enumerate(self.arguments, 1))) if a.default is None)
        return next(last, 0)

    def argument_index(self, name: str) -> int | None:
        """Return the position of the argument `name`, None if absent."""
        return self._positions.get(name)

    @cached_property
    def _positions(self) -> Mapping[str, int]:
        return {argument.name: i for i, argument in enumerate(self.arguments)}
