"""Frozen recurrent networks and attention run as kernels, with PyTorch's results."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.runtime.executors.options import OPTIONS  # noqa: E402
from xdsl_torchscript.runtime.modules.engines import ACTIVE  # noqa: E402


class Sequence(nn.Module):
    """A network of a sequence, from the initial state zero."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x):
        return self.network(x)


class Continued(nn.Module):
    """A network of a sequence and its initial state."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, x, h):
        return self.network(x, h)


class ContinuedLstm(nn.Module):
    def __init__(self, network: nn.LSTM) -> None:
        super().__init__()
        self.network = network

    def forward(self, x, h, c):
        return self.network(x, (h, c))


class Attention(nn.Module):
    def __init__(self, need_weights: bool, **options: Any) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, **options)
        self.need_weights = need_weights

    def forward(self, x):
        return self.attention(x, x, x, need_weights=self.need_weights)


class Masked(Attention):
    def forward(self, x, y, padding, mask):
        return self.attention(
            x, y, y, key_padding_mask=padding, need_weights=self.need_weights, attn_mask=mask
        )


def _state(layers: int, directions: int) -> Any:
    return torch.randn(layers * directions, 2, 6)


def _inputs_of_masks() -> tuple[Any, ...]:
    padding = torch.tensor([[False, False, True, False, True]] * 2)
    return torch.randn(2, 3, 8), torch.randn(2, 5, 8), padding, torch.rand(3, 5) < 0.3


CLASSES = {"lstm": nn.LSTM, "gru": nn.GRU, "rnn": nn.RNN}
OPTIONS_OF: dict[str, dict[str, Any]] = {
    "": {},
    " batch first": {"batch_first": True},
    " bidirectional": {"bidirectional": True},
    " of two layers": {"num_layers": 2},
    " without biases": {"bias": False},
    " of all": {"batch_first": True, "bidirectional": True, "num_layers": 2},
}

MODELS: dict[str, Callable[[], tuple[nn.Module, list[tuple[Any, ...]]]]] = {
    name + suffix: lambda make=make, options=options: (
        Sequence(make(4, 6, **options)),
        [(torch.randn(*sizes, 4),) for sizes in ((3, 2), (5, 1))],
    )
    for name, make in CLASSES.items()
    for suffix, options in OPTIONS_OF.items()
}
MODELS |= {
    "rnn of relu": lambda: (Sequence(nn.RNN(4, 6, nonlinearity="relu")), [(torch.randn(3, 2, 4),)]),
    "projected lstm": lambda: (Sequence(nn.LSTM(4, 6, proj_size=3)), [(torch.randn(3, 2, 4),)]),
    "unbatched lstm": lambda: (Sequence(nn.LSTM(4, 6)), [(torch.randn(3, 4),)]),
    "continued gru": lambda: (
        Continued(nn.GRU(4, 6, bidirectional=True)),
        [(torch.randn(3, 2, 4), _state(1, 2))],
    ),
    "continued rnn": lambda: (
        Continued(nn.RNN(4, 6, num_layers=2)),
        [(torch.randn(3, 2, 4), _state(2, 1))],
    ),
    "continued lstm": lambda: (
        ContinuedLstm(nn.LSTM(4, 6, num_layers=2)),
        [(torch.randn(3, 2, 4), _state(2, 1), _state(2, 1))],
    ),
    "attention": lambda: (
        Attention(need_weights=True),
        [(torch.randn(3, 2, 8),), (torch.randn(4, 1, 8),)],
    ),
    "attention without weights": lambda: (
        Attention(need_weights=False),
        [(torch.randn(3, 2, 8),)],
    ),
    "attention with a mask of numbers": lambda: (
        Masked(need_weights=True, batch_first=True),
        [(torch.randn(2, 3, 8), torch.randn(2, 5, 8), torch.zeros(2, 5), torch.randn(3, 5))],
    ),
    "masked attention": lambda: (
        Masked(need_weights=True, batch_first=True),
        [_inputs_of_masks()],
    ),
    "masked attention without weights": lambda: (
        Masked(need_weights=False, batch_first=True),
        [_inputs_of_masks()],
    ),
    "encoder": lambda: (
        Sequence(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)),
        [(torch.randn(2, 3, 8),)],
    ),
    "encoder of gelu with norms first": lambda: (
        Sequence(nn.TransformerEncoderLayer(8, 2, 16, activation="gelu", norm_first=True)),
        [(torch.randn(3, 2, 8),)],
    ),
}


@pytest.fixture(autouse=True)
def _options() -> Iterator[None]:
    """Make plans in the call that needs them; restore the options and the engine."""
    saved, engine = dict(vars(OPTIONS)), ACTIVE.engine
    OPTIONS.compile = "now"
    yield
    vars(OPTIONS).update(saved)
    ACTIVE.engine = engine


def _flat(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif value is not None:
        yield np.asarray(value.detach() if isinstance(value, torch.Tensor) else value)


def _check(found: Any, expected: Any) -> None:
    for ours, theirs in zip(_flat(found), _flat(expected), strict=True):
        assert ours.dtype == theirs.dtype
        np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)


def _scripted(model: nn.Module) -> tuple[Any, Any]:
    """Return a model scripted by PyTorch, and the same model frozen by us."""
    script = torch.jit.script(model.eval())
    file = io.BytesIO()
    torch.jit.save(script, file)
    return script, ts.freeze(ts.load(file.getvalue()))


@pytest.mark.parametrize("name", MODELS)
def test_plans_run_kernels(name: str) -> None:
    torch.manual_seed(0)
    model, calls = MODELS[name]()
    script, frozen = _scripted(model)
    ts.set_engine("profile")
    with torch.no_grad():
        for inputs in calls * 3:
            _check(frozen(*(x.numpy() for x in inputs)), script(*inputs))
    assert "prim::TensorExprGroup" in str(frozen.graph_for(*(x.numpy() for x in calls[0])))


@pytest.mark.parametrize("name", MODELS)
def test_the_native_engine_runs_them(name: str) -> None:
    torch.manual_seed(0)
    model, calls = MODELS[name]()
    script, frozen = _scripted(model)
    ts.set_engine("native")
    with torch.no_grad():
        for inputs in calls:
            _check(frozen(*(x.numpy() for x in inputs)), script(*inputs))
