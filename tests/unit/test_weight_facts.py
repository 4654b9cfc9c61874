"""The passes that fold into weights look at the program around a function once."""

from __future__ import annotations

import pytest
from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context

from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.weights.fold_conv_bn import FoldConvBnPass
from xdsl_torchscript.lowering.ts.weights.fold_linear_bn import FoldLinearBnPass
from xdsl_torchscript.lowering.ts.weights.optimize_frozen_graph import OptimizeFrozenGraphPass

_FUNCTION = """
func.func @f{}(%x: !ts.tensor) -> !ts.tensor {{
  %y = aten.sin(%x) : (!ts.tensor) -> !ts.tensor
  func.return %y : !ts.tensor
}}
"""


@pytest.mark.parametrize("step", [FoldConvBnPass(), FoldLinearBnPass(), OptimizeFrozenGraphPass()])
def test_the_cost_is_linear_in_the_functions(step: TsPass) -> None:
    def cost(functions: int) -> int:
        module = module_of("".join(map(_FUNCTION.format, range(functions))))
        return lines_run(lambda: step.apply(Context(), module))

    assert grows_linearly(cost, 4)
