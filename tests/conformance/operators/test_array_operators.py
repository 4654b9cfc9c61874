"""Operators on arrays and images against PyTorch, on the samples that PyTorch tests itself with."""

from __future__ import annotations

import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest", reason="PyTorch's samples need it")

sys.path.insert(0, str(Path(__file__).parent))

from sampled import OPS, difference, flat, ours, outcome_of  # noqa: E402

from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import Code, run  # noqa: E402
from xdsl_torchscript.runtime.operators.table import implementation  # noqa: E402

IMAGES = """
nn.functional.conv* nn.functional.*avg_pool* nn.functional.max_pool* nn.functional.adaptive_max*
nn.functional.max_unpool* nn.functional.pad.* constant_pad_nd
nn.functional.interpolate.* nn.functional.upsample_* _upsample_bilinear2d_aa
nn.functional.grid_sample grid_sampler_* nn.functional.unfold nn.functional.pixel_* unfold*
nn.functional.channel_shuffle
"""
ARRANGED = """
roll rot90 flip* tril* triu* diag* linalg.diagonal meshgrid* einsum tensordot outer cdist cross
linalg.cross tile repeat* block_diag combinations cartesian_prod column_stack stack ?stack cat
?split tensor_split split split_with* unsafe_chunk unsafe_split chunk movedim unbind* atleast*
ravel trace T H mT mH expand* broadcast_t* squeeze* unsqueeze* transpose* permute* view* reshape* t
t_copy flatten unflatten narrow* select slice sum_to_size trapz trapezoid cumulative_trapezoid
as_strided* clone contiguous alias_copy
"""
CHOSEN = """
cumsum cumprod cummax cummin logcumsumexp topk sort argsort kthvalue median msort
nn.functional.one_hot bincount histc histogram nonzero* where masked_fill masked_scatter
masked_select index_* scatter* gather take* unique* searchsorted bucketize put select_scatter
slice_scatter argwhere isin __getitem__ _unsafe_masked* fill diff
"""
CREATED = "arange linspace* logspace* eye full* zeros zeros_like ones ones_like new_full new_zeros"
DTYPES = (torch.float32, torch.float64, torch.int64, torch.bool)
MOST = 8
"""Samples of one operator and type: enough for each way of calling it, and quick."""


NOT_TRACED = frozenset({"fill", "view_as_real"})
"""Operators of which PyTorch traces no sample of these types."""


def names(patterns: str) -> list[str]:
    wanted = patterns.split()
    unmatched = [p for p in wanted if not any(fnmatch(name, p) for name in OPS)]
    assert not unmatched, f"PyTorch has no operators {unmatched}"
    return [name for name in OPS if any(fnmatch(name, p) for p in wanted)]


@pytest.mark.parametrize("name", names(IMAGES + ARRANGED + CHOSEN + CREATED))
def test_samples(name: str) -> None:
    asked = 0
    for dtype in DTYPES:
        if dtype not in OPS[name].supported_dtypes("cpu"):
            continue
        outcome = outcome_of(name, dtype, MOST)
        assert not outcome.missing, f"{dtype}: {dict(outcome.missing)}"
        assert not outcome.differing, f"{dtype}: " + "\n".join(outcome.differing)
        asked += outcome.agreed
    assert asked or name in NOT_TRACED


@pytest.mark.parametrize("rank", [2, 3])
def test_fractional_pooling(rank: int) -> None:
    """Of given random numbers; the samples of PyTorch draw some."""
    image, drawn = torch.randn(2, 3, *(9, 8, 7)[:rank]), torch.rand(2, 3, rank)
    name, kernel, size = f"fractional_max_pool{rank}d", [2, 3, 2][:rank], [4, 3, 2][:rank]
    expected = getattr(torch.ops.aten, name)(image, kernel, size, drawn)
    got = implementation(f"aten.{name}")(ours(image), kernel, size, ours(drawn))
    assert [difference(a, b) for a, b in zip(expected, got, strict=True)] == [None, None]


IN_PLACE_AND_OUT = {
    "cumsum_": lambda x: x.cumsum_(1),
    "tril_": lambda x: x.tril_(),
    "clip_": lambda x: x.clip_(0, 1),
    "transpose_": lambda x: x.transpose_(0, 1),
    "unsqueeze_": lambda x: x.unsqueeze_(0),
    "index_reduce_": lambda x: x.index_reduce_(0, torch.tensor([0, 2]), x[:2].clone(), "prod"),
    "sort.out": lambda x: torch.sort(x, out=(torch.empty(0), torch.empty(0, dtype=torch.int64))),
    "cat.out": lambda x: torch.cat([x, x], out=torch.empty(6, 4)),
    "unfold_copy": lambda x: torch.unfold_copy(x, 1, 2, 1),
    "moveaxis": lambda x: torch.moveaxis(x, 0, 1),
}


@pytest.mark.parametrize("name", IN_PLACE_AND_OUT)
def test_operators_that_follow_from_others(name: str) -> None:
    call, x = IN_PLACE_AND_OUT[name], torch.randn(3, 4)
    graph = torch.jit.trace(call, (x.clone(),), check_trace=False).graph
    func = parse_graph(str(graph)).body.block.first_op
    theirs, mine = x.clone(), ours(x)
    expected, got = flat(call(theirs)), flat(run(Code.from_func(func), [mine]))
    assert [difference(a, b) for a, b in zip(expected, got, strict=True)] == [None] * len(expected)
    assert difference(theirs, mine) is None
