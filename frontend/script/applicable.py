"""Interfaces of callable things, and of the types that a program defines."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import ListUnpackOp, TupleUnpackOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    EnumType,
    InterfaceType,
    ListType,
    NamedTupleType,
    TupleType,
)
from xdsl_torchscript.frontend.script.context import TENSOR, Context, SugaredValue


class Applicable(SugaredValue, ABC):
    """Anything that can be called with values."""

    @abstractmethod
    def apply(
        self, c: Context, args: Sequence[SSAValue], kwargs: Mapping[str, SSAValue], node: ast.AST
    ) -> SugaredValue: ...

    def call(self, c: Context, node: ast.Call) -> SugaredValue:
        args, kwargs = arguments(c, node)
        with c.at(node):
            return self.apply(c, args, kwargs, node)


class ClassLikeValue(Applicable, ABC):
    """A type that the program defines, with the operations on its values."""

    @abstractmethod
    def attribute_of(self, c: Context, value: SSAValue, name: str, node: ast.AST) -> SugaredValue:
        """Return `value.name`."""

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
        """Emit `value.name = new`; `declared` is the type annotation of the assignment."""

    def attribute_type(self, name: str) -> Attribute | None:
        """Return the type of `value.name` if it is a plain attribute, or None."""
        return None

    def has_attribute(self, name: str) -> bool:
        """Return whether `value.name` exists."""
        return self.attribute_type(name) is not None

    def method(self, value: SSAValue, name: str) -> Applicable | None:
        """Return the method of a value, or None."""
        return None

    def parts(self, c: Context, value: SSAValue) -> Sequence[SugaredValue] | None:
        """Return the elements over which a loop is unrolled, or None."""
        return None

    def count(self) -> int | None:
        """Return the number of parts of a value, None if unknown."""
        return None

    def item(
        self, c: Context, value: SSAValue, node: ast.expr, hint: Attribute | None = None
    ) -> SugaredValue | None:
        """Return `value[node]` if it is a part, of the type `hint` if the index is unknown, or
        None."""
        return None

    def contains(self, key: SSAValue) -> bool | None:
        """Return `key in value` if it is known, or None."""
        return None

    def method_result(self, c: Context, name: str, count: int, node: ast.AST) -> Attribute | None:
        """Return the result type of a method with `count` arguments, object included, or None."""
        return None

    def mismatch_reason(self, c: Context, actual: Attribute) -> str | None:
        """Return the reason why a value of type `actual` does not fit this type, or None."""
        return None


class IterableValue(SugaredValue, ABC):
    """A thing that is not a value, but iterable."""

    @abstractmethod
    def to_list(self, c: Context) -> SSAValue:
        """Return the list that a loop iterates over."""


def class_like(c: Context, type: Attribute) -> ClassLikeValue | None:
    """Return a type's definition, or None."""
    if not isinstance(type, ClassType | InterfaceType | EnumType):
        return None
    found = c.program.find(type.symbol.data)
    return found if isinstance(found, ClassLikeValue) else None


def own_method(c: Context, value: SSAValue, name: str) -> Applicable | None:
    """Return a method that the class of a value defines, such as `__add__`, or None."""
    found = class_like(c, value.type)
    return None if found is None else found.method(value, name)


def arguments(c: Context, node: ast.Call) -> tuple[list[SSAValue], dict[str, SSAValue]]:
    """Return a call's values, in order and by keyword; `*xs` unpacks tuples and lists of known
    length."""
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
    """Return the parts of a tuple, or of a list if `count` is given."""
    if isinstance(value.type, TupleType | NamedTupleType):
        return list(c.insert(TupleUnpackOp(value)).results)
    if is_subtype_of(value.type, TENSOR):
        raise c.error("a tensor cannot be unpacked; write x.unbind(0)", node)
    if count is None or not isinstance(value.type, ListType):
        raise c.error(f"a value of type {spell(value.type)} cannot be unpacked here", node)
    return list(c.insert(ListUnpackOp(value, [value.type.element] * count)).results)
