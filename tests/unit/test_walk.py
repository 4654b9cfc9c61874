"""Walks over nested and enclosing operations."""

from __future__ import annotations

from line_count import grows_linearly, lines_run
from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.core.levels import Residents
from xdsl_torchscript.lowering.core.walk import (
    nested_operations,
    operations_around,
    operations_in,
)
from xdsl_torchscript.lowering.ts.functions import defined_functions, values_of


def nest(depth: int) -> ModuleOp:
    """Return branches in branches with an operation at each level."""
    opened = "\n".join(
        f"%v{level} : Tensor = aten::relu(%x)\n = prim::If(%t)\nblock0():" for level in range(depth)
    )
    closed = "-> ()\nblock1():\n-> ()\n" * depth
    return parse_graph(f"graph(%x : Tensor, %t : bool):\n{opened}\n{closed}return (%x)\n")


def test_operations_come_in_textual_order() -> None:
    module = nest(5)
    assert [module, *nested_operations(module)] == list(module.walk())


def test_operations_in_a_block_leave_out_nested_ones() -> None:
    for op in nest(2).walk():
        for block in (block for region in op.regions for block in region.blocks):
            assert operations_in(block) == list(block.ops)


def test_operations_around_come_innermost_first() -> None:
    module = nest(3)
    *_, inner = (op for op in module.walk() if op.name == "aten.relu")
    names = [op.name for op in operations_around(inner)]
    assert names == ["prim.If", "prim.If", "func.func", "builtin.module"]


def test_the_cost_of_a_walk_is_linear_in_the_depth() -> None:
    def cost(depth: int) -> int:
        module = nest(depth)
        (function,) = defined_functions(module)
        return lines_run(lambda: (Residents(module), list(values_of(function))))

    assert grows_linearly(cost, 10)
