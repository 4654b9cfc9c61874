"""Every graph that PyTorch prints is read, and verifies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.analysis.verification import verify_program

pytest.importorskip("torch")

PRINTER = Path(__file__).with_name("printed_graphs.py")
AT_LEAST = 3000
"""So many graphs there are of the programs, models and archives of this repository."""


def faults(path: Path) -> list[str]:
    try:
        module = parse_graph(path.read_text(encoding="utf-8"), path.name)
    except SourceError as error:
        return [str(error)]
    return [f"{path.name}: {fault.message}" for fault in verify_program(module)]


def test_graphs_verify(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", str(PRINTER), str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    paths = sorted(tmp_path.glob("*.graph"))
    assert len(paths) > AT_LEAST
    found = [fault for path in paths for fault in faults(path)]
    assert not found, "\n".join(found)
