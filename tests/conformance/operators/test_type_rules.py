"""Type rules on PyTorch's operator database: nothing is wrong of the first sample of each entry."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("expecttest", reason="PyTorch's samples need it")

sys.path.insert(0, str(Path(__file__).parent))

from database import OPS, supported
from type_rules import check


@pytest.mark.parametrize("name", OPS)
def test_nothing_is_wrong(name: str) -> None:
    wrong = {dtype: dict(check(name, dtype, "function", 1).wrong) for dtype in supported(name)}
    assert {dtype: found for dtype, found in wrong.items() if found} == {}
