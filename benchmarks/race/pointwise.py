"""Workloads of pointwise operators, row by row reductions and numbers."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from benchmarks.race import numba_forms as numba
from benchmarks.race.inputs import normal
from benchmarks.race.library import Library
from benchmarks.race.workload import Workload

TRANSCENDENTAL = 20
"""Floating point operations that an exp, tanh, sin or erf counts as."""

LEAST_PARALLEL = 1 << 15
"""Elements above which numba's threads pay."""

SEED = """
def f(a: Tensor, b: Tensor) -> Tensor:
    c = a + b
    d = c * c
    e = torch.tanh(d * c)
    return d + (e + e)
"""
SINE = """
def f(a: Tensor) -> Tensor:
    x = a * a
    y = torch.sin(x)
    return y * y
"""
GELU = """
def f(x: Tensor) -> Tensor:
    return 0.5 * x * (1.0 + torch.erf(x * 0.7071067811865476))
"""
SOFTMAX = """
def f(x: Tensor) -> Tensor:
    e = torch.exp(x - torch.amax(x, [1], True))
    return e / torch.sum(e, [1], True)
"""
LAYER_NORM = """
def f(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    d = x - torch.mean(x, [1], True)
    v = torch.mean(d * d, [1], True)
    return d / torch.sqrt(v + 1e-5) * w + b
"""
GATES = """
def f(i: Tensor, f: Tensor, g: Tensor, o: Tensor, c: Tensor) -> Tuple[Tensor, Tensor]:
    s = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(s), s
"""
LOOP = """
def f(n: int) -> int:
    s = 0
    for i in range(n):
        s = (s * 3 + i) % 1000003
    return s
"""


def seed(lib: Library, weights: Any, a: Any, b: Any) -> Any:
    c = a + b
    d = c * c
    e = lib.np.tanh(d * c)
    return d + (e + e)


def sine(lib: Library, weights: Any, a: Any) -> Any:
    y = lib.np.sin(a * a)
    return y * y


def gelu(lib: Library, weights: Any, x: Any) -> Any:
    return 0.5 * x * (1.0 + lib.erf(x * 0.7071067811865476))


def softmax(lib: Library, weights: Any, x: Any) -> Any:
    e = lib.np.exp(x - lib.np.max(x, 1, keepdims=True))
    return e / lib.np.sum(e, 1, keepdims=True)


def layer_norm(lib: Library, weights: Any, x: Any, w: Any, b: Any) -> Any:
    d = x - lib.np.mean(x, 1, keepdims=True)
    v = lib.np.mean(d * d, 1, keepdims=True)
    return d / lib.np.sqrt(v + 1e-5) * w + b


def gates(lib: Library, weights: Any, i: Any, f: Any, g: Any, o: Any, c: Any) -> Any:
    s = lib.sigmoid(f) * c + lib.sigmoid(i) * lib.np.tanh(g)
    return lib.sigmoid(o) * lib.np.tanh(s), s


def loop(n: int) -> int:
    s = 0
    for i in range(n):
        s = (s * 3 + i) % 1000003
    return s


def _seed(name: str, count: int, threshold: float) -> Workload:
    return Workload(
        f"tanh of a cube, {name}", normal((count,), (count,)), SEED, arrays=seed,
        forms={"numba": partial(numba.seed, parallel=count > LEAST_PARALLEL)},
        flops=count * (5 + TRANSCENDENTAL), bytes=12 * count,
        threshold=threshold,
    )  # fmt: skip


MILLION, ROWS, COLUMNS = 1 << 20, 4096, 1024
CELLS = ROWS * COLUMNS
STATES = 64 * 2048
ITERATIONS = 10_000

ADDITION = Workload(
    "a+b, 5 elements",
    normal((5,), (5,)),
    "def f(a: Tensor, b: Tensor) -> Tensor:\n    return a + b\n",
    arrays=lambda lib, weights, a, b: lib.np.add(a, b),
    forms={"numba": numba.add},
    threshold=2.0,
)

WORKLOADS = (
    _seed("1M", MILLION, 1.2),
    _seed("16k", 1 << 14, 4.0),
    _seed("1k", 1 << 10, 5.0),
    Workload(
        "mul, sin, mul, 1M", normal((MILLION,)), SINE, arrays=sine, forms={"numba": numba.sine},
        flops=MILLION * (2 + TRANSCENDENTAL), bytes=8 * MILLION, threshold=1.2,
    ),
    Workload(
        "gelu, 1M", normal((MILLION,)), GELU, arrays=gelu, forms={"numba": numba.gelu},
        flops=MILLION * (4 + TRANSCENDENTAL), bytes=8 * MILLION, threshold=1.2,
    ),
    Workload(
        "softmax, 4096x1024", normal((ROWS, COLUMNS)), SOFTMAX, arrays=softmax,
        forms={"numba": numba.softmax}, flops=CELLS * (4 + TRANSCENDENTAL), bytes=8 * CELLS,
        threshold=1.1,
    ),
    Workload(
        "layer norm, 4096x1024", normal((ROWS, COLUMNS), (COLUMNS,), (COLUMNS,)), LAYER_NORM,
        arrays=layer_norm, forms={"numba": numba.layer_norm}, flops=7 * CELLS, bytes=8 * CELLS,
        threshold=1.1,
    ),
    Workload(
        "LSTM gates, 64x2048", normal(*[(64, 2048)] * 5), GATES, arrays=gates,
        forms={"numba": numba.gates}, flops=STATES * (10 + 5 * TRANSCENDENTAL), bytes=28 * STATES,
        threshold=2.5,
    ),
    Workload(
        "x*2+x, 5 elements", normal((5,)), "def f(x: Tensor) -> Tensor:\n    return x * 2 + x\n",
        arrays=lambda lib, weights, x: x * 2 + x, forms={"numba": numba.twice}, threshold=2.0,
    ),
    ADDITION,
    Workload(
        "remainders, 10,000 iterations", lambda: (ITERATIONS,), LOOP,
        forms={"numba": numba.remainders, "python": loop},
    ),
)  # fmt: skip

_LINES = ("x = torch.tanh(x)", "x = x * y", "x = torch.relu(x)", "x = x + y", "x = x - 0.5")


def chain(count: int) -> Workload:
    """Return a chain of so many pointwise operators, for the time of its compilation."""
    lines = [f"    {_LINES[n % len(_LINES)]}\n" for n in range(count)]
    source = f"def f(x: Tensor, y: Tensor) -> Tensor:\n{''.join(lines)}    return x\n"

    def arrays(lib: Library, weights: Any, x: Any, y: Any) -> Any:
        np_ = lib.np
        steps = (
            np_.tanh, lambda x: x * y, lambda x: np_.maximum(x, 0), lambda x: x + y,
            lambda x: x - np.float32(0.5),
        )  # fmt: skip
        for n in range(count):
            x = steps[n % len(steps)](x)
        return x

    return Workload(
        f"{count} pointwise operators", normal((64, 100), (64, 100)), source, arrays=arrays
    )
