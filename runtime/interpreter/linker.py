"""The linker: resolves the functions, methods and symbols that code refers to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol, TypeAlias

from xdsl_torchscript.runtime.interpreter.frames import Executable
from xdsl_torchscript.runtime.modules.objects import EnumMember, Object
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value, type_of

MethodOf: TypeAlias = Callable[[Value], Executable]
"""The code of a method, by the object that it is called on."""


class Linker(Protocol):
    """The program that a code belongs to. Functions are requested at their first call."""

    def code(self, name: str) -> Executable:
        """Return a function's code. Raises LookupError."""
        ...

    def method_code(self, class_name: str, name: str) -> Executable:
        """Return a method's code. Raises LookupError."""
        ...

    def enum_member(self, enum: str, name: str) -> EnumMember:
        """Return a member of an enum. Raises NoValueError if the program does not define it."""
        ...

    def resource(self, key: str) -> Tensor:
        """Return a tensor of the resource table. Raises NoValueError."""
        ...

    def object(self, name: str) -> Object:
        """Return the object of a symbol. Raises NoValueError."""
        ...


def dispatch(linker: Linker, method: str) -> MethodOf:
    """Return a method's code by the object's class."""

    @cache
    def found(class_name: str) -> Executable:
        return linker.method_code(class_name, method)

    def find(value: Value) -> Executable:
        if not isinstance(value, Object):
            raise TypeError(f"'{method}' is called on a value of type {type_of(value)}")
        return found(value.class_name)

    return find
