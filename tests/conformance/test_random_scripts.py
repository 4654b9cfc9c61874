"""Random programs of tensors, views, writes and loops: PyTorch and we run the same source."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from random_scripts import program, shrunk, verdict


@pytest.mark.parametrize("seed", range(40))
def test_same_results(seed: int) -> None:
    script = program(seed)
    found = verdict(script)
    assert found is None or found[0] == "unasked", shrunk(script)
