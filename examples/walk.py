"""Walk over a graph under the names that PyTorch uses: python examples/walk.py"""

from pathlib import Path

import xdsl_torchscript as ts

model = ts.load(Path(__file__).with_name("classifier.pt"))
graph = model.inlined_graph  # of forward, with the calls of submodules in place

for node in graph.findAllNodes("aten::matmul"):
    x, weight = node.inputs()
    print(node.kind(), "of", x.debugName(), "at", node.sourceRange())

(softmax,) = graph.findAllNodes("aten::softmax")
scores = softmax.output()
print(scores.debugName(), "is a", scores.type(), "for", [use.user.kind() for use in scores.uses()])
print("dim =", softmax.inputsAt(1).toIValue())

(branch,) = graph.findAllNodes("prim::If")
print(branch.parent().kind(), "holds", branch.kind(), "with", len(branch.blocks()), "blocks")
for block in branch.blocks():
    print([node.kind() for node in block.nodes()], "gives", block.outputs()[0].type())
