"""Properties that passes require and ensure: the contract of a level, or absent operations.

`level_check.py` compares levels by names alone, before every pass. The properties here are checked
for passes that declare them; ensured ones only under `--verify-each`.
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
from xdsl_torchscript.lowering.core.level_check import keeps_level
from xdsl_torchscript.lowering.core.levels import ABSENT, Residents
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations


def faults(root: Operation, name: str) -> Iterator[Finding]:
    """Yield the violations of a property. Raises KeyError for an unknown one."""
    if name in LEVELS:
        yield from level_faults(root, name)
        return
    absent: dict[str, bool] = {}  # by op name
    for op in (root, *nested_operations(root)):
        op_name = operation_name(op)
        if op_name not in absent:
            absent[op_name] = matches(op_name, ABSENT[name])
        if absent[op_name]:
            yield about(op, f"is left, which contradicts '{name}'")


def check_required(step: TsPass, scope: ModuleOp) -> None:
    """Raise FindingsError for the first violation of a property that the pass requires."""
    for name in step.requires:
        for fault in faults(scope, name):
            reason = f"{fault.message} ('{step.name}' requires '{name}')"
            raise FindingsError([Finding(fault.location, reason)])


def postcondition_faults(step: TsPass, scope: ModuleOp) -> Iterator[Finding]:
    """Yield violations of the postconditions of a pass that has run: bugs of the pass."""
    if keeps_level(step) and (foreign := Residents(scope).find_foreign(type(step).level)):
        yield about(foreign.op, f"has {foreign} ('{step.name}' stays at level '{step.level}')")
    for name in step.ensures:
        for fault in faults(scope, name):
            yield Finding(fault.location, f"{fault.message} ('{step.name}' ensures '{name}')")
