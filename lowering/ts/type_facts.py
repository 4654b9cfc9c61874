"""Facts about values, with the types of composite operators from their decompositions."""

from __future__ import annotations

from xdsl.ir import Operation

from xdsl_torchscript.lowering.analysis.value_facts import Types, ValueFacts
from xdsl_torchscript.lowering.ts.decomposition.partial_evaluation import composite_types


class TypeFacts(ValueFacts):
    """The facts of one function, given as the operation that holds its body."""

    def composite_types(self, op: Operation) -> Types | None:
        return composite_types(op, self)
