"""The engines with an executor for each function that Python calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar
from weakref import ref

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.prim import TypeCheckOp
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inlined
from xdsl_torchscript.runtime.executors.called_functions import CalledFunctions, Callee
from xdsl_torchscript.runtime.executors.executor import Executor
from xdsl_torchscript.runtime.executors.failures import FAILURES
from xdsl_torchscript.runtime.executors.last_graph import LAST
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.budget import ACTIVE as BUDGET
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.modules.debug_state import (
    ArgumentSpec,
    ExecutionPlan,
    GraphExecutorState,
)
from xdsl_torchscript.runtime.modules.direct_callable import get_direct, set_direct
from xdsl_torchscript.runtime.modules.engines import Function, Interpreting
from xdsl_torchscript.runtime.modules.script_function import Callable
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.executors.whole_plan import WholePlan

_E = TypeVar("_E", bound=Executor)


class Executing:
    """Functions run under executors of one kind, which their programs keep."""

    def __init__(self, name: str, kind: type[Executor]) -> None:
        self.name, self.kind = name, kind

    def run(self, function: Function, inputs: Sequence[Value]) -> tuple[Value, ...]:
        if BUDGET.get() is not None:  # a budget counts the steps of the interpreter
            return run(function.executable, inputs)
        LAST.call.function = ref(function.program), function.key
        executors = function.program.executors.get(self.kind)
        executor = (executors and executors.get(function.key)) or executor_of(function, self.kind)
        results = executor.run(inputs)
        if executor.has_kernels and isinstance(function, Callable):
            try:
                self._call_directly(function, executor.whole_plans())
            except FAILURES as error:
                executor.has_kernels = False
                executor.failures.add(error, f"calls of '{function.name}' pass through Python")
        return results

    def _call_directly(self, function: Callable, plans: Sequence[WholePlan]) -> None:
        """Let further calls go to the kernels of plans, as long as this engine is chosen."""
        if not plans:
            return
        direct = get_direct(function)
        tables = frozenset(plan.table for plan in plans)
        if direct is None or direct[:2] != (tables, self):
            make = lazy_import("xdsl_torchscript.runtime.executors.direct_call:direct_calls")
            set_direct(function, (tables, self, *make(plans, function)))

    def last_graph(self) -> FuncOp | None:
        last = LAST.call
        graph = last.graph
        if graph is not None or last.function is None:
            return graph() if callable(graph) else graph
        program, key = last.function
        called = program()
        return None if called is None else Callee(called, key).op

    def debug_state(self, function: Function) -> GraphExecutorState:
        state = Interpreting().debug_state(function)
        for graph, code in executor_of(function, self.kind).plans():
            spec = ArgumentSpec(tuple(map(print_type, _types_of(graph))))
            state.execution_plans[spec] = ExecutionPlan(Graph(graph), code)
        return state


def executor_of(function: Function, kind: type[_E] = ProfilingExecutor) -> _E:
    """Return the executor of a function, the same for all objects of a class."""
    program, key = function.program, function.key
    executors = program.executors.setdefault(kind, {})
    executor = executors.get(key)
    if executor is None:
        called = CalledFunctions(program, lambda callee: executor_of(callee, kind))
        of_class = Callee(program, key)  # A method would keep its object alive.
        executor = kind(
            lambda: program.prepare(inlined(program.prepare(of_class.op), program)),
            lambda: of_class.executable,
            called,
        )
        executor = executors.setdefault(key, executor)
    return executor


def _types_of(plan: FuncOp) -> Sequence[Attribute]:
    """Return the types that a plan checks, or else the types of its arguments."""
    checks = [op.types.data for op in plan.walk() if isinstance(op, TypeCheckOp)]
    arguments = [argument.type for argument in plan.body.block.args]
    return [type for types in checks for type in types] or arguments
