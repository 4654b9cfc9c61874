"""Kernels on one and on two threads, against PyTorch on as many and numpy, paired.

Every contender gets the same arrays, allocates its own result, and runs once per round. On a shared
machine, medians are unreliable for two threads, so minima are printed, too.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "2")

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

ROUNDS = 61
THREADS = (1, 2)


def softmax(x: torch.Tensor) -> torch.Tensor:
    return torch.softmax(x, -1)


def softmax_numpy(x: Any) -> Any:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def layer_norm(x: torch.Tensor) -> torch.Tensor:
    return torch.layer_norm(x, [1024])


def layer_norm_numpy(x: Any) -> Any:
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-5)


def cube(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    c = a + b
    d = c * c
    e = torch.tanh(d * c)
    return d + (e + e)


def cube_numpy(a: Any, b: Any) -> Any:
    c = a + b
    d = c * c
    e = np.tanh(d * c)
    return d + (e + e)


def gelu(x: torch.Tensor) -> torch.Tensor:
    return 0.5 * x * (1.0 + torch.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def gelu_numpy(x: Any) -> Any:
    return 0.5 * x * (1.0 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))


def gates(
    i: torch.Tensor, f: torch.Tensor, g: torch.Tensor, o: torch.Tensor, c: torch.Tensor
) -> torch.Tensor:
    state = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(state)


def gates_numpy(i: Any, f: Any, g: Any, o: Any, c: Any) -> Any:
    state = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
    return np.tanh(state) / (1 + np.exp(-o))


def product(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.mm(x, y)


def convolution(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return torch.relu(torch.conv2d(x, w, padding=1))


def convolution_numpy(x: Any, w: Any) -> Any:
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], (2, 3))
    return np.maximum(np.tensordot(w, windows, ((1, 2, 3), (1, 4, 5))).swapaxes(0, 1), 0)


@dataclass(frozen=True)
class Program:
    """A function in PyTorch and in numpy, and the shapes of its arguments."""

    name: str
    torch_form: Callable[..., Any]
    numpy_form: Callable[..., Any]
    shapes: Sequence[tuple[int, ...]]


PROGRAMS = (
    Program("tanh of a cube 16384", cube, cube_numpy, [(1 << 14,)] * 2),
    Program("tanh of a cube 1048576", cube, cube_numpy, [(1 << 20,)] * 2),
    Program("gelu 1048576", gelu, gelu_numpy, [(1 << 20,)]),
    Program("LSTM gates 64x2048", gates, gates_numpy, [(64, 2048)] * 5),
    Program("softmax 4096x1024", softmax, softmax_numpy, [(4096, 1024)]),
    Program("layer norm 4096x1024", layer_norm, layer_norm_numpy, [(4096, 1024)]),
    Program("mm 512x512x512", product, np.matmul, [(512, 512)] * 2),
    Program("mm 1024x1024x1024", product, np.matmul, [(1024, 1024)] * 2),
    Program(
        "conv 3x3 + relu 64x56x56",
        convolution,
        convolution_numpy,
        [(1, 64, 56, 56), (64, 64, 3, 3)],
    ),
)


def on_threads(count: int, call: Callable[[], object]) -> Callable[[], object]:
    """Return a call that runs with so many threads."""

    def run() -> object:
        ts.set_num_threads(count)
        torch.set_num_threads(count)
        return call()

    return run


def contenders(program: Program, arrays: Sequence[Any]) -> dict[str, Callable[[], object]]:
    tensors = [torch.from_numpy(a) for a in arrays]
    ours = [Tensor(a) for a in arrays]
    scripted = torch.jit.script(program.torch_form)
    kernel = compile_func(parse_graph(str(scripted.graph)), "graph", ours)
    with torch.no_grad():
        for _ in range(3):  # let the profiling executor settle
            scripted(*tensors)
    expected = program.numpy_form(*[a.astype(np.float64) for a in arrays])
    np.testing.assert_allclose(kernel(*ours)[0].array, expected, rtol=1e-4, atol=1e-4)
    found: dict[str, Callable[[], object]] = {}
    for count in THREADS:
        found[f"native {count}"] = on_threads(count, lambda: kernel(*ours))
        found[f"torch {count}"] = on_threads(count, lambda: program.torch_form(*tensors))
        found[f"jit {count}"] = on_threads(count, lambda: scripted(*tensors))
    return {**found, "numpy": lambda: program.numpy_form(*arrays)}


def measure(program: Program) -> None:
    random = np.random.default_rng(0)
    arrays = [0.1 * random.standard_normal(shape, np.float32) for shape in program.shapes]
    times = rounds(contenders(program, arrays), count=ROUNDS)
    for name, samples in times.items():
        own = f"native {name[-1]}" if name[-1].isdigit() else f"native {THREADS[-1]}"
        median, least = 1e6 * Spread.of(samples).median, 1e6 * min(samples)
        versus = f"{ratios(times, name, own)} x {own}, least {min(samples) / min(times[own]):.2f}"
        print(f"{program.name:26} {name:9} {median:9.0f} {least:9.0f} us  {versus}", flush=True)
    speedup = min(times["native 1"]) / min(times["native 2"])
    paired = ratios(times, "native 1", "native 2")
    print(f"{program.name:26} two threads: {paired}, least {speedup:.2f}", flush=True)


def main() -> None:
    for program in PROGRAMS:
        measure(program)


if __name__ == "__main__":
    main()
