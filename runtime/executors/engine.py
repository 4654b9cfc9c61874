"""The profiling engine: an executor for each function that Python calls."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.lowering.ts.inline_calls import inlined
from xdsl_torchscript.runtime.executors.profiling_executor import LAST, ProfilingExecutor
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.engines import Function
from xdsl_torchscript.runtime.values import Value


class _Last(threading.local):
    """The function that a thread called last."""

    function: Function | None = None


class Profiling:
    """Functions run under `ProfilingExecutor`s, which their programs keep."""

    name = "profile"

    def __init__(self) -> None:
        self._last = _Last()

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        if ACTIVE.get() is not None:  # a budget counts the steps of the interpreter
            return run(function.executable, inputs)
        self._last.function = function
        return executor_of(function).run(inputs)

    def last_graph(self) -> FuncOp | None:
        function = self._last.function
        return None if function is None else LAST.graph or function.op


def executor_of(function: Function) -> ProfilingExecutor:
    """Return the executor of a function, the same for all objects of a class."""
    program = function.program
    executor = program.executors.get(function.key)
    if executor is None:
        executor = ProfilingExecutor(
            lambda: inlined(program.prepare(function.op), program), function.executable, program
        )
        executor = program.executors.setdefault(function.key, executor)
    return executor
