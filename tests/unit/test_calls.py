"""Operators that PyTorch's database omits, with its results: gradients, and internal operators."""

from __future__ import annotations

from itertools import groupby

import pytest
from sample_goldens import CALLS, Sample, read
from tensor_comparison import difference, flat

from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.tensor import Tensor

SAMPLES = {name: list(group) for name, group in groupby(read(CALLS), lambda call: call.name)}


def _differs(call: Sample) -> str | None:
    with quiet():
        answer = implementation_of(call.source)(*call.inputs)
    after = [part for part in flat(call.inputs) if isinstance(part, Tensor)]
    got = [*flat(answer), *after]
    assert len(got) == len(call.results)
    pairs = zip(call.results, got, strict=True)
    found = next(filter(None, (difference(a, b, loose=10) for a, b in pairs)), None)
    return f"{call.source} in {call.dtype}: {found}" if found else None


@pytest.mark.parametrize("name", SAMPLES)
def test_calls(name: str) -> None:
    assert [d for d in map(_differs, SAMPLES[name]) if d] == []
