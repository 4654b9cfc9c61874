"""`widen-bytes`: operators compute in int32 what programs have in uint8.

    %s = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[4],ui8>, !ts.tensor<[4],ui8>, i64) -> ...

becomes

    %a = aten.to(%x, 3, ...) : (!ts.tensor<[4],ui8>, ...) -> !ts.tensor<[4],i32>
    %b = aten.to(%y, 3, ...) : (!ts.tensor<[4],ui8>, ...) -> !ts.tensor<[4],i32>
    %t = aten.add.Tensor(%a, %b, %one) : (!ts.tensor<[4],i32>, !ts.tensor<[4],i32>, i64) -> ...
    %s = aten.to(%t, 0, ...) : (!ts.tensor<[4],i32>, ...) -> !ts.tensor<[4],ui8>

Every result is the low byte, so composite operators are decomposed before. Views and copies of
elements stay; so do operators that kernels cannot compute (`byte_elements.py`). The program is
typed.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.families import family_of
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts_to_te.byte_elements import BYTES, WIDENED


@dataclass(frozen=True)
class WidenBytesPass(TsPass):
    """Compute in int32 what programs have in uint8."""

    name = "widen-bytes"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for op in operations_of(module, SchemaOp):
            if any(map(BYTES.applies_to, op.operands)) and family_of(op.name) in WIDENED:
                BYTES.apply(op)
