"""ResNet-18 at batch 1 on 224 by 224 pixels: our interpreter against PyTorch, eager and scripted.

The network is written here, after He et al., "Deep Residual Learning for Image Recognition" (2015),
with random weights; PyTorch scripts and saves it, we load the archive. Every contender runs once
per round. PyTorch and numpy choose their number of threads; OPENBLAS_NUM_THREADS limits numpy, and
here PyTorch too. With one thread, processor time is measured, which other work on the machine
affects little.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

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
        for _ in range(3):  # let the profiling executor settle
            scripted(image)
        expected, got = model(image).numpy(), loaded(ours).array
        difference = np.abs(got - expected).max() / np.abs(expected).max()
        competing = {
            "interpreter": lambda: loaded(ours),
            "torch eager": lambda: model(image),
            "torch.jit": lambda: scripted(image),
        }
        clock = time.process_time if THREADS == "1" else time.perf_counter
        times = rounds(competing, count=ROUNDS, clock=clock)
    for name, samples in times.items():
        versus = ratios(times, "interpreter", name)
        median = 1e3 * Spread.of(samples).median
        print(f"{name:12} {median:8.1f} ms  interpreter takes {versus} times as long")
    print(f"largest difference {difference:.1e} of the largest element")


def main() -> None:
    if THREADS:
        torch.set_num_threads(int(THREADS))
    torch.manual_seed(0)
    with torch.no_grad():
        measure(224)


if __name__ == "__main__":
    main()
