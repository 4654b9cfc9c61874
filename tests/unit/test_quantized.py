"""Quantised archives of PyTorch: their results, and what may be done with them.

`tests/conformance/gen_quantized.py` writes the archives, with an input and PyTorch's results.
"""

from __future__ import annotations

import copy
import io
import pickle
from pathlib import Path

import numpy as np
import pytest
from sample_goldens import Sample, compile_sample, read
from tensor_comparison import difference, flat

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor

DATA = Path(__file__).with_name("data") / "quantized"
MODELS = [
    "residual-fbgemm", "residual-qnnpack", "residual-traced", "residual-frozen", "inverted",
    "functional", "dynamic",
]  # fmt: skip


def golden_of(name: str) -> tuple[ts.ScriptModule, dict[str, np.ndarray]]:
    files = {"golden.npz": b""}
    module = ts.load(DATA / f"{name}.pt", _extra_files=files)
    return module, dict(np.load(io.BytesIO(files["golden.npz"])))


def agrees(name: str, got: ts.Tensor, golden: dict[str, np.ndarray]) -> bool:
    """Integers are equal; recurrent layers compute in floats."""
    if name == "dynamic":
        return np.allclose(got, golden["value result"], rtol=1e-6, atol=1e-6)
    return np.array_equal(got, golden["value result"])


@pytest.mark.parametrize("name", MODELS)
def test_models(name: str) -> None:
    """Call 1 and later ones, of which an executor runs some."""
    module, golden = golden_of(name)
    for _ in range(4):
        assert agrees(name, module(golden["x"]), golden)


@pytest.mark.parametrize("name", MODELS)
def test_models_are_frozen_saved_and_copied(name: str) -> None:
    module, golden = golden_of(name)
    others = [
        ts.freeze(module.eval()),
        ts.load(ts.freeze(module).save_to_buffer()),
        ts.load(module.save_to_buffer()),
        copy.deepcopy(module),
        pickle.loads(pickle.dumps(module)),
    ]
    for other in others:
        assert agrees(name, other(golden["x"]), golden)
    ts.explain(module, golden["x"])
    assert module.inlined_graph and module.code


def test_weights_stay_quantised() -> None:
    module, golden = golden_of("inverted")
    assert module.half().deep._weight_bias()[0].dtype == ts.qint8
    assert dict(module.state_dict())["quant.scale"].dtype == ts.float16
    assert module(golden["x"]).dtype == ts.float32


def test_saved_archives_have_the_same_weights() -> None:
    module, _ = golden_of("residual-fbgemm")
    again = ts.load(module.save_to_buffer())
    for one, two in ((module.conv2, again.conv2), (module.conv1, again.conv1)):
        weight, other = one._weight_bias()[0], two._weight_bias()[0]
        assert ts.equal(weight, other)
        assert weight.q_per_channel_axis() == 0 and weight.dtype == ts.qint8
        assert np.array_equal(weight.q_per_channel_scales(), other.q_per_channel_scales())


@pytest.fixture(scope="module")
def operators() -> tuple[dict[str, ts.Tensor], dict[str, list[float]], dict[str, np.ndarray]]:
    module, golden = golden_of("operators")
    return (*module(golden["x"]), golden)


NAMES = [
    name.removeprefix("value ") for name in golden_of("operators")[1] if name.startswith("value ")
]


@pytest.mark.parametrize("name", NAMES)
def test_operators(operators, name: str) -> None:
    """The integers are equal, and so are the quantizers."""
    values, quantizers, golden = operators
    assert f"quantizer {name}" in golden or name not in quantizers
    np.testing.assert_allclose(quantizers.get(name, []), golden.get(f"quantizer {name}", []), 1e-7)
    assert np.array_equal(values[name], golden[f"value {name}"])


# ---- tensors


def tensor(values: list[float] | np.ndarray, scale: float = 0.5, zero: int = 3) -> QuantizedTensor:
    made = ts.quantize_per_tensor(np.asarray(values, np.float32), scale, zero, ts.quint8)
    assert isinstance(made, QuantizedTensor)
    return made


def test_a_tensor_in_python() -> None:
    q = tensor([[1, 2.3], [-9, 400]])
    assert (q.q_scale(), q.q_zero_point(), q.qscheme(), q.is_quantized) == (0.5, 3, 0, True)
    assert q.int_repr().tolist() == [[5, 8], [0, 255]]
    ends = tensor([np.nan, np.inf, -np.inf, 1e30, -3e9])
    assert ends.int_repr().tolist() == [255, 255, 0, 255, 0]
    assert q.dequantize().tolist() == q.tolist() == [[1, 2.5], [-1.5, 126]]
    assert q.dtype == ts.quint8 and q[0, 1].item() == 2.5
    assert (
        repr(q[0])
        == "tensor([1. , 2.5], size=(2,), dtype=ts.quint8, per tensor, scale=0.5, zero_point=3)"
    )
    assert str(q.type) == (
        '!ts.tensor<[2,2],!ts.dtype<"QUInt8">, strides=[2,1], device="cpu", requires_grad=false>'
    )


