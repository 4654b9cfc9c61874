"""PyTorch's operator database, the first samples of each operator, variant and type: all that agree
in the recorded survey still agree.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest", reason="PyTorch's samples need it")

sys.path.insert(0, str(Path(__file__).parent))

from asking import FINE, outcome_of  # noqa: E402
from database import DTYPES, OPS, supported, variants  # noqa: E402
from operators_page import verdicts  # noqa: E402

MAIN = ("float32", "int64")
"""Types tested with a sample of each variant; other types with one per function. The survey tests
all.
"""

KNOWN = {verdict.name: set(verdict.kinds.split(", ")) for verdict in verdicts()[1]}


@pytest.fixture(autouse=True, scope="module")
def _plainly_executed() -> Iterator[None]:
    before = torch._C._get_graph_executor_optimize()
    torch._C._set_graph_executor_optimize(False)
    yield
    torch._C._set_graph_executor_optimize(before)


def _questions(name: str) -> Iterator[tuple[str, str, int]]:
    """Return variants, types, and the number of samples."""
    for dtype in supported(name):
        if dtype in MAIN:
            yield from ((variant, dtype, 1) for variant in variants(name))
        else:
            yield "function", dtype, 1


@pytest.mark.parametrize("name", OPS)
def test_samples(name: str) -> None:
    for variant, dtype, most in _questions(name):
        outcome = outcome_of(name, DTYPES[dtype], variant, most)
        unknown = set(outcome.counts) - FINE - KNOWN.get(name, set())
        assert not unknown, f"{variant} in {dtype}: " + "\n".join(outcome.notes)
