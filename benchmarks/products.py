"""Products of matrices, and convolutions: our code against numpy and PyTorch, paired.

Every contender gets the same arrays, allocates its own result, and runs once per round. numpy and
PyTorch use as many threads as OPENBLAS_NUM_THREADS says, one by default; our kernels have one.
"""

from __future__ import annotations

import os

THREADS = int(os.environ.setdefault("OPENBLAS_NUM_THREADS", "1"))

from collections.abc import Callable, Sequence  # noqa: E402
from dataclasses import dataclass  # noqa: E402
from typing import Any  # noqa: E402

import numpy as np  # noqa: E402
import torch  # noqa: E402
from paired import Spread, ratios, rounds  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.runtime.interpreter.code import Code  # noqa: E402
from xdsl_torchscript.runtime.interpreter.execution import run  # noqa: E402
from xdsl_torchscript.runtime.native.compile_kernel import compile_func  # noqa: E402
from xdsl_torchscript.runtime.tensor import Tensor  # noqa: E402

ROUNDS = 15
SECONDS_PER_SAMPLE = 0.004


def product(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.mm(x, y)


def linear(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.linear(x, w)


def mlp(
    x: torch.Tensor, w: torch.Tensor, b: torch.Tensor, v: torch.Tensor, c: torch.Tensor
) -> torch.Tensor:
    hidden = torch.relu(torch.nn.functional.linear(x, w, b))
    return torch.nn.functional.linear(hidden, v, c)


def mlp_numpy(x: Any, w: Any, b: Any, v: Any, c: Any) -> Any:
    return np.maximum(x @ w.T + b, 0) @ v.T + c


def cell(
    x: torch.Tensor,
    h: torch.Tensor,
    c: torch.Tensor,
    w: torch.Tensor,
    u: torch.Tensor,
    b: torch.Tensor,
) -> torch.Tensor:
    gates = x.mm(w.t()) + h.mm(u.t()) + b
    i, f, g, o = gates.chunk(4, 1)
    state = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    return torch.sigmoid(o) * torch.tanh(state)


def cell_numpy(x: Any, h: Any, c: Any, w: Any, u: Any, b: Any) -> Any:
    i, f, g, o = np.split(x @ w.T + h @ u.T + b, 4, 1)
    state = c / (1 + np.exp(-f)) + np.tanh(g) / (1 + np.exp(-i))
    return np.tanh(state) / (1 + np.exp(-o))


def convolution(x: torch.Tensor, w: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.relu(torch.conv2d(x, w, b, padding=1))


def convolution_numpy(x: Any, w: Any, b: Any) -> Any:
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, w.shape[2:], (2, 3))
    sums = np.tensordot(w, windows, ((1, 2, 3), (1, 4, 5))).swapaxes(0, 1)
    return np.maximum(sums + b[:, None, None], 0)


@dataclass(frozen=True)
class Program:
    """A function in PyTorch and in numpy, and the shapes of its arguments."""

    name: str
    torch_form: Callable[..., Any]
    numpy_form: Callable[..., Any]
    shapes: Sequence[tuple[int, ...]]


def _cell(rows: int, size: int) -> Program:
    states = [(rows, size)] * 3
    shapes = [*states, (4 * size, size), (4 * size, size), (4 * size,)]
    return Program(f"LSTM cell {rows}x{size}", cell, cell_numpy, shapes)


def _mlp(rows: int, *sizes: int) -> Program:
    a, b, c = sizes
    shapes = [(rows, a), (b, a), (b,), (c, b), (c,)]
    return Program(f"MLP {rows}x{a}x{b}x{c}", mlp, mlp_numpy, shapes)


def _convolution(channels: int, size: int) -> Program:
    shapes = [(1, channels, size, size), (channels, channels, 3, 3), (channels,)]
    name = f"conv 3x3 + relu {channels}x{size}x{size}"
    return Program(name, convolution, convolution_numpy, shapes)


PROGRAMS = (
    *(
        Program(f"mm {m}x{k}x{n}", product, np.matmul, ((m, k), (k, n)))
        for m, k, n in (
            (5, 5, 5),
            (32, 32, 32),
            (100, 100, 100),
            (1, 512, 128),
            (64, 1024, 1024),
            (1024, 1024, 1024),
        )
    ),
    *(
        Program(f"linear {m}x{k}x{n}", linear, lambda x, w: x @ w.T, ((m, k), (n, k)))
        for m, k, n in ((1, 512, 128), (8, 512, 512), (64, 1024, 1024))
    ),
    _mlp(1, 64, 128, 10),
    _mlp(32, 64, 128, 10),
    _mlp(64, 1024, 1024, 1024),
    _cell(1, 128),
    _cell(64, 512),
    _convolution(8, 12),
    _convolution(64, 56),
    _convolution(256, 14),
)


def contenders(program: Program, arrays: Sequence[Any]) -> dict[str, Callable[[], object]]:
    tensors = [torch.from_numpy(a) for a in arrays]
    ours = [Tensor(a) for a in arrays]
    scripted = torch.jit.script(program.torch_form)
    module = parse_graph(str(scripted.graph))
    kernel = compile_func(module, "graph", ours)
    code = Code.from_func(next(iter(module.ops)))
    with torch.no_grad():
        for _ in range(3):  # let the profiling executor settle
            scripted(*tensors)
    expected = program.numpy_form(*[a.astype(np.float64) for a in arrays])
    (got,) = kernel(*ours)
    np.testing.assert_allclose(np.asarray(got.array), expected, rtol=1e-4, atol=1e-4)
    return {
        "native": lambda: kernel(*ours),
        "interpreter": lambda: run(code, ours),
        "numpy": lambda: program.numpy_form(*arrays),
        "torch eager": lambda: program.torch_form(*tensors),
        "torch.jit": lambda: scripted(*tensors),
    }


def measure(program: Program) -> None:
    random = np.random.default_rng(0)
    arrays = [0.1 * random.standard_normal(shape, np.float32) for shape in program.shapes]
    competing = contenders(program, arrays)
    once = Spread.of(rounds({"numpy": competing["numpy"]}, count=5)["numpy"]).median
    times = rounds(
        competing, count=ROUNDS, calls=max(1, round(SECONDS_PER_SAMPLE / max(once, 1e-6)))
    )
    for name, samples in times.items():
        versus = "" if name == "native" else f"{ratios(times, name, 'native')} x native"
        median = 1e6 * Spread.of(samples).median
        print(f"{program.name:26} {name:12} {median:9.1f} us  {versus}", flush=True)


def main() -> None:
    torch.set_num_threads(THREADS)
    ts.set_num_threads(THREADS)
    for program in PROGRAMS:
        measure(program)


if __name__ == "__main__":
    main()
