"""Two branches side by side: forked on two threads and on one, and one after the other, paired.

    OPENBLAS_NUM_THREADS=1 python benchmarks/forks.py

Plans of the profiling executor; each kernel and each product of BLAS has one thread.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Callable, Sequence

import numpy as np
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts

ROUNDS = 31
PROGRAMS = """
def pointwise(x, y):
    return torch.tanh(torch.sigmoid(x * y) + torch.exp(x - y)) * y

def product(x, y):
    return torch.mm(x, y)

def {name}_forked(x, y):
    f = torch.jit.fork({name}, x, y)
    g = torch.jit.fork({name}, y, x)
    return torch.jit.wait(f), torch.jit.wait(g)

def {name}_in_order(x, y):
    return {name}(x, y), {name}(y, x)
"""
SIZES = {"pointwise": [(64, 64), (512, 512), (2048, 2048)], "product": [(64, 64), (1024, 1024)]}


def on_threads(count: int, call: Callable[..., object], given: Sequence[object]) -> object:
    ts.set_num_interop_threads(count)
    return call(*given)


def measure(name: str, shape: tuple[int, int]) -> None:
    unit = ts.compile(PROGRAMS.format(name=name))
    random = np.random.default_rng(0)
    given = [ts.Tensor(random.standard_normal(shape, np.float32)) for _ in range(2)]
    forked, in_order = getattr(unit, f"{name}_forked"), getattr(unit, f"{name}_in_order")
    for call in (forked, in_order):
        for _ in range(3):
            call(*given)
    for one, other in zip(forked(*given), in_order(*given), strict=True):
        np.testing.assert_array_equal(one.array, other.array)
    contenders: dict[str, Callable[[], object]] = {
        "forks on two threads": lambda: on_threads(2, forked, given),
        "forks on one": lambda: on_threads(1, forked, given),
        "in order": lambda: on_threads(1, in_order, given),
    }
    times = rounds(contenders, count=ROUNDS)
    base = min(times["in order"])
    for contender, samples in times.items():
        versus = f"{ratios(times, contender, 'in order')}, least {min(samples) / base:.2f}"
        median = 1e6 * Spread.of(samples).median
        print(f"{name} {shape}: {contender} {median:.0f} us, x in order: {versus}", flush=True)


def main() -> None:
    ts.set_engine("profile")
    ts.set_compile_mode("now")
    ts.set_num_threads(1)
    for name, shapes in SIZES.items():
        for shape in shapes:
            measure(name, shape)


if __name__ == "__main__":
    main()
