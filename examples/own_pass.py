"""A pass over TorchScript in an xDSL project of its own, and a driver that runs it."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import Float32Type, ModuleOp
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriter, PatternRewriteWalker, RewritePattern
from xdsl.xdsl_opt_main import xDSLOptMain


@dataclass
class UseSquare(RewritePattern):
    """Replace `x * x` of float32 by `x.square()`, which makes a new tensor, too.

    The square of bools would be integers.
    """

    ctx: Context

    def match_and_rewrite(self, op, rewriter: PatternRewriter):
        if op.name != "aten.mul.Tensor" or op.operands[0] is not op.operands[1]:
            return
        x = op.operands[0]
        if isinstance(x.type.dtype, Float32Type):
            square = self.ctx.get_op("aten.square")
            rewriter.replace(op, square.create(operands=[x], result_types=op.result_types))


@dataclass(frozen=True)
class UseSquarePass(ModulePass):
    name = "use-square"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(UseSquare(ctx)).rewrite_module(op)


class Main(xDSLOptMain):
    def register_all_passes(self):
        super().register_all_passes()
        self.register_pass(UseSquarePass.name, lambda: UseSquarePass)


if __name__ == "__main__":
    Main().run()
