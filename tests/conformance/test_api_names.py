"""The names on `docs/api-parity.md` are those of the PyTorch that is installed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from gen_api_names import FILE, api_names


def test_the_recorded_names_are_those_of_pytorch() -> None:
    assert json.loads(FILE.read_text()) == api_names()
