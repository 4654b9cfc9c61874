"""`widen-bytes`: operators compute in int32 what programs have in uint8.

    %s = aten.add.Tensor(%x, %y, %one) : (!ts.tensor<[4],ui8>, !ts.tensor<[4],ui8>, i64) -> ...

becomes

    %a = aten.to(%x, 3, ...) : (!ts.tensor<[4],ui8>, ...) -> !ts.tensor<[4],i32>
    %b = aten.to(%y, 3, ...) : (!ts.tensor<[4],ui8>, ...) -> !ts.tensor<[4],i32>
    %t = aten.add.Tensor(%a, %b, %one) : (!ts.tensor<[4],i32>, !ts.tensor<[4],i32>, i64) -> ...
    %s = aten.to(%t, 0, ...) : (!ts.tensor<[4],i32>, ...) -> !ts.tensor<[4],ui8>

Every result is the low byte, so composite operators are decomposed before. Views and copies of
elements stay, unless they join bytes with a wider dtype; so do operators that kernels cannot
compute (`byte_elements.py`). The program is typed.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.dtypes import UINT8
from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts_to_te.narrow_types.byte_elements import BYTES, WIDENED
from xdsl_torchscript.lowering.ts_to_te.narrow_types.widening import Widening


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
            widening = _widening(op) if any(map(BYTES.applies_to, op.operands)) else None
            if widening is not None:
                widening.apply(op)


def _widening(op: SchemaOp) -> Widening | None:
    """Return the conversion for an operator that needs the numbers that its bytes are, to compute
    with them or to store them in a wider dtype."""
    family = family_of(op.name)
    if family in WIDENED:
        return BYTES
    stored = op.results[0].type
    if family is not Family.REARRANGEMENT or not isinstance(stored, TensorType):
        return None
    return None if stored.dtype in (None, UINT8) else Widening({UINT8: stored.dtype})
