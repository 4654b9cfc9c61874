"""Marks of a program for the compiler; running under Python, they have no effect."""

from __future__ import annotations

import typing
import warnings
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple, TypeVar, overload

_T = TypeVar("_T")
_MARK = "__torchscript_mark__"
_INTERFACE = "__torchscript_interface__"
_INTERFACE_OF_PYTORCH = "__torch_script_interface__"

Final = typing.Final
"""`k: ts.Final[int]` in a class: a constant of the program, not an attribute."""


class Mark(Enum):
    """The treatment of a function or method."""

    EXPORT = "compiled although nothing calls it"
    IGNORE = "left to Python"
    UNUSED = "replaced by an error when it runs"


class Attribute(NamedTuple):
    """A value for an attribute of a module with its type, where the value does not imply it.

    Example: `self.table = ts.Attribute({}, dict[str, int])`.
    """

    value: Any
    type: Any


def mark_of(function: object) -> Mark | None:
    """Return the mark of a function, a method or a property, or None."""
    if isinstance(function, property):
        function = function.fget
    return getattr(function, _MARK, None)


def _mark(function: _T, mark: Mark) -> _T:
    parts = [function.fget, function.fset] if isinstance(function, property) else [function]
    for part in parts:
        if part is not None:
            setattr(part, _MARK, mark)
    return function


def export(function: _T) -> _T:
    """Mark a method to be compiled even if neither `forward` nor its callees use it."""
    return _mark(function, Mark.EXPORT)


def script_method(function: _T) -> _T:
    """Mark a method as `export` does, in the spelling of classes derived from ScriptModule."""
    return _mark(function, Mark.EXPORT)


def unused(function: _T) -> _T:
    """Mark a function or method not to be compiled; a call of it raises at run time."""
    return _mark(function, Mark.UNUSED)


@overload
def ignore(function: _T) -> _T: ...
@overload
def ignore(*, drop: bool = False) -> Callable[[_T], _T]: ...
def ignore(function: Any = None, *, drop: bool = False) -> Any:
    """Mark a function or method to stay in Python; compiled code may not call it.

    With `drop` it is marked as `unused`.
    """
    mark = Mark.UNUSED if drop else Mark.IGNORE

    def decorated(later: Any) -> Any:
        return _mark(later, mark)

    return decorated if function is None else decorated(function)


@contextmanager
def strict_fusion() -> Generator[None]:
    """Open a block whose operations a plan must fuse, or calls raise `ts.UnfusedError`.

    Only scripts are checked: in Python it warns, and has no effect.
    """
    warnings.warn("strict_fusion has an effect only in scripts", stacklevel=3)
    yield


def interface(kind: type[_T]) -> type[_T]:
    """Mark a class whose methods are signatures: a type for any object with these methods."""
    setattr(kind, _INTERFACE, True)
    return kind


def is_interface(kind: type) -> bool:
    """Return whether the class itself is marked as an interface, also of PyTorch, not only a base
    of it."""
    return not vars(kind).keys().isdisjoint((_INTERFACE, _INTERFACE_OF_PYTORCH))


def annotate(type: Any, value: _T) -> _T:
    """Return `value`, and declare its type to scripts: `ts.annotate(list[int], [])`."""
    return value


def is_scripting() -> bool:
    """Return True in a script, False under Python."""
    return False
