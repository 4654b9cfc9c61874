"""Functions of loops and branches under the profiling executor, against torch.jit, paired.

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
    with ts.optimized_execution(False):
        interpreted = getattr(ts.compile(SOURCE), program.function)(*ours)
    for _ in range(5):
        found, expected = f(*ours), g(*theirs)
    for result in (found, interpreted):
        np.testing.assert_allclose(_first(result), _first(expected), rtol=1e-4)

    def interpret() -> object:
        with ts.optimized_execution(False):
            return f(*ours)

    return {"native": lambda: f(*ours), "interpreter": interpret, "torch.jit": lambda: g(*theirs)}


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
