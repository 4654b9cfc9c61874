"""Blocks of strict fusion in a plan, whose operations must be in its groups."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.ts.fusion.check_strict_fusion import unfused_operations
from xdsl_torchscript.lowering.ts.fusion.remove_strict_fusion import remove_strict_fusion
from xdsl_torchscript.runtime.errors import UnfusedError
from xdsl_torchscript.runtime.executors.log import log_pass


def finish_strict_fusion(function: FuncOp, reasons: Mapping[Operation, str]) -> None:
    """Remove the marks of strict fusion blocks after grouping. Raises UnfusedError if an operation
    in one is in no group, with its reason."""
    findings = unfused_operations(function, reasons)
    if findings:
        raise UnfusedError(findings)
    with log_pass("remove_strict_fusion", function):
        remove_strict_fusion(function)
