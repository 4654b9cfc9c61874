"""`licm` moves an operation once, however many loops it leaves."""

from __future__ import annotations

from line_count import grows_linearly, lines_run
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.ts.control_flow.licm import LicmPass


def nest(depth: int, invariants: int) -> ModuleOp:
    """Return nested loops, the innermost of which has products invariant in all of them."""
    loops = "\n".join(f" = prim::Loop(%n, %t)\n block0(%i{level} : int):" for level in range(depth))
    products = "\n".join(f"%v{i} : Float(2) = aten::mul(%y, %y)" for i in range(invariants))
    ends = "-> (%t)\n" * depth
    return parse_graph(
        f"graph(%y : Float(2), %n : int, %t : bool):\n{loops}\n{products}\n{ends}return (%n)"
    )


def test_the_cost_is_linear_in_the_depth() -> None:
    def cost(depth: int) -> int:
        module = nest(depth, 4 * depth)
        lines = lines_run(lambda: LicmPass().apply(Context(), module))
        function = module.body.block.first_op
        assert isinstance(function, FuncOp)
        moved = [op.name for op in function.body.block.ops]
        assert moved == ["aten.mul.Tensor"] * 4 * depth + ["prim.Loop", "func.return"]
        return lines

    assert grows_linearly(cost, 4)


def test_the_cost_of_an_operation_does_not_depend_on_the_depth() -> None:
    def cost(depth: int) -> int:
        module = nest(depth, 400)
        return lines_run(lambda: LicmPass().apply(Context(), module))

    assert cost(64) < 1.5 * cost(8)
