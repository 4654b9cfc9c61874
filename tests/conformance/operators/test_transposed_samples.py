"""PyTorch's operator database with inputs that are not contiguous: values and strides agree."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest", reason="PyTorch's samples need it")

sys.path.insert(0, str(Path(__file__).parent))

import asking  # noqa: E402
from asking import FINE, outcome_of  # noqa: E402
from database import OPS, fresh, supported  # noqa: E402

OTHER_STRIDES = frozenset({
    "_unsafe_masked_index", "_unsafe_masked_index_put_accumulate",
    "addmm.decomposed", "addr", "nn.functional.dropout2d",
    "nn.functional.feature_alpha_dropout.with_train",
    "nn.functional.linear_cross_entropy.chunked_none", "stack", "stft",
})  # fmt: skip
"""Operators whose results have the right elements in another order in memory."""


def transposed(value: object) -> object:
    """Return the inputs in new memory: images with their channels last, others with their
    dimensions in reverse."""
    if isinstance(value, list | tuple):
        return [transposed(part) for part in value]
    if not isinstance(value, torch.Tensor) or value.layout is not torch.strided or value.ndim < 2:
        return fresh(value)
    if value.ndim == 4:
        return value.detach().clone(memory_format=torch.channels_last)
    order = range(value.ndim)[::-1]
    return value.detach().permute(*order).contiguous().permute(*order)


@pytest.mark.parametrize("name", [name for name in OPS if "float32" in supported(name)])
def test_samples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "fresh", transposed)
    outcome = outcome_of(name, torch.float32, most=6)
    assert ("strides" in outcome.counts) == (name in OTHER_STRIDES), "\n".join(outcome.notes)
    assert set(outcome.counts) <= FINE | {"refused", "missing", "strides"}, outcome.notes
