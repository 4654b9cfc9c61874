"""Small models of archives, as `ts.load` returns them, under each engine and in torch.jit, paired.

The models are not frozen. A call takes numpy arrays, or tensors in PyTorch; all have one thread.
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


class Cached(nn.Module):
    """Attention of the token at one place to those before it, whose keys and values are kept in
    buffers."""

    def __init__(self, width: int, heads: int, places: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        for name in ("keys", "values"):
            self.register_buffer(name, torch.zeros(1, heads, places, width // heads))
        self.register_buffer("seen", torch.ones(places, places, dtype=torch.bool).tril())

    def forward(self, x: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
        batch, steps, width = x.shape
        parts = self.qkv(x).view(batch, steps, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4).unbind(0)
        self.keys[:, :, at] = k
        self.values[:, :, at] = v
        y = nn.functional.scaled_dot_product_attention(
            q, self.keys, self.values, attn_mask=self.seen[None, None, at]
        )
        return self.out(y.transpose(1, 2).reshape(batch, steps, width))


class Whitening(nn.Module):
    """Division by a deviation, both mean and variance being moving averages in buffers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("variance", torch.ones(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.mean.mul_(0.9).add_(x.mean(0), alpha=0.1)
        self.variance.mul_(0.9).add_((x - self.mean).square().mean(0), alpha=0.1)
        return (x - self.mean) / (self.variance + 1e-5).sqrt()


def _convolutions() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(8 * 7 * 7, CLASSES),
    )  # fmt: skip


@dataclass(frozen=True)
class Model:
    """A module, and its inputs: a tensor of this shape, and others."""

    name: str
    make: Callable[[], nn.Module]
    shape: Sequence[int]
    rest: Sequence[torch.Tensor] = ()


_AT = (torch.tensor([17]),)
MODELS = (
    Model(
        "two layers, 8 x 16",
        lambda: nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, CLASSES)),
        (8, 16),
    ),
    Model("transformer block, 2 x 6 x 32", lambda: Attention(32, 4), (2, 6, 32)),
    Model("transformer block, 4 x 64 x 128", lambda: Attention(128, 8), (4, 64, 128)),
    Model("convolution, 2 x 3 x 16 x 16", _convolutions, (2, 3, 16, 16)),
    Model("cached attention, 512 x 128", lambda: Cached(128, 4, 512), (1, 1, 128), _AT),
    Model("moving averages, 32 x 64", lambda: Whitening(64), (32, 64)),
)


def _load_call(archive: bytes, engine: str, inputs: Sequence[np.ndarray]) -> Callable[[], object]:
    """Return a call of a fresh model under an engine, with its plans ready."""
    model = ts.load(io.BytesIO(archive))

    def call() -> object:
        return model(*inputs)

    ts.set_engine(engine)
    for _ in range(5):
        call()

    def under_engine() -> object:
        ts.set_engine(engine)
        return model(*inputs)

    return under_engine


def contenders(model: Model) -> dict[str, Callable[[], object]]:
    torch.manual_seed(0)
    scripted, buffer = torch.jit.script(model.make().eval()), io.BytesIO()
    torch.jit.save(scripted, buffer)
    inputs = [torch.randn(*model.shape), *model.rest]
    for _ in range(6):  # As many as ours below: a module may have a state.
        expected = scripted(*inputs)
    engines = {"profile": "profile", "native": "native", "interpreter": "interp"}
    ours = {
        name: _load_call(buffer.getvalue(), e, [x.numpy() for x in inputs])
        for name, e in engines.items()
    }
    for call in ours.values():
        np.testing.assert_allclose(np.asarray(call()), expected.numpy(), rtol=1e-3, atol=1e-5)
    return {**ours, "torch.jit": lambda: scripted(*inputs)}


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
