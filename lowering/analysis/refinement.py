"""The combination of types from two sources: the program text, and a rule."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, show
from xdsl_torchscript.lowering.core.op_builder import Infer


def _refine_dim(stated: Dim, found: Dim) -> Dim:
    if stated is None or found is None:
        return found if stated is None else stated
    if isinstance(stated, int) and isinstance(found, int) and stated != found:
        raise ShapeError(f"{stated} is not {found}")
    return stated if isinstance(stated, int) else found


def _refine_shape(stated: Shape | None, found: Shape | None) -> Shape | None:
    if stated is None or found is None:
        return found if stated is None else stated
    try:
        return tuple(_refine_dim(a, b) for a, b in zip(stated, found, strict=True))
    except ValueError:
        raise ShapeError(f"states the sizes {show(stated)}, but has {show(found)}") from None


def refine(stated: Attribute, found: Attribute | None) -> Attribute:
    """Return a type with the facts stated in the program and those found by a rule.

    Raises `ShapeError` or `PromotionError` if they contradict each other.
    """
    if found is None or found is stated:
        return stated
    if type(stated) is TensorType and type(found) is TensorType:
        return _refine_tensor(stated, found)
    return found if found != stated and is_subtype_of(found, stated) else stated


@lru_cache(maxsize=1 << 14)
def _refine_tensor(stated: TensorType, found: TensorType) -> TensorType:
    if found == stated:
        return stated
    if stated.dtype is not None and found.dtype is not None and stated.dtype != found.dtype:
        raise PromotionError(f"states the element type {stated.dtype}, but has {found.dtype}")
    return TensorType.get(
        _refine_shape(stated.shape, found.shape),
        found.dtype if stated.dtype is None else stated.dtype,
        strides=found.strides if stated.strides is None else stated.strides,
        device=stated.device or found.device,
        requires_grad=found.requires_grad if stated.requires_grad is None else stated.requires_grad,
        undefined=found.undefined if stated.undefined is None else stated.undefined,
    )


def inference(facts: Facts) -> Infer:
    """Return the result types for an OpBuilder: those stated by the op, refined by its rule."""

    def infer(op: Operation) -> Sequence[Attribute]:
        found = result_types(op, facts)
        if found is None:
            return op.result_types
        return [refine(result.type, type) for result, type in zip(op.results, found, strict=True)]

    return infer
