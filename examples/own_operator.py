"""Two operators of one's own, interpreted and compiled."""

import numpy as np

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts_to_te.pointwise.operators import pointwise_lowering
from xdsl_torchscript.lowering.ts_to_te.rule import REALS, PointwiseRule


def soft_clip(x, limit):
    return limit * np.tanh(x.array / limit)


def types_of_soft_clip(op, facts):
    return [facts.tensor_type_of(op.operands[0])]


def element_of_soft_clip(call):
    x, limit = call[0], call[1]
    return call.code.mul(limit, call.code.call("tanh", call.code.div(x, limit)))


ts.register_operator(
    "my::soft_clip(Tensor x, *, float limit=1.) -> Tensor",
    soft_clip,
    result_types=types_of_soft_clip,
    te_lowering=pointwise_lowering(PointwiseRule(element_of_soft_clip, REALS)),
)


@ts.script
def swish(x: ts.Tensor, beta: float):
    return x * ts.sigmoid(beta * x)


ts.register_operator("my::swish(Tensor x, float beta) -> Tensor", decomposition=swish)

program = """graph(%x : Float(3)):
  %two : float = prim::Constant[value=2.]()
  %y : Tensor = my::soft_clip(%x, %two)
  %z : Tensor = my::swish(%y, %two)
  return (%z)
"""
module = ts.parse_graph(program)
x = ts.Tensor(np.array([-1.0, 0.5, 30.0], np.float32))
(interpreted,) = ts.run(ts.Code.from_func(next(iter(module.ops))), [x])
(native,) = ts.compile_func(module, "graph", [x])(x)
print(interpreted)
print(native)
