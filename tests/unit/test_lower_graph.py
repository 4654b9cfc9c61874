"""`lower-graph`: a method as a function of its attributes computes the same."""

from __future__ import annotations

from io import BytesIO

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, StringAttr
from xdsl.utils.hints import isa

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.archive import read_archive
from xdsl_torchscript.frontend.archive.module import archive_module
from xdsl_torchscript.lowering.ts.control_flow.lower_exits import lower_exits
from xdsl_torchscript.lowering.ts.modules.lower_graph import ATTRIBUTES, LowerGraphPass


class Layer(ts.Module):
    def __init__(self, factor: float) -> None:
        super().__init__()
        self.weight = ts.Parameter(ts.Tensor(np.array([1.0, factor], np.float32)))
        self.scale = 3

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return x * self.weight * self.scale


class Net(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = Layer(2.0), Layer(4.0)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return self.second(self.first(x))


def test_results_are_the_same() -> None:
    net = ts.script(Net())
    file = BytesIO()
    ts.save(net, file)
    module = archive_module(read_archive(file.getvalue()), lower_exits)
    LowerGraphPass().apply(LazyContext(), module)
    unit = ts.CompilationUnit.from_module(module)
    paths = module.body.block.first_op.attributes[ATTRIBUTES]
    assert isa(paths, ArrayAttr[StringAttr])
    values = []
    for path in paths:
        value = net
        for name in path.data.split("."):
            value = getattr(value, name)
        values.append(value)
    x = np.array([1.0, 1.0], np.float32)
    assert unit.forward(x, *values).tolist() == net(x).tolist() == [9.0, 72.0]
