"""Random calls of single operators: common results agree, in memory layout, too."""

from __future__ import annotations

import json
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from zlib import crc32

import pytest

pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from left_open import FATAL, KNOWN
from random_calls import names, survey, tally_of

OFTEN = """
    add.Tensor add.out sub_.Tensor mul.Tensor div.Tensor_mode remainder.Tensor where.self maximum
    clamp eq.Tensor bitwise_and.Tensor neg abs sum.dim_IntList mean.dim amax argmax cumsum
    prod.dim_int any.dim sort cat stack
    view reshape permute transpose.int expand select.int slice.Tensor
    as_strided unfold diagonal flatten.using_ints squeeze.dim unsqueeze narrow split.Tensor chunk
    unbind.int index.Tensor index_put_ gather scatter_.value masked_fill.Scalar index_select copy_
    fill_.Scalar to.dtype contiguous clone full_like matmul mm bmm addmm dot einsum floordiv.float
    floordiv.int_float remainder.float div.float divmod.float Int.float __lshift__.int
    tensordot.out add.Scalar_out randint.low_generator_out randint_like.generator rand_like
    normal.Tensor_float_out exponential uniform_ geometric log_normal_ cauchy_
    conj conj_physical complex polar sin.Scalar log.Scalar copy select_scatter slice_scatter
    _foreach_add.Scalar _foreach_mul_.List _foreach_abs.out split_copy.Tensor_out
    unbind_copy.int_out arange.out linspace.out range.step isin.Tensor_Tensor_out
    max.dim_max searchsorted.Tensor constant_pad_nd pixel_shuffle
    """.split()
"""Operators that programs often name, and those in which a difference was found."""

STEP, CALLS, SEED = 13, 4, 9000
"""The stride over all operators and the number of calls of each, in processes that PyTorch may
crash.
"""

WRONG = {"value", "type", "sizes", "strides", "inputs", "aliases", "crash"}


@pytest.mark.parametrize("name", OFTEN)
def test_nothing_is_silently_wrong(name: str) -> None:
    tally = tally_of(name, 25, 1000)
    assert tally.counts["agreed"] + tally.counts["both refuse"] > 0
    assert not [vars(f) for f in tally.findings if f.kind in WRONG]


@pytest.mark.parametrize("half", [0, 1])
def test_nothing_is_silently_wrong_across_the_table(half: int, tmp_path: Path) -> None:
    drawn = [name for name in names(["*"]) if not crc32(name.encode()) % STEP]
    safe = [name for name in drawn if not any(fnmatchcase(name, fatal) for fatal in FATAL)]
    chosen = safe[half::2]
    survey(chosen, CALLS, SEED, tmp_path / "answers")
    lines = (tmp_path / "answers").read_text().splitlines()
    told = {answer["name"]: answer for answer in map(json.loads, lines)}
    assert set(told) == set(chosen)
    found = {
        name: [f for f in answer["findings"] if f["kind"] in WRONG] for name, answer in told.items()
    }
    assert not {name: wrong for name, wrong in found.items() if wrong and name not in KNOWN}
