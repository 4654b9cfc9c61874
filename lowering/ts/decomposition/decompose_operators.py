"""`decompose-operators`: a composite operator becomes the operators it is made of.

    %o = aten.outer(%v, %w) : (!ts.tensor<[?],f32>, !ts.tensor<[?],f32>) -> !ts.tensor

becomes, without the check of the ranks that the types answer,

    %one = prim.Constant 1 : i64
    %c = aten.unsqueeze(%v, %one) : (!ts.tensor<[?],f32>, i64) -> !ts.tensor<[?,1],f32>
    %o = aten.mul.Tensor(%c, %w) : (!ts.tensor<[?,1],f32>, ...) -> !ts.tensor<[?,?],f32>

`composites/` defines composite operators; the interpreter runs the same functions. An operator
stays if the types of its operands do not determine its decomposition. Results without uses are
uninitialised. With `only` the pass expands the operators of these names alone.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.analysis.value_facts import ValueFacts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.decomposition.decompositions import decomposition
from xdsl_torchscript.lowering.ts.decomposition.partial_evaluation import (
    UndecidedError,
    expand,
    unused_results,
)
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import inline
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def decompose(op: Operation, facts: ValueFacts, lowered: Container[str] | None = None) -> bool:
    """Replace `op` if it is composite; return whether it was. `lowered` and errors as in `expand`.

    The facts hold before the first replacement; of values that are new since they know nothing.
    """
    if decomposition(op.name) is not None and any(map(facts.is_resized, op.operands)):
        raise UndecidedError("reads a tensor whose sizes the program changes")
    function = expand(op, facts, lowered, unused=unused_results(op))
    if function is None:
        return False
    inline(op, (), function)
    return True


def _check_composite(name: str) -> None:
    """Raise PassFailedException unless a name is that of a composite operator."""
    if operator_table().get(name) is None:
        raise PassFailedException(f"decompose-operators: {operator_table().unknown(name)}")
    if decomposition(name) is None:
        raise PassFailedException(f"decompose-operators: '{name}' is not composite")


@dataclass(frozen=True)
class DecomposeOperatorsPass(TsPass):
    """Expand composite operators into their decompositions."""

    name = "decompose-operators"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    only: tuple[str, ...] = field(
        default=(), metadata={"help": "names of operators, as aten.outer; all if left out"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for name in self.only:
            _check_composite(name)
        for function in torchscript_functions(module):
            facts = analyses.get(TypeFacts, function)
            for composite in [o for o in function.walk() if isinstance(o, SchemaOp)]:
                if not self.only or composite.name in self.only:
                    self._decompose(composite, facts)

    def _decompose(self, op: Operation, facts: ValueFacts) -> None:
        try:
            decompose(op, facts)
        except UndecidedError as error:
            refuse(op, str(error))
        except (ShapeError, PromotionError) as error:
            fail(op, str(error))
