"""Operators that another package brings by an entry point."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SCALED = """
import xdsl_torchscript as ts
ts.register_operator("plugged::scaled(Tensor x, float by) -> Tensor", lambda x, by: x.array * by)
"""
PROGRAM = """
import sys
import xdsl_torchscript as ts
assert "bringer" not in sys.modules
f = ts.compile("def f(x): return torch.ops.plugged.scaled(x, 3.)").f
print(f(ts.Tensor.of([1., 2.])).tolist())
"""


def _package(folder: Path, source: str) -> None:
    (folder / "bringer.py").write_text(source)
    information = folder / "bringer-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: bringer\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(
        "[xdsl_torchscript.operators]\nplugged = bringer\n"
    )


def _run(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
    )


def test_it_is_loaded_when_a_program_names_it(tmp_path: Path) -> None:
    _package(tmp_path, SCALED)
    done = _run(tmp_path)
    assert (done.stdout, done.stderr) == ("[3.0, 6.0]\n", "")


def test_an_entry_point_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    _package(tmp_path, "import no_such_module")
    told = _run(tmp_path).stderr
    assert "the operators 'plugged::*' are not in bringer" in told
    assert "No module named 'no_such_module'" in told


def test_exceptions_of_a_package_are_not_hidden(tmp_path: Path) -> None:
    _package(tmp_path, "raise ValueError('sour')")
    assert "ValueError: sour" in _run(tmp_path).stderr
