"""Random numbers after the same seed, in every element type and several sizes."""

from __future__ import annotations

import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")
tensor_to_torch = pytest.importorskip("xdsl_torchscript.runtime.torch_bridge").tensor_to_torch

CALLS = (
    "torch.binomial(x * 10, x * 0 + 0.3)", "torch.binomial(x * 100, x * 0 + 0.7)",
    "torch._standard_gamma(x * 0.5)", "torch._standard_gamma(x + 1.5)",
    "torch._sample_dirichlet(x * 0.7)", "torch.poisson(x + 2)", "torch.poisson(x + 29)",
    "torch.multinomial(x.reshape(-1), 2)", "torch.multinomial(x.reshape(-1), 5, True)",
    "torch.bernoulli(x * 0.3)", "torch.dropout(x, 0.4, True)", "torch.alpha_dropout(x, 0.4, True)",
    "torch.rrelu(-x, 0.1, 0.3, True)", "torch.normal(x, x)", "x.uniform_(1.0, 2.0)",
    "x.cauchy_(1.0, 2.0)",
    "x.exponential_(2.0)", "x.geometric_(0.3)", "x.log_normal_(0.5, 0.7)", "x.normal_(1.0, 2.0)",
    "x.random_(-3, 9)", "torch.randint_like(x, 10)",
)  # fmt: skip


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "float16"])
@pytest.mark.parametrize("call", CALLS)
def test_streams_agree(call: str, dtype: str) -> None:
    source = f"def the_call(x):\n    return {call}\n"
    theirs, ours = torch.jit.CompilationUnit(source), ts.CompilationUnit(source)
    for sizes in ((3,), (16,), (4, 10)):
        given = torch.ones(sizes, dtype=getattr(torch, dtype))
        torch.manual_seed(3)
        try:
            expected = theirs.the_call(given.clone())
        except RuntimeError as error:
            assert "not implemented" in str(error) or "dtype" in str(error)
            with pytest.raises(RuntimeError, match="not defined on"):
                ours.the_call(ts.Tensor.of(given))
            continue
        ts.manual_seed(3)
        got = tensor_to_torch(ours.the_call(ts.Tensor.of(given.clone())))
        torch.testing.assert_close(got, expected, rtol=1e-5, atol=1e-6, equal_nan=True)


@pytest.mark.parametrize("dtype", ["float32", "float64", "bfloat16", "int64"])
@pytest.mark.parametrize("bounds", [(0, 5000000000), (-5000000000, 5000000000), (-300, 257)])
def test_whole_numbers_that_a_type_rounds(bounds: tuple[int, int], dtype: str) -> None:
    low, high = bounds
    source = (
        f"def the_call():\n    return torch.randint({low}, {high}, [30], dtype=torch.{dtype})\n"
    )
    torch.manual_seed(3)
    expected = torch.jit.CompilationUnit(source).the_call()
    ts.manual_seed(3)
    got = tensor_to_torch(ts.CompilationUnit(source).the_call())
    assert torch.equal(got, expected)
