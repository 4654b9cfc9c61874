"""`check-inplace`: an operation of Python that writes its operands in place is an error.

    %y = prim.PythonOp(%x) {name = "Relu", inplace = 1 : i64} : (!ts.tensor) -> !ts.tensor

Aliases of such an operation are not known: its result may be the operand. Operators with a schema
declare their writes, and pass.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.diagnostics import (
    Finding,
    about,
    operation_name,
    raise_findings,
)
from xdsl_torchscript.lowering.core.pass_base import TsPass


@dataclass(frozen=True)
class CheckInplacePass(TsPass):
    """Reject operations of Python that write in place; changes nothing."""

    name = "check-inplace"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ALL

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        findings: list[Finding] = []
        for op in module.walk():
            flag = op.attributes.get("inplace") or op.properties.get("inplace")
            is_set = isa(flag, IntegerAttr) and flag.value.data
            if is_set and operation_name(op) == "prim.PythonOp":
                reason = "writes in place, which is not supported; call it on a copy"
                findings.append(about(op, reason))
        raise_findings(findings)
