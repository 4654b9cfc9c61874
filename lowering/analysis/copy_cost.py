"""Tensors that a kernel copies in less time than the interpreter takes for an operation."""

from __future__ import annotations

from math import prod

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import TensorType

_MOST_ELEMENTS = 1 << 14


def is_cheap_to_copy(type: Attribute) -> bool:
    """Return whether a tensor has few elements, of a number that its type states."""
    shape = type.shape if isinstance(type, TensorType) else None
    sizes = [size for size in shape or () if isinstance(size, int)]
    return shape is not None and len(sizes) == len(shape) and prod(sizes) <= _MOST_ELEMENTS
