"""Checks of values against types, as guards make them on each call: compiled from the types once.

check = type_check([TensorType.get(["s0", 3], f32), TensorType.get(["s0"], f32)])
check([x, y])     # same first size, at least 2; element types f32
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.tensor_type import GREATEST_INT
from xdsl_torchscript.dialects.types import SizeType, TensorType
from xdsl_torchscript.runtime.tensor import Tensor, element_type
from xdsl_torchscript.runtime.values import Value, type_of

SymbolSizes: TypeAlias = dict[str, int]
Check: TypeAlias = Callable[[Value, SymbolSizes], bool]
"""Returns whether a value has a type, given the sizes of symbols, to which it adds new ones."""


def type_check(types: Sequence[Attribute]) -> Callable[[Sequence[Value]], bool]:
    """Return the check of as many values; a symbol is one size, at least 2, in all of them."""
    checks = [_check_of(type) for type in types]

    def check(values: Sequence[Value]) -> bool:
        sizes: SymbolSizes = {}
        return all(holds(value, sizes) for value, holds in zip(values, checks, strict=True))

    return check


def _check_of(type: Attribute) -> Check:
    if isinstance(type, SizeType):
        return size_check(type.dim)
    if not isinstance(type, TensorType) or type.undefined:
        return lambda value, sizes: is_subtype_of(type_of(value), type)
    shape, strides = type.shape, type.strides
    dtype = None if type.dtype is None else element_type(type.dtype)
    device, requires_grad = type.device, type.requires_grad
    static = shape is not None and all(isinstance(size, int) for size in shape)

    def check(value: Value, sizes: SymbolSizes) -> bool:
        if not isinstance(value, Tensor):
            return False
        array = value.array
        return (
            (dtype is None or array.dtype == dtype)
            and (array.shape == shape if static else fits(array.shape, shape, sizes))
            and (device is None or value.device == device)
            and (requires_grad is None or value.requires_grad == requires_grad)
            and (strides is None or fits(value.strides, strides, sizes))
        )

    return check


def size_check(dim: int | str) -> Check:
    """Return the check that a value is an int of this size, and small enough for one."""
    wanted = (dim,)

    def check(value: Value, sizes: SymbolSizes) -> bool:
        return type(value) is int and value <= GREATEST_INT and fits((value,), wanted, sizes)

    return check


def fits(
    found: Sequence[int], wanted: Sequence[int | str | None] | None, sizes: SymbolSizes
) -> bool:
    """Return whether sizes are the wanted ones, known, unknown or symbolic. Bind symbols in
    `sizes`: equal ones are equal sizes, and never 0 or 1."""
    if wanted is None:
        return True
    return len(found) == len(wanted) and all(
        size > 1 and sizes.setdefault(dim, size) == size
        if isinstance(dim, str)
        else dim is None or size == dim
        for size, dim in zip(found, wanted, strict=True)
    )
