"""`decompose-operators`: a composite operator becomes the operators it is made of.

    %o = aten.outer(%v, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor

becomes, without the check of the ranks that stands before it,

    %one = prim.Constant 1 : i64
    %c = aten.unsqueeze(%v, %one) : (!ts.tensor, i64) -> !ts.tensor
    %o = aten.mul.Tensor(%c, %w) : (!ts.tensor, !ts.tensor) -> !ts.tensor

What operators are made of stands in `decompositions.mlir`; the interpreter runs the same functions.
With `only` the pass takes the operators of these names alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.decompositions import decomposition
from xdsl_torchscript.lowering.ts.inlining import inline


def decompose(op: Operation) -> bool:
    """Whether the op was composite; then it is replaced. The new ops get its location."""
    function = decomposition(op.name)
    if function is None:
        return False
    body = function.clone()
    for inner in body.walk():
        inner.location = op.location
    inline(op, op.operands, body)
    return True


@dataclass(frozen=True)
class DecomposeOperatorsPass(TsPass):
    """Replaces composite operators by those they are made of."""

    name = "decompose-operators"

    only: tuple[str, ...] = field(
        default=(), metadata={"help": "names of operators, as aten.outer; all if left out"}
    )

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pending = self._composite(op)
        while pending:
            for composite in pending:
                decompose(composite)
            pending = self._composite(op)

    def _composite(self, module: ModuleOp) -> list[Operation]:
        """What decompositions are made of may be composite again."""
        wanted = set(self.only)
        return [
            op
            for op in module.walk()
            if isinstance(op, SchemaOp)
            and (not wanted or op.name in wanted)
            and decomposition(op.name) is not None
        ]
