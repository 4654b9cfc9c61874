"""Verification that reports all faults of a module rather than the first.

In addition to xDSL's verifier, it checks that definitions dominate their uses, and that named
definitions exist and fit.
"""

from __future__ import annotations

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Operation, ParametrizedAttribute
from xdsl.utils.exceptions import VerifyException

from xdsl_torchscript.lowering.core.diagnostics import Finding, about, file_position
from xdsl_torchscript.lowering.core.dominance import undominated_uses
from xdsl_torchscript.lowering.core.registry import load

_VERIFIER_FAULTS = (VerifyException, ValueError, TypeError, LookupError, AttributeError)
"""Exceptions of verifiers: VerifyException, or in older xDSL dialects also Python's own."""


def verify_all(root: Operation) -> tuple[Finding, ...]:
    """Return the faults of `root` and its contents in textual order; empty if it verifies."""
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
    # Programs of other dialects do not pay for the import of ours.
    if any(op.name.startswith(("prim.", "ts.")) for op in root.walk()):
        faults += load("core.symbols:symbol_faults")(root, own)
    return tuple(sorted(faults, key=_place))


def states_facts(op: Operation) -> bool:
    """Return whether a result's type has facts of a tensor."""
    tensors = [type for type in op.result_types if type.name == "ts.tensor"]
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
    """Return the fault of one operation without nested ones, or None."""
    try:
        op.verify_()
        op.verify(verify_nested_ops=False)
        # Operations of blocks are checked separately.
        for block in (b for region in op.regions for b in region.blocks if not b.ops):
            block.verify()
    except _VERIFIER_FAULTS as error:
        return str(error)
    return None
