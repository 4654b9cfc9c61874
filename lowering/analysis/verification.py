"""Verification of programs: faults of the IR, or else contradictions in the tensor types."""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.diagnostics import Finding
from xdsl_torchscript.lowering.core.registry import load
from xdsl_torchscript.lowering.core.verification import states_facts, verify_all


def verify_program(root: Operation) -> tuple[Finding, ...]:
    """Return the faults as `verify_all`, or else the result types that contradict the type rules.

    The rules are loaded only for a program with tensor facts.
    """
    faults = verify_all(root)
    if faults or not any(map(states_facts, root.walk())):
        return faults
    return tuple(load("analysis.type_verification:type_faults")(root))
