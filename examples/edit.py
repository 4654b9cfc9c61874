"""Edit the graph of a function before it runs: python examples/edit.py"""

import numpy as np

import xdsl_torchscript as ts

unit = ts.compile("def f(x, y): return (x + y).relu()")
graph = unit.f.graph

add = graph.findNode("aten::add")
x, y, _ = add.inputs()
product = graph.create("aten::mul", [x, y]).insertBefore(add)
add.output().replaceAllUsesWith(product.output())
add.destroy()

with graph.insert_point_guard(graph.findNode("aten::relu")):
    three = graph.insertConstant(3)
    total = graph.insert("aten::add", [product.output(), three])
graph.findNode("aten::relu").replaceInput(0, total)
graph.lint()

print(graph.str(print_source_ranges=False))
print(unit.f(np.array([1.0, -4.0], np.float32), np.array([2.0, 1.0], np.float32)))
