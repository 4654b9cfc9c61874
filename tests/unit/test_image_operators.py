"""Operators of images without PyTorch at hand: every way to compute them gives the definition."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.networks import convolution
from xdsl_torchscript.runtime.tensor import Tensor


def draw_cases(*shape: int) -> Tensor:
    return Tensor(np.random.default_rng(3).standard_normal(shape).astype(np.float32))


def call(name: str, *arguments: object) -> np.ndarray:
    with np.errstate(all="ignore"):
        return implementation_of(f"aten.{name}")(*arguments).array


def by_definition(x: np.ndarray, w: np.ndarray, step: int, spread: int, groups: int) -> np.ndarray:
    """Compute a convolution in float64, window by window."""
    high, wide = (
        (n - spread * (k - 1) - 1) // step + 1
        for n, k in zip(x.shape[2:], w.shape[2:], strict=True)
    )
    made = np.zeros((len(x), len(w), high, wide))
    inner, outer = w.shape[1], len(w) // groups
    for o, i, j in product(range(len(w)), range(high), range(wide)):
        channels = slice(o // outer * inner, o // outer * inner + inner)
        rows = slice(i * step, i * step + spread * (w.shape[2] - 1) + 1, spread)
        columns = slice(j * step, j * step + spread * (w.shape[3] - 1) + 1, spread)
        made[:, o, i, j] = np.sum(x[:, channels, rows, columns].astype(float) * w[o], (1, 2, 3))
    return made


@pytest.mark.parametrize("columns", [1, 200, 1 << 18])
@pytest.mark.parametrize(
    ("weight", "step", "spread", "groups"),
    [((6, 4, 3, 2), 1, 1, 1), ((6, 2, 2, 3), 2, 2, 2), ((4, 1, 3, 3), 1, 2, 4),
     ((8, 1, 3, 2), 3, 1, 4), ((5, 4, 1, 1), 1, 1, 1), ((5, 4, 1, 1), 2, 1, 1)],
)  # fmt: skip
def test_a_convolution_in_blocks_of_any_size(
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
    weight: tuple[int, ...],
    step: int,
    spread: int,
    groups: int,
) -> None:
    monkeypatch.setattr(convolution, "_COLUMNS", columns)
    monkeypatch.setattr(convolution, "_CHANNELWISE", columns)
    x, w = draw_cases(3, 4, 9, 8), draw_cases(*weight)
    found = call("conv2d", x, w, None, [step] * 2, [0, 0], [spread] * 2, groups)
    expected = by_definition(x.array, w.array, step, spread, groups)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["relu", "silu", "batch_norm", "max_pool2d", "constant_pad_nd"])
def test_channels_stay_last(name: str) -> None:
    x = Tensor(draw_cases(2, 5, 6, 4).array.transpose(0, 3, 1, 2))
    rest = {
        "batch_norm": (None, None, None, None, True, 0.1, 1e-5, False),
        "max_pool2d": ([2, 2], [], [0, 0], [1, 1], False),
        "constant_pad_nd": ([1, 1], 0),
    }.get(name, ())
    assert call(name, x, *rest).transpose(0, 2, 3, 1).flags.c_contiguous


def test_relu_in_place_keeps_negative_zero_and_nan() -> None:
    x = Tensor(np.array([-0.0, -1.0, np.nan, 2.0], np.float32))
    assert call("relu_", x) is x.array
    np.testing.assert_array_equal(x.array, [0, 0, np.nan, 2])
    assert np.signbit(x.array).tolist() == [True, False, False, False]


def test_bytes_are_interpolated_in_fixed_point() -> None:
    x = Tensor(np.array([[[[0, 255]]]], np.uint8))
    found = call("upsample_bilinear2d", x, [1, 4], False, None, None)
    assert found.tolist() == [[[[0, 64, 191, 255]]]]


LINE = np.arange(6, dtype=np.float32)
COPY, SCALED = [0, 1, 2, 3, 4, 5], [0, 0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("name", "shape", "options", "expected"),
    [
        ("upsample_nearest1d", (1, 1, 6), (), SCALED),
        ("upsample_nearest2d", (1, 1, 1, 6), (), COPY),
        ("upsample_nearest2d", (1, 1, 6, 1), (), COPY),
        ("upsample_nearest3d", (1, 1, 1, 1, 6), (), SCALED),
        ("upsample_linear1d", (1, 1, 6), (False,), COPY),
        ("upsample_bilinear2d", (1, 1, 1, 6), (False,), COPY),
        ("upsample_trilinear3d", (1, 1, 6, 1, 1), (False,), COPY),
        ("_upsample_bilinear2d_aa", (1, 1, 6, 1), (False,), COPY),
        ("_upsample_bicubic2d_aa", (1, 1, 6, 1), (False,), COPY),
        ("_upsample_nearest_exact1d", (1, 1, 6), (), [0, 1, 2, 3, 3, 4]),
        ("_upsample_nearest_exact2d", (1, 1, 6, 1), (), [0, 1, 2, 3, 3, 4]),
        ("upsample_bicubic2d", (1, 1, 1, 6), (False,),
         [-0.0427, 0.7334, 1.6357, 2.5327, 3.4341, 4.3697]),
    ],
)  # fmt: skip
def test_a_factor_that_keeps_a_size(
    name: str, shape: tuple[int, ...], options: tuple[bool, ...], expected: list[float]
) -> None:
    """The values are PyTorch's."""
    factors = [1.15] * (len(shape) - 2)
    found = call(name, Tensor(LINE.reshape(shape)), shape[2:], *options, *factors)
    np.testing.assert_allclose(found.ravel(), expected, atol=1e-4)


