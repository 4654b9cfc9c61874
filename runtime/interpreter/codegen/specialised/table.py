"""The functions of operators with fixed arguments, by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl_torchscript.runtime.interpreter.codegen.specialised.arguments import UNKNOWN, Maker
from xdsl_torchscript.runtime.interpreter.codegen.specialised.pointwise import (
    POINTWISE,
    with_scalars,
)
from xdsl_torchscript.runtime.interpreter.codegen.specialised.reductions import REDUCTIONS
from xdsl_torchscript.runtime.interpreter.codegen.specialised.views import VIEWS
from xdsl_torchscript.runtime.operators.core import Implementation

READS_LISTS = frozenset({
    "aten.permute", "aten.reshape", "aten.view", "aten.expand", "aten.layer_norm", "aten.amax",
    "aten.amin", "aten.sum.dim_IntList", "aten.mean.dim",
})  # fmt: skip
"""Operators that only read the lists that they are given, so that one list serves all calls."""

_MAKERS: dict[str, Maker] = {**VIEWS, **REDUCTIONS, **POINTWISE}


def specialise(
    name: str, function: Implementation, arguments: Sequence[Any]
) -> Implementation | None:
    """Return the operator as a function of its UNKNOWN arguments alone, or None if that is not
    faster."""
    if not arguments or arguments[0] is not UNKNOWN:
        return None
    return _MAKERS.get(name, with_scalars)(name, function, arguments)
