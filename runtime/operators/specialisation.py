"""Operators as functions of the arguments that a program does not fix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl_torchscript.runtime.operators.arrays.fixed_views import FIXED_VIEWS
from xdsl_torchscript.runtime.operators.arrays.indexing import FIXED_INDEXING
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.fixed import UNKNOWN, Maker, with_scalars
from xdsl_torchscript.runtime.operators.networks.softmax import FIXED_SOFTMAX
from xdsl_torchscript.runtime.operators.pointwise.activation import FIXED_ACTIVATION
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import FIXED_ARITHMETIC
from xdsl_torchscript.runtime.operators.pointwise.casts import FIXED_CASTS
from xdsl_torchscript.runtime.operators.pointwise.comparison import FIXED_COMPARISON
from xdsl_torchscript.runtime.operators.pointwise.powers import FIXED_POWER
from xdsl_torchscript.runtime.operators.reductions.reduction import FIXED_REDUCTION

READS_LISTS = frozenset({
    "aten.permute", "aten.reshape", "aten.view", "aten.expand", "aten.layer_norm", "aten.amax",
    "aten.amin", "aten.sum.dim_IntList", "aten.mean.dim",
})  # fmt: skip
"""Operators that only read the lists that they are given, so that one list serves all calls."""

_MAKERS: dict[str, Maker] = {
    **FIXED_VIEWS,
    **FIXED_INDEXING,
    **FIXED_REDUCTION,
    **FIXED_SOFTMAX,
    **FIXED_ARITHMETIC,
    **FIXED_POWER,
    **FIXED_ACTIVATION,
    **FIXED_COMPARISON,
    **FIXED_CASTS,
}


def specialise(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Return the operator as a function of its UNKNOWN arguments alone, or None if that is not
    faster."""
    if not arguments or arguments[0] is not UNKNOWN:
        return None
    return _MAKERS.get(name, with_scalars)(name, function, arguments)
