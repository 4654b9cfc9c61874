"""Verification that reports every fault of a module rather than the first one.

It is xDSL's verifier, plus what that leaves out: every use must be dominated by its definition, and
what a symbol names must be there and fit.
"""

from __future__ import annotations

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Operation, ParametrizedAttribute
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.lowering.core.diagnostics import Finding, about, file_position
from xdsl_torchscript.lowering.core.dominance import undominated_uses
from xdsl_torchscript.lowering.core.registry import load

_VERIFIER_FAULTS = (VerifyException, ValueError, TypeError, LookupError, AttributeError)
"""What verifiers raise: by law VerifyException, in older xDSL dialects also Python's own."""

# Programs of other dialects do not pay for the import of ours.
_NAMES_SYMBOLS = ("prim.", "ts.")
_TENSOR = "ts.tensor"


def verify_all(root: Operation) -> tuple[Finding, ...]:
    """The faults of `root` and everything in it, in the order of their places; none if it
    verifies."""
    own: dict[Operation, str] = {}
    failure = None
    try:
        root.verify()
    except _VERIFIER_FAULTS as error:
        failure = str(error)
        messages = ((op, _fault_of(op)) for op in root.walk())
        own = {op: message for op, message in messages if message is not None}
    faults = [about(op, message) for op, message in own.items()]
    faults += undominated_uses(root)
    if failure is not None and not faults:
        faults.append(about(root, failure))
    if any(op.name.startswith(_NAMES_SYMBOLS) for op in root.walk()):
        faults += load("core.symbols:symbol_faults")(root, own)
    return tuple(sorted(faults, key=_place))


def verify_program(root: Operation) -> tuple[Finding, ...]:
    """As `verify_all`; where that finds nothing, also the result types that contradict the rules.
    Those are loaded for a program that states any fact of a tensor."""
    faults = verify_all(root)
    if faults or not any(map(states_facts, root.walk())):
        return faults
    return tuple(load("analysis.type_verification:type_faults")(root))


def states_facts(op: Operation) -> bool:
    """Whether the type of a result says more than that it is a tensor."""
    tensors = [type for type in op.result_types if type.name == _TENSOR]
    stated = (
        part
        for type in tensors
        if isinstance(type, ParametrizedAttribute)
        for part in type.parameters
    )
    return any(not isinstance(part, NoneAttr) for part in stated)


def _place(finding: Finding) -> tuple[int, int]:
    position = file_position(finding.location)
    return (0, 0) if position is None else (position.line.data, position.column.data)


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
