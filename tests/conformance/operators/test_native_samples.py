"""PyTorch's operator database as machine code: the first samples agree, or are refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest", reason="PyTorch's samples need it")

sys.path.insert(0, str(Path(__file__).parent))

from asking import FINE, native, outcome_of  # noqa: E402
from database import DTYPES, OPS, supported  # noqa: E402

REFUSED = {"refused", "missing"}


@pytest.mark.parametrize("name", OPS)
def test_samples(name: str) -> None:
    for dtype in {"float32", "int64"} & set(supported(name)):
        outcome = outcome_of(name, DTYPES[dtype], most=1, engine=native)
        assert set(outcome.counts) <= FINE | REFUSED, f"{dtype}: " + "\n".join(outcome.notes)


@pytest.mark.parametrize(
    "name", ["lgamma", "polygamma.polygamma_n_2", "special.i1e", "special.ndtri",
             "special.erfcx"],
)  # fmt: skip
def test_special_functions_are_compiled(name: str) -> None:
    outcome = outcome_of(name, torch.float32, engine=native)
    assert outcome.counts.keys() <= FINE, "\n".join(outcome.notes)
