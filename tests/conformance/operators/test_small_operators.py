"""Operators without samples in PyTorch's database: on numbers, lists and properties of tensors."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.errors import RuntimeFault  # noqa: E402

X, Y = "torch.tensor([[3.0, -1.0], [2.0, 5.0]])", "torch.tensor([[1, 2], [3, 4]])"
CALLS = [
    "torch.angle(-1), torch.angle(-1.5), torch.angle(3)",
    "torch.polar(1, 2), torch.polar(1.0, 2), torch.polar(2, 1.5)",
    "torch.log(1j, 2j), torch.log(2, 2j), torch.log(2j, 3), torch.log(2.0, 1j)",
    "complex(torch.tensor(1.5), torch.tensor(2)), complex(2.0, torch.tensor(3)), "
    "complex(torch.tensor(1), True)",
    "sorted([torch.tensor(3.0), torch.tensor(1.0)])",
    "[torch.tensor(3), torch.tensor(1)].index(torch.tensor(1))",
    "[torch.tensor(3), torch.tensor(1), torch.tensor(1)].count(torch.tensor(1))",
    f"torch._shape_as_tensor({X}), torch._dim_arange({X}, 1)",
    f"torch._aminmax({X}), torch._aminmax({X}, 1, True)",
    f"{X}.where({X} > 0, {Y}.float()), {X}.where({X} > 0, 7.0)",
    f"{X}.where(condition={X} > 0, other={Y}.float())",
    f"{Y}.__getitem__(torch.tensor([1, 0]))",
    f"{X}.is_same_size({Y}), {X}.is_pinned(), {X}.get_device()",
    f"torch.result_type(1, 2.0), torch.adjoint({X})",
    f"torch.gradient({X}, spacing=1.5, dim=[1, 0]), torch.gradient({X}, spacing=2.0, dim=1)",
    f"torch.gradient({Y}, dim=[0]), torch.gradient({X}, dim=0)",
    "torch.gradient(torch.arange(4.0) ** 2, spacing=[torch.tensor([0.0, 1.0, 3.0, 4.0])])",
    "torch.gradient(torch.arange(6.0) ** 2, edge_order=2)",
    "torch.vander(torch.tensor([1, 2, 3])), torch.vander(torch.tensor([1.0, 2.0]), 4, True)",
    "torch.vander(torch.tensor([True, False]))",
    "torch.cummax(torch.tensor([1.0, float('nan'), 3.0, 2.0]), 0)",
    "torch.sort(torch.tensor([1.0, float('nan'), 0.5]).to(torch.bfloat16))",
    "torch.nanmedian(torch.tensor([1.0, float('nan'), 0.5]).to(torch.bfloat16), 0)",
    "torch.meshgrid([torch.arange(3), torch.arange(2)], indexing='xy')",
    f"torch.zeros([2], out={Y}), torch.arange(4, out={X}.flatten())",
    "torch.linspace(4.3, -3, 50, dtype=torch.int64), torch.logspace(0, 1.2, 2, dtype=torch.int64)",
    "torch.linspace(0.1, 7.7, 50), torch.linspace(0.1, 7.7, 50, dtype=torch.bfloat16)",
    "torch.linspace(3, 5, 1), torch.linspace(3, 5, 0)",
    "hash(5), hash(-1), hash(2.5), hash(-0.0), hash('abc'), hash('more than eight'), hash(None)",
    "hash((1, ('a', 2.5))), hash(True), hash(torch.device('cpu')), hash(torch.device('cuda:1'))",
    "{1: 2, 3: 4}.popitem()",
    "[i for i in [2, 1, 3]].pop(-2), [1.0, float('nan')] == [1.0, float('nan')]",
    "'abab'.find('b', 1, -2), 'abab'.rfind('b', 0, 3), 'abab'.find('b', 3, 1), ''.find('', 1, 0)",
    "'abab'.count('ab', 0, 3), 'abab'.count('ab', 1), 'abab'.count('ab', 3, 1)",
    "'abab'.startswith('b', 1, 0), 'abab'.endswith('ab', 0, -3), 'abab'.index('b', -2)",
    "' a b  c '.split(None, 1), 'abc'.partition(''), 'abc'.rpartition('')",
    "'a\\n\\nb\\n'.splitlines(True), ''.splitlines(True)",
    "(0j) / (0j), (1 + 2j) / (0j), (1 + 2j) / (3 - 1j), torch.log(-2.5, 2j), torch.log(2j, 3)",
    "torch.log(0j), torch.atan(1j), torch.atanh(-1 + 0j), torch.sqrt(-1 + 0j), torch.acosh(0.5j)",
    "torch.angle(-0.0), torch.polar(2.0, float('inf')), torch.polar(0, float('nan'))",
]  # fmt: skip
REFUSED = [
    "torch.gradient(torch.zeros(3, 3), spacing=[torch.arange(3)], dim=[0, 1])",
    "sorted([torch.zeros(2), torch.ones(2)])",
    "complex(torch.zeros(2), 1)",
    "torch.hash_tensor(torch.zeros(0))",
    "torch.hash_tensor(torch.zeros(2), mode=1)",
    "torch.sign(torch.zeros(2, dtype=torch.complex64))",
    "torch.zeros(2, dtype=torch.complex64).abs_()",
    "torch.gradient(torch.zeros(2), edge_order=2)",
    "torch._chunk_cat([torch.zeros(2), torch.zeros(2).int()], 0, 2)",
    "torch.vander(torch.zeros(2, 2))",
    "torch.meshgrid([torch.zeros(2), torch.zeros(2).int()])",
    "torch.rot90(torch.zeros(2, 2), 1, [0, 0])",
    "hash([1])",
    "hash(1j)",
    "torch.device('abc')",
    "torch.device('cuda:01')",
    "'abc'.startswith('c', 4)",
    "'abc'.index('c', 0, -3)",
    "'abc'.split('')",
]


def _source(call: str) -> str:
    return f"def f():\n  return {call}\n"


def _numbers(value: object) -> object:
    """Return results in a common form: types, sizes, strides and elements."""
    if isinstance(value, torch.Tensor):
        return str(value.dtype)[6:], list(value.shape), list(value.stride()), value.tolist()
    if isinstance(value, ts.Tensor):
        name = value.dtype.torch_name
        elements = value.array.astype(float) if name == "bfloat16" else value.array
        return name, list(value.shape), list(value.strides), elements.tolist()
    if isinstance(value, list | tuple):
        return [_numbers(part) for part in value]
    return complex(value) if isinstance(value, complex) else value


def _alike(a: object, b: object) -> bool:
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(map(_alike, a, b))
    if isinstance(a, float | complex):
        return a == pytest.approx(b, rel=1e-6, nan_ok=True)
    return a == b


@pytest.mark.parametrize("call", CALLS)
def test_same_answer(call: str) -> None:
    theirs = torch.jit.CompilationUnit(_source(call)).f()
    ours = ts.CompilationUnit(_source(call)).f()
    assert _alike(_numbers(theirs), _numbers(ours)), (_numbers(theirs), _numbers(ours))


@pytest.mark.parametrize("call", REFUSED)
def test_both_refuse(call: str) -> None:
    with pytest.raises(RuntimeError):
        torch.jit.CompilationUnit(_source(call)).f()
    with pytest.raises(RuntimeFault):
        ts.CompilationUnit(_source(call)).f()
