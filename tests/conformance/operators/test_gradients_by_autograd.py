"""Operators of gradients against PyTorch's, and against the gradients of its autograd."""

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


@pytest.mark.parametrize("aligned", [False, True])
@pytest.mark.parametrize("padding", [0, 1, 2])
@pytest.mark.parametrize("mode,rank", [(0, 2), (1, 2), (2, 2), (0, 3), (1, 3)])
def test_grid_samples(mode: int, rank: int, padding: int, aligned: bool) -> None:
    sizes = [5, 6, 4][:rank]
    for dtype in (WIDE, torch.float32):
        x = numbers(2, 3, *sizes, dtype=dtype)
        grid = numbers(2, 4, 3, *[2] * (rank - 2), rank, dtype=dtype, scale=1.7)
        g = numbers(2, 3, *grid.shape[1:-1], dtype=dtype)
        name = f"grid_sampler_{rank}d_backward"
        ask(name, g, x, grid, mode, padding, aligned, [True, True], tolerance=1e-4)
    ask(name, g, x, grid, mode, padding, aligned, [False, True], tolerance=1e-4)
    if rank == 2:
        name = "_grid_sampler_2d_cpu_fallback_backward"
        ask(name, g, x, grid, mode, padding, aligned, tolerance=1e-4)


def test_grid_samples_at_edges() -> None:
    """Points at corners, at borders and far outside."""
    line = torch.tensor([-3.0, -1.0, -0.75, 0.0, 0.5, 1.0, 2.5], dtype=WIDE)
    grid = torch.cartesian_prod(line, line).view(1, 7, 7, 2)
    x, g = _wide(1, 2, 4, 1), _wide(1, 2, 7, 7)
    for mode in range(3):
        for padding in range(3):
            for aligned in (False, True):
                ask("grid_sampler_2d_backward", g, x, grid, mode, padding, aligned, [True, True])


# ---- distances


@pytest.mark.parametrize("p", [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, float("inf")])
def test_distances(p: float) -> None:
    for dtype in (WIDE, torch.float32):
        a, b = numbers(2, 4, 3, dtype=dtype), numbers(2, 5, 3, dtype=dtype)
        b[:, 1] = a[:, 2]
        b[:, 2, 0] = a[:, 3, 0]
        found = A._cdist_forward(a, b, p, None)
        ask("_cdist_backward", torch.rand_like(found), a, b, p, found)
        near = A._pdist_forward(b[0].contiguous(), p)
        ask("_pdist_backward", torch.rand_like(near), b[0].contiguous(), p, near)
    a, b = _wide(4, 3), _wide(5, 3)
    ask_autograd(
        "_cdist_backward",
        lambda a: torch.cdist(a, b, p),
        [a],
        lambda g, y: [g, a, b, p, y],
    )
    ask_autograd("_pdist_backward", lambda a: torch.pdist(a, p), [a], lambda g, y: [g, a, p, y])


# ---- rows in bags


BAGS = {
    "sum": (0, False, False), "mean": (1, False, False), "max": (2, False, False),
    "weighted": (0, False, True), "by frequency": (1, True, False),
}  # fmt: skip


@pytest.mark.parametrize("padding", [-1, 2])
@pytest.mark.parametrize("dtype", [WIDE, torch.float32])
@pytest.mark.parametrize("case", BAGS)
def test_bags(case: str, dtype: torch.dtype, padding: int) -> None:
    mode, by_count, weighted = BAGS[case]
    # PyTorch's CPUs divide by the count of another row, unless all rows are met equally often.
    rows = torch.tensor([1, 2, 2, 5, 1, 5] if by_count else [1, 2, 2, 5, 0, 1])
    table = numbers(6, 4, dtype=dtype)
    offsets = torch.tensor([0, 2, 2, 5])
    share = numbers(6, dtype=dtype) if weighted else None
    given = table, rows, offsets, by_count, mode, False, share, False, padding
    ask("_embedding_bag", *given)
    ask("_embedding_bag_forward_only", *given)
    out, *told = A._embedding_bag(*given)
    g = torch.rand_like(out)
    ask(
        "_embedding_bag_backward", g, rows, offsets, *told, 6, by_count, mode, False, share, padding
    )
    bags = torch.tensor([0, 0, 2, 2, 2, 3])
    dense = bags, *told[1:], 6, by_count, mode, share, padding
    ask("_embedding_bag_dense_backward", g, rows, *dense)
    if weighted:
        name = "_embedding_bag_per_sample_weights_backward"
        ask(name, g, table, rows, offsets, told[0], mode, padding)
    if dtype == WIDE:
        ask_autograd(
            "_embedding_bag_dense_backward",
            lambda t: A._embedding_bag(t, *given[1:])[0],
            [table],
            lambda g, _: [g, rows, *dense],
        )


