"""Models of every family, built and saved by PyTorch, loaded and run by a process without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

HERE = Path(__file__).parent
PLAYER = HERE.parent / "unit" / "zoo_archives.py"
sys.path.insert(0, str(HERE / "zoo"))

from families import ZOO  # noqa: E402
from saving import Unsaved, variants, write  # noqa: E402

EXPECTED_UNSAVED = "operators of mkldnn"
EVERY_KIND = "TS_ZOO_KINDS" in os.environ
"""Whether models in double and half precision are tested, too, which takes minutes;
tests/unit/test_zoo.py always tests the small ones.
"""


def play_folder(folder: Path) -> dict[str, Any]:
    """Return the outcomes of a folder, from a process that has not imported PyTorch."""
    done = subprocess.run(
        [sys.executable, PLAYER, folder],
        # Threads that wait for each other on a busy machine take longer than the products.
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=1500,  # executors whose checks all fail make plans for some minutes
    )
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    return {row["name"]: row for row in rows}


@pytest.mark.parametrize("name", ZOO)
def test_models_answer_as_pytorch_does(name: str, tmp_path: Path) -> None:
    """In every way that PyTorch saves, within 1e-4 (`TOLERANCES` for other dtypes)."""
    written: list[str] = []
    for variant in variants(ZOO[name], EVERY_KIND):
        try:
            written.append(write(tmp_path, ZOO[name], *variant))
        except Unsaved as reason:
            assert str(reason) == EXPECTED_UNSAVED
    found = play_folder(tmp_path)
    assert list(found) == sorted(written)
    failed = {name: row["error"] for name, row in found.items() if "error" in row}
    assert not failed, "\n".join(f"{name}: {told}" for name, told in failed.items())
