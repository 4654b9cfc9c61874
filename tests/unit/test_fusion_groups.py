"""The cost of forming fusion groups."""

from __future__ import annotations

from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context

from xdsl_torchscript.lowering.core.registry import load_pass

TYPE = '!ts.tensor<[2],f32, device="cpu", requires_grad=false>'


def test_operations_behind_members_take_linear_time() -> None:
    """Products of any sizes may raise; the members before them may not."""

    def cost(count: int) -> int:
        members = "\n".join(
            f"%y{k + 1} = aten.tanh(%y{k}) : ({TYPE}) -> {TYPE}" for k in range(count)
        )
        products = "\n".join(
            f"%m{k} = aten.mm(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor"
            for k in range(count)
        )
        module = module_of(f"""
        func.func @f(%x: !ts.tensor, %y0: {TYPE}) -> {TYPE} {{
          {members}
          {products}
          func.return %y{count} : {TYPE}
        }}""")
        lines = lines_run(lambda: load_pass("create-fusion-groups")().apply(Context(), module))
        assert any(op.name == "prim.TensorExprGroup" for op in module.walk())
        return lines

    cost(2)  # Later calls find the operators loaded.
    assert grows_linearly(cost, 10)