# ---- segments


@pytest.mark.parametrize("initial", [None, 2.0])
@pytest.mark.parametrize("reduce", ["sum", "mean", "max", "min", "prod"])
def test_segments(reduce: str, initial: float | None) -> None:
    lengths = torch.tensor([2, 3, 0, 1])
    for dtype in (WIDE, torch.float32):
        x = numbers(6, 2, dtype=dtype)
        x[2] = x[3]
        x[4, 0], x[0, 1] = 0, 0
        out = torch.segment_reduce(x, reduce, lengths=lengths, initial=initial)
        given = torch.rand_like(out), out, x, reduce
        ask(
            "_segment_reduce_backward",
            *given,
            lengths=lengths,
            offsets=None,
            axis=0,
            initial=initial,
        )
    x = _wide(2, 6)
    ends = torch.tensor([[0, 2, 6], [0, 5, 6]])
    ask_autograd(
        "_segment_reduce_backward",
        lambda a: torch.segment_reduce(a, reduce, offsets=ends, axis=1, initial=initial),
        [x],
        lambda g, y: [g, y, x, reduce, None, ends, 1, initial],
    )


# ---- losses


@pytest.mark.parametrize("dtype", [WIDE, torch.float32])
@pytest.mark.parametrize("reduction", [0, 1, 2])
def test_losses_with_margins(reduction: int, dtype: torch.dtype) -> None:
    x, wanted = numbers(3, 5, dtype=dtype), torch.tensor([1, 4, 0])
    g = torch.rand(3 if reduction == 0 else ()).to(dtype)
    for p in (1, 2):
        for weight in (None, torch.rand(5).to(dtype)):
            given = wanted, p, 0.7, weight, reduction
            ask("multi_margin_loss_backward", g, x, *given)
    ask("multi_margin_loss_backward", g.sum(), x[0], wanted[0], 1, 1.0, None, reduction)
    labels = torch.tensor([[1, 3, -1, 2, 0], [-1, 0, 0, 0, 0], [4, 0, 1, 2, 3]])
    _, marked = A.multilabel_margin_loss_forward(x, labels, reduction)
    ask("multilabel_margin_loss_backward", g, x, labels, reduction, marked)
    ask("multilabel_margin_loss_backward", g.sum(), x[0], labels[0], reduction, marked[0])


@pytest.mark.parametrize("zero_infinity", [False, True])
@pytest.mark.parametrize("apart", [False, True])
def test_sequences_of_labels(apart: bool, zero_infinity: bool) -> None:
    logs = torch.log_softmax(_wide(7, 3, 5), 2)
    targets = torch.tensor([[1, 2, 2, 0], [3, 0, 0, 0], [1, 1, 1, 1]])
    # The last sequence has fewer steps than its labels need.
    steps, counts = [7, 5, 6], [3, 1, 4]
    given = targets if apart else torch.cat([t[:n] for t, n in zip(targets, counts, strict=True)])
    loss, alpha = A._ctc_loss(logs, given, steps, counts, 0, zero_infinity)
    g = torch.rand_like(loss)
    ask("_ctc_loss_backward", g, logs, given, steps, counts, loss, alpha, 0, zero_infinity)
    sizes = torch.tensor(steps), torch.tensor(counts)
    ask("_ctc_loss_backward.Tensor", g, logs, given, *sizes, loss, alpha, 0, zero_infinity)


# ---- operators that PyTorch implements differently on CPUs


def test_linear() -> None:
    x, w, b = _wide(2, 3, 4), _wide(5, 4), _wide(5)
    ask_autograd("linear_backward", F.linear, [x, w, b], lambda g, _: [x, g, w, [True, True, True]])


MATRICES = [([4], [4]), ([3, 4], [4]), ([4], [4, 5]), ([3, 4], [4, 5]), ([2, 3, 4], [4, 5]),
            ([2, 1, 3, 4], [6, 4, 5]), ([4], [2, 4, 5]), ([2, 3, 4], [4])]  # fmt: skip


@pytest.mark.parametrize("dtype", [WIDE, torch.complex128])
@pytest.mark.parametrize("left,right", MATRICES, ids=str)
def test_products(left: list[int], right: list[int], dtype: torch.dtype) -> None:
    a, b = torch.rand(left, dtype=dtype), torch.rand(right, dtype=dtype)
    ask_autograd("matmul_backward", torch.matmul, [a, b], lambda g, _: [g, a, b, [True, True]])


