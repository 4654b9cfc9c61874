"""The operators that gradients are made of, `*_backward`, asked directly and compared with
PyTorch's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import implementation_of  # noqa: E402
from xdsl_torchscript.runtime.operators.core import quiet  # noqa: E402
from xdsl_torchscript.runtime.tensor import Tensor  # noqa: E402


def _ours(value: object) -> object:
    if isinstance(value, torch.Tensor):
        return Tensor.of(value.clone())
    if isinstance(value, torch.dtype):
        return BY_TORCH_NAME[str(value).removeprefix("torch.")].code
    return value


def _compare(expected: object, got: object, what: str) -> None:
    if isinstance(expected, tuple | list):
        assert len(expected) == len(got), what
        for one, other in zip(expected, got, strict=True):
            _compare(one, other, what)
        return
    if expected is None or got is None:
        assert expected is None and got is None, what
        return
    assert str(expected.dtype).removeprefix("torch.") == got.dtype.torch_name, what
    assert tuple(expected.shape) == got.array.shape, what
    narrow = expected.dtype in (torch.float16, torch.bfloat16)
    tolerance = 2e-2 if narrow else 1e-5
    theirs = expected.to(torch.float64).numpy()
    assert np.allclose(
        got.array.astype(np.float64), theirs, tolerance, tolerance, equal_nan=True
    ), what


def _ask(name: str, *arguments: object, **keywords: object) -> None:
    base, _, overload = name.partition(".")
    kind = getattr(getattr(torch.ops.aten, base), overload or "default")
    function = implementation_of(f"aten.{name}")
    assert function is not None, f"{name} is missing"
    expected = kind(*arguments, **keywords)
    with quiet():
        got = function(*map(_ours, arguments), *keywords.values())
    shown = [list(a.shape) if isinstance(a, torch.Tensor) else a for a in arguments]
    _compare(expected, got, f"{name}{shown}")


DTYPES = (torch.float32, torch.float64, torch.bfloat16)


def _numbers(*sizes: int, dtype: object = torch.float32, scale: float = 3.0) -> object:
    return (torch.rand(*sizes, dtype=torch.float64) * 2 * scale - scale).to(dtype)


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
    for numbers in ACTIVATIONS[name]:
        _ask(name, _numbers(4, 5, dtype=dtype), _numbers(4, 5, dtype=dtype), *numbers)
        _ask(name, torch.ones(7, dtype=dtype), edges, *numbers)


def test_other_activations() -> None:
    torch.manual_seed(0)
    g, x = _numbers(4, 6), _numbers(4, 6)
    for is_result in (False, True):
        _ask("elu_backward", g, 1.5, 2.0, 0.5 if not is_result else 1.0, is_result, x)
    _ask("log_sigmoid_backward", g, x, torch.exp(-x.abs()))
    for way in ("none", "tanh"):
        _ask("gelu_backward", g, x, approximate=way)
    _ask("glu_backward", _numbers(4, 3), x, -1)
    _ask("glu_backward", _numbers(2, 6), x, 0)
    _ask("rrelu_with_noise_backward", g, x, _numbers(4, 6), 0.1, 0.3, True, False)
    _ask("rrelu_with_noise_backward", g, x, _numbers(4, 6), 0.1, 0.3, False, False)
    _ask("_prelu_kernel_backward", g, x, _numbers(1, 6))
    _ask("native_dropout_backward", g, x > 0, 2.0)
    _ask("logit_backward", g, torch.rand(4, 6) * 1.5 - 0.2, None)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("reduction", [0, 1, 2])
def test_losses(reduction: int, dtype: object) -> None:
    torch.manual_seed(1)
    x, y = _numbers(3, 4, dtype=dtype), _numbers(3, 4, dtype=dtype)
    g = _numbers(3, 4, dtype=dtype) if reduction == 0 else torch.tensor(1.5, dtype=dtype)
    _ask("mse_loss_backward", g, x, y, reduction)
    _ask("smooth_l1_loss_backward", g, x, y, reduction, 0.7)
    _ask("huber_loss_backward", g, x, y, reduction, 0.7)
    _ask("soft_margin_loss_backward", g, x, y.sign(), reduction)
    p, w = torch.rand(3, 4).to(dtype), torch.rand(3, 4).to(dtype)
    for weight in (None, w):
        _ask("binary_cross_entropy_backward", g, p, torch.rand(3, 4).to(dtype), weight, reduction)


@pytest.mark.parametrize("reduction", [0, 1, 2])
@pytest.mark.parametrize("weighted", [False, True])
def test_likelihood(reduction: int, weighted: bool) -> None:
    torch.manual_seed(2)
    weight = torch.rand(5) if weighted else None
    target = torch.tensor([1, 4, -100])
    g = torch.rand(3) if reduction == 0 else torch.tensor(1.5)
    _ask("nll_loss_backward", g, _numbers(3, 5), target, weight, reduction, -100, torch.tensor(2.0))
    images = torch.randint(0, 5, (3, 2, 2))
    g = torch.rand(3, 2, 2) if reduction == 0 else torch.tensor(1.5)
    total = torch.tensor(2.0)
    _ask("nll_loss2d_backward", g, _numbers(3, 5, 2, 2), images, weight, reduction, 1, total)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("dim", [0, 1, -1])
def test_softmax(dim: int, dtype: object) -> None:
    torch.manual_seed(3)
    x, g = _numbers(2, 3, 4, dtype=dtype), _numbers(2, 3, 4, dtype=dtype)
    _ask("_softmax_backward_data", g, torch.softmax(x, dim), dim, dtype)
    _ask("_log_softmax_backward_data", g, torch.log_softmax(x, dim), dim, dtype)


def test_places() -> None:
    torch.manual_seed(4)
    sizes = [4, 5, 6]
    _ask("select_backward", _numbers(4, 6), sizes, 1, -2)
    _ask("slice_backward", _numbers(4, 2, 6), sizes, 1, 0, 4, 2)
    _ask("diagonal_backward", _numbers(6, 4), sizes, 1, 0, 1)
    _ask("unfold_backward", _numbers(4, 2, 6, 3), sizes, 1, 3, 2)
    _ask("trace_backward", _numbers(1)[0], [3, 4])
    _ask("index_select_backward", _numbers(4, 3, 6), sizes, 1, torch.tensor([1, 1, 4]))
    places = torch.randint(0, 5, (4, 1, 6))
    _ask("value_selecting_reduction_backward", _numbers(4, 1, 6), 1, places, sizes, True)
    _ask("value_selecting_reduction_backward", _numbers(4, 6), 1, places[:, 0], sizes, False)
    mask = torch.rand(4, 6) > 0.5
    _ask("masked_select_backward", _numbers(int(mask.sum())), _numbers(4, 6), mask)
    _ask("masked_scatter_backward", _numbers(4, 6), mask, [30])
    words = torch.tensor([[0, 2, 2], [3, 1, 2]])
    for by_count in (False, True):
        _ask("embedding_dense_backward", _numbers(2, 3, 4), words, 5, 1, by_count)
    _ask("embedding_backward", _numbers(2, 3, 4), words, 5, -1, False, False)


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
    x, w = _numbers(*sizes, scale=1.0), _numbers(*kernel, scale=1.0)
    g = torch.rand_like(torch.ops.aten.convolution(x, w, None, *rest))
    _ask("convolution_backward", g, x, w, [w.shape[0]], *rest, [True, True, True])
    _ask("convolution_backward", g, x, w, None, *rest, [True, False, False])


def test_pools() -> None:
    torch.manual_seed(6)
    x = _numbers(2, 3, 7, 8)
    for options in (
        ([3, 2], [2, 2], [1, 0], False, True, None),
        ([3, 3], [2, 2], [1, 1], True, False, None),
        ([3, 3], [], [1, 1], True, True, None),
        ([2, 3], [1, 2], [0, 1], False, True, 5),
    ):
        g = torch.rand_like(torch.ops.aten.avg_pool2d(x, *options))
        _ask("avg_pool2d_backward", g, x, *options)
    _ask("_adaptive_avg_pool2d_backward", _numbers(2, 3, 4, 3), x)
    cube = _numbers(1, 2, 5, 6, 7)
    options = ([2, 3, 2], [2, 1, 2], [1, 1, 0], False, True, None)
    g = torch.rand_like(torch.ops.aten.avg_pool3d(cube, *options))
    _ask("avg_pool3d_backward", g, cube, *options)
    _ask("_adaptive_avg_pool3d_backward", _numbers(1, 2, 2, 3, 5), cube)


def test_paddings() -> None:
    torch.manual_seed(7)
    for kind in ("reflection", "replication"):
        _ask(f"{kind}_pad1d_backward", _numbers(2, 3, 8), _numbers(2, 3, 5), [1, 2])
        _ask(f"{kind}_pad2d_backward", _numbers(2, 6, 8), _numbers(2, 5, 5), [1, 2, 0, 1])
        pad3 = [1, 2, 0, 1, 3, 0]
        _ask(f"{kind}_pad3d_backward", _numbers(2, 1, 8, 6, 7), _numbers(2, 1, 5, 5, 4), pad3)


def test_resampling() -> None:
    torch.manual_seed(8)
    for aligned in (False, True):
        _ask("upsample_linear1d_backward", _numbers(2, 3, 8), [8], [2, 3, 5], aligned, None)
        for kind in ("upsample_bilinear2d", "upsample_bicubic2d", "_upsample_bilinear2d_aa"):
            sizes = ([8, 3], [2, 3, 5, 6])
            _ask(f"{kind}_backward", _numbers(2, 3, 8, 3), *sizes, aligned, None, None)
        cubes = ([4, 3, 6], [1, 2, 2, 3, 5])
        _ask(
            "upsample_trilinear3d_backward",
            _numbers(1, 2, 4, 3, 6),
            *cubes,
            aligned,
            None,
            None,
            None,
        )
    for kind in ("upsample_nearest", "_upsample_nearest_exact"):
        _ask(f"{kind}1d_backward", _numbers(2, 3, 8), [8], [2, 3, 5], 1.7)
        _ask(f"{kind}2d_backward", _numbers(2, 3, 8, 3), [8, 3], [2, 3, 5, 6], None, None)
        _ask(f"{kind}3d_backward", _numbers(1, 2, 4, 3, 6), *cubes, 2.0, None, 1.2)


def test_normalisation() -> None:
    torch.manual_seed(9)
    x, g, w, b = _numbers(3, 4, 5), _numbers(3, 4, 5), _numbers(4, 5), _numbers(4, 5)
    _, mean, rstd = torch.ops.aten.native_layer_norm(x, [4, 5], w, b, 1e-5)
    everything = [True, True, True]
    _ask("native_layer_norm_backward", g, x, [4, 5], mean, rstd, w, b, everything)
    _ask("native_layer_norm_backward", g, x, [4, 5], mean, rstd, None, None, [True, False, False])
    x, g, w, b = _numbers(3, 4, 5), _numbers(3, 4, 5), _numbers(4), _numbers(4)
    _, mean, rstd = torch.ops.aten.native_group_norm(x, w, b, 3, 4, 5, 2, 1e-5)
    _ask("native_group_norm_backward", g, x, mean, rstd, w, 3, 4, 5, 2, everything)
    _, mean, rstd = torch.ops.aten.native_batch_norm(x, w, b, None, None, True, 0.1, 1e-5)
    fixed = (None, None, mean, rstd, True, 1e-5, everything)
    _ask("native_batch_norm_backward", g, x, w, *fixed)
    remembered = (torch.rand(4), torch.rand(4) + 0.5, None, None, False, 1e-5, everything)
    _ask("native_batch_norm_backward", g, x, w, *remembered)
