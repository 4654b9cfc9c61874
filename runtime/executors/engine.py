"""The engines with an executor for each function that Python calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TypeAlias, TypeVar

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.lowering.ts.inline_calls import inlined
from xdsl_torchscript.runtime.executors.direct_call import direct_call
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.native_executor import NativeExecutor
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.simple_executor import SimpleExecutor
from xdsl_torchscript.runtime.executors.specializing_executor import SpecializingExecutor
from xdsl_torchscript.runtime.executors.whole_plan import WholePlan
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.debug_state import (
    ArgumentSpec,
    ExecutionPlan,
    GraphExecutorState,
)
from xdsl_torchscript.runtime.modules.direct_callable import direct_of, set_direct
from xdsl_torchscript.runtime.modules.engines import Engine, Function, Interpreting
from xdsl_torchscript.runtime.modules.script_function import Callable
from xdsl_torchscript.runtime.values import Value

Executor: TypeAlias = SimpleExecutor | SpecializingExecutor | ProfilingExecutor | NativeExecutor
_E = TypeVar("_E", SimpleExecutor, SpecializingExecutor, ProfilingExecutor, NativeExecutor)


class Executing(ABC):
    """Functions run under executors, which their programs keep."""

    name: str

    @abstractmethod
    def executor_of(self, function: Function) -> Executor:
        """Return the executor of a function, the same for all objects of a class."""

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        if ACTIVE.get() is not None:  # a budget counts the steps of the interpreter
            return run(function.executable, inputs)
        LAST.function, LAST.graph = function, None
        return self.executor_of(function).run(inputs)

    def last_graph(self) -> FuncOp | None:
        function = LAST.function
        return LAST.graph if LAST.graph is not None or function is None else function.op

    def debug_state(self, function: Function) -> GraphExecutorState:
        state = Interpreting().debug_state(function)
        for graph, code in self.executor_of(function).plans():
            spec = ArgumentSpec(tuple(map(print_type, self._types_of(graph))))
            state.execution_plans[spec] = ExecutionPlan(Graph(graph), code)
        return state

    def _types_of(self, plan: FuncOp) -> Sequence[Attribute]:
        """Return the types that a plan is for: those that its groups check."""
        checks = [op.types.data for op in plan.walk() if isinstance(op, TypeCheckOp)]
        return [type for types in checks for type in types]


class Simple(Executing):
    """Functions run under `SimpleExecutor`s."""

    name = "simple"

    def executor_of(self, function: Function) -> SimpleExecutor:
        return _stored(SimpleExecutor, function)


class Specializing(Executing):
    """Functions run under `SpecializingExecutor`s."""

    name = "specialize"

    def executor_of(self, function: Function) -> SpecializingExecutor:
        return _stored(SpecializingExecutor, function)

    def _types_of(self, plan: FuncOp) -> Sequence[Attribute]:
        """Return the types that a plan is for: those of its arguments."""
        return [argument.type for argument in plan.body.block.args]


class Native(Executing):
    """Functions run under `NativeExecutor`s."""

    name = "native"

    def executor_of(self, function: Function) -> NativeExecutor:
        return native_executor_of(function)

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        results = super().run(function, inputs)
        if isinstance(function, Callable):
            _call_directly(function, self.executor_of(function).last_plan, self)
        return results

    def _types_of(self, plan: FuncOp) -> Sequence[Attribute]:
        """Return the types that a plan is for: those of its arguments."""
        return [argument.type for argument in plan.body.block.args]


class Profiling(Executing):
    """Functions run under `ProfilingExecutor`s."""

    name = "profile"

    def executor_of(self, function: Function) -> ProfilingExecutor:
        return executor_of(function)

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        results = super().run(function, inputs)
        if isinstance(function, Callable):
            _call_directly(function, self.executor_of(function).whole_plan(inputs), self)
        return results


def _call_directly(function: Callable, plan: WholePlan | None, engine: Engine) -> None:
    """Let further calls go to the kernel of a plan, as long as this engine is chosen."""
    direct = direct_of(function)
    if plan is not None and (direct is None or direct[1:3] != (engine, plan.function)):
        set_direct(function, direct_call(plan, function, engine))


def executor_of(function: Function) -> ProfilingExecutor:
    """Return the profiling executor of a function, the same for all objects of a class."""
    return _stored(ProfilingExecutor, function)


def native_executor_of(function: Function) -> NativeExecutor:
    """Return the native executor of a function, the same for all objects of a class."""
    return _stored(NativeExecutor, function)


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
