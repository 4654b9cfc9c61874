"""An operator whose lowering reads one element too many."""

import numpy as np

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import along, shift_index
from xdsl_torchscript.lowering.ts_to_te.fields import field_rule


def next_elements(to):
    field = to.operand("x")
    return along(field, {0: lambda code, index: shift_index(code, index, 1)}, field.shape)


ts.register_operator(
    "my::next(Tensor x) -> Tensor",
    lambda x: np.roll(x.array, -1, 0),
    result_types=lambda op, facts: [facts.tensor_type_of(op.operands[0])],
    te_lowering=field_rule(next_elements),
)
f = ts.compile("def f(x):\n    return torch.ops.my.next(x) * 2").f
x = ts.Tensor(np.arange(8, dtype=np.float32))
ts.set_check_bounds(True)
try:
    ts.compile_func(f, [x])(x)
except ts.OutOfBounds as error:
    print(error)
