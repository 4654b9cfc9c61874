"""Small models of archives, as `ts.load` returns them, under each engine and in torch.jit, paired.

The models are not frozen. A call takes a numpy array, or a tensor in PyTorch; all have one thread.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from paired import Spread, ratios, rounds
from torch import nn

import xdsl_torchscript as ts

ROUNDS = 15
SECONDS_PER_SAMPLE = 0.005
CLASSES = 10


class Attention(nn.Module):
    """A transformer block: attention with `heads` heads, then two layers, each with its norm."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.layers = nn.Sequential(
            nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, steps, width = x.shape
        parts = self.qkv(self.norms[0](x)).view(batch, steps, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4).unbind(0)
        seen = torch.softmax(q @ k.transpose(-1, -2) * self.scale, -1) @ v
        x = x + self.out(seen.transpose(1, 2).reshape(batch, steps, width))
        return x + self.layers(self.norms[1](x))


def _convolutions() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(8 * 7 * 7, CLASSES),
    )  # fmt: skip


@dataclass(frozen=True)
class Model:
    name: str
    make: Callable[[], nn.Module]
    input: Sequence[int]


MODELS = (
    Model(
        "two layers, 8 x 16",
        lambda: nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, CLASSES)),
        (8, 16),
    ),
    Model("transformer block, 2 x 6 x 32", lambda: Attention(32, 4), (2, 6, 32)),
    Model("transformer block, 4 x 64 x 128", lambda: Attention(128, 8), (4, 64, 128)),
    Model("convolution, 2 x 3 x 16 x 16", _convolutions, (2, 3, 16, 16)),
)


def _load_call(archive: bytes, engine: str, x: np.ndarray) -> Callable[[], object]:
    """Return a call of a fresh model under an engine, with its plans ready."""
    model = ts.load(io.BytesIO(archive))

    def call() -> object:
        return model(x)

    ts.set_engine(engine)
    for _ in range(5):
        call()

    def under_engine() -> object:
        ts.set_engine(engine)
        return model(x)

    return under_engine


def contenders(model: Model) -> dict[str, Callable[[], object]]:
    torch.manual_seed(0)
    scripted, buffer = torch.jit.script(model.make().eval()), io.BytesIO()
    torch.jit.save(scripted, buffer)
    x = torch.randn(*model.input)
    for _ in range(5):
        expected = scripted(x)
    engines = {"profile": "profile", "native": "native", "interpreter": "interp"}
    ours = {name: _load_call(buffer.getvalue(), e, x.numpy()) for name, e in engines.items()}
    for call in ours.values():
        np.testing.assert_allclose(np.asarray(call()), expected.numpy(), rtol=1e-3, atol=1e-5)
    return {**ours, "torch.jit": lambda: scripted(x)}


def measure(model: Model) -> None:
    competing = contenders(model)
    once = Spread.of(rounds({"first": competing["interpreter"]}, count=5)["first"]).median
    calls = max(1, round(SECONDS_PER_SAMPLE / once))
    times = rounds(competing, count=ROUNDS, calls=calls)
    for name, samples in times.items():
        versus = "" if name == "profile" else f"{ratios(times, name, 'profile')} x profile"
        print(f"{model.name:32} {name:12} {1e6 * Spread.of(samples).median:9.1f} us  {versus}")


def main() -> None:
    torch.set_num_threads(1)
    ts.set_num_threads(1)
    ts.set_compile_mode("now")
    with torch.no_grad():
        for model in MODELS:
            measure(model)


if __name__ == "__main__":
    main()
