"""Operators of gradients beside PyTorch's, and beside the gradients that its autograd finds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from directly import DTYPES, ask, ask_autograd, numbers  # noqa: E402

F, A = torch.nn.functional, torch.ops.aten
WIDE = torch.float64


@pytest.fixture(autouse=True)
def _seeded() -> None:
    torch.manual_seed(0)


def _wide(*sizes: int) -> torch.Tensor:
    return numbers(*sizes, dtype=WIDE)


# ---- views and scans


@pytest.mark.parametrize("zeros", [[], [(0, 1)], [(0, 0), (0, 2), (1, 3)]], ids=str)
@pytest.mark.parametrize("dim", [0, -1])
@pytest.mark.parametrize("dtype", [WIDE, torch.float32, torch.complex128])
def test_products_along_a_line(dtype: torch.dtype, dim: int, zeros: list[tuple[int, int]]) -> None:
    x = _wide(3, 4).to(dtype) + (1j * _wide(3, 4) if dtype.is_complex else 0)
    for place in zeros:
        x[place] = 0
    ask("cumprod_backward", torch.rand_like(x), x, dim, x.cumprod(dim))
    if dtype == WIDE:
        ask_autograd("cumprod_backward", lambda a: a.cumprod(dim), [x], lambda g, y: [g, x, dim, y])


@pytest.mark.parametrize("kind", ["cummax", "cummin"])
def test_extremes_along_a_line(kind: str) -> None:
    for dtype in DTYPES:
        x = numbers(3, 4, dtype=dtype)
        places = getattr(x, kind)(1).indices
        ask("cummaxmin_backward", torch.rand_like(x), x, places, 1)
    x = _wide(3, 4)
    ask_autograd(
        "cummaxmin_backward",
        lambda a: getattr(a, kind)(0).values,
        [x],
        lambda g, _: [g, x, getattr(x, kind)(0).indices, 0],
    )


def test_gathered() -> None:
    x, places = _wide(3, 4), torch.randint(0, 3, (5, 4))
    ask("gather_backward", torch.rand(5, 4, dtype=WIDE), x, 0, places, False)
    ask_autograd(
        "gather_backward", lambda a: a.gather(0, places), [x], lambda g, _: [g, x, 0, places, False]
    )


def test_summed_to_a_size() -> None:
    x = _wide(2, 3, 4)
    for size in (None, [3, 4], [1, 4], [2, 1, 1], [2, 3, 4]):
        ask("_grad_sum_to_size", x, size)


@pytest.mark.parametrize("batch_first", [False, True])
def test_packed_sequences(batch_first: bool) -> None:
    x, lengths = _wide(5, 3, 2), torch.tensor([4, 3, 1])
    turned = x.transpose(0, 1) if batch_first else x
    data, sizes = A._pack_padded_sequence(turned, lengths, batch_first)
    arguments = list(turned.shape), sizes, batch_first
    ask("_pack_padded_sequence_backward", torch.rand_like(data), *arguments)
    ask_autograd(
        "_pack_padded_sequence_backward",
        lambda a: A._pack_padded_sequence(a, lengths, batch_first)[0],
        [turned],
        lambda g, _: [g, *arguments],
    )


# ---- softmax, normalisation, gates


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("dim", [None, -1, 0])
def test_masked_softmax(dim: int | None, dtype: torch.dtype) -> None:
    mask = torch.rand(3, 4) > 0.5
    weights = A._masked_softmax(numbers(3, 4), mask).to(dtype)
    ask("_masked_softmax_backward", numbers(3, 4, dtype=dtype), weights, mask, dim)


@pytest.mark.parametrize("dim", [0, 2])
@pytest.mark.parametrize("kind", ["interface", "differentiable"])
def test_weight_norm(kind: str, dim: int) -> None:
    v = _wide(3, 4, 5)
    g = _wide(*[n if d == dim else 1 for d, n in enumerate(v.shape)])
    norms = A._weight_norm_interface(v, g, dim)[1]
    name = f"_weight_norm_{kind}_backward"
    ask(name, torch.rand_like(v), v, g, norms, dim)
    ask_autograd(
        name,
        lambda a, b: A._weight_norm_interface(a, b, dim)[0],
        [v, g],
        lambda gradient, _: [gradient, v, g, norms, dim],
    )


@pytest.mark.parametrize("train", [True, False])
def test_batch_norm(train: bool) -> None:
    x, w, b, mean, var = _wide(3, 4, 5), _wide(4), _wide(4), _wide(4), _wide(4).abs() + 0.5
    kept, reserved = mean.clone(), torch.zeros(0, dtype=torch.uint8)
    _, m, s = A.native_batch_norm(x, w, b, kept, var.clone(), train, 0.1, 1e-5)
    g, mask = torch.rand_like(x), [True, True, True]
    ask("batch_norm_backward", g, x, w, mean, var, m, s, train, 1e-5, mask, reserved)
    arguments = mean, var, m, s, train, 1e-5, mask, reserved
    ask("_batch_norm_impl_index_backward", 0, x, g, w, *arguments)
    ask_autograd(
        "batch_norm_backward",
        lambda x, w, b: F.batch_norm(x, mean.clone(), var.clone(), w, b, train, 0.1, 1e-5),
        [x, w, b],
        lambda g, _: [g, x, w, *arguments],
    )


@pytest.mark.parametrize("dim", [0, -1])
def test_gates(dim: int) -> None:
    x, dx, dg = _wide(4, 6), _wide(4, 6), None
    out = F.glu(x, dim)
    ask("glu_jvp", out, x, dx, dim)
    g, dg = torch.rand_like(out), torch.rand_like(out)
    ask("glu_backward_jvp", A.glu_backward(g, x, dim), g, x, dg, dx, dim)


# ---- matrices and images


def test_exponentials_of_matrices() -> None:
    x = numbers(2, 4, 4, dtype=WIDE, scale=0.5)
    ask("matrix_exp_backward", x, torch.rand_like(x))
    ask_autograd("matrix_exp_backward", torch.matrix_exp, [x], lambda g, _: [x, g])


@pytest.mark.parametrize("pad", [0, 2])
def test_convolution_with_the_time_first(pad: int) -> None:
    x, w, b = _wide(6, 2, 3), _wide(3, 3, 4), _wide(4)
    g = torch.rand_like(A.conv_tbc(x, w, b, pad))
    ask("conv_tbc_backward", g, x, w, b, pad)
    ask_autograd(
        "conv_tbc_backward",
        lambda x, w, b: A.conv_tbc(x, w, b, pad),
        [x, w, b],
        lambda g, _: [g, x, w, b, pad],
    )


def test_slow_convolution() -> None:
    x, w = _wide(2, 3, 6, 7), _wide(4, 3, 3, 2)
    options = [3, 2], [2, 1], [1, 0]
    g = torch.rand_like(F.conv2d(x, w, stride=[2, 1], padding=[1, 0]))
    mask = [True, True, True]
    ask("_slow_conv2d_backward.output_mask", g, x, w, *options, mask)


def test_largest_of_windows() -> None:
    x = _wide(2, 3, 6, 7)
    ask_autograd(
        "max_pool2d_backward",
        lambda a: F.max_pool2d(a, [3, 2], [2, 2], [1, 1], [1, 2]),
        [x],
        lambda g, _: [g, x, [3, 2], [2, 2], [1, 1], [1, 2], False],
    )


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("size", [[2, 3, 4, 5], [2, 3, 2, 3, 4]], ids=str)
def test_grids_of_affine_maps(size: list[int], aligned: bool) -> None:
    rank = len(size) - 2
    theta = _wide(2, rank, rank + 1)
    grid = F.affine_grid(theta, size, aligned)
    ask("affine_grid_generator_backward", torch.rand_like(grid), size, aligned)
    ask_autograd(
        "affine_grid_generator_backward",
        lambda t: F.affine_grid(t, size, aligned),
        [theta],
        lambda g, _: [g, size, aligned],
    )


# ---- attention


@pytest.mark.parametrize("masked,causal", [(False, False), (False, True), (True, False)])
def test_attention(masked: bool, causal: bool) -> None:
    q, k, v = _wide(2, 3, 4, 5), _wide(2, 3, 6, 5), _wide(2, 3, 6, 5)
    mask = _wide(2, 1, 4, 6) if masked else None
    flash = A._scaled_dot_product_flash_attention_for_cpu
    out, logs = flash(q, k, v, 0.0, causal, attn_mask=mask)
    ask("_scaled_dot_product_flash_attention_for_cpu", q, k, v, 0.0, causal, attn_mask=mask, scale=0.3)
    name = "_scaled_dot_product_flash_attention_for_cpu_backward"
    ask(name, torch.rand_like(out), q, k, v, out, logs, 0.0, causal, attn_mask=mask, scale=None)
    ask_autograd(
        name,
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, mask, 0.0, causal),
        [q, k, v],
        lambda g, y: [g, q, k, v, y, logs, 0.0, causal, mask, None],
    )
