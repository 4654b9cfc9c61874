"""`fold-linear-bn`: a batch norm in evaluation becomes part of the linear layer before it.

    %y = aten.linear(%x, %w, %b)
    %z = aten.batch_norm(%y, %weight, %bias, %mean, %var, %false, %momentum, %eps, %cudnn)

becomes

    %scale = %weight / sqrt(%var + %eps)
    %v = %w * reshape(%scale, [-1, 1])
    %c = (%b - %mean) * %scale + %bias
    %z = aten.linear(%x, %v, %c)

of which `constant-propagation` computes everything but the linear layer, if weights and statistics
are constants. Results differ by roundings. The rank of %x must be known to be 2. With more axes,
the features are not the second axis.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.weights.batch_norm_folding import fold_batch_norm
from xdsl_torchscript.lowering.ts.weights.weight_facts import WeightFacts, exposed_resources
from xdsl_torchscript.lowering.ts.weights.weighted_operators import LINEAR


@dataclass(frozen=True)
class FoldLinearBnPass(TsPass):
    """Fold batch norms in evaluation into the linear layers before them."""

    name = "fold-linear-bn"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        exposed = exposed_resources(module)
        for function in torchscript_functions(module):
            facts = WeightFacts(function, exposed)
            for op in [op for op in function.body.walk() if op.name == "aten.batch_norm"]:
                fold_batch_norm(op, LINEAR, facts)
