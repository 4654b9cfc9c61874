"""Recurrent operators on packed sequences, with dropout from a seed, against PyTorch's."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402

LAYERS = [(1, 0.0), (2, 0.0), (2, 0.5)]
KINDS = {
    "lstm": torch.nn.LSTM, "gru": torch.nn.GRU, "rnn_tanh": torch.nn.RNN, "rnn_relu": torch.nn.RNN,
}  # fmt: skip
CASES = [
    *product(KINDS, [0], [False, True], LAYERS, [False, True]),
    *product(["lstm"], [2], [False, True], LAYERS, [True]),
]


@pytest.mark.parametrize(("kind", "projected", "both", "layers", "bias"), CASES)
def test_packed(
    kind: str, projected: int, both: bool, layers: tuple[int, float], bias: bool
) -> None:
    torch.manual_seed(1)
    count, dropout = layers
    options = {"proj_size": projected} if projected else {}
    module = KINDS[kind](
        3, 4, num_layers=count, bidirectional=both, bias=bias, dropout=dropout, **options
    )
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.randn(5, 3, 3), torch.tensor([5, 3, 2]))
    states = count * (2 if both else 1)
    hidden, cell = torch.randn(states, 3, projected or 4), torch.randn(states, 3, 4)
    weights = [weight.detach() for weight in module._flat_weights]
    source = (
        "def f(d: Tensor, b: Tensor, h: Tensor, c: Tensor, w: List[Tensor]):\n"
        f"  return torch.{kind}(d, b, {'[h, c]' if kind == 'lstm' else 'h'}, w, {bias}, {count}, "
        f"{dropout}, {dropout > 0}, {both})\n"
    )
    inputs = [packed.data, packed.batch_sizes, hidden, cell]
    torch.manual_seed(7)
    expected = torch.jit.CompilationUnit(source).f(*inputs, weights)
    ts.manual_seed(7)
    ours = [[ts.tensor(x.numpy()) for x in tensors] for tensors in (inputs, weights)]
    got = ts.CompilationUnit(source).f(*ours[0], ours[1])
    for theirs, mine in zip(expected, got, strict=True):
        np.testing.assert_allclose(np.asarray(mine), theirs.numpy(), atol=1e-5)
