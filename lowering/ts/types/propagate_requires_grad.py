"""`propagate-requires-grad`: tensors that require no gradient, stated from arguments to results.

    func.func @f(%x: !ts.tensor<*,f32, requires_grad=false>, %y: !ts.tensor) -> !ts.tensor {
      %a = aten.relu(%x) : (!ts.tensor<*,f32, requires_grad=false>) -> !ts.tensor
      %b = aten.mul.Tensor(%a, %y) : (!ts.tensor, !ts.tensor) -> !ts.tensor

becomes

    func.func @f(%x: !ts.tensor<*,f32, requires_grad=false>, %y: !ts.tensor) -> !ts.tensor {
      %a = aten.relu(%x) : (...) -> !ts.tensor<*,?, requires_grad=false>
      %b = aten.mul.Tensor(%a, %y) : (!ts.tensor<*,?, requires_grad=false>, ...) -> !ts.tensor

A result requires no gradient if no operand does, or if it holds integers or bools. Like
`propagate-types`, the pass also states sizes and element types. `requires_grad=true` is not stated
of results, as the caller decides whether gradients are recorded.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions, values_of
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


def propagate_requires_grad(function: FuncOp, facts: TypeFacts) -> None:
    """State which tensors of a function require no gradient."""
    tensors = [(v, v.type) for v in values_of(function) if isinstance(v.type, TensorType)]
    unstated = [(value, type) for value, type in tensors if type.requires_grad is None]
    known = [
        (value, type)
        for value, type in unstated
        if facts.tensor_type_of(value).requires_grad is False
    ]
    for value, type in known:
        stated = TensorType.get(
            type.shape,
            type.dtype,
            strides=type.strides,
            device=type.device,
            requires_grad=False,
            undefined=type.undefined,
        )
        retype(value, stated)
    function.update_function_type()


@dataclass(frozen=True)
class PropagateRequiresGradPass(TsPass):
    """State which tensors require no gradient."""

    name = "propagate-requires-grad"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            propagate_requires_grad(function, analyses.get(TypeFacts, function))
