"""Quantised models: what PyTorch saves runs here, and what is saved here runs in PyTorch."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from gen_quantized import (  # noqa: E402
    Functional,
    Inverted,
    Residual,
    Sequence,
    static,
    tq,
    traced_by_fx,
)

import xdsl_torchscript as ts  # noqa: E402


def models() -> dict[str, tuple[object, object]]:
    torch.manual_seed(11)
    image, wide, steps = torch.randn(2, 3, 8, 8), torch.randn(2, 4, 6, 5), torch.randn(5, 2, 4)
    layers = {torch.nn.LSTM, torch.nn.GRU, torch.nn.Linear}
    return {
        "residual": (static(Residual(), "fbgemm", image), image),
        "residual of qnnpack": (static(Residual(), "qnnpack", image), image),
        "inverted": (static(Inverted(), "fbgemm", wide), wide),
        "functional": (traced_by_fx(Functional(), image), image),
        "bytes": (tq.quantize_dynamic(Sequence().eval(), layers, dtype=torch.qint8), steps),
        "halves": (tq.quantize_dynamic(Sequence().eval(), layers, dtype=torch.float16), steps),
    }


@pytest.fixture(scope="module", autouse=True)
def made() -> object:
    before = torch.backends.quantized.engine
    torch.backends.quantized.engine = "fbgemm"
    yield models()
    torch.backends.quantized.engine = before


@contextmanager
def engine_of(name: str) -> Iterator[None]:
    """Let the engine of a model pack weights. FBGEMM adds pairs of products in 16 bits on machines
    without VNNI, and QNNPACK's activations of eight bits overflow there."""
    torch.backends.quantized.engine = "qnnpack" if name.endswith("qnnpack") else "fbgemm"
    try:
        yield
    finally:
        torch.backends.quantized.engine = "fbgemm"


NAMES = ["residual", "residual of qnnpack", "inverted", "functional", "bytes", "halves"]


@pytest.mark.parametrize("way", ["script", "trace", "freeze"])
@pytest.mark.parametrize("name", NAMES)
def test_archives_both_ways(made, name: str, way: str) -> None:
    model, x = made[name]
    program = torch.jit.trace(model, x) if way == "trace" else torch.jit.script(model)
    program = torch.jit.freeze(program.eval()) if way == "freeze" else program
    stream = io.BytesIO()
    torch.jit.save(program, stream)
    expected = model(x).detach().numpy()
    module = ts.load(stream.getvalue())
    for _ in range(3):
        np.testing.assert_allclose(module(x.numpy()), expected, rtol=1e-5, atol=1e-6)
    with engine_of(name):
        again = torch.jit.load(io.BytesIO(module.save_to_buffer()))
    np.testing.assert_array_equal(again(x).detach().numpy(), expected)
    with torch.no_grad():
        frozen = ts.freeze(module.eval())
    np.testing.assert_allclose(frozen(x.numpy()), expected, rtol=1e-5, atol=1e-6)


def test_constants_of_the_code() -> None:
    """Quantised tensors that a trace meets are constants; they keep their quantizers."""
    torch.manual_seed(5)
    one = torch.quantize_per_tensor(torch.randn(2, 3), 0.03, 11, torch.quint8)
    scales, zeros = torch.rand(2) * 0.1 + 0.01, torch.zeros(2).long()
    two = torch.quantize_per_channel(torch.randn(2, 3), scales, zeros, 0, torch.qint8)

    def add(x):
        q = torch.quantize_per_tensor(x, 0.02, 60, torch.quint8)
        return torch.ops.quantized.add(q, one, 0.05, 3).dequantize() + two.dequantize()

    x = torch.randn(2, 3)
    program, stream = torch.jit.trace(add, x), io.BytesIO()
    torch.jit.save(program, stream)
    module, expected = ts.load(stream.getvalue()), program(x).numpy()
    for _ in range(3):
        np.testing.assert_array_equal(module(x.numpy()), expected)
    frozen = ts.freeze(module.eval())
    for saved in (module, frozen):
        again = torch.jit.load(io.BytesIO(saved.save_to_buffer()))
        np.testing.assert_array_equal(again(x).numpy(), expected)
