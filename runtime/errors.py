"""Errors of executing a program, interpreted or as native code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import FileLineColLoc

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.frontend.source import format_caret, line_at
from xdsl_torchscript.lowering.core.messages import NO_MEMORY

if TYPE_CHECKING:
    from xdsl_torchscript.lowering.core.diagnostics import Finding


def place(position: FileLineColLoc | None) -> str:
    """Return `file:line:col: `, or an empty text."""
    if position is None:
        return ""
    return f"{position.filename.data}:{position.line.data}:{position.column.data}: "


def _line(position: FileLineColLoc | None) -> str:
    """Return the program's line after a newline, or an empty text if unknown."""
    text = None if position is None else line_at(position)
    return (
        "" if text is None or position is None else f"\n{format_caret(text, position.column.data)}"
    )


def describe(finding: Finding) -> str:
    """Return a fault of a pass with its place and the program's line."""
    position = file_position(finding.location)
    return f"{place(position)}error: {finding.message}{_line(position)}"


_NO_AUTOGRAD = "; there is no autograd here: train in PyTorch, then ts.load or ts.from_torch"
_ADVICE: Mapping[str, str] = {
    "aten.backward": _NO_AUTOGRAD, "aten._backward": _NO_AUTOGRAD, "aten.grad": _NO_AUTOGRAD,
}  # fmt: skip
"""Advice for operators that will have no implementation, by name."""


class MissingOperatorsError(Exception):
    """A program calls operators without implementation.

    Raised before a function runs if every path reaches one; otherwise when control reaches it.
    `missing` has each name once, with its first place in the program.
    """

    def __init__(self, missing: Sequence[tuple[str, FileLineColLoc | None]]) -> None:
        lines = [
            f"{place(position)}error: no implementation of '{n}'{_ADVICE.get(n, '')}"
            for n, position in missing
        ]
        super().__init__("\n".join(lines))
        self.missing = tuple(missing)


class ScriptError(RuntimeError):
    """An exception raised by the program itself.

    `class_name` is the name of the exception's class, such as `builtins.ValueError`, if known.
    PyTorch raises all others as RuntimeError.
    """

    def __init__(self, message: str, class_name: str | None = None) -> None:
        super().__init__(f"{class_name or 'RuntimeError'}: {message}")
        self.message = message
        self.class_name = class_name


_SHOWN_CALLS = 8


@dataclass(frozen=True, slots=True)
class Caller:
    """A running function, and its role at a position: it called, forked or awaited a failure."""

    name: str
    position: FileLineColLoc | None
    role: str = "called from"

    def __str__(self) -> str:
        return f"{place(self.position)}note: {self.role} '{self.name}'{_line(self.position)}"


class Error(RuntimeError):
    """A program failed; PyTorch's name for errors of calls."""


class BudgetError(Error):
    """A run exceeded its budget of `limit` `resource`: steps, seconds or bytes.

    `position` is the instruction's location at which the run was stopped.
    """

    def __init__(self, resource: str, limit: float, position: FileLineColLoc | None) -> None:
        super().__init__(resource, limit, position)
        self.resource = resource
        self.limit = limit
        self.position = position

    def __str__(self) -> str:
        exceeded = f"the run exceeded its budget of {self.limit:,} {self.resource}"
        return f"{place(self.position)}error: {exceeded}{_line(self.position)}"


class RuntimeFault(Error):
    """An operator failed while the program ran; the cause is the operator's own exception.

    `calls` are the running functions, from the caller of the failed one outwards. For a failure in
    a fork, the fork's calls come first, then the calls that waited for it.
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
        """Copy the fault, for another caller."""
        fault = type(self)(self.op_name, self.position, self.reason)
        fault.calls, fault.__cause__ = self.calls, self.__cause__
        return fault

    @property
    def class_name(self) -> str | None:
        """The class of an exception that the program raised, such as `builtins.ValueError`."""
        return self.__cause__.class_name if isinstance(self.__cause__, ScriptError) else None


def failure(message: str) -> RuntimeFault | MemoryError:
    """Return the error of a status below the ts level: a check's fault, whose message is
    `operator: reason`, or MemoryError."""
    if message == NO_MEMORY:
        return MemoryError(message)
    name, _, reason = message.partition(": ")
    return RuntimeFault(name, None, reason)


_COMMON = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""Exceptions of operators on values that they do not accept, for which PyTorch raises
RuntimeError."""


def fault_class(error: Exception) -> type[RuntimeFault]:
    """Return the fault class for an operator's exception.

    For other kinds, such as a MemoryError or a user's exception, it is also a subclass of that
    kind.
    """
    return RuntimeFault if isinstance(error, _COMMON) else _fault_as(type(error))


@cache
def _fault_as(kind: type[Exception]) -> type[RuntimeFault]:
    def new(cls: type[Exception], *arguments: object) -> Any:
        """Create the fault without running a user's constructor."""
        return builtin.__new__(cls)

    made = type(RuntimeFault.__name__, (RuntimeFault, kind), {"__new__": new})
    builtin: Any = made
    while builtin.__module__ != "builtins":  # the builtin that determines the layout
        builtin = builtin.__base__
    return made


class NoValueError(ValueError):
    """The program text omits a constant's value."""


class NativeUnsupported(Exception):
    """The pipeline cannot lower a program to native code; the message has every reason."""


class FailedRun(NativeUnsupported):
    """A program fails for the inputs to compile it for; it may compile for others."""


class UnfusedError(Error):
    """Operations of a `strict_fusion` block are in no fusion group; `findings` has each."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(findings)
        self.findings = tuple(findings)

    def __str__(self) -> str:
        title = "'strict_fusion' forbids unfused operations: move these out of its block"
        return "\n".join([title, *map(describe, self.findings)])


class InputMismatch(TypeError):
    """Inputs do not have the types that a program declares, or a kernel was compiled for."""


class BrokenAssumption(InputMismatch):
    """Inputs have the types that a kernel was compiled for, but sizes in it are others."""


class OutOfBounds(Exception):
    """Native code would access an element outside of memory, a defect of the compiler.

    Raised by kernels that are made under `ts.set_check_bounds(True)`; the message names the access
    and the line of the program.
    """


class StateError(ValueError):
    """A state does not fit a module; `faults` has each reason."""

    def __init__(self, message: str, faults: Sequence[str]) -> None:
        super().__init__("\n  ".join([message, *faults]))
        self.faults = tuple(faults)


class SaveError(ValueError):
    """A value cannot be saved in an archive; the message begins with its path."""
