"""What a program says about itself to the compiler; Python runs it and sees no difference."""

from __future__ import annotations

import typing
from collections.abc import Callable, Generator
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple, TypeVar, overload

_T = TypeVar("_T")
_MARK = "__torchscript_mark__"
_INTERFACE = "__torchscript_interface__"

Final = typing.Final
"""`k: ts.Final[int]` in a class: a constant of the program, not an attribute."""


class Mark(Enum):
    """What becomes of a function or method."""

    EXPORT = "compiled although nothing calls it"
    IGNORE = "left to Python"
    UNUSED = "replaced by an error when it runs"


class Attribute(NamedTuple):
    """A value for an attribute of a module together with its type, for values such as `{}` whose
    type cannot be seen: `self.table = ts.Attribute({}, dict[str, int])`."""

    value: Any
    type: Any


def mark_of(function: object) -> Mark | None:
    """What was said about a function, a method or a property."""
    if isinstance(function, property):
        function = function.fget
    return getattr(function, _MARK, None)


def _marked(function: _T, mark: Mark) -> _T:
    parts = [function.fget, function.fset] if isinstance(function, property) else [function]
    for part in parts:
        if part is not None:
            setattr(part, _MARK, mark)
    return function


def export(function: _T) -> _T:
    """A method that is compiled although neither `forward` nor what it calls uses it."""
    return _marked(function, Mark.EXPORT)


def script_method(function: _T) -> _T:
    """As `export`, in the spelling of classes that derive from ScriptModule."""
    return _marked(function, Mark.EXPORT)


def unused(function: _T) -> _T:
    """A function or method that is not compiled: where the program gets to a call of it, it
    raises."""
    return _marked(function, Mark.UNUSED)


@overload
def ignore(function: _T) -> _T: ...
@overload
def ignore(*, drop: bool = False) -> Callable[[_T], _T]: ...
def ignore(function: Any = None, *, drop: bool = False) -> Any:
    """A function or method that stays Python: what is compiled may not call it. With `drop` it is
    `unused`."""
    mark = Mark.UNUSED if drop else Mark.IGNORE

    def decorated(later: Any) -> Any:
        return _marked(later, mark)

    return decorated if function is None else decorated(function)


@contextmanager
def strict_fusion() -> Generator[None]:
    """A `with` block that PyTorch's fuser has to fuse whole; here it changes nothing."""
    yield


def interface(kind: type[_T]) -> type[_T]:
    """A class whose methods are signatures alone: a type for whatever has these methods."""
    setattr(kind, _INTERFACE, True)
    return kind


def is_interface(kind: type) -> bool:
    """Whether the class itself is one, not only a class that it derives from."""
    return _INTERFACE in vars(kind)


def annotate(type: Any, value: _T) -> _T:
    """`value`, of which a script is told the type: `ts.annotate(list[int], [])`."""
    return value


def is_scripting() -> bool:
    """True in a script, False where Python runs."""
    return False
