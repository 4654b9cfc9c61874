"""Conditions are stated once, however many branches have them."""

from __future__ import annotations

from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context

from xdsl_torchscript.lowering.ts.simplification.constant_propagation import ConstantPropagationPass

_BRANCH = """
  %v{new} = prim.If %c -> (!ts.tensor) {{
    %a{new} = aten.cos(%v{old}) : (!ts.tensor) -> !ts.tensor
    prim.If.yield %a{new} : !ts.tensor
  }} else {{
    prim.If.yield %v{old} : !ts.tensor
  }}
"""


def test_the_cost_is_linear_in_the_branches_on_a_condition() -> None:
    def cost(branches: int) -> int:
        body = "".join(_BRANCH.format(old=n, new=n + 1) for n in range(branches))
        module = module_of(
            f"func.func @f(%v0: !ts.tensor, %c: i1) -> !ts.tensor {{\n{body}\n"
            f"  func.return %v{branches} : !ts.tensor\n}}"
        )
        lines = lines_run(lambda: ConstantPropagationPass().apply(Context(), module))
        text = str(module)
        assert text.count("prim.If.yield %v0 :") == branches
        return lines

    assert grows_linearly(cost, 3)
