"""Compile a layer of a loaded model for a small ARM machine, and print its C header."""

import tempfile
from pathlib import Path

import numpy as np

import xdsl_torchscript as ts

model = ts.load(Path("examples", "classifier.pt"))
x = np.ones((8, 4), np.float32)
with tempfile.TemporaryDirectory() as folder:
    files = ts.compile_aot(
        model.hidden,
        [x],
        folder,
        name="hidden",
        dynamic={"x": {0: "batch"}},
        triple="aarch64-linux-gnu",
        cpu="cortex-a72",
    )
    print(*sorted(path.name for path in Path(folder).iterdir()))
    print(files.header.read_text(), end="")
