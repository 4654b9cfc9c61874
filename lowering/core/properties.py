"""Properties that passes require and ensure: the contract of a level, or absent operations.

`level_check.py` compares levels by names alone, before every pass. The properties here are checked
where a pass states them, what it ensures only under `--verify-each`.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.core.contracts import LEVELS, level_faults, matches
from xdsl_torchscript.lowering.core.diagnostics import (
    Finding,
    FindingsError,
    about,
    operation_name,
)
from xdsl_torchscript.lowering.core.levels import ABSENT
from xdsl_torchscript.lowering.core.pass_base import TsPass

PROPERTIES = (*LEVELS, *ABSENT)
"""Everything that a pass may require and ensure."""


def faults(root: Operation, name: str) -> Iterator[Finding]:
    """The places where a property does not hold. Raises KeyError for an unknown one."""
    if name in LEVELS:
        yield from level_faults(root, name)
        return
    for op in root.walk():
        if matches(operation_name(op), ABSENT[name]):
            yield about(op, f"is left, which contradicts '{name}'")


def check_required(step: TsPass, scope: ModuleOp) -> None:
    """Raise FindingsError for the first fault of a property that the pass requires."""
    for name in step.requires:
        for fault in faults(scope, name):
            reason = f"{fault.message} ('{step.name}' requires '{name}')"
            raise FindingsError([Finding(fault.location, reason)])


def unkept(step: TsPass, scope: ModuleOp) -> Iterator[Finding]:
    """The faults of the properties that the pass ensures, after it has run: a bug of the pass."""
    for name in step.ensures:
        for fault in faults(scope, name):
            yield Finding(fault.location, f"{fault.message} ('{step.name}' ensures '{name}')")
