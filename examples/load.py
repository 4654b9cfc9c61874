"""A .pt file, run without PyTorch: python examples/load.py"""

from pathlib import Path

import numpy as np

import xdsl_torchscript as ts

model = ts.load(Path(__file__).with_name("classifier.pt"))
x = 3 * np.random.default_rng(0).normal(size=(4, 4)).astype(np.float32)

print(model.forward.schema)
print(model(x))
print(model(x, sure=0.6))
