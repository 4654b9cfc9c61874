"""Derived operators, and operators whose samples draw random numbers, against PyTorch."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("expecttest", reason="PyTorch's samples need it")

sys.path.insert(0, str(Path(__file__).parent))

from asking import to_tensor  # noqa: E402
from tensor_comparison import difference, flat  # noqa: E402

from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import Code, implementation_of  # noqa: E402
from xdsl_torchscript.runtime.interpreter.execution import run  # noqa: E402


def differences(expected: object, got: object) -> list[object]:
    pairs = zip(flat(to_tensor(expected)), flat(got), strict=True)
    return [found for a, b in pairs if (found := difference(a, b))]


@pytest.mark.parametrize("rank", [2, 3])
def test_fractional_pooling(rank: int) -> None:
    """Compare fractional pooling of given random numbers; PyTorch's samples draw their own."""
    image, drawn = torch.randn(2, 3, *(9, 8, 7)[:rank]), torch.rand(2, 3, rank)
    name, kernel, size = f"fractional_max_pool{rank}d", [2, 3, 2][:rank], [4, 3, 2][:rank]
    expected = getattr(torch.ops.aten, name)(image, kernel, size, drawn)
    inputs = to_tensor(image.clone()), kernel, size, to_tensor(drawn.clone())
    assert differences(expected, implementation_of(f"aten.{name}")(*inputs)) == []


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
    theirs, mine = x.clone(), to_tensor(x.clone())
    assert differences(call(theirs), run(Code.from_func(func), [mine])) == []
    assert differences(theirs, mine) == []
