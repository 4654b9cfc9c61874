"""Specialised operators: functions of the arguments that a program does not state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl_torchscript.runtime.operators.arrays.indexing import SPECIALISED_INDEXING
from xdsl_torchscript.runtime.operators.arrays.specialised_views import SPECIALISED_VIEWS
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.networks.softmax import SPECIALISED_SOFTMAX
from xdsl_torchscript.runtime.operators.pointwise.activation import SPECIALISED_ACTIVATION
from xdsl_torchscript.runtime.operators.pointwise.arithmetic import SPECIALISED_ARITHMETIC
from xdsl_torchscript.runtime.operators.pointwise.casts import SPECIALISED_CASTS
from xdsl_torchscript.runtime.operators.pointwise.comparison import SPECIALISED_COMPARISON
from xdsl_torchscript.runtime.operators.pointwise.powers import SPECIALISED_POWER
from xdsl_torchscript.runtime.operators.reductions.reduction import SPECIALISED_REDUCTION
from xdsl_torchscript.runtime.operators.specialiser import UNKNOWN, Specialiser, with_scalars

READS_LISTS = frozenset({
    "aten.permute", "aten.reshape", "aten.view", "aten.expand", "aten.layer_norm", "aten.amax",
    "aten.amin", "aten.sum.dim_IntList", "aten.mean.dim",
})  # fmt: skip
"""Operators that only read the lists that they are given, so that one list serves all calls."""

_SPECIALISERS: dict[str, Specialiser] = {
    **SPECIALISED_VIEWS,
    **SPECIALISED_INDEXING,
    **SPECIALISED_REDUCTION,
    **SPECIALISED_SOFTMAX,
    **SPECIALISED_ARITHMETIC,
    **SPECIALISED_POWER,
    **SPECIALISED_ACTIVATION,
    **SPECIALISED_COMPARISON,
    **SPECIALISED_CASTS,
}


def specialise(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Return the operator as a function of its UNKNOWN arguments alone, or None if that is not
    faster."""
    if not arguments or arguments[0] is not UNKNOWN:
        return None
    return _SPECIALISERS.get(name, with_scalars)(name, function, arguments)
