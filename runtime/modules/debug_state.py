"""The state of a function's execution, in PyTorch's terms.

state = f.get_debug_state()
for spec, plan in state.execution_plans.items():
    print(spec.types, plan.graph)
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl_torchscript.runtime.graph_view import Graph
from xdsl_torchscript.runtime.interpreter.code import Code


@dataclass(frozen=True, eq=False)
class ArgumentSpec:
    """The tensor types that the groups of a plan are compiled for. Compared by identity: the
    fallback graphs of two groups may have plans for equal types.
    """

    types: tuple[str, ...]

    def __repr__(self) -> str:
        return f"ArgumentSpec({', '.join(self.types)})"


@dataclass(frozen=True)
class ExecutionPlan:
    """A graph, and the code that runs it."""

    graph: Graph
    code: Code = field(repr=False)


def _no_plans() -> dict[ArgumentSpec, ExecutionPlan]:
    return {}


@dataclass(frozen=True)
class GraphExecutorState:
    """The plans of a function: `execution_plans` by the types that they are optimised for, and
    `fallback` for all others. `graph` is the function's, before optimisation."""

    graph: Graph
    fallback: ExecutionPlan
    execution_plans: dict[ArgumentSpec, ExecutionPlan] = field(default_factory=_no_plans)
