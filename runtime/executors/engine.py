"""The engines with an executor for each function that Python calls."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.lowering.ts.inline_calls import inlined
from xdsl_torchscript.runtime.executors.profiling_executor import LAST, ProfilingExecutor
from xdsl_torchscript.runtime.executors.simple_executor import SimpleExecutor
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.debug_state import (
    ArgumentSpec,
    ExecutionPlan,
    GraphExecutorState,
)
from xdsl_torchscript.runtime.modules.engines import Function, Interpreting
from xdsl_torchscript.runtime.values import Value

_E = TypeVar("_E", SimpleExecutor, ProfilingExecutor)


class _Last(threading.local):
    """The function that a thread called last."""

    function: Function | None = None


class _Executing(ABC):
    """Functions run under executors, which their programs keep."""

    name: str

    def __init__(self) -> None:
        self._last = _Last()

    @abstractmethod
    def _executor_of(self, function: Function) -> SimpleExecutor | ProfilingExecutor: ...

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        if ACTIVE.get() is not None:  # a budget counts the steps of the interpreter
            return run(function.executable, inputs)
        self._last.function = function
        return self._executor_of(function).run(inputs)

    def last_graph(self) -> FuncOp | None:
        function = self._last.function
        return None if function is None else self._graph_of(function) or function.op

    @abstractmethod
    def _graph_of(self, function: Function) -> FuncOp | None:
        """Return the graph that the last call, of this function, ran; None if it is its own."""

    def debug_state(self, function: Function) -> GraphExecutorState:
        state = Interpreting().debug_state(function)
        for graph, code in self._executor_of(function).plans():
            state.execution_plans[_spec(graph)] = ExecutionPlan(Graph(graph), code)
        return state


def _spec(plan: FuncOp) -> ArgumentSpec:
    checks = [op.types.data for op in plan.walk() if isinstance(op, TypeCheckOp)]
    return ArgumentSpec(tuple(print_type(type) for types in checks for type in types))


class Simple(_Executing):
    """Functions run under `SimpleExecutor`s."""

    name = "simple"

    def _executor_of(self, function: Function) -> SimpleExecutor:
        return _stored(SimpleExecutor, function)

    def _graph_of(self, function: Function) -> FuncOp | None:
        return self._executor_of(function).graph


class Profiling(_Executing):
    """Functions run under `ProfilingExecutor`s."""

    name = "profile"

    def _executor_of(self, function: Function) -> ProfilingExecutor:
        return executor_of(function)

    def _graph_of(self, function: Function) -> FuncOp | None:
        return LAST.graph


def executor_of(function: Function) -> ProfilingExecutor:
    """Return the profiling executor of a function, the same for all objects of a class."""
    return _stored(ProfilingExecutor, function)


def _stored(kind: type[_E], function: Function) -> _E:
    program, key = function.program, function.key
    executors = program.executors.setdefault(kind, {})
    executor = executors.get(key)
    if executor is None:
        executor = kind(
            lambda: inlined(program.prepare(function.op), program), function.executable, program
        )
        executor = executors.setdefault(key, executor)
    return executor
