"""The computation graph of a residual block: each node with the shapes that a call saw."""

import numpy as np

import xdsl_torchscript as ts

rng = np.random.default_rng(0)


class Block(ts.Module):
    """A basic block of ResNet18, without its batch norms."""

    def __init__(self, channels):
        super().__init__()
        filters = rng.standard_normal((2, channels, channels, 3, 3), dtype=np.float32)
        self.first, self.second = ts.Parameter(filters[0]), ts.Parameter(filters[1])

    def forward(self, x):
        y = ts.relu(ts.conv2d(x, self.first, padding=1))
        return ts.relu(x + ts.conv2d(y, self.second, padding=1))


x = ts.zeros(1, 8, 7, 7)
block = ts.trace(Block(8), x)
ts.set_compile_mode("now")
graph = block.graph_for(x)  # of the first call, which is profiled


def source(value):
    """Return the value that is profiled."""
    is_profile = value.node().kind() == "prim::profile"
    return source(value.node().input()) if is_profile else value


def name_of(node):
    """Return the operator and its results, whose numbers are unique."""
    return "~".join([node.kind(), *(str(result.unique()) for result in node.outputs())])


shapes = {}
for node in graph.findAllNodes("prim::profile"):
    shapes[source(node.input()).unique()] = node.ty("profiled_type").sizes()

for node in graph.nodes():
    if node.kind() in ("prim::Constant", "prim::profile"):
        continue
    inputs = [source(value) for value in node.inputs()]
    origins = [name_of(v.node()) for v in inputs if v.node().kind() != "prim::Constant"]
    print(name_of(node), *(shapes.get(v.unique()) for v in node.outputs()), "from", *origins)
