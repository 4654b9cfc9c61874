"""`ts.freeze` beside `torch.jit.freeze`: equal results, and no more attributes left."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402


class Tracker(nn.Module):
    """Sets one attribute and writes another one in place."""

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0
        self.register_buffer("total", torch.zeros(3))
        self.factor = 2

    def forward(self, x):
        self.calls += 1
        self.total.add_(x)
        return self.factor * self.total + self.calls


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(3, 4, num_layers=2)

    def forward(self, x):
        return self.lstm(x)[0]


MODELS: dict[str, Callable[[], tuple[Any, Any]]] = {
    "convolution": lambda: (
        nn.Sequential(nn.Conv2d(2, 3, 3), nn.BatchNorm2d(3), nn.ReLU(), nn.Dropout()),
        torch.randn(2, 2, 5, 5),
    ),
    "lstm": lambda: (Recurrent(), torch.randn(5, 2, 3)),
    "encoder": lambda: (
        nn.TransformerEncoderLayer(4, 2, 8, batch_first=True),
        torch.randn(2, 3, 4),
    ),
    "tracker": lambda: (Tracker(), torch.randn(3)),
}


def nodes(block: Any) -> Iterator[Any]:
    for node in block.nodes():
        yield node
        for nested in node.blocks():
            yield from nodes(nested)


def _flat(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value.detach().numpy() if isinstance(value, torch.Tensor) else np.asarray(value)


@pytest.mark.parametrize("name", MODELS)
def test_as_in_pytorch(name: str) -> None:
    torch.manual_seed(0)
    model, x = MODELS[name]()
    script = torch.jit.script(model.eval())
    file = io.BytesIO()
    torch.jit.save(script, file)
    ours, theirs = ts.freeze(ts.load(file.getvalue())), torch.jit.freeze(script)
    for _ in range(2):
        pairs = zip(_flat(ours(x.numpy())), _flat(theirs(x)), strict=True)
        for found, expected in pairs:
            np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
    kept = sum(node.kind() == "prim::GetAttr" for node in nodes(theirs.graph))
    assert len(ours.graph.findAllNodes("prim::GetAttr")) <= kept
