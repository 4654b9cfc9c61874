"""The registry of operators: the one order in which a name resolves to a function.

    OPERATORS.resolve("aten.add_.Tensor")

1. The user's: the function that `ts.register_operator` got.
2. Written: a function in the table of a family (`table.py`).
3. Composite: the decomposition, ours (`lowering/ts/composites/`) or the user's, interpreted.
4. Derived: a variant of an operator that resolves by 1 to 3, such as its in-place form
   (`derived.py`), or its form for lists of tensors (`foreach.py`).

Registering a name of 1 or 2 again is an error, so these never compete. A function gets a value for
each argument of the schema, in order.
"""

from __future__ import annotations

from functools import cache

from xdsl_torchscript.runtime.operators.arguments import NamedCall
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.derived import Lookup, derived
from xdsl_torchscript.runtime.operators.foreach import over_lists
from xdsl_torchscript.runtime.operators.table import IMPLEMENTATIONS


class Registry:
    """The functions of operators, by op name.

    `composite` finds functions that run decompositions; the interpreter sets it.
    """

    def __init__(self, composite: Lookup = lambda name: None) -> None:
        self.composite = composite
        self._derived = cache(self._derive)

    def resolve(self, op_name: str) -> Implementation | None:
        """Return the function of the op `aten.add_.Tensor`, or None."""
        return self._defined(op_name) or self._derived(op_name)

    def _defined(self, op_name: str) -> Implementation | None:
        found = IMPLEMENTATIONS.lookup(op_name) or self.composite(op_name)
        return found.bound if isinstance(found, NamedCall) else found

    def _derive(self, op_name: str) -> Implementation | None:
        return derived(op_name, self._defined) or over_lists(op_name, self.resolve)


OPERATORS = Registry()
