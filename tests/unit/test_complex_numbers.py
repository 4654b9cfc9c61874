"""Plans of functions with complex numbers in between, against the interpreter."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

TEXT = """
def spectrum(x, fb):
    return (torch.fft.rfft(x.unfold(-1, 64, 32)).abs().pow(2) @ fb).clamp(min=1e-10).log10()

def frames(x, fb):
    w = torch.hann_window(64)
    z = torch.stft(x, 64, 32, window=w, return_complex=True, center=False)
    return torch.matmul(z.abs().transpose(-1, -2), fb)

def energies(x, fb):
    z = torch.fft.rfft(x[:, :64])
    return (z * z.conj()).real + 1.0, z.imag.exp()

def transposed(x, fb):
    return torch.fft.rfft(x.unfold(-1, 64, 32).transpose(0, 1)).abs().exp()

def long(x, fb):
    return torch.fft.rfft(x).abs().exp()

def product(z, w):
    p = z * w
    return p.real * 1.0, p.imag * 1.0, p.abs() * 1.0

def sums(z, w):
    r = z.real * 1.0
    s, d = r + z, r - w
    return s.imag * 1.0, d.imag * 1.0, (2.0 - z).abs() * 1.0, (z * 2.5).imag * 1.0
"""


def _assert_same(found: Any, expected: Any, tolerance: float) -> None:
    if isinstance(expected, tuple):
        for a, b in zip(found, expected, strict=True):
            _assert_same(a, b, tolerance)
        return
    found, expected = found.array, expected.array
    assert found.dtype == expected.dtype
    assert found.strides == expected.strides
    np.testing.assert_allclose(found, expected, rtol=tolerance, atol=tolerance)


def _planned(function: Any, *inputs: Any) -> Any:
    with ts.optimized_execution(False):
        expected = function(*inputs)
    for _ in range(4):
        found = function(*inputs)
    return found, expected, function.graph_for(*inputs)


@pytest.mark.usefixtures("compiled_now")
@pytest.mark.parametrize("name", ["spectrum", "frames", "energies"])
def test_short_transforms_are_in_groups(name: str) -> None:
    rng = np.random.default_rng(0)
    x, fb = (ts.tensor(rng.normal(size=s).astype("f")) for s in ((2, 200), (33, 20)))
    found, expected, graph = _planned(getattr(ts.compile(TEXT), name), x, fb)
    _assert_same(found, expected, 2e-4)
    assert "fft_rfft" not in str(graph).split("FallbackGraph")[0]
    assert "stft" not in str(graph).split("FallbackGraph")[0]


@pytest.mark.usefixtures("compiled_now")
@pytest.mark.parametrize("name", ["transposed", "long"])
def test_sizes_of_a_transform_keep_its_layout(name: str) -> None:
    rng = np.random.default_rng(0)
    x = ts.tensor(rng.normal(size=(2, 200)).astype("f"))
    found, expected, _ = _planned(getattr(ts.compile(TEXT), name), x, x)
    _assert_same(found, expected, 2e-4)


VALUES = (0.0, -0.0, 1.0, -2.5, math.inf, -math.inf, math.nan, 1e38, -3e38, 1e-40)


@pytest.mark.usefixtures("compiled_now")
@pytest.mark.parametrize("name", ["product", "sums"])
def test_special_numbers(name: str) -> None:
    """The interpreter multiplies infinite numbers by the rules of C, PyTorch part by part."""
    numbers = [complex(a, b) for a, b in product(VALUES, VALUES)]
    pairs = np.array(list(product(numbers, numbers)), np.complex64)
    z, w = pairs.T.copy()
    function = getattr(ts.compile(TEXT), name)
    for _ in range(4):
        found = function(ts.tensor(z), ts.tensor(w))
    with np.errstate(all="ignore"):
        expected = _parts_of_products(z, w) if name == "product" else _sums(z, w)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a.array, b, rtol=3e-7, atol=1e-44)


def _parts_of_products(z: Any, w: Any) -> Any:
    real = z.real * w.real - z.imag * w.imag
    imaginary = z.real * w.imag + z.imag * w.real
    return real, imaginary, np.hypot(real, imaginary)


def _sums(z: Any, w: Any) -> Any:
    zero = np.float32(0)
    scaled = z.real * zero + z.imag * np.float32(2.5)
    return z.imag + zero, zero - w.imag, np.hypot(2 - z.real, z.imag), scaled