@pytest.mark.parametrize(
    ("sizes", "channels", "channels_last", "copies"),
    [((122, 6), 4, False, True), ((123, 6), 4, False, False), ((123, 6), 4, True, True),
     ((123, 6), 3, True, False), ((2, 3, 6), 4, True, True), ((2, 3, 6), 4, False, False)],
)  # fmt: skip
def test_nearest_elements_of_a_kept_size_depend_on_the_image(
    sizes: tuple[int, ...], channels: int, channels_last: bool, copies: bool
) -> None:
    """As PyTorch's kernels: for small images, and for many channels that come last."""
    array = np.broadcast_to(LINE, (1, channels, *sizes)).copy()
    if channels_last:
        array = np.moveaxis(np.moveaxis(array, 1, -1).copy(), -1, 1)
    factors = [None] * (len(sizes) - 1) + [1.15]
    found = call(f"upsample_nearest{len(sizes)}d", Tensor(array), sizes, *factors)
    np.testing.assert_array_equal(found[0, 0].reshape(-1, 6)[0], COPY if copies else SCALED)


def test_a_copy_by_interpolation_spreads_no_infinity() -> None:
    x = Tensor(np.array([[[1, np.inf, 3]]], np.float32))
    np.testing.assert_array_equal(call("upsample_linear1d", x, [3], False, 1.1), [[[1, np.nan, 3]]])


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("upsample_nearest2d", (), [1, 2, 3]),
        ("_upsample_nearest_exact2d", (), [1, 5, 0]),
        ("upsample_bilinear2d", (False,), [1, 2, 3]),
        ("upsample_bicubic2d", (False,), [1, 2, 3]),
        ("_upsample_bilinear2d_aa", (False,), [1.6923, 3.0385, 1.2692]),
    ],
)
def test_gradients_by_a_factor_that_keeps_a_size(
    name: str, options: tuple[bool, ...], expected: list[float]
) -> None:
    """The values are PyTorch's, whose gradients do not always use the factors of the results."""
    g = Tensor(np.array([[[[1, 2, 3]]]], np.float32))
    found = call(f"{name}_backward", g, [1, 3], [1, 1, 1, 3], *options, None, 1.3)
    np.testing.assert_allclose(found.ravel(), expected, atol=1e-4)


def test_many_errors_of_float32_are_those_of_few() -> None:
    x = np.linspace(-6, 6, 70001, dtype=np.float32)
    alone = np.concatenate([call("erf", Tensor(part)) for part in np.array_split(x, 200)])
    np.testing.assert_allclose(call("erf", Tensor(x)), alone, rtol=1e-6, atol=2e-7)


@pytest.mark.parametrize("name", ["relu", "max_pool2d"])
def test_complex_numbers_have_no_greatest(name: str) -> None:
    x = Tensor(np.ones((1, 1, 2, 2), np.complex64))
    rest = ([2, 2], [], [0, 0], [1, 1], False) if name == "max_pool2d" else ()
    with pytest.raises(TypeError, match="complex64"):
        call(name, x, *rest)


@pytest.mark.parametrize("name", ["interp", "native"])
def test_patches_of_one_element_are_contiguous_and_no_view(name: str, kept_options: None) -> None:
    ts.set_engine(name)
    source = "def f(x: Tensor):\n    return torch.nn.functional.unfold(x, 1).view([-1])\n"
    pixels = np.arange(24, dtype=np.float32).reshape(1, 2, 2, 6)
    for x in (Tensor(pixels), Tensor(pixels.transpose(0, 3, 1, 2))):
        patches = ts.compile(source).f(x)
        assert patches.tolist() == x.array.ravel().tolist()
        assert not np.shares_memory(patches.array, x.array)
