"""`decompose-unlowered`: replace composite operators without a rule by operators with rules.

    func.func @f(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32> {
      %o = aten.outer(%v, %w) : (...) -> !ts.tensor<[3,2],f32>
      func.return %o : !ts.tensor<[3,2],f32>
    }

becomes

    func.func @f(%v: !ts.tensor<[3],f32>, %w: !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32> {
      %one = prim.Constant 1 : i64
      %c = aten.unsqueeze(%v, %one) : (...) -> !ts.tensor<[3,1],f32>
      %o = aten.mul.Tensor(%c, %w) : (...) -> !ts.tensor<[3,2],f32>
      func.return %o : !ts.tensor<[3,2],f32>
    }

The program is typed. An operator stays if `convert-ts-to-te` has a rule for it. A decomposition
with an operator without rule, or one that types do not determine, is rejected with the reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.traits import IsTerminator

from xdsl_torchscript.dialects.prim import RaiseExceptionOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import Finding, about, raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.lowering.ts.decomposition.decompose_operators import decompose
from xdsl_torchscript.lowering.ts.decomposition.partial_evaluation import UndecidedError, evaluate
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import propagate
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import LOWERINGS


def _decompose(op: SchemaOp, facts: TypeFacts, findings: list[Finding]) -> bool:
    """Replace a composite op. Return whether it was replaced; record why not."""
    try:
        return decompose(op, facts, LOWERINGS)
    except (UndecidedError, ShapeError, PromotionError) as error:
        findings.append(about(op, str(error)))
        return False


def _may_be_resolved(op: Operation) -> bool:
    if isinstance(op, RaiseExceptionOp):
        return True
    return op.name not in LOWERINGS and not op.has_trait(IsTerminator)


def decompose_all(function: func.FuncOp) -> list[Finding]:
    """Decompose all composite ops and infer their types; return the faults of the others.

    If an operation without a lowering remains, or a check that raises, all foldable code is
    computed. This may resolve the branch that contains it.
    """
    findings: list[Finding] = []
    while composites := [o for o in operations_of(function, SchemaOp) if o.name not in LOWERINGS]:
        facts = TypeFacts(function)
        if not sum(_decompose(op, facts, findings) for op in composites):
            break
        propagate(function, TypeFacts(function))
        findings.clear()
    if not any(map(_may_be_resolved, nested_operations(function))):
        return findings
    if not evaluate(function, LOWERINGS):
        return findings
    propagate(function, TypeFacts(function))
    return []


@dataclass(frozen=True)
class DecomposeUnloweredPass(TsPass):
    """Expand composite operators without a lowering to the te level."""

    name = "decompose-unlowered"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = [f for f in module.walk() if isinstance(f, func.FuncOp) and f.body.blocks]
        raise_findings([finding for f in functions for finding in decompose_all(f)])
