"""The interpreter's overhead: programs on a few elements, numbers and lists, paired with torch.jit.

The overhead of an instruction is our time minus that of the necessary numpy calls, per instruction:
dispatch, the operator library and tensor construction.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import torch
from chains import CHAINS, LENGTH
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.execution import run

ROUNDS = 41
CLOCK = time.thread_time
ADDED = np.ones(5, np.float32)
WARM = 100
"""Executions after which the interpreter has generated code for hot programs."""


SCALARS = """
def total(n: int) -> int:
    s = 0
    for i in range(n):
        s = s + i * i % 7
    return s

def collatz(n: int) -> int:
    turns = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        turns += 1
    return turns

def logistic(n: int) -> float:
    x = 0.5
    for i in range(n):
        x = 3.7 * x * (1.0 - x)
    return x

def grow(n: int) -> int:
    r = [0]
    for i in range(n):
        r.append(r[i] + i)
    return len(r)
"""

CALLS = (
    """
def inner(x: int) -> int:
    return x

def calls(x: int) -> int:
"""
    + "".join("    x = inner(x)\n" for _ in range(LENGTH))
    + "    return x\n"
)

CELL = """
def cells(x: Tensor, h: Tensor, c: Tensor, w: Tensor, u: Tensor, n: int) -> Tensor:
    for i in range(n):
        gates = torch.mm(x, w) + torch.mm(h, u)
        a, b, d, e = torch.chunk(gates, 4, 1)
        c = torch.sigmoid(b) * c + torch.sigmoid(a) * torch.tanh(d)
        h = torch.sigmoid(e) * torch.tanh(c)
    return h
"""
TURNS = 1000


def fixed(function: Callable[..., Any], *arguments: object) -> Callable[[], object]:
    return lambda: function(*arguments)


def run_ours(source: str, name: str, arguments: Sequence[Any]) -> Callable[[], object]:
    """Return a run of the warmed-up interpreter code, without a program's argument conversions."""
    code = getattr(ts.compile(source), name).executable
    inputs = [ts.Tensor(a.numpy()) if isinstance(a, torch.Tensor) else a for a in arguments]
    for _ in range(WARM):
        run(code, inputs)
    return lambda: run(code, inputs)


def run_theirs(source: str, name: str, arguments: Sequence[Any]) -> Callable[[], object]:
    """Return a run of torch.jit after a few calls."""
    function = getattr(torch.jit.CompilationUnit(source), name)
    for _ in range(4):
        function(*arguments)
    return fixed(function, *arguments)


def run_both_jits(
    source: str, name: str, arguments: Sequence[Any]
) -> dict[str, Callable[[], object]]:
    """Return torch.jit with its profiling executor and with the older one.

    A function keeps the executor that is set at its first run.
    """
    profiling = run_theirs(source, name, arguments)
    torch._C._jit_set_profiling_executor(False)
    torch._C._jit_set_profiling_mode(False)
    plain = run_theirs(source, name, arguments)
    torch._C._jit_set_profiling_executor(True)
    torch._C._jit_set_profiling_mode(True)
    return {"torch.jit": profiling, "torch.jit, no profiling": plain}


def report(title: str, times: Mapping[str, list[float]], parts: int, unit: str) -> None:
    """Print ns per part, minimum and quartiles, and the ratios to ours."""
    print(f"{title}, ns per {unit}")
    for name, samples in times.items():
        shown = Spread.of([1e9 * sample / parts for sample in samples])
        versus = "" if name == "ours" else f"   {ratios(times, name, 'ours')} x ours"
        quartiles = f"{shown.median:.0f} [{shown.low:.0f}..{shown.high:.0f}]"
        print(f"  {name:26} {1e9 * min(samples) / parts:8.0f}, {quartiles}{versus}")


def overhead(times: Mapping[str, list[float]], parts: int) -> str:
    """Return the overhead per instruction, in microseconds and in numpy additions.

    The overhead is the difference of the minimal times. The second unit is robust on a busy
    machine.
    """
    fastest = {name: min(samples) / parts for name, samples in times.items()}
    own = fastest["ours"] - fastest["numpy"]
    return f"{1e6 * own:.2f} us, {own / (min(times['an addition']) / LENGTH):.2f} additions"


