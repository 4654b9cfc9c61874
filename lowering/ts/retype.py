"""Giving a value another type in place, and joining what is stated of a type with what is found."""

from __future__ import annotations

from xdsl.ir import Attribute, BlockArgument, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, show


def retype(value: SSAValue, type: Attribute) -> SSAValue:
    """Give a value another type; the new value, under the old name and location."""
    if value.type == type:
        return value
    new = Rewriter.replace_value_with_new_type(value, type)
    if isinstance(value, BlockArgument) and isinstance(new, BlockArgument):
        new.location = value.location
    return new


def _merged_dim(stated: Dim, found: Dim) -> Dim:
    if stated is None or found is None:
        return found if stated is None else stated
    if isinstance(stated, int) and isinstance(found, int) and stated != found:
        raise ShapeError(f"{stated} is not {found}")
    return found


def _merged_shape(stated: Shape | None, found: Shape | None) -> Shape | None:
    if stated is None or found is None:
        return found if stated is None else stated
    try:
        return tuple(_merged_dim(a, b) for a, b in zip(stated, found, strict=True))
    except ValueError:
        raise ShapeError(f"states the sizes {show(stated)}, but has {show(found)}") from None


def merged(stated: Attribute, found: Attribute | None) -> Attribute:
    """A type with the facts that the program states and those that a rule found.

    Raises `ShapeError` or `PromotionError` where they contradict each other.
    """
    if found is None:
        return stated
    if not (isinstance(stated, TensorType) and isinstance(found, TensorType)):
        return found if is_subtype_of(found, stated) else stated
    if stated.dtype is not None and found.dtype is not None and stated.dtype != found.dtype:
        raise PromotionError(f"states the element type {stated.dtype}, but has {found.dtype}")
    shape = _merged_shape(stated.shape, found.shape)
    same_rank = shape is not None and stated.strides is not None
    return TensorType.get(
        shape,
        found.dtype if stated.dtype is None else stated.dtype,
        strides=stated.strides if same_rank else None,
        device=stated.device or found.device,
        requires_grad=stated.requires_grad,
        undefined=stated.undefined,
    )
