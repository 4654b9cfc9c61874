"""What can go wrong when a program is executed, interpreted or as native code."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import FileLineColLoc


def place(position: FileLineColLoc | None) -> str:
    """`file:line:col: `, or nothing."""
    if position is None:
        return ""
    return f"{position.filename.data}:{position.line.data}:{position.column.data}: "


class MissingOperatorsError(Exception):
    """A program has operators without implementation. Raised before anything runs.

    `missing` holds each name once, with the first place where the program uses it.
    """

    def __init__(self, missing: Sequence[tuple[str, FileLineColLoc | None]]) -> None:
        lines = [f"{place(position)}error: no implementation of '{n}'" for n, position in missing]
        super().__init__("\n".join(lines))
        self.missing = tuple(missing)


class RuntimeFault(Exception):
    """An operator failed while the program ran; the cause is the operator's own exception."""

    def __init__(self, op_name: str, position: FileLineColLoc | None, reason: str) -> None:
        super().__init__(f"{place(position)}error: '{op_name}' op failed: {reason}")
        self.op_name = op_name
        self.position = position
        self.reason = reason


class NoValueError(ValueError):
    """The program text does not hold the value of a constant."""


class NativeUnsupported(Exception):
    """The pipeline has no native form of a program; the message holds every reason."""


class InputMismatch(TypeError):
    """Inputs are not those that a program declares, or a kernel was compiled for."""
