"""A FunctionSchema: the declaration of one overload of an operator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from xdsl.ir import Attribute

Constant: TypeAlias = "int | float | complex | bool | str | tuple[Constant, ...] | None"
"""A default value. A list is a tuple, so that schemas are hashable."""


@dataclass(frozen=True)
class AliasInfo:
    """The annotation in `Tensor(a! -> b|*)`: alias sets before and after the call.

    `("*",)` is the set that may alias anything. `write` says that the call writes the value.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    write: bool


@dataclass(frozen=True)
class Default:
    """The default of an argument: the value, and how the declaration spells it."""

    value: Constant
    spelling: str


@dataclass(frozen=True)
class Argument:
    """One argument or one return.

    `spelling` is the type as declared (`SymInt[2]?`, `Tensor(a!)[]`), `type` what it means here.
    `alias` belongs to the value, `element_alias` to the elements of a list. `size` is the `2` of
    `int[2]`, where one number stands for a list of two.
    """

    name: str
    type: Attribute
    spelling: str
    alias: AliasInfo | None = None
    element_alias: AliasInfo | None = None
    size: int | None = None
    default: Default | None = None
    kwarg_only: bool = False

    @property
    def is_written(self) -> bool:
        """The call writes the value or its elements."""
        return any(a is not None and a.write for a in (self.alias, self.element_alias))

    @property
    def is_aliased(self) -> bool:
        """The value may share memory with another value of the call."""
        return self.alias is not None or self.element_alias is not None


@dataclass(frozen=True)
class FunctionSchema:
    """`kind.overload(arguments) -> returns`; `overload` is empty where there is none."""

    kind: str
    overload: str
    arguments: tuple[Argument, ...]
    returns: tuple[Argument, ...]
    is_vararg: bool = False
    is_varret: bool = False
    tags: frozenset[str] = frozenset()

    @cached_property
    def full_name(self) -> str:
        """`aten::add.Tensor`."""
        return f"{self.kind}.{self.overload}" if self.overload else self.kind

    @cached_property
    def op_name(self) -> str:
        """The name of the op, `aten.add.Tensor`."""
        return self.full_name.replace("::", ".", 1)

    @property
    def namespace(self) -> str:
        return self.kind.split("::", 1)[0]

    @cached_property
    def is_mutable(self) -> bool:
        """The call writes one of its arguments."""
        return any(argument.is_written for argument in self.arguments)

    @cached_property
    def required(self) -> int:
        """How many arguments stand before the trailing ones with a default."""
        last = (i for i, a in reversed(list(enumerate(self.arguments, 1))) if a.default is None)
        return next(last, 0)

    def argument_index(self, name: str) -> int | None:
        """The place of the argument `name`, `None` if there is none."""
        return next((i for i, a in enumerate(self.arguments) if a.name == name), None)
