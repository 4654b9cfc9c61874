"""A function under the profiling executor: other sizes get other plans."""

import numpy as np

import xdsl_torchscript as ts

f = ts.compile("""
def f(x, y):
    return torch.tanh(x * 2.0 + y)
""").f

ts.set_compile_mode("now")  # wait for plans, so that this prints the same on every machine
large = [np.ones(20_000, np.float32), np.ones(20_000, np.float32)]
for _ in range(2):
    result = f(*large)
print(f.graph_for(*large))
print(result[:3], f(np.ones(3, np.float32), np.zeros(3, np.float32)))
