"""The wheel contains the tree."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]
FOLDERS = ("dialects", "frontend", "lowering", "runtime", "tools")


def packages_in_tree() -> set[str]:
    found = {"xdsl_torchscript"}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            found.add(".".join(("xdsl_torchscript", *path.parent.relative_to(ROOT).parts)))
    return found


def test_every_package_is_listed() -> None:
    assert set(SETUPTOOLS["packages"]) == packages_in_tree()


def test_every_data_file_is_listed() -> None:
    patterns = SETUPTOOLS["package-data"]
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if not path.is_file() or path.suffix in (".py", ".pyc"):
                continue
            package = ".".join(("xdsl_torchscript", *path.parent.relative_to(ROOT).parts))
            assert any(path.match(p) for p in patterns.get(package, ())), f"{path} is not shipped"


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_package_refuses_a_second_name(folder: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", f"import {folder}"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode != 0
    assert f"import this package as 'xdsl_torchscript.{folder}'" in run.stderr


PROGRAM = "func.func @f(%x: !ts.tensor) -> !ts.tensor {{\n  func.return %x : !ts.tensor\n}}\n"


@pytest.mark.parametrize(
    "args", [["--version"], ["--list-passes"], ["FILE", "--pass-pipeline=dce"]]
)
def test_ts_opt_imports_nothing_heavy(args: list[str], tmp_path: Path) -> None:
    file = tmp_path / "f.mlir"
    file.write_text(PROGRAM.format())
    code = (
        "import sys; from xdsl_torchscript.tools.ts_opt import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('torch', 'llvmlite', 'numpy', 'scipy') if m in sys.modules])"
    )
    given = [str(file) if arg == "FILE" else arg for arg in args]
    run = subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True)
    assert run.stdout.splitlines()[-1] == "[]", run.stdout + run.stderr
