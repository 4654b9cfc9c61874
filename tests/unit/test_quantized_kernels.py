"""Quantised operators in kernels (`lower-quantized`): the integers of the interpreter."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from test_quantized import golden_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import profiled_plan
from xdsl_torchscript.runtime.modules.handle import object_of, program_of
from xdsl_torchscript.runtime.modules.objects import Object

LOWERED = [
    "residual-fbgemm", "residual-qnnpack", "residual-traced", "residual-frozen", "inverted",
]  # fmt: skip


@pytest.fixture(autouse=True)
def now() -> Iterator[None]:
    before = ts.set_compile_mode("now")
    yield
    ts.set_compile_mode(before)


@pytest.fixture(autouse=True)
def floats_on_any_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """`test_quantized_bytes` has the same layers on machines that multiply bytes."""
    monkeypatch.setattr(profiled_plan, "multiplies_bytes", lambda target: False)


def remaining() -> list[str]:
    """Return the quantised operators of the plan that ran last, without its fallback graphs."""
    plan = str(ts.last_executed_optimized_graph()).partition("with prim::FallbackGraph")[0]
    words = plan.replace("(", " ").split()
    return [word for word in words if "quantize" in word and "::" in word]


@pytest.mark.parametrize("name", LOWERED)
def test_frozen_models_are_kernels(name: str) -> None:
    module, golden = golden_of(name)
    frozen = ts.freeze(module.eval())
    for _ in range(4):
        found = frozen(golden["x"])
    assert not remaining()
    assert np.array_equal(found, golden["value result"])


def test_the_disk_keeps_no_plan_with_values_of_constants() -> None:
    """The key of a plan has the names of constants alone, as of weights and scales."""
    module, golden = golden_of("residual-fbgemm")
    frozen = ts.freeze(module.eval())
    for _ in range(4):
        frozen(golden["x"])
    (executors,) = program_of(frozen).executors.values()
    assert [executor._disk.kept_as for executor in executors.values()] == [None]


def test_a_part_of_a_model_is_a_kernel() -> None:
    """The two other inputs of the model are quantised by an operator that stays."""
    module, golden = golden_of("functional")
    frozen = ts.freeze(module.eval())
    for _ in range(4):
        found = frozen(golden["x"])
    assert "prim::TensorExprGroup" in str(ts.last_executed_optimized_graph())
    assert np.array_equal(found, golden["value result"])


# ---- layers and operators, by methods of a model whose packed parameters are replaced

RNG = np.random.default_rng(7)


def method_of(body: str, packed: Object | None = None) -> ts.ScriptMethod:
    """Return a method of `x`, quantised as `q`, and of packed parameters `self.conv2`'s."""
    module, _ = golden_of("residual-fbgemm")
    if packed is not None:
        object_of(module.conv2).slots["_packed_params"] = packed
    lines = "\n    ".join(["q = torch.quantize_per_tensor(x, 0.05, 100, 13)", *body.split("; ")])
    module.define(f"def probe(self, x: Tensor):\n    {lines}\n")
    return module.probe


def as_kernel(body: str, x: np.ndarray, packed: Object | None = None) -> ts.Tensor:
    """Return the result of a method whose quantised operators are all lowered."""
    method = method_of(body, packed)
    for _ in range(4):
        found = method(x)
    assert not remaining()
    return found


def interpreted(body: str, x: np.ndarray, packed: Object | None = None) -> ts.Tensor:
    before = ts.set_engine("interp")
    try:
        return method_of(body, packed)(x)
    finally:
        ts.set_engine(before)


def reals(*shape: int) -> np.ndarray:
    """Return reals of which some saturate, are halfway between integers, or are no number."""
    found = RNG.normal(0, 4, shape).astype(np.float32)
    flat = found.reshape(-1)
    flat[::5] = RNG.integers(-150, 250, flat[::5].shape) * np.float32(0.025)
    flat[:4] = np.nan, np.inf, -np.inf, -0.0
    return found


def weights(shape: tuple[int, ...], per_channel: bool, sigma: float) -> ts.Tensor:
    values = RNG.normal(0, sigma, shape).astype(np.float32)
    if not per_channel:
        return ts.quantize_per_tensor(values, 0.013, 2, ts.qint8)
    scales = RNG.uniform(0.01, 0.03, shape[0])
    zeros = RNG.integers(-3, 4, shape[0])
    return ts.quantize_per_channel(values, ts.tensor(scales), ts.tensor(zeros), 0, ts.qint8)


MOVES = {
    "plain": ([1, 1], [0, 0], [1, 1], 1),
    "padding": ([1, 1], [1, 2], [1, 1], 1),
    "strides": ([2, 1], [1, 1], [1, 1], 1),
    "dilation": ([1, 1], [2, 2], [2, 2], 1),
    "groups": ([1, 2], [1, 1], [1, 1], 2),
    "one channel per group": ([1, 1], [1, 1], [1, 1], 6),
}


