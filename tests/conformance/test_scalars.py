"""PyTorch still answers the scalar cases as it did when their answers were committed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from gen_scalars import answers
from scalar_cases import OPERATORS, golden


@pytest.mark.parametrize("op_name", OPERATORS)
def test_committed_answers(op_name: str) -> None:
    assert answers(op_name) == golden()[op_name]
