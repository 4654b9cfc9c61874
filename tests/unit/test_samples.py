"""PyTorch's own samples of its operators, with its answers: each family, without PyTorch."""

from __future__ import annotations

from itertools import groupby

import pytest
from sample_goldens import Sample, compile_sample, read
from tensor_comparison import difference, flat

import xdsl_torchscript as ts

SAMPLES = {name: list(group) for name, group in groupby(read(), lambda sample: sample.name)}


def _differs(sample: Sample) -> str | None:
    ts.manual_seed(42)
    got = flat(compile_sample(sample.source)(*sample.inputs))
    assert len(got) == len(sample.results)
    pairs = zip(sample.results, got, strict=True)
    found = next(filter(None, (difference(a, b, loose=10) for a, b in pairs)), None)
    return f"{sample.source}in {sample.dtype}: {found}" if found else None


@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name: str) -> None:
    assert [d for d in map(_differs, SAMPLES[name]) if d] == []


def test_there_are_samples_of_every_kind() -> None:
    dtypes = {sample.dtype for group in SAMPLES.values() for sample in group}
    assert dtypes == {
        "float32", "int64", "float64", "bool", "bfloat16", "float16", "complex64",
    }  # fmt: skip
    assert len(SAMPLES) > 500
