"""A module written in Python, called, and traced. Run me: python examples/trace.py"""

import numpy as np

import xdsl_torchscript as ts


class Gate(ts.Module):
    def __init__(self):
        super().__init__()
        self.weight = ts.Parameter(np.array([[1.0, 0.0], [0.5, 2.0]], np.float32))

    def forward(self, x):
        rows = x.size(0)
        return ts.sigmoid(x @ self.weight).reshape(rows, -1)


gate = Gate()
print(gate(ts.zeros(1, 2)))

traced = ts.trace(gate, ts.ones(3, 2))
print(traced.code)
print(traced(ts.zeros(2, 2)))