def add() -> None:
    for _ in range(LENGTH):
        np.add(ADDED, ADDED)


def chains() -> None:
    for chain in CHAINS:
        tensors = [torch.from_numpy(array.copy()) for array in chain.inputs]
        contenders = {
            "ours": run_ours(chain.source, "f", tensors),
            **run_both_jits(chain.source, "f", tensors),
            "numpy": chain.numpy,
            "an addition": add,
        }
        parts = LENGTH * chain.instructions
        times = rounds(contenders, count=ROUNDS, calls=10, clock=CLOCK)
        report(chain.line, times, parts, "instruction")
        print(f"  own cost per instruction   {overhead(times, parts)}\n")


def scalars() -> None:
    python: dict[str, Any] = {}
    exec(SCALARS, python)
    for name, argument in (
        ("total", TURNS),
        ("collatz", 837799),
        ("logistic", TURNS),
        ("grow", TURNS),
    ):
        turns = python[name](argument) if name == "collatz" else TURNS
        contenders = {
            "ours": run_ours(SCALARS, name, [argument]),
            "torch.jit": run_theirs(SCALARS, name, [argument]),
            "CPython": fixed(python[name], argument),
        }
        report(
            f"loop '{name}'", rounds(contenders, count=ROUNDS, calls=4, clock=CLOCK), turns, "turn"
        )


def others() -> None:
    contenders = {"ours": run_ours(CALLS, "calls", [3]), **run_both_jits(CALLS, "calls", [3])}
    report(
        "calls of a function",
        rounds(contenders, count=ROUNDS, calls=10, clock=CLOCK),
        LENGTH,
        "call",
    )
    size = 8
    x, h, c = torch.rand(1, size), torch.rand(1, size), torch.rand(1, size)
    arguments = [x, h, c, torch.rand(size, 4 * size), torch.rand(size, 4 * size), 10]
    contenders = {
        "ours": run_ours(CELL, "cells", arguments),
        **run_both_jits(CELL, "cells", arguments),
    }
    report("cells of an LSTM", rounds(contenders, count=ROUNDS, clock=CLOCK), 10, "turn")


class Affine(torch.nn.Module):
    """Two operators, so that a call is mostly overhead."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x * 2 + 1


def user_calls() -> None:
    """Measure a user's call `m(x)`: its arguments, dispatch and result."""
    stream = io.BytesIO()
    scripted = torch.jit.script(Affine())
    torch.jit.save(scripted, stream)
    module = ts.load(stream.getvalue())
    function = ts.compile("def f(x):\n    return x * 2 + 1\n").f
    tensor, torch_tensor = ts.Tensor(ADDED), torch.from_numpy(ADDED.copy())
    code, inputs = function.executable, [tensor]
    contenders: dict[str, Callable[[], object]] = {
        "the interpreter alone": lambda: run(code, inputs),
        "ours": lambda: module(tensor),
        "m(array)": lambda: module(ADDED),
        "m.forward(x)": lambda: module.forward(tensor),
        "f(x)": lambda: function(tensor),
        "torch.jit, m(x)": lambda: scripted(torch_tensor),
        "numpy": lambda: ADDED * 2 + 1,
    }
    for contender in contenders.values():
        for _ in range(WARM):
            contender()
    report("calls by a user", rounds(contenders, count=ROUNDS, calls=100, clock=CLOCK), 1, "call")
    del contenders["the interpreter alone"]
    with ts.optimized_execution(True):
        ts.set_compile_mode("now")
        for contender in contenders.values():
            for _ in range(WARM):
                contender()
        times = rounds(contenders, count=ROUNDS, calls=100, clock=CLOCK)
    report("calls by a user, of a plan", times, 1, "call")


def main() -> None:
    torch.set_num_threads(1)
    with torch.inference_mode(), np.errstate(all="ignore"):
        chains()
        scalars()
        others()
        user_calls()


if __name__ == "__main__":
    main()
