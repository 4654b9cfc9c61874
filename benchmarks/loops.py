"""Functions of loops, branches and random numbers under the profiling executor, against torch.jit,
paired.

Both compile the same source, are called from Python with tensors, or numbers, of their own, and
have one thread.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts

ROUNDS = 15
SECONDS_PER_SAMPLE = 0.01

SOURCE = """
def remainders(n: int) -> int:
    s = 0
    for i in range(n):
        s = (s * 3 + i) % 1000003
    return s

def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps

def newton(x, steps: int):
    y = x
    for _ in range(steps):
        y = 0.5 * (y + x / y)
    return y

def lstm(x, h, c, w, u, b):
    for t in range(x.size(0)):
        gates = x[t] @ w + h @ u + b
        i, f, o, g = gates.chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        h = torch.sigmoid(o) * torch.tanh(c)
    return h, c

def decode(logits, embedding, w, n: int):
    drawn = torch.zeros([60], dtype=torch.int64)
    h = embedding[0:1]
    for i in range(n):
        chances = torch.softmax(logits + torch.mm(h, w), -1)
        token = torch.multinomial(chances, 1)
        drawn[i] = token[0, 0]
        h = torch.tanh(embedding[token[0]])
    return drawn

def layers(x, w, b, v, c):
    h = torch.relu(torch.nn.functional.linear(x, w, b))
    h = torch.nn.functional.dropout(h, 0.5, True)
    h = torch.relu(torch.nn.functional.linear(h, v, c))
    return torch.nn.functional.dropout(h, 0.1, True)

def means(x, w, n: int):
    s = torch.zeros_like(x)
    for i in range(n):
        s = s + torch.relu(torch.mm(torch.nn.functional.dropout(x, 0.2, True), w))
    return s / n

def sample(mean, log_variance):
    deviation = torch.exp(0.5 * log_variance)
    return mean + torch.randn_like(deviation) * deviation
"""


@dataclass(frozen=True)
class Program:
    """A function of the source, and its inputs: the sizes of tensors, or numbers."""

    name: str
    function: str
    inputs: Sequence[tuple[int, ...] | int]


def _lstm(steps: int, rows: int, size: int) -> Program:
    state, weight = (rows, size), (size, 4 * size)
    shapes = [(steps, rows, size), state, state, weight, weight, (4 * size,)]
    return Program(f"LSTM, {steps} steps of {rows}x{size}", "lstm", shapes)


PROGRAMS = (
    Program("remainders, 1,000 iterations", "remainders", [1000]),
    Program("collatz, 111 iterations", "collatz", [27]),
    Program("newton, 20 iterations on 5 elements", "newton", [(5,), 20]),
    Program("newton, 20 iterations on 10,000", "newton", [(10_000,), 20]),
    _lstm(100, 1, 64),
    _lstm(20, 16, 128),
    Program("decoder, 60 draws of 64 tokens", "decode", [(1, 64), (64, 32), (32, 64), 60]),
    Program(
        "two layers of 64x256 with dropout",
        "layers",
        [
            (64, 256),
            (256, 256),
            (256,),
            (256, 256),
            (256,),
        ],
    ),
    Program("mean of 20 dropouts of 16x64", "means", [(16, 64), (64, 64), 20]),
    Program("normal sample of 64x128", "sample", [(64, 128), (64, 128)]),
)


def contenders(program: Program) -> dict[str, Callable[[], object]]:
    random = np.random.default_rng(0)
    given = [
        0.1 * random.random(n, np.float32) + 0.1 if isinstance(n, tuple) else n
        for n in program.inputs
    ]
    ours = [ts.Tensor(v) if isinstance(v, np.ndarray) else v for v in given]
    theirs = [torch.from_numpy(v) if isinstance(v, np.ndarray) else v for v in given]
    f, g = (
        getattr(make(SOURCE), program.function) for make in (ts.compile, torch.jit.CompilationUnit)
    )

    def interpret() -> object:
        with ts.optimized_execution(False):
            return f(*ours)

    competing = {
        "native": lambda: f(*ours),
        "interpreter": interpret,
        "torch.jit": lambda: g(*theirs),
    }
    for _ in range(5):
        results = [_first(_seeded(call)) for call in competing.values()]
    for result in results[:-1]:
        np.testing.assert_allclose(result, results[-1], rtol=1e-4, atol=1e-6)
    return competing


def _seeded(call: Callable[[], object]) -> object:
    ts.manual_seed(0)
    torch.manual_seed(0)
    return call()


def _first(result: Any) -> np.ndarray:
    return np.asarray(result[0] if isinstance(result, tuple) else result)


def measure(program: Program) -> None:
    competing = contenders(program)
    once = Spread.of(rounds({"native": competing["native"]}, count=5)["native"]).median
    calls = max(1, round(SECONDS_PER_SAMPLE / 20 / max(once, 1e-6)))
    times = rounds(competing, count=ROUNDS, calls=calls)
    for name, samples in times.items():
        versus = "" if name == "native" else f"{ratios(times, name, 'native')} x native"
        median = 1e6 * Spread.of(samples).median
        print(f"{program.name:36} {name:12} {median:9.1f} us  {versus}", flush=True)


def main() -> None:
    torch.set_num_threads(1)
    ts.set_num_threads(1)
    ts.set_engine("profile")
    ts.set_compile_mode("now")
    with torch.no_grad():
        for program in PROGRAMS:
            measure(program)


if __name__ == "__main__":
    main()
