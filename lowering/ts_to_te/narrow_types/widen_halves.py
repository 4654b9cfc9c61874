"""`widen-halves`: operators compute in float32 what programs have in float16 or bfloat16.

    %y = aten.softmax(%x, ...) : (!ts.tensor<[2,3],f16>, ...) -> !ts.tensor<[2,3],f16>

becomes

    %w = aten.to(%x, 6, ...) : (!ts.tensor<[2,3],f16>, ...) -> !ts.tensor<[2,3],f32>
    %z = aten.softmax(%w, ...) : (!ts.tensor<[2,3],f32>, ...) -> !ts.tensor<[2,3],f32>
    %y = aten.to(%z, 5, ...) : (!ts.tensor<[2,3],f32>, ...) -> !ts.tensor<[2,3],f16>

As in PyTorch, every result is rounded, and sums are not rounded before their end; operands of other
types are rounded first (`rounded_operands.py`). Views and copies of elements stay, and so do
`nextafter`, which steps between halves, and operators that draw random numbers, which round in
other places. The program is typed.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, bf16, f16, f32

from xdsl_torchscript.dialects.families import family_of
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts_to_te.narrow_types.half_limits import state_limits
from xdsl_torchscript.lowering.ts_to_te.narrow_types.rounded_operands import round_operands
from xdsl_torchscript.lowering.ts_to_te.narrow_types.widening import MOVING, Widening

HALVES = Widening({f16: f32, bf16: f32})


@dataclass(frozen=True)
class WidenHalvesPass(TsPass):
    """Compute in float32 what programs have in float16 or bfloat16."""

    name = "widen-halves"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for op in operations_of(module, SchemaOp):
            if _computes_in_half(op):
                state_limits(op)
                round_operands(op)
                HALVES.apply(op)


_LEFT = ("aten.copy_", "aten.nextafter")
"""Operators that move halves, and one whose result depends on their dtype."""


def _computes_in_half(op: SchemaOp) -> bool:
    """Return whether operands or results are halves, and not only moved. Norms fail where they
    would narrow other operands."""
    if family_of(op.name) in MOVING or op.name in _LEFT or is_random(op.schema):
        return False
    narrows = op.name != "aten.linalg_vector_norm" and any(map(HALVES.applies_to, op.results))
    return narrows or any(map(HALVES.applies_to, op.operands))
