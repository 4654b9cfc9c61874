"""What the interpreter itself costs: programs on five elements, numbers and lists, paired.

The own cost of an instruction is our time less that of the same numpy calls in a row, per
instruction: dispatch, the operator library and the making of a tensor.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from paired import Spread, ratios, rounds

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.code import run

ROUNDS = 41
CLOCK = time.thread_time
LENGTH = 40
ELEMENTS = 5
WARM = 100
"""Executions after which the interpreter has written what it runs often."""


@dataclass(frozen=True)
class Chain:
    """One line of TorchScript, again and again, and what numpy does in it."""

    line: str
    numpy_form: Callable[[np.ndarray, np.ndarray], np.ndarray]
    instructions: int = 1
    dtype: torch.dtype = torch.float32


ONE, TWO = np.asarray(np.float32(1)), np.asarray(np.float32(2))


def sigmoid(x: np.ndarray) -> np.ndarray:
    return np.divide(ONE, np.add(np.exp(np.negative(x)), ONE))


CHAINS = (
    Chain("x = x + y", np.add),
    Chain("x = x * y", np.multiply),
    Chain("x = x - y", np.subtract),
    Chain("x = x * 2.0", lambda x, y: np.multiply(x, TWO)),
    Chain("x = -x", lambda x, y: np.negative(x)),
    Chain("x = torch.tanh(x)", lambda x, y: np.tanh(x)),
    Chain("x = torch.exp(x)", lambda x, y: np.exp(x)),
    Chain("x = torch.sigmoid(x)", lambda x, y: sigmoid(x)),
    Chain("x = torch.relu(x)", lambda x, y: x.clip(0, np.inf)),
    Chain("x = x != y", np.not_equal, dtype=torch.bool),
    Chain("x = x.view([5])", lambda x, y: x.reshape(5)),
    Chain("x = x.transpose(0, 0)", lambda x, y: x.swapaxes(0, 0)),
    Chain("x = x.unsqueeze(0)[0]", lambda x, y: x[None, ...][0, ...], instructions=2),
    Chain("x = x[0:5]", lambda x, y: x[0:5]),
    Chain("x.mul_(y)", lambda x, y: np.multiply(x, y, x)),
)

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


def ours(source: str, name: str, arguments: Sequence[Any]) -> Callable[[], object]:
    """The interpreter's code as it stands after some executions, without the conversions at the
    door of a program."""
    code = getattr(ts.compile(source), name).executable
    inputs = [ts.Tensor(a.numpy()) if isinstance(a, torch.Tensor) else a for a in arguments]
    for _ in range(WARM):
        run(code, inputs)
    return lambda: run(code, inputs)


def theirs(source: str, name: str, arguments: Sequence[Any]) -> Callable[[], object]:
    """torch.jit as it stands after a few calls."""
    function = getattr(torch.jit.CompilationUnit(source), name)
    for _ in range(4):
        function(*arguments)
    return fixed(function, *arguments)


def both_jits(source: str, name: str, arguments: Sequence[Any]) -> dict[str, Callable[[], object]]:
    """torch.jit with its profiling executor and with the older one: a function keeps the one that
    is set when it first runs."""
    profiling = theirs(source, name, arguments)
    torch._C._jit_set_profiling_executor(False)
    torch._C._jit_set_profiling_mode(False)
    plain = theirs(source, name, arguments)
    torch._C._jit_set_profiling_executor(True)
    torch._C._jit_set_profiling_mode(True)
    return {"torch.jit": profiling, "torch.jit, no profiling": plain}


def report(title: str, times: Mapping[str, list[float]], parts: int, unit: str) -> None:
    """Nanoseconds of a part, and how many times ours the others took."""
    print(f"{title}, ns per {unit}")
    for name, samples in times.items():
        shown = Spread.of([1e9 * sample / parts for sample in samples])
        versus = "" if name == "ours" else f"   {ratios(times, name, 'ours')} x ours"
        print(f"  {name:26} {shown.median:8.0f} [{shown.low:.0f}..{shown.high:.0f}]{versus}")


def numpy_chain(chain: Chain, a: np.ndarray, b: np.ndarray) -> None:
    form, x = chain.numpy_form, a
    for _ in range(LENGTH):
        x = form(x, b)


def chains() -> None:
    for chain in CHAINS:
        x, y = (torch.rand(ELEMENTS).to(chain.dtype) for _ in range(2))
        lines = f"    {chain.line}\n" * LENGTH
        source = f"def f(x: Tensor, y: Tensor) -> Tensor:\n{lines}    return x\n"
        contenders = {
            "ours": ours(source, "f", [x, y]),
            **both_jits(source, "f", [x, y]),
            "numpy": fixed(numpy_chain, chain, x.numpy(), y.numpy()),
        }
        parts = LENGTH * chain.instructions
        times = rounds(contenders, count=ROUNDS, calls=10, clock=CLOCK)
        report(chain.line, times, parts, "instruction")
        pairs = zip(times["ours"], times["numpy"], strict=True)
        own = Spread.of([1e6 * (a - b) / parts for a, b in pairs])
        print(f"  own cost per instruction   {own} us\n")


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
            "ours": ours(SCALARS, name, [argument]),
            "torch.jit": theirs(SCALARS, name, [argument]),
            "CPython": fixed(python[name], argument),
        }
        report(
            f"loop '{name}'", rounds(contenders, count=ROUNDS, calls=4, clock=CLOCK), turns, "turn"
        )


def others() -> None:
    contenders = {"ours": ours(CALLS, "calls", [3]), **both_jits(CALLS, "calls", [3])}
    report(
        "calls of a function",
        rounds(contenders, count=ROUNDS, calls=10, clock=CLOCK),
        LENGTH,
        "call",
    )
    size = 8
    x, h, c = torch.rand(1, size), torch.rand(1, size), torch.rand(1, size)
    arguments = [x, h, c, torch.rand(size, 4 * size), torch.rand(size, 4 * size), 10]
    contenders = {"ours": ours(CELL, "cells", arguments), **both_jits(CELL, "cells", arguments)}
    report("cells of an LSTM", rounds(contenders, count=ROUNDS, clock=CLOCK), 10, "turn")


def main() -> None:
    torch.set_num_threads(1)
    with torch.inference_mode(), np.errstate(all="ignore"):
        chains()
        scalars()
        others()


if __name__ == "__main__":
    main()
