"""Verification that reports every fault of a module rather than the first one.

It is xDSL's verifier, plus what that leaves out: every use must be dominated by its definition.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.lowering.core.diagnostics import Finding, about, file_position
from xdsl_torchscript.lowering.core.dominance import undominated_uses

_VERIFIER_FAULTS = (VerifyException, ValueError, TypeError, LookupError, AttributeError)
"""What verifiers raise: by law VerifyException, in older xDSL dialects also Python's own."""


def verify_all(root: Operation) -> tuple[Finding, ...]:
    """The faults of `root` and everything in it, in the order of their places; none if it
    verifies."""
    try:
        root.verify()
    except _VERIFIER_FAULTS as error:
        faults = [*_faults(root), *undominated_uses(root)] or [about(root, str(error))]
    else:
        faults = undominated_uses(root)
    return tuple(sorted(faults, key=_place))


def _place(finding: Finding) -> tuple[int, int]:
    position = file_position(finding.location)
    return (0, 0) if position is None else (position.line.data, position.column.data)


def _faults(root: Operation) -> Iterator[Finding]:
    for op in root.walk():
        message = _fault_of(op)
        if message is not None:
            yield about(op, message)


def _fault_of(op: Operation) -> str | None:
    """What is wrong with one operation, its nested ones left out."""
    try:
        op.verify_()
        op.verify(verify_nested_ops=False)
        _verify_blocks(op)
    except _VERIFIER_FAULTS as error:
        return str(error)
    return None


def _verify_blocks(op: Operation) -> None:
    """The checks of blocks themselves; the operations in them get their own turn."""
    for region in op.regions:
        for block in region.blocks:
            if not block.ops:
                block.verify()
