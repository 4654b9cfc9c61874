"""The one table of implementations, from op names (`aten.add.Tensor`) to functions.

An in-place operator (`aten.add_.Tensor`) is the one without underscore, computed first and then
written into its first operand, unless a family implements it by itself.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np

from xdsl_torchscript.runtime.operators.activation import ACTIVATION
from xdsl_torchscript.runtime.operators.arithmetic import ARITHMETIC
from xdsl_torchscript.runtime.operators.arranging import ARRANGING
from xdsl_torchscript.runtime.operators.casts import CASTS
from xdsl_torchscript.runtime.operators.comparison import COMPARISON
from xdsl_torchscript.runtime.operators.complex_scalars import COMPLEX_SCALARS
from xdsl_torchscript.runtime.operators.containers import CONTAINERS
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.creation import CREATION
from xdsl_torchscript.runtime.operators.dicts import DICTS
from xdsl_torchscript.runtime.operators.gathering import GATHERING
from xdsl_torchscript.runtime.operators.indexing import INDEXING
from xdsl_torchscript.runtime.operators.instances import INSTANCES
from xdsl_torchscript.runtime.operators.linear_algebra import LINEAR_ALGEBRA
from xdsl_torchscript.runtime.operators.lists import LISTS
from xdsl_torchscript.runtime.operators.logical import LOGICAL
from xdsl_torchscript.runtime.operators.math import MATH
from xdsl_torchscript.runtime.operators.modes import MODES
from xdsl_torchscript.runtime.operators.ordering import ORDERING
from xdsl_torchscript.runtime.operators.reduction import REDUCTION
from xdsl_torchscript.runtime.operators.scalars import SCALARS
from xdsl_torchscript.runtime.operators.statistics import STATISTICS
from xdsl_torchscript.runtime.operators.strings import STRINGS
from xdsl_torchscript.runtime.operators.views import VIEWS
from xdsl_torchscript.runtime.tensor import Tensor

FAMILIES: dict[str, Table] = {
    "arithmetic": ARITHMETIC,
    "math": MATH,
    "activation": ACTIVATION,
    "comparison": COMPARISON,
    "logical": LOGICAL,
    "casts": CASTS,
    "views": VIEWS,
    "creation": CREATION,
    "linear_algebra": LINEAR_ALGEBRA,
    "reduction": REDUCTION,
    "scalars": SCALARS,
    "containers": CONTAINERS,
    "dicts": DICTS,
    "lists": LISTS,
    "indexing": INDEXING,
    "strings": STRINGS,
    "modes": MODES,
    "complex_scalars": COMPLEX_SCALARS,
    "statistics": STATISTICS,
    "arranging": ARRANGING,
    "ordering": ORDERING,
    "gathering": GATHERING,
    "instances": INSTANCES,
}

_WRITTEN_BACK = (ARITHMETIC, MATH, ACTIVATION, COMPARISON, LOGICAL)
"""The families whose operators have in-place forms."""

_OPERATORS: Table = {name: run for table in FAMILIES.values() for name, run in table.items()}


def _in_place(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """TypeError where the result does not fit the tensor's category, as float into integers."""
    result: Tensor = function(self, *arguments)
    source, target = result.array.dtype, self.array.dtype
    if not np.can_cast(source, target, casting="same_kind"):
        raise TypeError(f"a result of type {source} cannot be written into a {target} tensor")
    if result.shape != self.shape:
        raise ValueError(f"a result of shape {result.shape} cannot be written into {self.shape}")
    return self.copy_(result)


def _without_underscore(name: str) -> str | None:
    """The operator that does not write: `aten.add` of `aten.add_`, `__and__` of `__iand__`."""
    namespace, kind, *overload = name.split(".")
    plain = f"__{kind[3:]}" if kind.startswith("__i") else kind[:-1]
    return ".".join([namespace, plain, *overload]) if kind.endswith("_") else None


@cache
def _derived(name: str) -> Implementation | None:
    plain = _without_underscore(name)
    found = next((table[plain] for table in _WRITTEN_BACK if plain in table), None)
    return None if found is None else partial(_in_place, found)


def implementation(name: str) -> Implementation | None:
    """The function of an operator, None if there is none."""
    return _OPERATORS.get(name) or _derived(name)


def register_implementation(name: str, function: Implementation) -> None:
    """Adds an operator; ValueError if that name has another implementation already."""
    if _OPERATORS.setdefault(name, function) is not function:
        raise ValueError(f"operator '{name}' has an implementation already")
