"""`decompose-ops`: `aten.addmm` becomes a product and a sum, which fuse with their neighbours.

    %r = aten.addmm(%b, %x, %w, %one, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[2,3],f32>, ...)

becomes

    %m = aten.mm(%x, %w) : (!ts.tensor<[2,3],f32>, !ts.tensor<[3,4],f32>) -> !ts.tensor<[2,4],f32>
    %r = aten.add.Tensor(%b, %m, %one) : (!ts.tensor<[4],f32>, !ts.tensor<[2,4],f32>, i64) -> ...

Both factors must be 1. Types must prove that the sum has the sizes and element type of the product.
`addmm` rejects other operands, and `add` would broadcast or promote. PyTorch's pass of this name
also decomposes normalisations of CUDA tensors. `decompose-operators` expands composite operators;
`addmm` is not composite.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_torchscript.lowering.analysis.refinement import inference
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.inlining import replace_uses
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def _expands_to(shape: Shape | None, wanted: Shape | None) -> bool:
    """Return whether a tensor expands to known sizes without adding to them."""
    if shape is None or wanted is None or len(shape) > len(wanted):
        return False
    pairs = zip(reversed(shape), reversed(wanted), strict=False)
    return all(size == 1 or (size == goal and size is not None) for size, goal in pairs)


def _obstacle(op: Operation, facts: TypeFacts) -> str | None:
    """Return why `op` may not become a product and a sum; None if it may."""
    bias, first, second, beta, alpha = op.operands
    if facts.known_constant(beta) != 1 or facts.known_constant(alpha) != 1:
        return "a factor is not the constant 1"
    result, *operands = map(facts.tensor_type_of, (op.results[0], bias, first, second))
    if result.dtype is None or any(type.dtype != result.dtype for type in operands):
        return "the element types are not known to be equal"
    if not _expands_to(operands[0].shape, result.shape):
        return "the sum may have other sizes than the product"
    return None


def decompose_addmm(op: Operation, facts: TypeFacts) -> None:
    """Replace `aten.addmm` by `aten.mm` and `aten.add`, if legal."""
    reason = _obstacle(op, facts)
    if reason is not None:
        return refuse(op, reason)
    bias, first, second, *_ = op.operands
    build = OpBuilder.before(op).with_inference(inference(facts))
    total = build.aten.add(bias, build.aten.mm(first, second))
    total.name_hint = op.results[0].name_hint
    replace_uses(op.results[0], total)
    op.detach()
    return op.erase()


@dataclass(frozen=True)
class DecomposeOpsPass(TsPass):
    """Replace addmm by a matrix product and a sum."""

    name = "decompose-ops"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            facts = analyses.get(TypeFacts, function)
            for op in tuple(function.walk()):
                if op.name == "aten.addmm":
                    decompose_addmm(op, facts)
