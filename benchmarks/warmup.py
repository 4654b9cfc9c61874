"""Calls 1 to 50 of six models: our interpreter and profiling executor, against `torch.jit`.

    OPENBLAS_NUM_THREADS=1 python benchmarks/warmup.py [MODEL ...]

PyTorch scripts and saves each model. In each round every contender loads the archive again and
makes 50 calls in a row; the order of contenders changes from round to round. The executor compiles
in its background thread, as by default, so after the 50 calls we wait for it, and time calls of the
finished plan. A row of the plot is a range of times, a column a call: `i` interp, `p` profile,
`t` torch.jit. Call 1 includes the compilation of the archive's code, for all contenders.
"""

from __future__ import annotations

import io
import math
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import torch
from paired import Spread
from torch import nn

import xdsl_torchscript as ts

CALLS, ROUNDS = 50, 7
SHOWN = (1, 2, 3, 5, 10, 20, 50)
HEIGHT = 12
SLOWER = 1.2
"""A call is slow if it takes this much longer than the interpreter's median of the same call."""


class Pointwise(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.tanh(x * 2.0 + 1.0) * torch.sigmoid(x)
        return y * y + x


class Recurrent(nn.Module):
    """An LSTM cell, written out, over 16 steps."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.inner, self.outer = nn.Linear(size, 4 * size), nn.Linear(size, 4 * size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h, c = torch.zeros_like(x), torch.zeros_like(x)
        for _ in range(16):
            gates = self.inner(x) + self.outer(h)
            i, f, g, o = gates.chunk(4, 1)
            c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
            h = torch.sigmoid(o) * torch.tanh(c)
        return h


class Attention(nn.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(size, size) for _ in range(3))
        self.norm = nn.LayerNorm(size)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scores = self.q(x) @ self.k(x).transpose(-2, -1) * 0.125
        return self.norm(x + torch.softmax(scores, -1) @ self.v(x))


class Gated(nn.Module):
    """A gated feed-forward layer with its activations written out."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.up, self.gate, self.down = (nn.Linear(size, size) for _ in range(3))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        gate = self.gate(x)
        return x + self.down(self.up(x) * gate * torch.sigmoid(gate))


def _convolution() -> nn.Module:
    return nn.Sequential(nn.Conv2d(8, 8, 3, padding=1), nn.BatchNorm2d(8), nn.Hardswish())


MODELS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "pointwise, 100,000": (Pointwise, (100_000,)),
    "pointwise, 100": (Pointwise, (100,)),
    "recurrent, 32 x 128": (lambda: Recurrent(128), (32, 128)),
    "attention, 64 x 64": (lambda: Attention(64), (64, 64)),
    "gated, 256 x 256": (lambda: Gated(256), (256, 256)),
    "convolution, 64 x 64": (_convolution, (1, 8, 64, 64)),
}


@dataclass
class Times:
    """Seconds by call of each round, until a plan was ready, and of a call with it."""

    calls: list[list[float]] = field(default_factory=list)
    ready: list[float] = field(default_factory=list)
    final: list[float] = field(default_factory=list)

    def median(self, call: int) -> float:
        return statistics.median(row[call] for row in self.calls)

    def at(self, call: int) -> Spread:
        return Spread.of([row[call] * 1e6 for row in self.calls])


def _loader(engine: str, archive: bytes, x: np.ndarray) -> Callable[[], object]:
    """Return a call of a freshly loaded model."""
    if engine == "torch":
        theirs, tensor = torch.jit.load(io.BytesIO(archive)), torch.from_numpy(x)
        return lambda: theirs(tensor)
    ts.set_engine(engine)
    ours, value = ts.load(archive), ts.Tensor(x)
    return lambda: ours(value)


def _time_call(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure(archive: bytes, x: np.ndarray) -> dict[str, Times]:
    """Time all contenders on one model."""
    times = {name: Times() for name in ("interp", "profile", "torch")}
    names = list(times)
    for _ in range(ROUNDS):
        names.append(names.pop(0))
        for name in names:
            call = _loader(name, archive, x)
            start = time.perf_counter()
            times[name].calls.append([_time_call(call) for _ in range(CALLS)])
            for _ in range(4):  # a profile, a plan, and its kernels, after some calls of each
                ts.wait_for_compilation()
                for _ in range(CALLS):
                    call()
            ts.wait_for_compilation()
            times[name].ready.append(time.perf_counter() - start)
            times[name].final.append(statistics.median(_time_call(call) for _ in range(CALLS)))
    return times


def plot(times: Mapping[str, Times]) -> str:
    """Draw the medians of all calls on a logarithmic scale."""
    series = {name[0]: [t.median(c) for c in range(CALLS)] for name, t in times.items()}
    low = min(map(min, series.values()))
    step = math.log(max(map(max, series.values())) / low) / (HEIGHT - 1) or 1.0
    rows = [[" "] * CALLS for _ in range(HEIGHT)]
    for letter, values in series.items():
        for call, value in enumerate(values):
            rows[HEIGHT - 1 - round(math.log(value / low) / step)][call] = letter
    scale = (low * math.exp(step * (HEIGHT - 1 - row)) * 1e6 for row in range(HEIGHT))
    return "\n".join(f"{t:12.0f} us |{''.join(row)}" for t, row in zip(scale, rows, strict=True))


def report(title: str, times: Mapping[str, Times]) -> None:
    """Print times by call in microseconds, ratios, and where the executor loses."""
    print(f"\n== {title}: microseconds, median [quartiles] of {ROUNDS} rounds")
    print("call".ljust(9) + "".join(name.rjust(32) for name in times))
    for number in SHOWN:
        print(f"{number:<9}" + "".join(str(t.at(number - 1)).rjust(32) for t in times.values()))
    finals = {name: [s * 1e6 for s in t.final] for name, t in times.items()}
    print("plan".ljust(9) + "".join(str(Spread.of(s)).rjust(32) for s in finals.values()))
    print(plot(times))
    for other in ("interp", "torch"):
        pairs = zip(finals["profile"], finals[other], strict=True)
        print(f"with the plan, profile / {other}: {Spread.of([a / b for a, b in pairs])}")
    interp, profile = times["interp"], times["profile"]
    slow = [c + 1 for c in range(CALLS) if profile.median(c) > SLOWER * interp.median(c)]
    print(f"the plan was ready after {statistics.median(profile.ready) * 1e3:.0f} ms")
    print(f"calls of profile slower than interp by more than 20 %: {slow or 'none'}")


def main() -> None:
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    if "OPENBLAS_NUM_THREADS" in os.environ:
        torch.set_num_threads(int(os.environ["OPENBLAS_NUM_THREADS"]))
    for title, (make, shape) in MODELS.items():
        if sys.argv[1:] and not any(title.startswith(word) for word in sys.argv[1:]):
            continue
        buffer = io.BytesIO()
        torch.jit.save(torch.jit.script(make().eval()), buffer)
        x = np.random.default_rng(0).standard_normal(shape, np.float32)
        with torch.no_grad(), ts.no_grad():
            report(title, measure(buffer.getvalue(), x))


if __name__ == "__main__":
    main()
