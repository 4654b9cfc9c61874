"""Functions that compute each element from the elements in the same place of their arguments.

    func @f(%x : 4x3, %y : 4x3, %a : 0-d) { return tanh(mul(add(%x, %y), %a)) }     // by place
    func @g(%x : 4x3, %b : 3) { return add(%x, %b) }                                // not: sizes
    func @h(%x : 4x4) { return add(%x, t(%x)) }                                     // not: places

Elements may lie in any order of the dimensions in memory, if it is the same for all tensors.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.families import POINTWISE, family_of
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import Dim, TensorType

_CASTS = frozenset({"aten.to.dtype"})
"""Operators of other families that keep each element in its place."""


def is_by_place(function: FuncOp) -> bool:
    """Return whether a function of typed tensors computes by place, and writes no argument.

    All tensors must have the same sizes, but those of single elements."""
    block = function.body.block
    values = [*block.args, *(result for op in block.ops for result in op.results)]
    sizes = {_sizes(value) for value in values if isinstance(value.type, TensorType)}
    return len(sizes - {()}) == 1 and None not in sizes and all(map(_is_by_place, block.ops))


def _sizes(value: SSAValue) -> tuple[Dim, ...] | None:
    """Return the sizes of a tensor, None if one is unknown."""
    shape = value.type.shape if isinstance(value.type, TensorType) else None
    sizes = tuple(size for size in shape or () if size is not None)
    return sizes if shape is not None and len(sizes) == len(shape) else None


def _is_by_place(op: Operation) -> bool:
    """Return whether an operation computes by place, given that all sizes but () are the same."""
    if isinstance(op, ReturnOp):
        return True
    if isinstance(op, ConstantOp):
        return not _has_places(op.results)
    if not isinstance(op, SchemaOp) or op.schema.is_mutable or op.regions:
        return False
    is_known = op.name in _CASTS or family_of(op.name) in POINTWISE
    tensors = all(isinstance(result.type, TensorType) for result in op.results)
    return is_known and tensors and _has_places(op.results) == _has_places(op.operands)


def _has_places(values: Sequence[SSAValue]) -> bool:
    """Return whether there is a tensor with dimensions among values."""
    return any(isinstance(v.type, TensorType) and _sizes(v) != () for v in values)
