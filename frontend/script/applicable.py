"""What can be called with values, and the types that a program defines."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import ListUnpackOp, TupleUnpackOp
from xdsl_torchscript.dialects.schema.matching import spelled
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    EnumType,
    InterfaceType,
    ListType,
    NamedTupleType,
    TupleType,
)
from xdsl_torchscript.frontend.script.context import TENSOR, Context, Sugared


class Applicable(Sugared, ABC):
    """What is called with values."""

    @abstractmethod
    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> Sugared: ...

    def call(self, c: Context, node: ast.Call) -> Sugared:
        args, kwargs = arguments(c, node)
        with c.at(node):
            return self.apply(c, args, kwargs, node)


class Nominal(Applicable, ABC):
    """A type that the program defines: what its values have."""

    @abstractmethod
    def attribute_of(self, c: Context, value: SSAValue, name: str, node: ast.AST) -> Sugared:
        """`value.name`."""

    @abstractmethod
    def set_attribute(
        self,
        c: Context,
        value: SSAValue,
        name: str,
        new: SSAValue,
        node: ast.AST,
        declared: Attribute | None = None,
    ) -> None:
        """`value.name = new`, where `declared` is the type that the assignment tells."""

    def attribute_type(self, name: str) -> Attribute | None:
        """The type of `value.name`, if it is a plain attribute."""
        return None

    def has_attribute(self, name: str) -> bool:
        """Whether there is `value.name`."""
        return self.attribute_type(name) is not None

    def method(self, value: SSAValue, name: str) -> Applicable | None:
        """The method of a value, if there is one."""
        return None

    def parts(self, c: Context, value: SSAValue) -> Sequence[Sugared] | None:
        """What a loop over a value is written out for."""
        return None

    def count(self) -> int | None:
        """How many parts a value has, if that is known."""
        return None

    def item(
        self, c: Context, value: SSAValue, node: ast.expr, hint: Attribute | None = None
    ) -> Sugared | None:
        """`value[node]`, where that is one of its parts; of the type `hint` where the index is not
        known."""
        return None

    def holds(self, key: SSAValue) -> bool | None:
        """`key in value`, where it is known."""
        return None

    def method_result(self, c: Context, name: str, count: int, node: ast.AST) -> Attribute | None:
        """The result of a method that takes `count` arguments, with the object; None if there is no
        such method."""
        return None

    def lacking(self, c: Context, actual: Attribute) -> str | None:
        """Why a value of this other type cannot stand for one of this."""
        return None


class Listed(Sugared, ABC):
    """What is no value, but a loop can run over it."""

    @abstractmethod
    def listed(self, c: Context) -> SSAValue:
        """The list that a loop runs over."""


def nominal(c: Context, type: Attribute) -> Nominal | None:
    """The definition behind a type."""
    if not isinstance(type, ClassType | InterfaceType | EnumType):
        return None
    found = c.program.find(type.symbol.data)
    return found if isinstance(found, Nominal) else None


def own_method(c: Context, value: SSAValue, name: str) -> Applicable | None:
    """A method that the class of a value defines, such as `__add__`."""
    found = nominal(c, value.type)
    return None if found is None else found.method(value, name)


def arguments(c: Context, node: ast.Call) -> tuple[list[SSAValue], dict[str, SSAValue]]:
    """The values of a call, in order and by keyword; `*xs` is a tuple or a list of known length."""
    args: list[SSAValue] = []
    for arg in node.args:
        if isinstance(arg, ast.Starred):
            args += elements(c, c.value(arg.value), arg)
        else:
            args.append(c.value(arg))
    kwargs: dict[str, SSAValue] = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise c.error("'**' is not part of TorchScript; write the arguments out", keyword.value)
        kwargs[keyword.arg] = c.value(keyword.value)
    return args, kwargs


def elements(
    c: Context, value: SSAValue, node: ast.AST, count: int | None = None
) -> list[SSAValue]:
    """The parts of a tuple; of a list if it is known how many are wanted."""
    if isinstance(value.type, TupleType | NamedTupleType):
        return list(c.insert(TupleUnpackOp(value)).results)
    if is_subtype_of(value.type, TENSOR):
        raise c.error("a tensor cannot be taken apart; write x.unbind(0)", node)
    if count is None or not isinstance(value.type, ListType):
        raise c.error(f"a value of type {spelled(value.type)} cannot be taken apart here", node)
    return list(c.insert(ListUnpackOp(value, [value.type.element] * count)).results)
