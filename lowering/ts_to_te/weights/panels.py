"""Constant weights that lie in panels in the memory of a converted function."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.te import tensor_type
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout

_RANK = 4
"""The rank of filters that can be transformed."""


def is_transformed(memory: SSAValue, dtype: Attribute, shape: Sequence[int]) -> bool:
    """Return whether the filters of these sizes lie transformed in memory."""
    if len(shape) != _RANK or not is_in_panels(memory, len(shape)):
        return False
    given = tensor_type(memory.type)
    return given is not None and given.get_shape() == WeightLayout(0, True).shape(dtype, shape)


def is_in_panels(memory: SSAValue, rank: int) -> bool:
    """Return whether a tensor of this rank lies in panels in memory."""
    given = tensor_type(memory.type)
    return given is not None and given.get_num_dims() > rank


def panel_width(memory: SSAValue, rank: int) -> int | None:
    """Return the width of the panels of floats in which a tensor of this rank lies in memory, None
    if it does not lie in panels."""
    given = tensor_type(memory.type)
    return given.get_shape()[-1] if given and is_in_panels(memory, rank) else None