def test_numpy_has_no_quantised_arrays() -> None:
    for use in (np.asarray, np.sin, lambda q: q.numpy(), lambda q: np.from_dlpack(q)):
        with pytest.raises(TypeError, match="dequantize"):
            use(tensor([1.0]))


def test_views_share_memory_and_the_quantizer() -> None:
    q = tensor(np.arange(6.0).reshape(2, 3))
    q.t()[1:].select(1, 0).fill_(9.0)
    assert q.tolist() == [[0, 9, 9], [3, 4, 5]]
    assert q.reshape(3, 2).q_zero_point() == 3


def test_channels() -> None:
    scales, zeros = np.array([0.5, 0.25]), np.array([0, 4])
    q = ts.quantize_per_channel(np.ones((3, 2), np.float32), scales, zeros, 1, ts.qint8)
    assert q.int_repr().tolist() == [[2, 8]] * 3
    assert (q.qscheme(), q.q_per_channel_axis()) == (1, 1)
    assert q.clone().dequantize().tolist() == [[1, 1]] * 3
    with pytest.raises(RuntimeError, match="per channel has no views"):
        q.t()
    with pytest.raises(RuntimeError, match="a scale for each channel"):
        q.q_scale()
    with pytest.raises(RuntimeError, match="3 channels need as many scales"):
        ts.quantize_per_channel(np.ones((3, 2), np.float32), scales, zeros, 0, ts.qint8)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("aten.add.Tensor", lambda q: q + q),
        ("aten.mul.Scalar", lambda q: q * 2),
        ("aten.sum", lambda q: q.sum()),
        ("aten.exp", lambda q: q.exp()),
        ("aten.matmul", lambda q: q @ q),
        ("aten.abs", lambda q: q.abs()),
        ("aten.to.dtype", lambda q: q.to(ts.float32)),
        ("aten.zeros_like", lambda q: ts.zeros_like(q)),
        ("aten.where.self", lambda q: ts.where(q.int_repr() > 4, q, q)),
        ("aten.cat", lambda q: ts.cat([ts.ones(1, 2), q])),
        ("aten.sort", lambda q: q.sort()),
    ],
)
def test_other_operators_name_themselves(name: str, call) -> None:
    message = r"'aten\.[\w.]+' is not defined on quantised tensors \(quint8\); dequantize\(\)"
    with pytest.raises((RuntimeError, RuntimeFault), match=message):
        call(tensor([[1.0, 2.0], [3.0, 4.0]]))


def test_errors_of_quantisation() -> None:
    x = np.ones(2, np.float32)
    with pytest.raises(RuntimeError, match="zero point 300 is not a quint8: 0 to 255"):
        ts.quantize_per_tensor(x, 0.1, 300, ts.quint8)
    with pytest.raises(RuntimeError, match="float32 is not a dtype of quantised tensors"):
        ts.quantize_per_tensor(x, 0.1, 0, ts.float32)
    with pytest.raises(RuntimeError, match="expected a quantised tensor, found float32"):
        ts.int_repr(x)
    with pytest.raises(RuntimeError, match="float32 tensors are quantised, not int64"):
        ts.quantize_per_tensor(np.ones(2, np.int64), 0.1, 0, ts.quint8)


def test_quantised_tensors_of_checkpoints() -> None:
    folder = DATA.parent
    q = ts.load(folder / "checkpoints" / "quantised.pt")["q"]
    assert q.dtype == ts.quint8 and np.allclose(q.dequantize(), np.ones((2, 3)))


# ---- operators on numbers and on the integers that stand for them


STEP = 1 / 16


def quantise_all(value: object) -> object:
    if isinstance(value, list):
        return [*map(quantise_all, value)]
    if isinstance(value, ts.Tensor) and value.dtype == ts.float32:
        return tensor(value.array, STEP, 128)
    return value


def dequantise_all(value: object) -> object:
    if isinstance(value, list):
        return [*map(dequantise_all, value)]
    return value.dequantize() if isinstance(value, QuantizedTensor) else value


def is_near(got: object, expected: object) -> bool:
    """Return whether a result is that of the reals, up to a step of its own scale."""
    if not isinstance(got, QuantizedTensor):
        return difference(dequantise_all(got), expected, loose=10) is None
    quantizer = got.quantizer
    ends = quantizer.dequantize(np.array([0, 255]))
    reals = np.clip(np.nan_to_num(expected), *ends)
    return got.array.shape == expected.array.shape and np.allclose(
        got.reals, reals, rtol=0, atol=1.01 * quantizer.scale
    )


def differs(sample: Sample) -> bool:
    program, inputs = compile_sample(sample.source), quantise_all(sample.inputs)
    reals = dequantise_all(inputs)
    try:
        ts.manual_seed(42)
        got = flat(program(*copy.deepcopy(inputs)))
    except RuntimeError:
        return False
    ts.manual_seed(42)
    return not all(map(is_near, got, flat(program(*reals))))


def test_what_takes_quantised_tensors_computes_with_their_reals() -> None:
    """Operators without a function for quantised tensors reject them, or only move elements: no
    result is one of the integers, or of other scales."""
    samples = [
        sample for sample in read() if sample.dtype == "float32" and "empty" not in sample.name
    ]
    assert sorted({sample.name for sample in samples if differs(sample)}) == []
