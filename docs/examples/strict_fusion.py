"""A block that plans must fuse, with an operator that has no kernel."""

import numpy as np

import xdsl_torchscript as ts

F = ts.compile("""
def f(x):
    with torch.jit.strict_fusion():
        return torch.linalg.cond(x) * x + x
""").f

ts.set_compile_mode("now")
F(np.eye(8, dtype=np.float32))
try:
    F(np.eye(8, dtype=np.float32))
except ts.UnfusedError as error:
    print(error)
