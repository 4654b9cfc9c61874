"""Removal of casts between a type and the type that it was converted to.

    %0 = builtin.unrealized_conversion_cast %i : i64 to index
    %1 = builtin.unrealized_conversion_cast %0 : index to i64
    "use"(%1) : (i64) -> ()

becomes

    "use"(%i) : (i64) -> ()

A cast whose result is used under its own type remains. The rewrite is xDSL's; its pass of this name
visits all operations for it, of which few are casts.
"""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp, UnrealizedConversionCastOp
from xdsl.pattern_rewriter import PatternRewriter
from xdsl.transforms.reconcile_unrealized_casts import ReconcileUnrealizedCastsPattern

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of


@dataclass(frozen=True)
class ReconcileUnrealizedCastsPass(TsPass):
    """Remove casts that lead back to the type of the first one's operand."""

    name = "reconcile-unrealized-casts"
    level = "any"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        remove_chain = ReconcileUnrealizedCastsPattern().match_and_rewrite
        left, before = operations_of(module, UnrealizedConversionCastOp), None
        while len(left) != before:
            before = len(left)
            for cast in left:
                if cast.parent is not None:
                    remove_chain(cast, PatternRewriter(cast))
            left = [cast for cast in left if cast.parent is not None]
