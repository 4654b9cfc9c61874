"""Workloads of products and convolutions: their modules in PyTorch, and in array form."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from benchmarks.race import numba_forms as numba
from benchmarks.race.inputs import normal
from benchmarks.race.library import Library
from benchmarks.race.workload import Workload

sys.path.insert(0, str(Path(__file__).parents[2] / "tests/conformance/zoo"))

from vision import ResNet

Weights = Mapping[str, Any]


class Cell(nn.Module):
    """An LSTM cell, written from its parts."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.input, self.state = nn.Linear(size, 4 * size), nn.Linear(size, 4 * size)

    def forward(self, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        i, f, g, o = (self.input(x) + self.state(h)).chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


class Steps(nn.Module):
    """The cell over the steps of a sequence, in a loop."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.cell = Cell(size)

    def forward(self, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        for t in range(x.size(0)):
            h, c = self.cell(x[t], h, c)
        return h, c


class Recurrent(nn.Module):
    """`Steps` as PyTorch's operator, which ONNX has, too."""

    def __init__(self, steps: Steps, size: int) -> None:
        super().__init__()
        self.lstm = nn.LSTM(size, size)
        for name, layer in (("ih", steps.cell.input), ("hh", steps.cell.state)):
            for part in ("weight", "bias"):
                getattr(self.lstm, f"{part}_{name}_l0").data.copy_(getattr(layer, part).data)

    def forward(self, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        _, (h, c) = self.lstm(x, (h[None], c[None]))
        return h[0], c[0]


class Transformer(nn.Module):
    """A layer of a transformer: attention, then two linear layers, each with its norm."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Tensor) -> Tensor:
        batch, steps, width = x.shape
        parts = self.qkv(self.norm1(x)).view(batch, steps, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4).unbind(0)
        seen = torch.softmax(q @ k.transpose(-1, -2) * self.scale, -1) @ v
        x = x + self.out(seen.transpose(1, 2).reshape(batch, steps, width))
        return x + self.narrow(nn.functional.gelu(self.wide(self.norm2(x))))


def _linear(w: Weights, name: str, x: Any) -> Any:
    return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]


def perceptron(lib: Library, w: Weights, x: Any) -> Any:
    return _linear(w, "2", lib.np.maximum(_linear(w, "0", x), 0))


def cell(lib: Library, w: Weights, x: Any, h: Any, c: Any, prefix: str = "") -> Any:
    gates = _linear(w, f"{prefix}input", x) + _linear(w, f"{prefix}state", h)
    i, f, g, o = lib.np.split(gates, 4, 1)
    c = lib.sigmoid(f) * c + lib.sigmoid(i) * lib.np.tanh(g)
    return lib.sigmoid(o) * lib.np.tanh(c), c


def steps(lib: Library, w: Weights, x: Any, h: Any, c: Any) -> Any:
    return lib.scan(lambda state, row: cell(lib, w, row, *state, prefix="cell."), (h, c), x)


def _normed(lib: Library, w: Weights, name: str, x: Any) -> Any:
    d = x - x.mean(-1, keepdims=True)
    scaled = d / lib.np.sqrt((d * d).mean(-1, keepdims=True) + 1e-5)
    return scaled * w[f"{name}.weight"] + w[f"{name}.bias"]


def transformer(lib: Library, w: Weights, x: Any, heads: int) -> Any:
    batch, count, width = x.shape
    parts = _linear(w, "qkv", _normed(lib, w, "norm1", x))
    q, k, v = parts.reshape(batch, count, 3, heads, width // heads).transpose(2, 0, 3, 1, 4)
    scores = q @ k.swapaxes(-1, -2) * (width // heads) ** -0.5
    powers = lib.np.exp(scores - scores.max(-1, keepdims=True))
    seen = powers / powers.sum(-1, keepdims=True) @ v
    x = x + _linear(w, "out", seen.swapaxes(1, 2).reshape(batch, count, width))
    wide = _linear(w, "wide", _normed(lib, w, "norm2", x))
    return x + _linear(w, "narrow", 0.5 * wide * (1 + lib.erf(wide * 0.7071067811865476)))


def _batch_norm(lib: Library, w: Weights, name: str, x: Any) -> Any:
    scale = w[f"{name}.weight"] / lib.np.sqrt(w[f"{name}.running_var"] + 1e-5)
    shift = w[f"{name}.bias"] - w[f"{name}.running_mean"] * scale
    return x * scale[:, None, None] + shift[:, None, None]


def convolution(lib: Library, w: Weights, x: Any) -> Any:
    return lib.np.maximum(_batch_norm(lib, w, "1", lib.conv(x, w["0.weight"], 1, 1)), 0)


def _block(lib: Library, w: Weights, at: str, x: Any, stride: int) -> Any:
    y = lib.conv(x, w[f"{at}.conv1.weight"], stride, 1)
    y = lib.np.maximum(_batch_norm(lib, w, f"{at}.bn1", y), 0)
    y = _batch_norm(lib, w, f"{at}.bn2", lib.conv(y, w[f"{at}.conv2.weight"], 1, 1))
    if f"{at}.downsample.0.weight" in w:
        x = lib.conv(x, w[f"{at}.downsample.0.weight"], stride, 0)
        x = _batch_norm(lib, w, f"{at}.downsample.1", x)
    return lib.np.maximum(x + y, 0)


def resnet(lib: Library, w: Weights, x: Any) -> Any:
    x = lib.np.maximum(_batch_norm(lib, w, "bn1", lib.conv(x, w["conv1.weight"], 2, 3)), 0)
    x = lib.max_pool(x, 3, 2, 1)
    for depth in range(4):
        x = _block(lib, w, f"layers.{depth}.0", x, 2 if depth else 1)
        x = _block(lib, w, f"layers.{depth}.1", x, 1)
    return _linear(w, "fc", x.mean((2, 3)))


def set_statistics(module: nn.Module) -> nn.Module:
    """Give batch norms the statistics of a trained network: not all means are 0."""
    for layer in module.modules():
        if isinstance(layer, nn.BatchNorm2d):
            nn.init.uniform_(layer.running_mean, -0.5, 0.5)
            nn.init.uniform_(layer.running_var, 0.5, 1.5)
    return module.eval()


def _perceptron() -> nn.Module:
    return nn.Sequential(nn.Linear(1024, 1024), nn.ReLU(), nn.Linear(1024, 1024))


def _convolution() -> nn.Module:
    layers = nn.Conv2d(64, 64, 3, padding=1, bias=False), nn.BatchNorm2d(64), nn.ReLU()
    return set_statistics(nn.Sequential(*layers))


def _cell(rows: int, size: int, threshold: float) -> Workload:
    return Workload(
        f"LSTM cell, {rows}x{size}, frozen", normal(*[(rows, size)] * 3),
        module=partial(Cell, size), arrays=cell, forms={"numba": numba.cell},
        flops=16 * rows * size * size, bytes=32 * size * size + 20 * rows * size,
        threshold=threshold,
    )  # fmt: skip


STEPS, SIZE = 100, 64
SIDE = 1024
TOKENS, WIDTH = 128, 256

LAYER = Workload(
    "linear layer, 2x4", normal((2, 4)), module=partial(nn.Linear, 4, 4),
    arrays=lambda lib, w, x: x @ w["weight"].T + w["bias"],
)  # fmt: skip
"""A module that is compiled before the first call of another one is timed."""

RESNET = Workload(
    "ResNet-18, batch 1, frozen", normal((1, 3, 224, 224)),
    module=lambda: set_statistics(ResNet(64, 1000)), arrays=resnet, flops=3.63e9, bytes=4 * 11.7e6,
    tolerance=1e-3,
)  # fmt: skip

WORKLOADS = (
    _cell(64, 512, 1.2),
    _cell(1, 128, 2.0),
    Workload(
        "LSTM, 100 steps of 1x64", normal((STEPS, 1, SIZE), (1, SIZE), (1, SIZE)),
        module=partial(Steps, SIZE), arrays=steps,
        forms={"onnxruntime": lambda steps: Recurrent(steps, SIZE)},
        flops=16 * STEPS * SIZE * SIZE, bytes=32 * SIZE * SIZE, threshold=1.3,
    ),
    Workload(
        "MLP, 64x1024x1024, frozen", normal((64, SIDE)), module=_perceptron, arrays=perceptron,
        forms={"numba": numba.perceptron}, flops=4 * 64 * SIDE * SIDE, bytes=8 * SIDE * SIDE,
        threshold=1.2,
    ),
    Workload(
        "product, 1024x1024x1024", normal((SIDE, SIDE), (SIDE, SIDE)),
        "def f(a: Tensor, b: Tensor) -> Tensor:\n    return torch.mm(a, b)\n",
        arrays=lambda lib, weights, a, b: lib.np.matmul(a, b), forms={"numba": numba.product},
        flops=2 * SIDE**3, bytes=12 * SIDE * SIDE, threshold=0.95,
    ),
    Workload(
        "conv 3x3 + norm + relu, 64x56x56, frozen", normal((1, 64, 56, 56)), module=_convolution,
        arrays=convolution, flops=2 * 64 * 64 * 9 * 56 * 56, bytes=8 * 64 * 56 * 56,
        threshold=1.2,
    ),
    Workload(
        "transformer layer, 128x256", normal((1, TOKENS, WIDTH)),
        module=partial(Transformer, WIDTH, 4), arrays=partial(transformer, heads=4),
        flops=TOKENS * WIDTH * (24 * WIDTH + 4 * TOKENS), bytes=48 * WIDTH * WIDTH,
        threshold=1.2,
    ),
    RESNET,
)  # fmt: skip
