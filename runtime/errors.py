"""What can go wrong when a program is executed, interpreted or as native code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from xdsl.dialects.builtin import FileLineColLoc

from xdsl_torchscript.frontend.source import line_at, pointed


def place(position: FileLineColLoc | None) -> str:
    """`file:line:col: `, or nothing."""
    if position is None:
        return ""
    return f"{position.filename.data}:{position.line.data}:{position.column.data}: "


def _line(position: FileLineColLoc | None) -> str:
    """The line of the program, on a line of its own, where it is known."""
    text = None if position is None else line_at(position)
    return "" if text is None or position is None else f"\n{pointed(text, position.column.data)}"


class MissingOperatorsError(Exception):
    """A program has operators without implementation. Raised before a function runs that gets to
    them on each path; where only some do, by the one that gets there.

    `missing` holds each name once, with the first place where the program uses it.
    """

    def __init__(self, missing: Sequence[tuple[str, FileLineColLoc | None]]) -> None:
        lines = [f"{place(position)}error: no implementation of '{n}'" for n, position in missing]
        super().__init__("\n".join(lines))
        self.missing = tuple(missing)


class ScriptError(RuntimeError):
    """An exception that the program itself raised; `class_name` is that of its class, such as
    `builtins.ValueError`, where the program tells it. PyTorch calls all others RuntimeError."""

    def __init__(self, message: str, class_name: str | None = None) -> None:
        super().__init__(f"{class_name or 'RuntimeError'}: {message}")
        self.message = message
        self.class_name = class_name


_SHOWN_CALLS = 8


@dataclass(frozen=True, slots=True)
class Caller:
    """A function that was running, and what it did at a place: it called, forked or waited for
    what failed."""

    name: str
    position: FileLineColLoc | None
    role: str = "called from"

    def __str__(self) -> str:
        return f"{place(self.position)}note: {self.role} '{self.name}'{_line(self.position)}"


class Error(RuntimeError):
    """A program failed: the name that PyTorch gives to what calls of programs raise."""


class RuntimeFault(Error):
    """An operator failed while the program ran; the cause is the operator's own exception.

    `calls` are the functions that were running, from the caller of the one that failed outwards;
    what failed in a fork names first those of the fork, then those that waited for it.
    """

    def __init__(self, op_name: str, position: FileLineColLoc | None, reason: str) -> None:
        super().__init__(op_name, position, reason)
        self.op_name = op_name
        self.position = position
        self.reason = reason
        self.calls: tuple[Caller, ...] = ()

    def __str__(self) -> str:
        what = f"{place(self.position)}error: '{self.op_name}' op failed: {self.reason}"
        calls: list[object] = list(self.calls)
        left = len(calls) + 1 - 2 * _SHOWN_CALLS
        if left > 0:
            calls[_SHOWN_CALLS - 1 : -_SHOWN_CALLS] = [f"note: {left} more calls"]
        return "\n".join([what + _line(self.position), *map(str, calls)])

    def again(self) -> RuntimeFault:
        """The same fault for another caller."""
        fault = type(self)(self.op_name, self.position, self.reason)
        fault.calls, fault.__cause__ = self.calls, self.__cause__
        return fault

    @property
    def class_name(self) -> str | None:
        """The class of an exception that the program raised, such as `builtins.ValueError`."""
        return self.__cause__.class_name if isinstance(self.__cause__, ScriptError) else None


_COMMON = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError,
           ValueError)  # fmt: skip
"""What an operator raises on values that it cannot take; PyTorch raises RuntimeError for it."""


def fault_class(error: Exception) -> type[RuntimeFault]:
    """The class of the fault for what an operator raised. Where that is of a kind of its own, such
    as an OSError or an exception of the user, whoever catches that kind catches the fault."""
    return RuntimeFault if isinstance(error, _COMMON) else _fault_as(type(error))


@cache
def _fault_as(kind: type[Exception]) -> type[RuntimeFault]:
    builtin: Any = next(base for base in kind.__mro__ if base.__module__ == "builtins")

    def new(cls: type[Exception], *arguments: object) -> Any:
        """No code of the user makes the fault."""
        return builtin.__new__(cls)

    return type(RuntimeFault.__name__, (RuntimeFault, kind), {"__new__": new})


class NoValueError(ValueError):
    """The program text does not hold the value of a constant."""


class NativeUnsupported(Exception):
    """The pipeline has no native form of a program; the message holds every reason."""


class InputMismatch(TypeError):
    """Inputs are not those that a program declares, or a kernel was compiled for."""


class StateError(ValueError):
    """A state does not fit a module; `faults` holds each reason."""

    def __init__(self, message: str, faults: Sequence[str]) -> None:
        super().__init__("\n  ".join([message, *faults]))
        self.faults = tuple(faults)


class SaveError(ValueError):
    """A value that no archive can hold; the message begins with the path to it."""
