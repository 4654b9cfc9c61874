"""The engine that runs functions and methods when Python calls them.

    ts.set_engine("profile")                  # interpret, profile, fuse, guard, fall back
    ts.set_engine("specialize")               # a plan for each set of dtypes and ranks
    ts.set_engine("native")                   # machine code, or an error
    ts.set_engine("simple")                   # clean up, and interpret
    with ts.optimized_execution(False): ...   # the interpreter alone, in this thread

The environment variable `TS_ENGINE` names the first one, which is chosen at the first call.
`profile` is the default.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.errors import Error
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.debug_state import ExecutionPlan, GraphExecutorState
from xdsl_torchscript.runtime.values import Value


class Function(Protocol):
    """A function or method of a program, as engines see it."""

    key: tuple[str, ...]

    @property
    def program(self) -> Any:
        """The `LinkedProgram` that it belongs to."""
        ...

    @property
    def op(self) -> FuncOp: ...

    @property
    def executable(self) -> Any:
        """Its `Code`. Raises MissingOperatorsError."""
        ...


class Engine(Protocol):
    """A way to run functions."""

    @property
    def name(self) -> str: ...

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        """Return the results for inputs that the schema accepts. Raises RuntimeFault."""
        ...

    def last_graph(self) -> FuncOp | None:
        """Return the graph that this thread ran last, None before the first call."""
        ...

    def debug_state(self, function: Function) -> GraphExecutorState:
        """Return the plans of a function. Raises MissingOperatorsError."""
        ...


class Interpreting:
    """Every call is interpreted."""

    name = "interp"

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        return run(function.executable, inputs)

    def last_graph(self) -> FuncOp | None:
        raise Error(
            "functions are interpreted, so they have no optimised graph; "
            "call ts.set_engine('profile') first"
        )

    def debug_state(self, function: Function) -> GraphExecutorState:
        graph = Graph(function.op)
        return GraphExecutorState(graph, ExecutionPlan(graph, function.executable))


_EXECUTORS = {
    "simple": "xdsl_torchscript.runtime.executors.simple_executor:SimpleExecutor",
    "specialize": "xdsl_torchscript.runtime.executors.specializing_executor:SpecializingExecutor",
    "native": "xdsl_torchscript.runtime.executors.native_executor:NativeExecutor",
    "profile": "xdsl_torchscript.runtime.executors.profiling_executor:ProfilingExecutor",
}
"""The executors of engines, imported when one is chosen: the interpreter needs no compiler."""
ENGINES = ("interp", *_EXECUTORS)


def engine_named(name: str) -> Engine:
    """Return a new engine. Raises ValueError for an unknown name."""
    if name == "interp":
        return Interpreting()
    if name not in _EXECUTORS:
        raise ValueError(f"no engine '{name}'; expected {', '.join(map(repr, ENGINES))}")
    executing = lazy_import("xdsl_torchscript.runtime.executors.engine:Executing")
    return executing(name, lazy_import(_EXECUTORS[name]))


class ByThread:
    """The engine of the process, but for threads inside of `optimized_execution`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.entered = 0
        self._own = threading.local()

    @property
    def own(self) -> Engine | None:
        """The engine of this thread, None outside of the block."""
        return getattr(self._own, "engine", None)

    @own.setter
    def own(self, engine: Engine | None) -> None:
        self._own.engine = engine

    @property
    def name(self) -> str:
        return self.current.name

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        return self.current.run(function, inputs)

    def last_graph(self) -> FuncOp | None:
        return self.current.last_graph()

    def debug_state(self, function: Function) -> GraphExecutorState:
        return self.current.debug_state(function)

    @property
    def current(self) -> Engine:
        """The engine that runs functions in this thread."""
        return self.own or self.engine


class Selection:
    """The engine of the process, initially `TS_ENGINE`."""

    __slots__ = ("engine",)

    engine: Engine

    def __getattr__(self, name: str) -> Engine:
        """Choose the first engine. Raises ValueError if the environment names none."""
        if name != "engine":
            raise AttributeError(name)
        try:
            first = engine_named(os.environ.get("TS_ENGINE") or "profile")
        except ValueError as error:
            raise ValueError(f"TS_ENGINE: {error}") from error
        with _LOCK:
            with suppress(AttributeError):  # Another thread may have chosen one meanwhile.
                return object.__getattribute__(self, name)
            self.engine = first
        return first


ACTIVE = Selection()


_LOCK = survive_fork(threading.RLock())
"""Held to replace the engine. Reading it replaces none by the first one."""


def set_engine(name: str) -> str:
    """Choose how functions and methods run from now on, in all threads; return the old choice.

    `"interp"` interprets every call. `"simple"` inlines calls, folds constants, removes repeated
    work, and interprets the rest. `"specialize"` makes a plan for each set of dtypes, ranks and
    devices of the arguments, and compiles groups of operators. `"profile"` interprets a function at
    first, profiles its tensor types, and then compiles groups; other types are interpreted.
    `"native"` compiles each function as a whole at its first call with new types, and raises
    NativeUnsupported where it cannot. In a block of `optimized_execution`, the choice is this
    thread's, until the end of the block. Raises ValueError for another name.
    """
    old = ACTIVE.engine.name
    if name == old:
        return old
    engine = engine_named(name)
    with _LOCK:
        active = ACTIVE.engine
        if not isinstance(active, ByThread):
            ACTIVE.engine = engine
        elif active.own is None:
            active.engine = engine
        else:
            active.own = engine
    return old


def current_engine() -> Engine:
    """Return the engine of this thread."""
    active = ACTIVE.engine
    return active.current if isinstance(active, ByThread) else active


@contextmanager
def optimized_execution(should_optimize: bool) -> Generator[None]:
    """Let this thread interpret functions inside the block; or let it run them by the engine of the
    process, by the profiling executor if that is the interpreter."""
    with _LOCK:
        active = ACTIVE.engine
        if not isinstance(active, ByThread):
            ACTIVE.engine = active = ByThread(active)
        active.entered += 1
    outer = active.own
    if should_optimize and active.engine.name != "interp":
        active.own = active.engine
    else:
        active.own = engine_named("profile" if should_optimize else "interp")
    try:
        yield
    finally:
        active.own = outer
        with _LOCK:
            active.entered -= 1
            if not active.entered:
                ACTIVE.engine = active.engine


def last_executed_optimized_graph() -> Graph:
    """Return the graph that the last call of this thread ran: profiled, or optimised.

    Raises Error if functions are interpreted, or none was called.
    """
    graph = ACTIVE.engine.last_graph()
    if graph is None:
        raise Error("no function was called yet")
    return Graph(graph)
