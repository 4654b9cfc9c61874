"""Processes that import no compiler: a second one, which takes plans and kernels from the disk, and
one whose worker compiles. No pass runs in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

START = """
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
COMPILER = (
    "dialects.simd.", "dialects.te.", "lowering.loops_to_llvm.", "lowering.pipelines.",
    "lowering.te.", "lowering.te_to_loops.", "lowering.ts_to_te.", "runtime.native.machine_code.",
)

def imported():
    names = (name.partition(".")[2] for name in sys.modules)
    return sorted(name for name in names if f"{name}.".startswith(COMPILER))
"""

PROGRAM = f"""{START}
ts.set_engine("native")
unit = ts.compile('''
def planned(x: Tensor, y: Tensor):
    return torch.tanh(x * 2.0 + y)

def kernel(x: Tensor, y: Tensor):
    return torch.sigmoid(x * 2.0 + y), x - y
''')
x = ts.Tensor(np.arange(4, dtype=np.float32))
planned = unit.planned(x, x), unit.planned(x, x)
print(planned, ts.compile_func(unit.kernel, [x, x])(x, x))
print(count, imported())
"""

IN_BACKGROUND = f"""{START}
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.options import OPTIONS

class Layer(ts.Module):
    def __init__(self):
        super().__init__()
        self.weights = ts.Parameter(np.eye(64, dtype=np.float32), requires_grad=False)

    def forward(self, x):
        return ts.relu(ts.nn.functional.linear(x, self.weights)).t()

OPTIONS.hot_seconds = 0.0
layer = ts.freeze(ts.script(Layer().eval()))
x = np.ones((32, 64), np.float32)
before = count
while not (plans := executor_of(layer.forward).whole_plans()):
    layer(x)
    ts.wait_for_compilation()
np.testing.assert_array_equal(layer(x), x.T)
print([list(plan.table.owned) for plan in plans])
print(count - before, imported())
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the cache on disk."""
    return tmp_path_factory.mktemp("cache")


def _lines(program: str, cache: Path) -> list[str]:
    """Return what a process prints that runs a program in a file, where `ts.script` finds it."""
    path = cache.parent / "program.py"
    path.write_text(program)
    environment = {**os.environ, "TS_CACHE_DIR": str(cache)}
    command = [sys.executable, str(path)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_a_second_process_runs_no_pass_and_imports_no_compiler(cache: Path) -> None:
    (first, compiled), (second, cached) = [_lines(PROGRAM, cache) for _ in range(2)]
    assert first == second
    assert "lowering.loops_to_llvm.emit" in compiled and not compiled.startswith("0 ")
    assert cached == "0 []"


def test_a_process_whose_worker_compiles_imports_no_compiler(cache: Path) -> None:
    """The worker chooses the layouts of weights, too: the kernel takes them in panels."""
    assert _lines(IN_BACKGROUND, cache) == ["[[1]]", "0 []"]
