"""Preconditions of operators, each a check that raises an OperandError.

Families call the checks that numpy does not make. Checks that numpy makes anyway cost a successful
call nothing: after a failure, `requirements.py` finds the violated one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue, OperandError
from xdsl_torchscript.runtime.storage import Array

ConcreteShape: TypeAlias = Sequence[int]

_MOST_ELEMENTS = 1 << 47
"""The bytes in the address space of a process."""


# ---- sizes


def check_broadcast(*shapes: ConcreteShape) -> None:
    """Raise BadValue unless the shapes broadcast; the dimension is counted in the result."""
    rank = max(map(len, shapes), default=0)
    for dim in range(rank):
        sizes = {s[dim - rank] for s in shapes if rank - dim <= len(s)} - {1}
        if len(sizes) > 1:
            shown = " and ".join(str(list(shape)) for shape in shapes)
            raise BadValue(f"sizes {shown} do not broadcast at dimension {dim}")


def check_broadcast_to(shape: ConcreteShape, target: ConcreteShape) -> None:
    """Raise BadValue unless a tensor of one shape broadcasts to the other."""
    pairs = zip(reversed(shape), reversed(target), strict=False)
    if len(shape) > len(target) or any(own not in (1, wanted) for own, wanted in pairs):
        raise BadValue(f"sizes {list(shape)} do not broadcast to {list(target)}")


def check_same_shape(names: Sequence[str], *shapes: ConcreteShape) -> None:
    """Raise BadValue unless the shapes of the operands with these names are equal."""
    if len({tuple(shape) for shape in shapes}) > 1:
        shown = ", ".join(f"'{n}' has {list(s)}" for n, s in zip(names, shapes, strict=True))
        raise BadValue(f"expected tensors of one shape, found {shown}")


def check_same_rank(names: Sequence[str], *shapes: ConcreteShape) -> None:
    """Raise BadValue unless the operands with these names have the same number of dimensions."""
    if len({len(shape) for shape in shapes}) > 1:
        shown = ", ".join(f"'{n}' has {list(s)}" for n, s in zip(names, shapes, strict=True))
        raise BadValue(f"expected tensors of one rank, found {shown}")


def check_shape(name: str, shape: ConcreteShape, expected: ConcreteShape) -> None:
    """Raise BadValue unless an operand has the shape."""
    if list(shape) != list(expected):
        raise BadValue(f"'{name}' needs sizes {list(expected)}, found {list(shape)}")


def check_within(
    name: str, shape: ConcreteShape, other: str, limit: ConcreteShape, skip: int | None
) -> None:
    """Raise BadValue unless one operand is at most as large as another, except in a dimension."""
    for dim, (size, most) in enumerate(zip(shape, limit, strict=False)):
        if dim != skip and size > most:
            raise BadValue(f"dimension {dim} is {size} in '{name}' and only {most} in '{other}'")


def check_product(left: ConcreteShape, right: ConcreteShape) -> None:
    """Raise BadValue unless there is a product of matrices, or batches of them."""
    inner = right[-2] if len(right) > 1 else right[-1:] and right[-1]
    if not left or not right or left[-1] != inner or left[:-2] != right[:-2]:
        raise BadValue(f"sizes {list(left)} and {list(right)} cannot be multiplied")


def check_lengths(names: Sequence[str], *lengths: int) -> None:
    """Raise BadValue unless the lists with these names are of one length."""
    if len(set(lengths)) > 1:
        shown = ", ".join(f"'{n}' has {count}" for n, count in zip(names, lengths, strict=True))
        raise BadValue(f"expected lists of one length, found {shown}")


def check_rank(name: str, shape: ConcreteShape, least: int, most: int | None = None) -> None:
    """Raise BadValue unless an operand has at least and at most so many dimensions."""
    if len(shape) < least or (most is not None and len(shape) > most):
        ranks = str(least) if most == least else f"{least} or {'more' if most is None else most}"
        raise BadValue(f"'{name}' needs {ranks} dimensions, found sizes {list(shape)}")


def check_not_empty(what: str, shape: ConcreteShape, dim: int | None = None) -> None:
    """Raise BadValue, or BadIndex for one dimension, if there are no elements to reduce; `what`
    names the result.
    """
    if dim is None and 0 in shape:
        raise BadValue(
            f"a tensor of shape {list(shape)} has no elements, so its {what} is not defined"
        )
    if dim is not None and shape and shape[dim] == 0:
        raise BadIndex(
            f"dimension {dim} of shape {list(shape)} has no elements, so its {what} is not defined"
        )


def check_sizes(name: str, sizes: ConcreteShape) -> None:
    """Raise BadValue for negative sizes."""
    if any(size < 0 for size in sizes):
        raise BadValue(f"sizes must not be negative, found {list(sizes)} as '{name}'")


def check_size_limit(name: str, sizes: ConcreteShape) -> None:
    """Raise BadValue for a size, or sizes, whose elements exceed the address space."""
    if any(abs(size) > _MOST_ELEMENTS for size in (*sizes, prod(sizes))):
        raise BadValue(f"{list(sizes)} as '{name}' needs more elements than memory can hold")


def check_divisible(size: int, parts: int, dim: int) -> None:
    """Raise BadValue unless a dimension has parts of equal size."""
    if size % parts:
        raise BadValue(f"dimension {dim} of size {size} does not divide into {parts} equal parts")


# ---- dimensions and indices


def check_dim(dim: int, rank: int) -> None:
    """Raise BadIndex unless a tensor of this rank has the dimension; 0-d counts as 1-d."""
    bound = max(rank, 1)
    if not -bound <= dim < bound:
        raise BadIndex(f"dimension {dim} is not within [{-bound}, {bound - 1}]")


def wrap_dim(dim: int, rank: int) -> int:
    """Return a dimension counted from the front. Raises BadIndex if it does not exist."""
    if 0 <= dim < rank:
        return dim
    check_dim(dim, rank)
    return dim % max(rank, 1)


def check_positions(index: Array, size: int, error: type[OperandError] = BadIndex) -> Array:
    """Return 32- or 64-bit indices that all count from the front. Raises `error` for others."""
    if index.dtype.kind != "i" or index.dtype.itemsize < 4:
        raise error(f"indices must be int32 or int64, found {index.dtype}")
    if index.size and not (index.min() >= 0 and index.max() < size):
        outside = index[(index < 0) | (index >= size)]
        raise error(f"index {outside.flat[0]} is not within [0, {size})")
    return index


def check_index_type(name: str, index: Array, masks: bool = False) -> None:
    """Raise BadIndex unless the elements are integers, or bools where a mask is an index."""
    if index.dtype.kind not in ("iub" if masks else "iu"):
        kinds = "integers or a mask of bools" if masks else "integers"
        raise BadIndex(f"indices must be {kinds}, found {index.dtype} in '{name}'")


def check_indices(index: Array, size: int, dim: int = 0) -> None:
    """Raise BadIndex for an index out of the dimension; negative ones count from its end."""
    outside = index[(index < -size) | (index >= size)]
    if outside.size:
        raise BadIndex(
            f"index {outside.flat[0]} is out of range for dimension {dim} of size {size}"
        )


def check_mask(mask: ConcreteShape, shape: ConcreteShape, first: int = 0) -> None:
    """Raise BadIndex unless a mask has the sizes of the dimensions that it selects from."""
    for dim, size in enumerate(mask, first):
        if dim >= len(shape) or size != shape[dim]:
            found = shape[dim] if dim < len(shape) else "none"
            raise BadIndex(f"a mask of size {size} along dimension {dim}, which has size {found}")


# ---- elements


def check_same_dtype(operator: str, *dtypes: np.dtype[Any]) -> None:
    """Raise BadType, with the cast to write, unless all operands have one element type."""
    first = dtypes[0]
    for other in dtypes[1:]:
        if other is not first and other != first:
            raise BadType(
                f"{operator} of {first} and {other} tensors; convert one of them, as by "
                f"x.to(ts.{other}) or x.astype('{other}')"
            )


def check_floating(name: str, dtype: np.dtype[Any]) -> None:
    """Raise BadType for integers, where PyTorch defines an operator on floats only."""
    if dtype.kind in "iub":
        raise BadType(f"'{name}' is not defined on {dtype} tensors")


def check_no_bools(name: str, dtype: np.dtype[Any]) -> None:
    """Raise BadType for bools, of which PyTorch does not define all orders."""
    if dtype.kind == "b":
        raise BadType(f"'{name}' is not defined on bool tensors")


def check_real_floating(name: str, dtype: np.dtype[Any]) -> None:
    """Raise BadType for integers and complex numbers."""
    if dtype.kind in "iubc":
        raise BadType(f"'{name}' is not defined on {dtype} tensors")


def check_integers(name: str, array: Array) -> None:
    """Raise BadType unless an operand's elements are integers."""
    if array.dtype.kind not in "iu":
        raise BadType(f"'{name}' needs integers, found {array.dtype}")


def check_mask_type(name: str, mask: Array) -> None:
    """Raise BadType unless a mask is of bools."""
    if mask.dtype != bool:
        raise BadType(f"'{name}' needs bools, found {mask.dtype}")


def check_not_negative(name: str, array: Array) -> None:
    """Raise BadValue for negative elements."""
    if array.size and array.min() < 0:
        raise BadValue(f"'{name}' has the element {array.min()}, expected 0 or more")


def check_implicit_number(array: Array, requires_grad: bool) -> None:
    """Raise BadValue unless a program may pass a tensor where a number is expected."""
    if requires_grad:
        raise BadValue("expected a number, found a tensor that requires gradients; use item()")
    if array.ndim:
        raise BadValue(
            f"expected a number or a 0-d tensor, found sizes {list(array.shape)}; use item()"
        )


def check_writable(array: Array) -> None:
    """Raise BadValue for an array over memory that is read only."""
    if not array.flags.writeable and 0 not in array.strides:
        raise BadValue("cannot write into a tensor over read-only memory; clone() it first")
