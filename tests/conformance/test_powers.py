"""Powers of tensors to a number, compared with PyTorch place by place."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import xdsl_torchscript as ts

FLOATS = ("float16", "bfloat16", "float32", "float64")
INTEGERS = ("uint8", "int8", "int32", "int64")
EXPONENTS = (0, 1, 2, 3, 4, 5, 7, 16, 33, -1, -2, -3, -4, 0.5, -0.5, 2.5, 3.0, 300)


def _bases(dtype: str) -> torch.Tensor:
    drawn = 4 * torch.rand(1000, generator=torch.Generator().manual_seed(0)) - 2
    special = torch.tensor([0.0, -0.0, 1, -1, torch.inf, -torch.inf, torch.nan])
    whole = not getattr(torch, dtype).is_floating_point
    return (50 * drawn if whole else torch.cat([drawn, special])).to(getattr(torch, dtype))


def _places(found: torch.Tensor, expected: torch.Tensor) -> int:
    """Return the largest distance in representable numbers; NaN must agree."""
    kind = {2: torch.int16, 4: torch.int32, 8: torch.int64}[found.element_size()]
    assert torch.equal(found.isnan(), expected.isnan())
    first, second = (part.nan_to_num(1).view(kind).long() for part in (found, expected))
    assert torch.equal(first < 0, second < 0)
    return int((first - second).abs().max())


@pytest.mark.parametrize("exponent", EXPONENTS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_floats_are_within_one_place(dtype: str, exponent: float) -> None:
    base = _bases(dtype)
    if dtype == "float16" and abs(exponent) == 0.5:
        # Halves have no square root here in PyTorch: its power of -0 is 0, and of -inf inf.
        base = base[(base != 0) & ~base.isinf()]
    found = torch.from_dlpack(ts.Tensor.of(base) ** exponent)
    expected = base**exponent
    assert found.dtype == expected.dtype
    if exponent in (3, -2) and dtype in ("float32", "float64"):
        assert _places(found, expected) == 0
    assert _places(found, expected) <= 1


@pytest.mark.parametrize("exponent", [e for e in EXPONENTS if isinstance(e, int) and e >= 0])
@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers_are_equal(dtype: str, exponent: int) -> None:
    base = _bases(dtype)
    if exponent > torch.iinfo(base.dtype).max:
        with pytest.raises(RuntimeError, match="without overflow"):
            base**exponent
        with pytest.raises(ValueError, match=f"the exponent {exponent} does not fit {dtype}"):
            ts.Tensor.of(base) ** exponent
        return
    assert torch.equal(torch.from_dlpack(ts.Tensor.of(base) ** exponent), base**exponent)


@pytest.mark.parametrize("exponent", [3, -3, 2.5])
def test_integers_and_floats_as_pytorch_promotes(exponent: float) -> None:
    base = torch.tensor([1, 2, 3])
    if isinstance(exponent, int) and exponent < 0:
        with pytest.raises(RuntimeError):
            base**exponent
        with pytest.raises(ValueError, match="negative integer powers"):
            ts.Tensor.of(base) ** exponent
        return
    found, expected = torch.from_dlpack(ts.Tensor.of(base) ** exponent), base**exponent
    assert found.dtype == expected.dtype
    np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=2e-7)


@pytest.mark.parametrize("exponent", [3, -3, 4, 0.5])
def test_in_place_and_out(exponent: float) -> None:
    base = _bases("float32")
    ours, out = ts.Tensor.of(base.clone()), ts.Tensor.of(torch.empty_like(base))
    ours.pow_(exponent)
    ts.pow(ts.Tensor.of(base), exponent, out=out)
    expected = base.clone().pow_(exponent)
    assert _places(torch.from_dlpack(ours), expected) <= 1
    assert _places(torch.from_dlpack(out), expected) <= 1
