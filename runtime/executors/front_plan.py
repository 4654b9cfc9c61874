"""The plan that calls try first, before the plans that precede it.

    f(3 rows), f(4 rows), f(5 rows), f(6 rows)    # each has a plan for its size
    f(7 rows), f(8 rows), ...                     # the fifth plan, for any number of rows, answers

A call runs the checks of one plan after another until one holds. When the same later plan has
answered several calls in a row, it is moved to the front (Rivest, On self-organizing sequential
search heuristics, 1976): its copy tries the others in order if its own check fails. Plans for fixed
sizes are faster, so the front is vacated from time to time. A function in which nothing is fused
for any size counts as a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import FallbackGraphOp
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.runtime.executors.module_constants import ModuleConstants
from xdsl_torchscript.runtime.executors.plan_operators import as_operator
from xdsl_torchscript.runtime.executors.whole_plan import replaces_function
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Values
from xdsl_torchscript.runtime.interpreter.linker import Linker
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.values import Value

CALLS = 256
"""The number of calls for which a plan stays at the front."""


class FrontPlan:
    """A copy of the code of a plan, for calls with these constants. `others` runs the plans of the
    function in order."""

    def __init__(
        self,
        graph: FuncOp,
        operators: Mapping[Operation, Implementation],
        constants: ModuleConstants,
        others: Callable[..., Values],
        linker: Linker | None,
        name: str,
    ) -> None:
        replaced = {
            op: as_operator(op, others)
            for op in operations_of(graph, FallbackGraphOp)
            if replaces_function(op)
        }
        self.code = Code.from_func(graph, linker, name, {**operators, **replaced}.get)
        self._constants, self._left = constants, 0

    def renew(self) -> FrontPlan:
        """Move the plan to the front again, or for the first time; return it."""
        self._left = CALLS
        return self

    def takes(self, inputs: Sequence[Value]) -> bool:
        """Count a call, and return whether it may try this plan: not after many calls, or with
        other constants."""
        self._left -= 1
        return self._left >= 0 and self._constants.are_valid_for(inputs)
