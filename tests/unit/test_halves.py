"""Kernels for float16 and bfloat16: they compute in float32 and round every result, as PyTorch."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import xdsl_torchscript as ts

DTYPES: dict[str, Any] = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
EXPRESSIONS = {
    "pointwise": "x * 2.0 + torch.tanh(x)",
    "softmax": "torch.softmax(x, -1)",
    "layer norm": "torch.layer_norm(x, [6])",
    "rms norm": "torch.rms_norm(x, [6], None, 0.1)",
    "large eps": "torch.layer_norm(x, [6], None, None, 1e6)",
    "polynomial": "torch.special.chebyshev_polynomial_t(x, 3)",
    "sum": "x.sum(1)",
    "product": "torch.relu(x) @ y",
    "linear": "torch.nn.functional.linear(x, y.t())",
    "concatenation": "torch.cat([x, x * 3.0], 0)",
    "view": "x.t() + 1.0",
    "mixed": "x + y.float()[0]",
    "comparison": "torch.where(x > 0.25, x, -x)",
    "conversion": "(x.float() * 3.0).to(x.dtype)",
    "list": 'torch.einsum("ij,kj->ik", [x, y]) * 2.0',
    "network": "torch.gru_cell(x, y, torch.cat([x, y, x]), torch.cat([y, x, x]))",
    "scan": "torch.cumsum(x, 1)",
    "maximum": "torch.max(x, 1)[0]",
    "index": "torch.argmax(x, 1)",
}


@pytest.fixture(autouse=True)
def compiled(compiled_now: None) -> None:
    """Make plans at once."""


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", EXPRESSIONS)
def test_kernels_compute_what_the_interpreter_does(name: str, dtype: str) -> None:
    source = f"def f(x, y):\n    return {EXPRESSIONS[name]}\n"
    rng = np.random.default_rng(0)
    x, y = (ts.tensor(rng.standard_normal((6, 6)).astype(DTYPES[dtype])) for _ in range(2))
    ts.set_engine("interp")
    expected = ts.compile(source).f(x, y)
    ts.set_engine("native")
    found = ts.compile(source).f(x, y)
    ts.set_engine("profile")
    assert found.dtype == expected.dtype
    wide, other = (np.asarray(t.array, np.float64) for t in (found, expected))
    unit = float(ml_dtypes.finfo(DTYPES[dtype]).eps)
    np.testing.assert_allclose(wide, other, rtol=unit, atol=unit)


@pytest.mark.parametrize("dtype", DTYPES)
def test_rms_norm_adds_the_resolution_of_float32(dtype: str) -> None:
    x = (np.arange(14).reshape(2, 7) / 1024).astype(DTYPES[dtype])
    wide = x.astype(np.float32)
    mean = np.mean(wide * wide, axis=1, keepdims=True)
    unit = ts.compile("def f(x):\n    return torch.rms_norm(x, [7])\n")
    ts.set_engine("native")
    found = unit.f(ts.tensor(x)).array
    np.testing.assert_array_equal(found, (wide / np.sqrt(mean + 2.0**-23)).astype(x.dtype))


@pytest.mark.parametrize("dtype", DTYPES)
def test_rounding_is_exact(dtype: str) -> None:
    bits = np.random.default_rng(1).integers(0, 1 << 32, 1 << 18, dtype=np.uint32)
    x = bits.view(np.float32)
    ts.set_engine("native")
    found = ts.compile(f"def f(x):\n    return (x * 1).to(torch.{dtype})\n").f(x).array
    ts.set_engine("profile")
    with np.errstate(over="ignore", invalid="ignore"):
        expected = x.astype(DTYPES[dtype])
    numbers = ~np.isnan(x)
    np.testing.assert_array_equal(found.view(np.uint16)[numbers], expected.view(np.uint16)[numbers])
    assert np.isnan(found.astype(np.float32))[~numbers].all()


@pytest.mark.parametrize(
    ("divisor", "expected"),
    [(0.1, [0, -26]), (np.float16(0.1), [1, -26]), ([np.float16(0.1)] * 2, [1, -27])],
)
def test_quotients_are_rounded_before_they_are_truncated_unless_by_one_divisor(
    divisor: Any, expected: list[int]
) -> None:
    x = ts.tensor(np.array([0.1, -2.7], np.float16))
    y = divisor if isinstance(divisor, float) else ts.tensor(np.array(divisor, np.float16))
    assert ts.div(x, y, rounding_mode="trunc").tolist() == expected


def test_powers_of_float16_by_a_half_are_no_roots() -> None:
    x = ts.tensor(np.array([-np.inf, -0.0, 2.25], np.float16))
    assert str((x**0.5).tolist()) == "[inf, 0.0, 1.5]"
    assert str((x**-0.5).tolist()[:2]) == "[0.0, inf]"
    y = ts.tensor(np.array([-np.inf, -0.0, 2.25], ml_dtypes.bfloat16))
    assert str((y**0.5).tolist()) == "[nan, -0.0, 1.5]"


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_edge_of_hardshrink_is_rounded(dtype: str) -> None:
    for edge in (0.1, 0.3, 0.7):
        x = ts.tensor(np.array([edge, -edge], DTYPES[dtype]))
        assert ts.nn.functional.hardshrink(x, edge).tolist() == [0, 0]


_NEAR_A_MIDDLE = 1 + 2**-11 + 2**-40
"""A double that float32 rounds to the middle of two neighbours in float16, and that to the even
one, 1; rounded at once it would be the other neighbour."""


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize(
    "expression",
    [
        "d.to(torch.float16)", "d.half().t()", "torch.stack([d, d]).t().to(torch.float16)",
        "torch.full([2], n, dtype=torch.float16)", "x.masked_fill(x > 0, n)", "x.clone().fill_(n)",
        "x.clone().copy_(d)", "torch.where(x > 0, n, x)", "x - n + 1", "x.clamp(n)",
        "torch.sum(d[:1], dtype=torch.float16)",
    ],
)  # fmt: skip
def test_doubles_become_float16_by_way_of_float32(expression: str, engine: str) -> None:
    ts.set_engine(engine)
    unit = ts.compile(f"def f(x, d, n: float):\n    return {expression}\n")
    x = ts.tensor(np.ones(2, np.float16))
    d = ts.tensor(np.full(2, _NEAR_A_MIDDLE))
    found = unit.f(x, d, _NEAR_A_MIDDLE)
    assert found.dtype == ts.float16
    assert (found.array == 1).all()


def test_eager_conversions_to_float16_round_twice() -> None:
    x = ts.tensor([_NEAR_A_MIDDLE, 0], dtype=ts.float16)
    x[1] = _NEAR_A_MIDDLE
    assert x.tolist() == [1, 1]
    module = ts.Module()
    module.register_buffer("b", ts.tensor([_NEAR_A_MIDDLE], dtype=ts.float64))
    assert ts.script(module).half().b.tolist() == [1]


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("name", ["add", "sub", "rsub"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_the_factor_of_a_sum_is_rounded(name: str, dtype: str, engine: str) -> None:
    """The last operand, a number, is rounded too, and the product is not."""
    ts.set_engine(engine)
    x = np.arange(-3, 3, 0.7).astype(DTYPES[dtype])
    y = np.arange(9, dtype=np.float32).astype(DTYPES[dtype])
    wide, other, half = x.astype(np.float32), y.astype(np.float32), DTYPES[dtype]
    factor, number = (np.float32(half(n)) for n in (0.3, 1.7))
    unit = ts.compile(
        f"def f(x, y):\n    return torch.{name}(x, y, alpha=0.3), torch.{name}(x, 1.7, alpha=0.3)\n"
    )
    by = {
        "add": lambda b: wide + b * factor,
        "sub": lambda b: wide - b * factor,
        "rsub": lambda b: b - wide * factor,
    }[name]
    expected = by(other).astype(half), by(number).astype(half)
    for found, wanted in zip(unit.f(ts.tensor(x), ts.tensor(y)), expected, strict=True):
        np.testing.assert_array_equal(found.array, wanted)


@pytest.mark.parametrize("engine", ["interp", "native"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_kernels_round_limits_and_step_as_the_interpreter_does(dtype: str, engine: str) -> None:
    ts.set_engine(engine)
    unit = ts.compile(
        "def f(x):\n"
        "    return torch.hardshrink(x, 0.3), torch.nextafter(x, x * 2), torch.xlogy(x, 0.3)\n"
    )
    edge = DTYPES[dtype](0.3)
    x = np.array([edge, -edge, 1, 4], DTYPES[dtype])
    shrunk, stepped, product = (found.array for found in unit.f(ts.tensor(x)))
    assert shrunk.astype(float).tolist() == [0, 0, 1, 4]
    np.testing.assert_array_equal(stepped, np.nextafter(x, x * x.dtype.type(2)))
    wide = x.astype(np.float32) * np.log(np.float32(edge))
    np.testing.assert_array_equal(product, wide.astype(x.dtype))


@pytest.mark.parametrize(
    ("dtype", "factor"),
    [("uint8", 300), ("float16", 1e6), ("bfloat16", 1e300), ("float32", 1j)],
)
def test_factors_that_the_type_does_not_hold_are_refused(dtype: str, factor: Any) -> None:
    x = ts.ones(2, dtype=getattr(ts, dtype))
    for call in (ts.add, ts.sub, ts.rsub):
        with pytest.raises((RuntimeError, ValueError, TypeError)):
            call(x, x, alpha=factor)
    with pytest.raises((RuntimeError, ValueError, TypeError)):
        x.index_add(0, ts.tensor([0, 1]), x, alpha=factor)
