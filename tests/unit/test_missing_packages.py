"""Without llvmlite or scipy the package works; features that need them name the package."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LLVMLITE = (
    "native code and the executors need llvmlite, which is not installed: "
    "run 'pip install llvmlite'"
)
SCIPY = (
    "special functions and linear algebra need scipy, which is not installed: "
    "run 'pip install scipy'"
)
HIDE = "import sys\nsys.modules[{package!r}] = None\n"
PROGRAM = """
import xdsl_torchscript as ts

def report(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])

unit = ts.compile('''
def plain(x): return torch.tanh(x).sum()
def gelu(x): return torch.nn.functional.gelu(x)
def solve(x): return torch.linalg.solve(x, x)
''')
x = ts.zeros(2, 2)
report(lambda: unit.plain(x).item())
"""


def run_without(package: str, program: str) -> list[str]:
    """Return the lines that a program prints where a package is not installed."""
    command = [sys.executable, "-c", HIDE.format(package=package) + program]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_without_llvmlite() -> None:
    """A function that would be compiled stays interpreted, with a warning."""
    calls = "".join(
        f"report(lambda: {call})\n"
        for call in (
            'ts.set_engine("native")',
            "ts.compile_func(unit.plain, [x])",
            'ts.set_compile_mode("now")',
            "unit.plain(x).item()",
            "str(caught[0].message)",
        )
    )
    caught = "import warnings\ncaught = warnings.catch_warnings(record=True).__enter__()\n"
    missing = f"MissingPackageError {LLVMLITE}"
    warning = (
        f"'plain' stays interpreted: {LLVMLITE} (ts.set_engine('interp') turns optimisation off)"
    )
    found = run_without("llvmlite", caught + PROGRAM + calls)
    assert found == ["0.0", missing, missing, "background", "0.0", warning]


def test_without_scipy() -> None:
    calls = "report(lambda: unit.gelu(x))\nreport(lambda: unit.solve(x))\n"
    plain, gelu, solve = run_without("scipy", PROGRAM + calls)
    assert plain == "0.0"
    assert gelu.endswith(f"'aten.gelu' op failed: {SCIPY}")
    assert solve.endswith(f"'aten.linalg_solve' op failed: {SCIPY}")


@pytest.mark.parametrize("option", ["--compare", "--engine=native"])
def test_commands_print_one_line(option: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(HIDE.format(package="llvmlite"))
    command = [sys.executable, "-m", "xdsl_torchscript.tools.ts_run", "examples/f.graph", option]
    run = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (run.returncode, run.stdout, run.stderr) == (1, "", f"ts-run: {LLVMLITE}\n")
