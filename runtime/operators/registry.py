"""The registry of operators: the order in which a name resolves to a function.

    OPERATORS.resolve("aten.add_.Tensor")

1. The caller's: steps that know more than the name. A program resolves ops by attributes or number
   of results (`interpreter/binding.py`), and `wait` by suspension (`interpreter/suspension.py`).
   Sorts resolve to methods of objects (`interpreter/sorting.py`). A call from Python resolves to
   PyTorch's substitute for the overload (`derived.from_python`).
2. The user's: the function that `ts.register_operator` got.
3. Written: a function in the table of a family (`table.py`).
4. Composite: the decomposition, ours (`lowering/ts/composites/`) or the user's, interpreted.
5. Derived: a variant of an operator that resolves by 2 to 4, such as an in-place form
   (`derived.py`, `foreach.py`).

Registering a name of 2 or 3 again is an error, so these never compete. A function gets a value for
each argument of the schema, in order.
"""

from __future__ import annotations

from functools import cache

from xdsl_torchscript.runtime.operators.arguments import NamedCall
from xdsl_torchscript.runtime.operators.core import Implementation, Lookup
from xdsl_torchscript.runtime.operators.derived import derive
from xdsl_torchscript.runtime.operators.foreach import over_lists
from xdsl_torchscript.runtime.operators.table import IMPLEMENTATIONS


class Registry:
    """The functions of operators, by op name.

    `composite` finds functions that run decompositions; the interpreter sets it.
    """

    def __init__(self, composite: Lookup = lambda name: None) -> None:
        self.composite = composite
        self._derived = cache(self._derive)

    def resolve(self, op_name: str, *steps: Lookup) -> Implementation | None:
        """Return the function of the op `aten.add_.Tensor`, or None. `steps` are the caller's."""
        lookups = (*steps, self._explicit, self._derived)
        return next((found for find in lookups if (found := find(op_name)) is not None), None)

    def _explicit(self, op_name: str) -> Implementation | None:
        found = IMPLEMENTATIONS.lookup(op_name) or self.composite(op_name)
        return found.bound if isinstance(found, NamedCall) else found

    def _derive(self, op_name: str) -> Implementation | None:
        return derive(op_name, self._explicit) or over_lists(op_name, self.resolve)


OPERATORS = Registry()
