"""Two branches: one of them in a fork, against one after the other, paired.

    python benchmarks/forks.py

Plans of the profiling executor; each kernel and each product has one thread. Two threads of Python
that call numpy show what the machine gives to a second thread.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts

ROUNDS = 41
PROGRAM = """
def pointwise(x, y):
    return torch.tanh(torch.sigmoid(x * y) + torch.exp(x - y)) * y

def product(x, y):
    return torch.mm(x, y)

def {name}_forked(x, y):
    f = torch.jit.fork({name}, x, y)
    return {name}(y, x), torch.jit.wait(f)

def {name}_in_order(x, y):
    return {name}(y, x), {name}(x, y)
"""
SIZES = {"pointwise": (64, 512, 2048), "product": (64, 1024)}
NUMPY: dict[str, Callable[[Any, Any], Any]] = {
    "pointwise": lambda x, y: np.tanh(x) * y,
    "product": np.matmul,
}


def measure(name: str, size: int, pool: ThreadPoolExecutor) -> None:
    random = np.random.default_rng(0)
    arrays = [random.standard_normal((size, size), np.float32) for _ in range(2)]
    x, y = map(ts.Tensor, arrays)
    unit = ts.compile(PROGRAM.format(name=name))
    forked, in_order = getattr(unit, f"{name}_forked"), getattr(unit, f"{name}_in_order")
    for _ in range(3):
        results = [*zip(forked(x, y), in_order(x, y), strict=True)]
    for one, other in results:
        np.testing.assert_array_equal(one.array, other.array)

    def beside() -> None:
        for future in [pool.submit(NUMPY[name], *arrays) for _ in range(2)]:
            future.result()

    times = rounds(
        {
            "forked": lambda: forked(x, y),
            "in order": lambda: in_order(x, y),
            "numpy beside": beside,
            "numpy in order": lambda: [NUMPY[name](*arrays) for _ in range(2)],
        },
        count=ROUNDS,
    )
    median = 1e6 * Spread.of(times["in order"]).median
    gain = ratios(times, "forked", "in order")
    possible = ratios(times, "numpy beside", "numpy in order")
    print(f"{name} {size}x{size}: {median:.0f} us, forked {gain}; numpy {possible}", flush=True)


def main() -> None:
    ts.set_engine("profile")
    ts.set_compile_mode("now")
    ts.set_num_threads(1)
    with ThreadPoolExecutor(2) as pool:
        for name, sizes in SIZES.items():
            for size in sizes:
                measure(name, size, pool)


if __name__ == "__main__":
    main()
