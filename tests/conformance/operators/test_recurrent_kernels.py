"""Recurrent operators of whole sequences as machine code, against PyTorch's."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402

KINDS = {
    "lstm": torch.nn.LSTM, "gru": torch.nn.GRU, "rnn_tanh": torch.nn.RNN, "rnn_relu": torch.nn.RNN,
}  # fmt: skip
SIZES = [(6, 3, 5, 4), (20, 16, 24, 64)]
"""Steps, rows, features and size of the state."""
TOLERANCES = {torch.float32: 1e-5, torch.float64: 1e-12}


NETWORKS = [
    (1, False, True, torch.float32), (2, True, True, torch.float32),
    (2, True, False, torch.float64),
]  # fmt: skip
"""Layers, whether there are both directions and biases, and the element type."""


@pytest.mark.parametrize(("layers", "both", "bias", "dtype"), NETWORKS)
@pytest.mark.parametrize("kind", KINDS)
def test_kernels(kind: str, layers: int, both: bool, bias: bool, dtype: torch.dtype) -> None:
    for sizes, batch_first in product(SIZES, [False, True]):
        steps, rows, features, size = sizes
        torch.manual_seed(1)
        module = KINDS[kind](
            features, size, num_layers=layers, bidirectional=both, bias=bias, dtype=dtype
        )
        leading = (rows, steps) if batch_first else (steps, rows)
        states = (layers * (2 if both else 1), rows, size)
        shapes = [(*leading, features), states, states]
        given = [torch.randn(shape, dtype=dtype) for shape in shapes]
        weights = [weight.detach() for weight in module._flat_weights]
        names = ", ".join(f"w{number}" for number in range(len(weights)))
        program = (
            f"def f(x, h, c, {names}):\n"
            f"  return torch.{kind}(x, {'[h, c]' if kind == 'lstm' else 'h'}, [{names}], {bias}, "
            f"{layers}, 0.0, False, {both}, {batch_first})\n"
        )
        expected = torch.jit.CompilationUnit(program).f(*given, *weights)
        ours = [ts.Tensor(tensor.numpy()) for tensor in (*given, *weights)]
        (got,) = ts.compile_func(ts.compile(program).f, ours)(*ours)
        assert len(got) == len(expected)
        for theirs, mine in zip(expected, got, strict=True):
            np.testing.assert_allclose(mine.array, theirs.numpy(), atol=TOLERANCES[dtype])
