"""PyTorch still answers the scalar cases as it did when their answers were committed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from gen_scalars import answers
from scalar_cases import OPERATORS, agree, golden


@pytest.mark.parametrize("op_name", OPERATORS)
def test_committed_answers(op_name: str) -> None:
    pairs = zip(answers(op_name), golden()[op_name], strict=True)
    assert all(agree(op_name, got, committed) for got, committed in pairs)
