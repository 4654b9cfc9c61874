"""Kernels draw PyTorch's numbers after the same seed, also in loops."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")
tensor_to_torch = pytest.importorskip("xdsl_torchscript.runtime.torch_bridge").tensor_to_torch
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from sampling_decoder import DECODER  # noqa: E402

CALLS = (
    "torch.rand([4, 10]) + x", "torch.rand_like(x)", "torch.randn([4, 10])",
    "torch.randn_like(x) * x", "torch.randn([3, 7]) + 1", "torch.normal(x, x)",
    "torch.randint(-3, 9, [5, 5])", "torch.empty([4, 10]).uniform_(-1.0, 2.0)",
)  # fmt: skip
BY_MKL = (
    "torch.bernoulli(x)", "torch.bernoulli(x, 0.3)", "torch.dropout(x, 0.4, True)",
    "torch.alpha_dropout(x, 0.4, True)", "torch.feature_dropout(x, 0.4, True)",
    "torch.native_dropout(x, 0.4, True)[0]", "torch.multinomial(x, 1)",
    "torch.zeros([4, 10]).exponential_(2.0)",
)  # fmt: skip
"""Calls whose numbers PyTorch draws from MKL on Intel processors."""


def _compare(theirs: Any, ours: Any, inputs: tuple[Any, ...], *, by_mkl: bool) -> None:
    torch.manual_seed(3)
    expected = [theirs(*inputs), torch.rand(2)]
    given = [ts.Tensor.of(v.clone()) if isinstance(v, torch.Tensor) else v for v in inputs]
    kernel = ts.compile_func(ours, given)
    with ts.optimized_execution(False):
        ts.manual_seed(3)
        interpreted = tensor_to_torch(ours(*given))
    if by_mkl and not torch.allclose(interpreted, expected[0], rtol=1e-4, atol=1e-5):
        pytest.skip("PyTorch draws these numbers from MKL on this processor")
    for _ in range(3):
        ts.manual_seed(3)
        got = [tensor_to_torch(kernel(*given)[0]), tensor_to_torch(ts.rand([2]))]
        torch.testing.assert_close(got, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("call", [*CALLS, *BY_MKL])
def test_kernels_draw_the_same(call: str, dtype: str) -> None:
    source = f"def the_call(x):\n    return {call}\n"
    theirs, ours = torch.jit.CompilationUnit(source), ts.CompilationUnit(source)
    given = torch.linspace(0.1, 0.9, 40, dtype=getattr(torch, dtype)).reshape(4, 10)
    _compare(theirs.the_call, ours.the_call, (given,), by_mkl=call in BY_MKL)


def test_a_decoder_draws_the_same() -> None:
    theirs, ours = torch.jit.CompilationUnit(DECODER), ts.CompilationUnit(DECODER)
    generator = torch.Generator().manual_seed(0)
    sizes = (1, 8), (8, 4), (4, 8)
    inputs = (*(torch.rand(size, generator=generator) for size in sizes), 20)
    _compare(theirs.decode, ours.decode, inputs, by_mkl=True)
