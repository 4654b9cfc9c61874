"""Microseconds that a call pays for its plan: to look it up, and to check the inputs.

    OPENBLAS_NUM_THREADS=1 python benchmarks/guards.py

Programs on five elements, where little else takes time, paired with the whole call of `torch.jit`.
All have one thread, whose processor time is measured.

- a function that is one group: a call, less a call of its kernel, which checks the types itself;
- a method of a module whose attributes are constants of the plan, with a group and a sort, which
  stays outside: a call, less the code of its plan, and the check at the start of that code.
"""

from __future__ import annotations

import io
import statistics
from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np
import torch
from paired import Spread, rounds

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.plan_operators import run_type_check
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.engines import ACTIVE

ROUNDS, CALLS, SIZE = 101, 1000, 5


def chain(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.tanh(x * 2.0 + y) * x


class Sorting(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(SIZE), requires_grad=False)
        self.scale = 2.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = torch.tanh(x * self.scale + self.weight)
        if self.training:
            y = y * 2.0
        return torch.sort(y)[0]


def time_difference(times: dict[str, list[float]], *names: str) -> Spread:
    """Return the microseconds of the first contender, less those of the others, by round."""
    rows = zip(*(times[name] for name in names), strict=True)
    return Spread.of([(first - sum(rest)) * 1e6 for first, *rest in rows])


def report(name: str, times: dict[str, list[float]], found: Spread) -> None:
    calls = (f"{key} {statistics.median(row) * 1e6:.2f}" for key, row in times.items())
    print(f"{name}: look-up and guards {found} us; medians: {', '.join(calls)}")


def measure_function() -> None:
    theirs, tensors = torch.jit.script(chain), [torch.ones(SIZE), torch.ones(SIZE)]
    ours, arrays = ts.script(chain), [ts.Tensor(np.ones(SIZE, np.float32)) for _ in range(2)]
    for _ in range(5):
        theirs(*tensors), ours(*arrays)
    (group,) = executor_of(ours).groups
    assert group.kernel is not None
    kernel: Callable[..., Any] = group.kernel.call
    contenders = {
        "call": lambda: ours(*arrays),
        "kernel": lambda: kernel(*arrays),
        "torch.jit": lambda: theirs(*tensors),
    }
    times = rounds(contenders, count=ROUNDS, calls=CALLS, clock=thread_time)
    report("a function that is one group", times, time_difference(times, "call", "kernel"))


def measure_method() -> None:
    theirs, tensor = torch.jit.script(Sorting().eval()), torch.ones(SIZE)
    archive = io.BytesIO()
    torch.jit.save(theirs, archive)
    ours, x = ts.load(archive.getvalue()), ts.Tensor(np.ones(SIZE, np.float32))
    for _ in range(5):
        theirs(tensor), ours(x)
    method = ours.forward
    executor, inputs = executor_of(method), (*method.first, x)
    check = next(op for op in executor.graph.walk() if isinstance(op, TypeCheckOp))
    guard = run_type_check(check)
    checked = [ours.weight if "weight" in str(v.name_hint) else x for v in check.operands]
    assert guard(*checked)[-1]
    contenders = {
        "engine": lambda: ACTIVE.engine.run(method, inputs),
        "code": lambda: run(executor.code, inputs),
        "guard": lambda: guard(*checked),
        "call": lambda: ours(x),
        "torch.jit": lambda: theirs(tensor),
    }
    times = rounds(contenders, count=ROUNDS, calls=CALLS, clock=thread_time)
    guards = {**times, "code": [c - g for c, g in zip(times["code"], times["guard"], strict=True)]}
    report("a method with a group and a sort", times, time_difference(guards, "engine", "code"))


def main() -> None:
    ts.set_compile_mode("now")
    torch.set_num_threads(1)
    measure_function()
    measure_method()


if __name__ == "__main__":
    main()
