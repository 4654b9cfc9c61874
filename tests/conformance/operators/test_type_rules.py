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

DTYPES = ("float32", "int64")
"""`python type_rules.py` tests the others, and more samples."""


@pytest.mark.parametrize("name", OPS)
def test_nothing_is_wrong(name: str) -> None:
    dtypes = [dtype for dtype in supported(name) if dtype in DTYPES] or supported(name)[:1]
    wrong = {dtype: dict(check(name, dtype, "function", 1).wrong) for dtype in dtypes}
    assert {dtype: found for dtype, found in wrong.items() if found} == {}
