"""`decompose-for-groups`: a composite operator without a kernel becomes operators that have one.

    %o = aten.outer(%v, %w) : (!ts.tensor<[3],f32>, !ts.tensor<[2],f32>) -> !ts.tensor<[3,2],f32>

becomes

    %one = prim.Constant 1 : i64
    %c = aten.unsqueeze(%v, %one) : (!ts.tensor<[3],f32>, i64) -> !ts.tensor<[3,1],f32>
    %o = aten.mul.Tensor(%c, %w) : (!ts.tensor<[3,1],f32>, ...) -> !ts.tensor<[3,2],f32>

which fusion groups accept; known types are stated. Results without uses are not computed. An
operator stays if its types do not determine its decomposition. So does an operator with a part that
the interpreter computes faster than a kernel, or on halves, whose parts must not be rounded.
`decompose-unlowered` decomposes all operators, for programs that are compiled as a whole.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.lowering.ts.decomposition.partial_evaluation import unused_results
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import inline
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import state_types
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import LOWERINGS
from xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups import parts_with_kernels
from xdsl_torchscript.lowering.ts_to_te.narrow_types.widen_halves import HALVES


def _decompose(op: SchemaOp, facts: TypeFacts) -> bool:
    """Replace a composite operator by its decomposition, unless a part stays outside groups. Return
    whether it is replaced."""
    if any(map(facts.is_resized, op.operands)):
        refuse(op, "reads a tensor whose sizes the program changes")
        return False
    if any(map(HALVES.applies_to, op.operands)):
        refuse(op, "rounds its result to a half, but not its parts (`widen-halves`)")
        return False
    function = parts_with_kernels(op, facts, unused=unused_results(op))
    if isinstance(function, str):
        refuse(op, function)
        return False
    inline(op, (), function)
    return True


@dataclass(frozen=True)
class DecomposeForGroupsPass(TsPass):
    """Expand composite operators into operators that have kernels."""

    name = "decompose-for-groups"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            state_types(function, analyses.get(TypeFacts, function))
            analyses.invalidate(function)
            facts = analyses.get(TypeFacts, function)
            composites = [
                op
                for op in operations_of(function, SchemaOp)
                if op.name not in LOWERINGS and decomposition(op.name) is not None
            ]
            replaced = [op for op in composites if _decompose(op, facts)]
            if replaced:
                state_types(function, TypeFacts(function))
