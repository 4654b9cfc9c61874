"""Milliseconds of processor time from a typed function to machine code, by pass, for four programs.

python benchmarks/compile_time.py [PROGRAM ...] [--rounds N] [--profile] [--ir FOLDER]

Each step shows the least time of all rounds; the last row has the number of function calls, which
does not depend on the load of the machine. `--profile` prints the functions in which Python spends
its time instead, and `--ir` writes the LLVM IR, to compare it across changes of the compiler.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.pass_runner import Instrument, run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.loops_to_llvm.emit import emit_module
from xdsl_torchscript.lowering.pipelines import PIPELINES, with_registers
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.lowering.ts.types.specialize_inputs import specialize
from xdsl_torchscript.runtime.native.engine import compile_object
from xdsl_torchscript.runtime.native.target import host_target, vector_registers
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.runtime.values import type_of

_POINTWISE = ("x = torch.tanh(x)", "x = x * y", "x = torch.relu(x)", "x = x + y", "x = x - 0.5")


def _pointwise(count: int) -> str:
    lines = (f"    {_POINTWISE[i % len(_POINTWISE)]}\n" for i in range(count))
    return f"def f(x: Tensor, y: Tensor):\n{''.join(lines)}    return x\n"


PROGRAMS: dict[str, tuple[str, tuple[tuple[int, ...], ...]]] = {
    "pointwise-5": (_pointwise(5), ((64, 100), (64, 100))),
    "pointwise-400": (_pointwise(400), ((64, 100), (64, 100))),
    "softmax-norm": (
        "def f(x: Tensor, w: Tensor, b: Tensor):\n"
        "    y = torch.softmax(x, 1)\n"
        "    return torch.layer_norm(y + x, [100], w, b)\n",
        ((64, 100), (100,), (100,)),
    ),
    "lstm-cell": (
        "def f(x: Tensor, h: Tensor, c: Tensor, w: Tensor, u: Tensor, b: Tensor):\n"
        "    gates = torch.mm(x, w) + torch.mm(h, u) + b\n"
        "    i, f, g, o = gates.chunk(4, 1)\n"
        "    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)\n"
        "    return torch.sigmoid(o) * torch.tanh(c), c\n",
        ((4, 64), (4, 64), (4, 64), (64, 256), (64, 256), (256,)),
    ),
}

PASSES = {**get_all_passes(), **pass_factories()}
SPECS = with_registers(PIPELINES["ts-to-llvm"], *vector_registers(host_target()))
STEPS = build_pipeline(",".join(SPECS), PASSES)
CONTEXT = LazyContext()
SHOWN = 45

Times = dict[str, float]
"""Milliseconds by name of the step."""


def typed_program(source: str, shapes: tuple[tuple[int, ...], ...]) -> ModuleOp:
    """Return a module with the function, which has the types of float tensors of these shapes."""
    function = ts.CompilationUnit(source).f
    copy = inline_into_copy(function.op, function.program)
    specialize(copy, [type_of(ts.Tensor(np.zeros(shape, np.float32))) for shape in shapes])
    return ModuleOp([copy])


@contextmanager
def add_time(times: Times, name: str) -> Iterator[None]:
    """Add the processor time of the block to the entry of the name."""
    start = time.process_time()
    yield
    times[name] = times.get(name, 0.0) + (time.process_time() - start) * 1e3


class PassTimes(Instrument):
    """Adds the time of each pass to a table; that of checks between passes is not in it."""

    def __init__(self, times: Times) -> None:
        self._times = times
        self._start = 0.0

    def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        self._start = time.process_time()

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        spent = (time.process_time() - self._start) * 1e3
        self._times[step.name] = self._times.get(step.name, 0.0) + spent


def compile_once(module: ModuleOp) -> tuple[Times, str]:
    """Compile a program as a kernel is; return times and the LLVM IR."""
    times: Times = {}
    gc.collect()
    typing = SPECS.index("convert-ts-to-te")
    with add_time(times, "TOTAL"):
        with add_time(times, "PASSES"):
            run_pipeline(STEPS[:typing], CONTEXT, module, [PassTimes(times)])
        with add_time(times, "KEY OF THE CACHE"):
            str(module)
        with add_time(times, "PASSES"):
            run_pipeline(STEPS[typing:], CONTEXT, module, [PassTimes(times)])
        with add_time(times, "EMIT"):
            text = emit_module(module)
        with add_time(times, "LLVM"):
            compile_object(text)
    return times, text


def profile_calls(name: str) -> pstats.Stats:
    """Return the calls of functions while a program is compiled."""
    module, profiler = typed_program(*PROGRAMS[name]), cProfile.Profile()
    profiler.runcall(compile_once, module)
    return pstats.Stats(profiler)


def measure(name: str, rounds: int, folder: Path | None) -> Times:
    """Return the least time of each step, after a first round that imports passes."""
    compiled = [compile_once(typed_program(*PROGRAMS[name])) for _ in range(rounds + 1)]
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.ll").write_text(compiled[0][1])
    times = {step: min(times[step] for times, _ in compiled[1:]) for step in compiled[0][0]}
    return times | {"THOUSANDS OF CALLS": profile_calls(name).total_calls / 1e3}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", nargs="*", default=[*PROGRAMS])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--ir", type=Path)
    options = parser.parse_args()
    if options.profile:
        for name in options.programs:
            compile_once(typed_program(*PROGRAMS[name]))
            for order in ("tottime", "cumulative"):
                profile_calls(name).sort_stats(order).print_stats(SHOWN)
        return
    columns = [measure(name, options.rounds, options.ir) for name in options.programs]
    print(" " * 28 + "".join(name.rjust(15) for name in options.programs))
    for step in columns[0]:
        print(step.ljust(28) + "".join(f"{times.get(step, 0.0):15.1f}" for times in columns))


if __name__ == "__main__":
    main()
