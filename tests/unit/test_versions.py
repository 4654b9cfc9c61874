"""Versions of a written value: the cost of following its writes."""

from __future__ import annotations

import pytest
from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context

from xdsl_torchscript.lowering.core.registry import load_pass


def writes(count: int) -> str:
    """Return writes to one tensor, each followed by a read."""
    write = "aten.add_.Scalar(%x, %c, %one) : (!ts.tensor<[2],f32>, f64, i64)"
    lines = "\n".join(
        f"""%w{k} = {write} -> !ts.tensor<[2],f32>
        %r{k} = aten.tanh(%x) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>"""
        for k in range(count)
    )
    return f"""
    func.func @f(%a: !ts.tensor<[2],f32>) -> !ts.tensor<[2],f32> {{
      %c = prim.Constant 2.0 : f64
      %one = prim.Constant 1 : i64
      %x = aten.relu(%a) : (!ts.tensor<[2],f32>) -> !ts.tensor<[2],f32>
      {lines}
      func.return %x : !ts.tensor<[2],f32>
    }}"""


@pytest.mark.parametrize("pass_name", ["remove-inplace-ops", "remove-mutation"])
def test_writes_to_one_tensor_take_linear_time(pass_name: str) -> None:
    def cost(count: int) -> int:
        module = module_of(writes(count))
        lines = lines_run(lambda: load_pass(pass_name)().apply(Context(), module))
        assert not any(op.name == "aten.add_.Scalar" for op in module.walk())
        return lines

    cost(1)  # Later calls find the operators loaded.
    assert grows_linearly(cost, 10)
