"""Queries that a tensor's type may answer before anything runs.

A query raises `NotConstantError` where only a run knows.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.constants import KnownConstant, NotConstantError
from xdsl_torchscript.dialects.dtypes import BY_TYPE
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import Category, category
from xdsl_torchscript.lowering.analysis.shapes import Shape


def _shape(type: TensorType) -> Shape:
    if type.shape is None:
        raise NotConstantError("a rank that is not known")
    return type.shape


def _dtype(type: TensorType) -> Attribute:
    if type.dtype is None:
        raise NotConstantError("an element type that is not known")
    return type.dtype


def _count(type: TensorType) -> int:
    sizes = _shape(type)
    known = [size for size in sizes if isinstance(size, int)]
    if len(known) < len(sizes):
        raise NotConstantError("a number of elements that is not known")
    return prod(known)


def _is_of(wanted: Category) -> Callable[[TensorType], bool]:
    return lambda type: category(_dtype(type)) == wanted


def _is_nested(type: TensorType) -> bool:
    _shape(type)  # a nested tensor has none
    return False


def _requires_grad(type: TensorType) -> bool:
    if type.requires_grad is None:
        raise NotConstantError("a gradient flag that is not known")
    return type.requires_grad


TYPE_QUERIES: dict[str, Callable[[TensorType], KnownConstant]] = {
    "aten.dim": lambda type: len(_shape(type)),
    "aten.numel": _count,
    "prim.dtype": lambda type: BY_TYPE[_dtype(type)].code,
    "aten.is_floating_point": _is_of(Category.FLOAT),
    "aten.is_complex": _is_of(Category.COMPLEX),
    "prim.is_nested": _is_nested,
    "prim.requires_grad": _requires_grad,
}
"""By op name."""
