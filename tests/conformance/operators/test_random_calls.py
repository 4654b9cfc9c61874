"""Random calls of single operators: what both answer is the same, and lies in the same memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from random_calls import tally_of

NAMES = """
    add.Tensor add.out sub_.Tensor mul.Tensor div.Tensor_mode remainder.Tensor where.self maximum
    clamp eq.Tensor bitwise_and.Tensor neg abs sum.dim_IntList mean.dim amax argmax cumsum
    prod.dim_int any.dim sort cat stack
    view reshape permute transpose.int expand select.int slice.Tensor
    as_strided unfold diagonal flatten.using_ints squeeze.dim unsqueeze narrow split.Tensor chunk
    unbind.int index.Tensor index_put_ gather scatter_.value masked_fill.Scalar index_select copy_
    fill_.Scalar to.dtype contiguous clone full_like matmul mm bmm addmm dot einsum floordiv.float
    floordiv.int_float remainder.float div.float divmod.float Int.float __lshift__.int
    """.split()
WRONG = {"value", "type", "sizes", "strides", "inputs", "aliases"}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_silently_wrong(name: str) -> None:
    tally = tally_of(name, 25, 1000)
    assert tally.counts["agreed"] + tally.counts["both refuse"] > 0
    assert not [vars(f) for f in tally.findings if f.kind in WRONG]
