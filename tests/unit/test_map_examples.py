"""The examples that map a model over files run, where dask and joblib are installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
LABELS = "0.npy unknown owl\n1.npy owl cat\n2.npy unknown owl\n3.npy cat cat\n"


@pytest.mark.parametrize("library", ["dask", "joblib"])
def test_a_model_maps_over_files(library: str) -> None:
    pytest.importorskip(library)
    command = [sys.executable, str(EXAMPLES / f"map_{library}.py")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == LABELS, done.stderr
