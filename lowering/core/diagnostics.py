"""Errors of passes and verifiers, with the operation that they concern.

`fail(op, message)` aborts a pass; ts-opt prints

    file.graph:3:8: error: 'aten.add.Tensor' op has an operand of unknown rank

with the source line and a caret. A check that finds several faults collects `Finding`s and raises
them together with `raise_findings`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from xdsl.dialects.builtin import LocationAttr, UnknownLoc, UnregisteredOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.locations import file_position as file_position


@dataclass(frozen=True)
class Finding:
    """A fault and its location in the program."""

    location: LocationAttr
    message: str


class FindingsError(PassFailedException):
    """Failure of a pass, with the faults and their locations."""

    def __init__(self, findings: Sequence[Finding]):
        super().__init__("\n".join(finding.message for finding in findings))
        self.findings = tuple(findings)


def operation_name(op: Operation) -> str:
    """Return the name in the text, also of an unregistered operation."""
    if op.name != UnregisteredOp.name:
        return op.name
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def about(op: Operation, message: str) -> Finding:
    """Return a fault of one operation, with the operation's name before the message."""
    line = " ".join(message.split("\n"))
    prefix = "" if line.startswith("'") else f"'{operation_name(op)}' op "
    return Finding(nearest_location(op), prefix + line)


def fail(op: Operation, message: str) -> NoReturn:
    """Abort because of `op`. Raises FindingsError, a PassFailedException."""
    raise FindingsError([about(op, message)])


def raise_findings(findings: Sequence[Finding]) -> None:
    """Raise FindingsError if there are any faults."""
    if findings:
        raise FindingsError(findings)


def is_unknown(location: Attribute) -> bool:
    """Return whether a location is unknown. Attribute classes are final."""
    return type(location) is UnknownLoc


def nearest_location(op: Operation) -> LocationAttr:
    """Return the operation's location, or of the closest enclosing operation with a location."""
    current: Operation | None = op
    while current is not None and is_unknown(current.location):
        current = current.parent_op()
    return op.location if current is None else current.location
