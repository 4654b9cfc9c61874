"""Writes `tests/unit/data/samples.xz`: for each operator of the database a few small samples that
script, with PyTorch's answers.

    python tests/conformance/operators/gen_samples.py
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from asking import FREE_AMONG_EQUALS, UNINITIALISED, exactly, theirs, to_tensor
from database import DTYPES, OPS, Question, fresh, leaves, questions, supported
from sample_goldens import GOLDEN, Sample, dense, write
from tensor_comparison import difference, flat

LARGEST = 400
"""Elements of a sample's inputs, and of its results."""
MOST = 2
"""Samples in the first type of an operator; one in another, which differs from one operator to the
next."""


def _size(value: object) -> int:
    return sum(tensor.numel() for tensor in leaves(value))


PHASES = frozenset({"linalg.eig", "linalg.eigh", "linalg.svd", "svd", "pca_lowrank", "svd_lowrank"})
"""Operators with vectors that are unique up to their sign or phase."""


def _precise(name: str, question: Question, results: list[object]) -> bool:
    """Return whether PyTorch's result is that in double precision, rounded."""
    try:
        exact = exactly(name, question)
    except (RuntimeError, TypeError, ValueError):
        return True
    pairs = zip(exact, results, strict=False)
    return not any(
        (difference(e.over(e.array.astype(r.array.dtype)), r) or " ")[0] == "value"
        for e, r in pairs
        if hasattr(e, "over")
    )


def _sample(name: str, dtype: str, question: Question) -> Sample | None:
    """Return a sample, None if it is large, does not script, or has no unique result."""
    if not question.source or _size(question.inputs) > LARGEST:
        return None
    try:
        inputs, expected = to_tensor(fresh(question.inputs)), theirs(question)
    except TypeError:
        return None
    if expected is None or not expected.scripted:
        return None
    results = flat(expected.results)
    if not _precise(name, question, results):
        return None
    small = sum(getattr(r, "array", torch.empty(1).numpy()).size for r in results) <= LARGEST
    return (
        Sample(name, dtype, question.source, inputs, results)
        if (small and dense(results) and dense(inputs))
        else None
    )


def _unique(name: str, question: Question) -> bool:
    marker = [torch.zeros(1)]
    try:
        unique = name not in FREE_AMONG_EQUALS and name not in PHASES
        return unique and question.comparable(marker) is marker
    except (TypeError, ValueError, AttributeError, IndexError, RuntimeError):
        return False


def samples(name: str, dtype: str, most: int) -> Iterator[Sample]:
    asked = (q for q in questions(name, DTYPES[dtype]) if _unique(name, q))
    found = (_sample(name, dtype, question) for question in asked)
    return islice((s for s in found if s is not None), most)


def choose_samples() -> Iterator[Sample]:
    for number, name in enumerate(OPS):
        dtypes = supported(name)
        if not dtypes or name in UNINITIALISED:
            continue
        yield from samples(name, dtypes[0], MOST)
        others = dtypes[1:]
        if others:
            yield from samples(name, others[number % len(others)], 1)


def main() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = list(choose_samples())
    write(found)
    names = {sample.name for sample in found}
    print(f"{len(found)} samples of {len(names)} operators, {GOLDEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()
