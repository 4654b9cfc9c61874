"""A second process takes plans and kernels from the disk cache: no pass runs in it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
import numpy as np
import xdsl_torchscript as ts
from xdsl_torchscript.lowering.core import pass_runner

count, apply = 0, pass_runner._apply

def counted(*arguments):
    global count
    count += 1
    apply(*arguments)

pass_runner._apply = counted
ts.set_engine("native")
unit = ts.compile('''
def planned(x: Tensor, y: Tensor):
    return torch.tanh(x * 2.0 + y)

def kernel(x: Tensor, y: Tensor):
    return torch.sigmoid(x * 2.0 + y), x - y
''')
x = ts.Tensor(np.arange(4, dtype=np.float32))
planned = unit.planned(x, x), unit.planned(x, x)
compiler = "lowering.ts_to_te.conv", "lowering.te", "lowering.loops_to_llvm", "lowering.pipelines"
imported = any(name.partition(".")[2].startswith(compiler) for name in sys.modules)
print(planned, ts.compile_func(unit.kernel, [x, x])(x, x))
print(count > 0, imported)
"""


def test_a_second_process_runs_no_pass_and_imports_no_compiler(tmp_path: Path) -> None:
    environment = {**os.environ, "TS_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", PROGRAM]
    (first, compiled), (second, cached) = [
        subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        for _ in range(2)
    ]
    assert first == second
    assert (compiled, cached) == ("True True", "False False")
