"""The operators of gradients, `*_backward`, called directly and compared with PyTorch's."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from directly import DTYPES, ask, numbers  # noqa: E402

ACTIVATIONS: dict[str, Sequence[Sequence[object]]] = {
    "hardsigmoid_backward": [[]],
    "hardswish_backward": [[]],
    "hardtanh_backward": [[-1.0, 1.0], [-0.5, 2.0]],
    "leaky_relu_backward": [[0.1, False], [0.3, True]],
    "mish_backward": [[]],
    "silu_backward": [[]],
    "sigmoid_backward": [[]],
    "tanh_backward": [[]],
    "threshold_backward": [[0.5]],
    "softplus_backward": [[1.0, 20.0], [2.0, 1.0]],
    "softshrink_backward": [[0.5]],
    "hardshrink_backward": [[0.5]],
    "logit_backward": [[0.1]],
}


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations(name: str, dtype: object) -> None:
    torch.manual_seed(0)
    edges = torch.tensor([-3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0], dtype=dtype)
    for options in ACTIVATIONS[name]:
        ask(name, numbers(4, 5, dtype=dtype), numbers(4, 5, dtype=dtype), *options)
        ask(name, torch.ones(7, dtype=dtype), edges, *options)


def test_other_activations() -> None:
    torch.manual_seed(0)
    g, x = numbers(4, 6), numbers(4, 6)
    for is_result in (False, True):
        ask("elu_backward", g, 1.5, 2.0, 0.5 if not is_result else 1.0, is_result, x)
    ask("log_sigmoid_backward", g, x, torch.exp(-x.abs()))
    for way in ("none", "tanh"):
        ask("gelu_backward", g, x, approximate=way)
    ask("glu_backward", numbers(4, 3), x, -1)
    ask("glu_backward", numbers(2, 6), x, 0)
    ask("rrelu_with_noise_backward", g, x, numbers(4, 6), 0.1, 0.3, True, False)
    ask("rrelu_with_noise_backward", g, x, numbers(4, 6), 0.1, 0.3, False, False)
    ask("_prelu_kernel_backward", g, x, numbers(1, 6))
    ask("native_dropout_backward", g, x > 0, 2.0)
    ask("logit_backward", g, torch.rand(4, 6) * 1.5 - 0.2, None)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("reduction", [0, 1, 2])
def test_losses(reduction: int, dtype: object) -> None:
    torch.manual_seed(1)
    x, y = numbers(3, 4, dtype=dtype), numbers(3, 4, dtype=dtype)
    g = numbers(3, 4, dtype=dtype) if reduction == 0 else torch.tensor(1.5, dtype=dtype)
    ask("mse_loss_backward", g, x, y, reduction)
    ask("smooth_l1_loss_backward", g, x, y, reduction, 0.7)
    ask("huber_loss_backward", g, x, y, reduction, 0.7)
    ask("soft_margin_loss_backward", g, x, y.sign(), reduction)
    p, w = torch.rand(3, 4).to(dtype), torch.rand(3, 4).to(dtype)
    for weight in (None, w):
        ask("binary_cross_entropy_backward", g, p, torch.rand(3, 4).to(dtype), weight, reduction)


@pytest.mark.parametrize("reduction", [0, 1, 2])
@pytest.mark.parametrize("weighted", [False, True])
def test_likelihood(reduction: int, weighted: bool) -> None:
    torch.manual_seed(2)
    weight = torch.rand(5) if weighted else None
    target = torch.tensor([1, 4, -100])
    g = torch.rand(3) if reduction == 0 else torch.tensor(1.5)
    ask("nll_loss_backward", g, numbers(3, 5), target, weight, reduction, -100, torch.tensor(2.0))
    images = torch.randint(0, 5, (3, 2, 2))
    g = torch.rand(3, 2, 2) if reduction == 0 else torch.tensor(1.5)
    total = torch.tensor(2.0)
    ask("nll_loss2d_backward", g, numbers(3, 5, 2, 2), images, weight, reduction, 1, total)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_softmax(dim: int, dtype: object) -> None:
    torch.manual_seed(3)
    x, g = numbers(2, 3, 4, dtype=dtype), numbers(2, 3, 4, dtype=dtype)
    ask("_softmax_backward_data", g, torch.softmax(x, dim), dim, dtype)
    ask("_log_softmax_backward_data", g, torch.log_softmax(x, dim), dim, dtype)


def test_places() -> None:
    torch.manual_seed(4)
    sizes = [4, 5, 6]
    ask("select_backward", numbers(4, 6), sizes, 1, -2)
    ask("slice_backward", numbers(4, 2, 6), sizes, 1, 0, 4, 2)
    ask("diagonal_backward", numbers(6, 4), sizes, 1, 0, 1)
    ask("unfold_backward", numbers(4, 2, 6, 3), sizes, 1, 3, 2)
    ask("trace_backward", numbers(1)[0], [3, 4])
    ask("index_select_backward", numbers(4, 3, 6), sizes, 1, torch.tensor([1, 1, 4]))
    places = torch.randint(0, 5, (4, 1, 6))
    ask("value_selecting_reduction_backward", numbers(4, 1, 6), 1, places, sizes, True)
    ask("value_selecting_reduction_backward", numbers(4, 6), 1, places[:, 0], sizes, False)
    mask = torch.rand(4, 6) > 0.5
    ask("masked_select_backward", numbers(int(mask.sum())), numbers(4, 6), mask)
    ask("masked_scatter_backward", numbers(4, 6), mask, [30])
    words = torch.tensor([[0, 2, 2], [3, 1, 2]])
    for by_count in (False, True):
        ask("embedding_dense_backward", numbers(2, 3, 4), words, 5, 1, by_count)
    ask("embedding_backward", numbers(2, 3, 4), words, 5, -1, False, False)


CONVOLUTIONS = [
    # input, weight, stride, padding, dilation, transposed, output padding, groups
    ([2, 4, 9], [6, 4, 3], [1], [0], [1], False, [0], 1),
    ([2, 4, 9, 8], [6, 2, 3, 2], [2, 1], [1, 0], [1, 2], False, [0, 0], 2),
    ([1, 2, 5, 6, 7], [3, 2, 2, 3, 2], [2, 2, 3], [1, 1, 0], [1, 1, 1], False, [0, 0, 0], 1),
    ([2, 4, 5, 6], [4, 3, 3, 2], [2, 1], [1, 0], [1, 2], True, [1, 0], 2),
    ([2, 4, 5], [4, 2, 3], [3], [1], [1], True, [2], 1),
]


@pytest.mark.parametrize("case", CONVOLUTIONS, ids=str)
def test_convolution(case: tuple[object, ...]) -> None:
    torch.manual_seed(5)
    sizes, kernel, *rest = case
    x, w = numbers(*sizes, scale=1.0), numbers(*kernel, scale=1.0)
    g = torch.rand_like(torch.ops.aten.convolution(x, w, None, *rest))
    ask("convolution_backward", g, x, w, [w.shape[0]], *rest, [True, True, True])
    ask("convolution_backward", g, x, w, None, *rest, [True, False, False])


def test_pools() -> None:
    torch.manual_seed(6)
    x = numbers(2, 3, 7, 8)
    for options in (
        ([3, 2], [2, 2], [1, 0], False, True, None),
        ([3, 3], [2, 2], [1, 1], True, False, None),
        ([3, 3], [], [1, 1], True, True, None),
        ([2, 3], [1, 2], [0, 1], False, True, 5),
    ):
        g = torch.rand_like(torch.ops.aten.avg_pool2d(x, *options))
        ask("avg_pool2d_backward", g, x, *options)
    ask("_adaptive_avg_pool2d_backward", numbers(2, 3, 4, 3), x)
    cube = numbers(1, 2, 5, 6, 7)
    options = ([2, 3, 2], [2, 1, 2], [1, 1, 0], False, True, None)
    g = torch.rand_like(torch.ops.aten.avg_pool3d(cube, *options))
    ask("avg_pool3d_backward", g, cube, *options)
    ask("_adaptive_avg_pool3d_backward", numbers(1, 2, 2, 3, 5), cube)


def test_paddings() -> None:
    torch.manual_seed(7)
    for kind in ("reflection", "replication"):
        ask(f"{kind}_pad1d_backward", numbers(2, 3, 8), numbers(2, 3, 5), [1, 2])
        ask(f"{kind}_pad2d_backward", numbers(2, 6, 8), numbers(2, 5, 5), [1, 2, 0, 1])
        pad3 = [1, 2, 0, 1, 3, 0]
        ask(f"{kind}_pad3d_backward", numbers(2, 1, 8, 6, 7), numbers(2, 1, 5, 5, 4), pad3)


def test_resampling() -> None:
    torch.manual_seed(8)
    for aligned in (False, True):
        ask("upsample_linear1d_backward", numbers(2, 3, 8), [8], [2, 3, 5], aligned, None)
        for kind in (
            "upsample_bilinear2d",
            "upsample_bicubic2d",
            "_upsample_bilinear2d_aa",
            "_upsample_lanczos2d_aa",
        ):
            sizes = ([8, 3], [2, 3, 5, 6])
            ask(f"{kind}_backward", numbers(2, 3, 8, 3), *sizes, aligned, None, None)
            for kept in ([5, 6], [5, 7]):
                sizes = (kept, [2, 3, 5, 6])
                ask(f"{kind}_backward", numbers(2, 3, *kept), *sizes, aligned, 1.15, 1.2)
        cubes = ([4, 3, 6], [1, 2, 2, 3, 5])
        ask(
            "upsample_trilinear3d_backward",
            numbers(1, 2, 4, 3, 6),
            *cubes,
            aligned,
            None,
            None,
            None,
        )
    for kind in ("upsample_nearest", "_upsample_nearest_exact"):
        ask(f"{kind}1d_backward", numbers(2, 3, 8), [8], [2, 3, 5], 1.7)
        ask(f"{kind}2d_backward", numbers(2, 3, 8, 3), [8, 3], [2, 3, 5, 6], None, None)
        ask(f"{kind}3d_backward", numbers(1, 2, 4, 3, 6), *cubes, 2.0, None, 1.2)
        ask(f"{kind}1d_backward", numbers(2, 3, 5), [5], [2, 3, 5], 1.15)
        ask(f"{kind}2d_backward", numbers(2, 3, 5, 12), [5, 12], [2, 3, 5, 6], 1.15, 2.1)


def test_normalisation() -> None:
    torch.manual_seed(9)
    x, g, w, b = numbers(3, 4, 5), numbers(3, 4, 5), numbers(4, 5), numbers(4, 5)
    _, mean, rstd = torch.ops.aten.native_layer_norm(x, [4, 5], w, b, 1e-5)
    everything = [True, True, True]
    ask("native_layer_norm_backward", g, x, [4, 5], mean, rstd, w, b, everything)
    ask("native_layer_norm_backward", g, x, [4, 5], mean, rstd, None, None, [True, False, False])
    x, g, w, b = numbers(3, 4, 5), numbers(3, 4, 5), numbers(4), numbers(4)
    _, mean, rstd = torch.ops.aten.native_group_norm(x, w, b, 3, 4, 5, 2, 1e-5)
    ask("native_group_norm_backward", g, x, mean, rstd, w, 3, 4, 5, 2, everything)
    _, mean, rstd = torch.ops.aten.native_batch_norm(x, w, b, None, None, True, 0.1, 1e-5)
    fixed = (None, None, mean, rstd, True, 1e-5, everything)
    ask("native_batch_norm_backward", g, x, w, *fixed)
    remembered = (torch.rand(4), torch.rand(4) + 0.5, None, None, False, 1e-5, everything)
    ask("native_batch_norm_backward", g, x, w, *remembered)
