"""Script a function and trace another: python examples/functions.py"""

import numpy as np

import xdsl_torchscript as ts


@ts.script
def centred(x: ts.Tensor, times: int = 2) -> ts.Tensor:
    for _ in range(times):
        if x.mean() > 0:
            x = x - x.mean()
    return x


traced = ts.trace(lambda x: ts.tanh(centred(x)) * 2, ts.ones(3))

x = np.array([1.0, 2.0, 6.0], np.float32)
print(centred(x), traced(x))