def test_root_mean_square() -> None:
    x, w = _wide(3, 4, 5), _wide(4, 5)
    ask("_fused_rms_norm", x, [4, 5], w, 1e-3)
    ask("_fused_rms_norm", x.float(), [5], None, None)
    scale = A._fused_rms_norm(x, [4, 5], w, 1e-3)[1]
    ask_autograd(
        "_fused_rms_norm_backward",
        lambda x, w: F.rms_norm(x, [4, 5], w, 1e-3),
        [x, w],
        lambda g, _: [g, x, [4, 5], scale, w, [True, True]],
    )


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("given", [(1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0)], ids=str)
def test_convolutions_twice(given: tuple[int, int, int], transposed: bool) -> None:
    options = [2, 1], [1, 0], [1, 2], transposed, [0, 0], 2
    x, w = _wide(2, 4, 5, 6), _wide(4, 2, 3, 2)
    twice = [_wide(*x.shape), _wide(*w.shape), _wide(w.shape[1] * 2 if transposed else 4)]
    twice = [t if g else None for t, g in zip(twice, given, strict=True)]
    g = torch.rand_like(A.convolution(x, w, None, *options))
    ask("_convolution_double_backward", *twice, g, w, x, *options, [True, True, True])


# ---- numbers that are drawn, of which PyTorch approximates the gradients


def test_gamma_numbers() -> None:
    for scale in (0.01, 0.3, 1.0, 2.5, 30.0, 1e3, 1e5, 1e8):
        shapes = torch.full((50,), scale, dtype=WIDE)
        drawn = torch._standard_gamma(shapes)
        ask("_standard_gamma_grad", shapes, drawn, tolerance=5e-3)
        ask("_standard_gamma_grad", shapes.float(), drawn.float(), tolerance=5e-3)
    ask("_standard_gamma_grad", torch.tensor([0.5, 2.0]), torch.zeros(2), tolerance=5e-3)


def test_shares() -> None:
    for own in (0.05, 0.5, 1.0, 4.0, 60.0):
        for rest in (0.05, 0.5, 3.0, 80.0):
            alpha = torch.tensor([own, rest], dtype=WIDE).expand(20, 2)
            drawn = torch._sample_dirichlet(alpha.contiguous()).clamp(1e-6, 1 - 1e-6)
            given = alpha[:, 0].contiguous(), alpha.sum(1)
            ask("_dirichlet_grad", drawn[:, 0].contiguous(), *given, tolerance=1e-2)


# ---- cells of recurrent networks


@pytest.mark.parametrize("biased", [False, True])
def test_cells(biased: bool) -> None:
    def gates(count: int) -> list[torch.Tensor | None]:
        biases = [_wide(count * 3), _wide(count * 3)] if biased else [None, None]
        return [_wide(2, count * 3), _wide(2, count * 3), *biases]

    g, x, y = _wide(2, 3), _wide(2, 3), _wide(2, 3)
    a, b, *biases = gates(4)
    for grads in ((g, y), (g, None), (None, y)):
        ask("_thnn_differentiable_lstm_cell_backward", *grads, a, b, *biases, x, y)
    a, b, *biases = gates(3)
    ask("_thnn_differentiable_gru_cell_backward", g, a, b, x, *biases)


# ---- writes into tensors


def test_written() -> None:
    cube, g = _wide(1, 2, 5, 6, 7), _wide(1, 2, 2, 3, 5)
    name = "adaptive_avg_pool3d_backward.grad_input"
    ask(name, g, cube, grad_input=torch.empty(0, dtype=WIDE))
    x, w = _wide(2, 3, 6, 7), _wide(4, 3, 3, 2)
    g = torch.rand_like(F.conv2d(x, w))
    outs = {f"grad_{n}": torch.empty(0, dtype=WIDE) for n in ("input", "weight", "bias")}
    ask("_slow_conv2d_backward.grad_input", g, x, w, [3, 2], [1, 1], [0, 0], **outs)


# ---- attention


@pytest.mark.parametrize("masked,causal", [(False, False), (False, True), (True, False)])
def test_attention(masked: bool, causal: bool) -> None:
    q, k, v = _wide(2, 3, 4, 5), _wide(2, 3, 6, 5), _wide(2, 3, 6, 5)
    mask = _wide(2, 1, 4, 6) if masked else None
    flash = A._scaled_dot_product_flash_attention_for_cpu
    out, logs = flash(q, k, v, 0.0, causal, attn_mask=mask)
    ask(
        "_scaled_dot_product_flash_attention_for_cpu",
        q,
        k,
        v,
        0.0,
        causal,
        attn_mask=mask,
        scale=0.3,
    )
    name = "_scaled_dot_product_flash_attention_for_cpu_backward"
    ask(name, torch.rand_like(out), q, k, v, out, logs, 0.0, causal, attn_mask=mask, scale=None)
    ask_autograd(
        name,
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, mask, 0.0, causal),
        [q, k, v],
        lambda g, y: [g, q, k, v, y, logs, 0.0, causal, mask, None],
    )
