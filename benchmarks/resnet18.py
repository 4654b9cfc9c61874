"""ResNet-18 at batch 1 on 224 by 224 pixels: our engines against PyTorch, eager and scripted.

The network is written here, after He et al., "Deep Residual Learning for Image Recognition" (2015),
with random weights; PyTorch scripts and saves it, we load the archive. Every contender runs once
per round. PyTorch, numpy and kernels choose their number of threads; OPENBLAS_NUM_THREADS limits
numpy, and here the others, too. With one thread, processor time is measured, which other work on
the machine affects little.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from paired import Spread, ratios, rounds
from torch import nn

import xdsl_torchscript as ts

ROUNDS = 25
THREADS = os.environ.get("OPENBLAS_NUM_THREADS")
WIDTHS = (64, 128, 256, 512)


class Block(nn.Module):
    """Two convolutions with a residual connection, projected if the shapes differ."""

    def __init__(self, before: int, width: int, stride: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(before, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.fitted: nn.Module = nn.Identity()
        if stride != 1 or before != width:
            conv = nn.Conv2d(before, width, 1, stride, bias=False)
            self.fitted = nn.Sequential(conv, nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        y += self.fitted(x)
        return self.relu(y)


def resnet18(classes: int = 1000) -> nn.Sequential:
    stem = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True)]
    blocks: list[nn.Module] = []
    before = 64
    for width in WIDTHS:
        blocks += [Block(before, width, 1 if width == 64 else 2), Block(width, width, 1)]
        before = width
    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, classes)]
    return nn.Sequential(*stem, nn.MaxPool2d(3, 2, 1), *blocks, *head)


def measure(size: int) -> None:
    model = resnet18().eval()
    for layer in model.modules():
        if isinstance(layer, nn.BatchNorm2d):  # As after training: not all means are 0.
            nn.init.uniform_(layer.running_mean, -0.5, 0.5)
            nn.init.uniform_(layer.running_var, 0.5, 1.5)
    scripted = torch.jit.script(model)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "resnet18.pt"
        scripted.save(str(path))
        loaded = ts.load(str(path))
        image = torch.randn(1, 3, size, size)
        ours = ts.Tensor(image.numpy())
        competing: dict[str, Callable[[], Any]] = {
            **{engine: under(engine, loaded, ours) for engine in ("native", "profile", "interp")},
            "torch eager": lambda: model(image),
            "torch.jit": lambda: scripted(image),
        }
        for call in (*competing.values(),) * 3:  # let executors settle
            call()
        expected, got = model(image).numpy(), competing["native"]().array
        difference = np.abs(got - expected).max() / np.abs(expected).max()
        clock = time.process_time if THREADS == "1" else time.perf_counter
        times = rounds(competing, count=ROUNDS, clock=clock)
    for name, samples in times.items():
        versus = ratios(times, name, "native")
        median = 1e3 * Spread.of(samples).median
        print(f"{name:12} {median:8.1f} ms  {versus} x native")
    print(f"largest difference {difference:.1e} of the largest element")


def under(engine: str, module: ts.ScriptModule, image: ts.Tensor) -> Callable[[], Any]:
    """Return a call of a module under an engine."""

    def call() -> Any:
        ts.set_engine(engine)
        return module(image)

    return call


def main() -> None:
    ts.set_compile_mode("now")
    if THREADS:
        torch.set_num_threads(int(THREADS))
        ts.set_num_threads(int(THREADS))
    torch.manual_seed(0)
    with torch.no_grad():
        measure(224)


if __name__ == "__main__":
    main()
