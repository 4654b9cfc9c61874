"""Pointwise programs: our native code and interpreter against PyTorch and numpy, paired.

Every contender gets the same arrays, allocates its own result, and runs once per round. PyTorch
runs with the threads it chooses; our code has one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from paired import Spread, ratios, rounds

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

ROUNDS = 25
SECONDS_PER_SAMPLE = 0.004


@dataclass(frozen=True)
class Program:
    """A function in PyTorch and in numpy."""

    name: str
    torch_form: Callable[..., torch.Tensor]
    numpy_form: Callable[..., np.ndarray]
    arity: int


def nnc(a: torch.Tensor) -> torch.Tensor:
    y = torch.sin(a * a)
    return y * y


def nnc_numpy(a: np.ndarray) -> np.ndarray:
    y = np.sin(a * a)
    return y * y


def seed(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    c = a + b
    d = c * c
    e = torch.tanh(d * c)
    return d + (e + e)


def seed_numpy(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    c = a + b
    d = c * c
    e = np.tanh(d * c)
    return d + (e + e)


def axpy(a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> torch.Tensor:
    return a * b + c


def axpy_numpy(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    return a * b + c


PROGRAMS = (
    Program("a*b+c", axpy, axpy_numpy, 3),
    Program("mul, sin, mul", nnc, nnc_numpy, 1),
    Program("tanh of a cube", seed, seed_numpy, 2),
)
SIZES = (5, 1 << 14, 1 << 20)


def contenders(program: Program, arrays: Sequence[np.ndarray]) -> dict[str, Callable[[], object]]:
    tensors = [torch.from_numpy(a) for a in arrays]
    ours = [Tensor(a) for a in arrays]
    scripted = torch.jit.script(program.torch_form)
    module = parse_graph(str(scripted.graph))
    kernel = compile_func(module, "graph", ours)
    code = Code.from_func(next(iter(module.ops)))
    for _ in range(3):  # let the profiling executor settle
        scripted(*tensors)
    expected = program.torch_form(*tensors).numpy()
    np.testing.assert_allclose(np.asarray(kernel(*ours)[0].array), expected, rtol=1e-5, atol=1e-6)
    return {
        "native": lambda: kernel(*ours),
        "interpreter": lambda: run(code, ours),
        "torch.jit": lambda: scripted(*tensors),
        "torch eager": lambda: program.torch_form(*tensors),
        "numpy": lambda: program.numpy_form(*arrays),
    }


def measure(program: Program, size: int) -> None:
    random = np.random.default_rng(0)
    arrays = [random.standard_normal(size, np.float32) for _ in range(program.arity)]
    competing = contenders(program, arrays)
    once = Spread.of(rounds({"numpy": competing["numpy"]}, count=5)["numpy"]).median
    calls = max(1, round(SECONDS_PER_SAMPLE / max(once, 1e-6) / 4))
    times = rounds(competing, count=ROUNDS, calls=calls)
    for name, samples in times.items():
        versus = "" if name == "native" else f"{ratios(times, name, 'native')} x native"
        median = 1e6 * Spread.of(samples).median
        print(f"{program.name:16} {size:8} {name:12} {median:9.1f} us  {versus}")


def main() -> None:
    for program in PROGRAMS:
        for size in SIZES:
            measure(program, size)
        print()


if __name__ == "__main__":
    main()