@pytest.mark.parametrize("relu", ["", "_relu"])
@pytest.mark.parametrize("per_channel", [False, True], ids=["whole", "channels"])
@pytest.mark.parametrize("moves", MOVES.values(), ids=MOVES)
def test_convolutions(moves, per_channel: bool, relu: str) -> None:
    groups = moves[-1]
    weight = weights((12, 6 // groups, 3, 3), per_channel, 0.5)
    bias = None if relu else ts.tensor(RNG.normal(0, 1, 12).astype(np.float32))
    packed = ts.ops.quantized.conv2d_prepack(weight, bias, *moves)
    x = reals(2, 6, 7, 9)
    q = ts.quantize_per_tensor(x, 0.05, 100, ts.quint8)
    expected = getattr(ts.ops.quantized, f"conv2d{relu}")(q, packed, 0.17, 31)
    call = f"torch.ops.quantized.conv2d{relu}(q, self.conv2._packed_params, 0.17, 31)"
    found = as_kernel(f"return torch.int_repr({call})", x, packed)
    assert np.array_equal(found, expected.int_repr())
    assert found.stride() == expected.stride()
    assert len(np.unique(found)) > 50, "the scale of the result fits"


def test_sums_that_float32_does_not_hold() -> None:
    """Weights of a layer at the ends of their range."""
    signs = RNG.choice([-1, 1], (4, 900, 3, 3)).astype(np.float32)
    weight = ts.quantize_per_tensor(signs, 0.0078, 0, ts.qint8)
    packed = ts.ops.quantized.conv2d_prepack(weight, None, [1, 1], [1, 1], [1, 1], 1)
    x = reals(1, 900, 4, 5)
    q = ts.quantize_per_tensor(x, 0.05, 100, ts.quint8)
    expected = ts.ops.quantized.conv2d(q, packed, 4.0, 120).int_repr()
    call = "torch.ops.quantized.conv2d(q, self.conv2._packed_params, 4.0, 120)"
    found = as_kernel(f"return torch.int_repr({call})", x, packed)
    assert np.array_equal(found, expected)
    assert "Double" in str(ts.last_executed_optimized_graph())


ELEMENTS = {
    "quantize_per_tensor": "return torch.int_repr(q)",
    "dequantize": "return torch.dequantize(q)",
    "relu": "return torch.dequantize(torch.relu(q))",
    "hardtanh": "return torch.dequantize(torch.hardtanh(q, -1.3, 2.475))",
    "clamp": "return torch.dequantize(torch.clamp(q, -0.7))",
    "views": "return torch.dequantize(q.flatten(1).t())",
    "max_pool2d": "return torch.dequantize(torch.max_pool2d(q, [3, 3], [2, 2], [1, 1]))",
    "avg_pool2d": "return torch.dequantize(torch.avg_pool2d(q, [3, 2], [1, 2]))",
    "adaptive_avg_pool2d": "return torch.dequantize(torch.adaptive_avg_pool2d(q, [1, 1]))",
    **{
        f"{kind}{relu}": "p = torch.quantize_per_tensor(x * 0.37, 0.031, 77, 13); "
        f"return torch.int_repr(torch.ops.quantized.{kind}{relu}(q, p, {scale}, 90))"
        for kind, scale in (("add", 0.06), ("mul", 0.3))
        for relu in ("", "_relu")
    },
    "cat": "p = torch.quantize_per_tensor(x * 0.37, 0.031, 77, 13); "
    "return torch.int_repr(torch.ops.quantized.cat([q, p], 1, 0.06, 110))",
    "signed": "p = torch.quantize_per_tensor(x, 0.031, -7, 12); return torch.int_repr(p)",
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_operators_on_elements(name: str) -> None:
    x = reals(2, 6, 7, 9)
    found, expected = as_kernel(ELEMENTS[name], x), interpreted(ELEMENTS[name], x)
    assert np.array_equal(found, expected, equal_nan=True)
    assert (found.dtype, found.stride()) == (expected.dtype, expected.stride())


@pytest.mark.parametrize("relu", ["", "_relu"])
@pytest.mark.parametrize("per_channel", [False, True], ids=["whole", "channels"])
def test_linear_layers(per_channel: bool, relu: str) -> None:
    """The model's last layer has packed parameters in an object of their own."""
    bias = None if relu else ts.tensor(RNG.normal(0, 1, 5).astype(np.float32))
    packed = ts.ops.quantized.linear_prepack(weights((5, 40), per_channel, 0.5), bias)
    module, _ = golden_of("residual-fbgemm")
    object_of(module.linear._packed_params).slots["_packed_params"] = packed
    module.define(f"""
def probe(self, x: Tensor):
    q = torch.quantize_per_tensor(x, 0.05, 100, 13)
    packed = self.linear._packed_params._packed_params
    return torch.int_repr(torch.ops.quantized.linear{relu}(q, packed, 0.11, 31))
""")
    x = reals(2, 3, 40)
    q = ts.quantize_per_tensor(x, 0.05, 100, ts.quint8)
    expected = getattr(ts.ops.quantized, f"linear{relu}")(q, packed, 0.11, 31).int_repr()
    for _ in range(4):
        found = module.probe(x)
    assert not remaining()
    assert np.array_equal(found, expected)


def test_modules_with_other_weights_have_plans_of_their_own() -> None:
    module, golden = golden_of("residual-traced")
    other, _ = golden_of("residual-traced")
    slots = object_of(other.conv2).slots
    weight, bias = slots["_packed_params"].slots["_weight"], slots["_packed_params"].slots["_bias"]
    turned = weight.like(-weight.integers)
    moves = [1, 1], [1, 1], [1, 1], 1
    slots["_packed_params"] = ts.ops.quantized.conv2d_prepack(turned, bias, *moves)
    for _ in range(4):
        first, second = module(golden["x"]), other(golden["x"])
    assert np.array_equal(first, golden["value result"])
    assert not np.array_equal(second, golden["value result"])
