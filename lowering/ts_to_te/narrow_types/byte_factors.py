"""Operators that multiply bytes: the sums are those of int32, unsigned factors come first.

    %a = aten.to.dtype(%x, int32, ...) : (!ts.tensor<[8,64],ui8>, ...) -> !ts.tensor<[8,64],i32>
    %b = aten.to.dtype(%w, int32, ...) : (!ts.tensor<[32,64],i8>, ...) -> !ts.tensor<[32,64],i32>
    %r = aten.linear(%a, %b, %none)

Weights have whole groups of terms, and whole vectors of columns.
"""

from __future__ import annotations

from typing import NamedTuple

from xdsl.dialects.builtin import i8, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.dtypes import UINT8
from xdsl_torchscript.dialects.families import Family, family_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.ts.weights.weight_layout import lanes_of

_OPERATORS = ("aten.linear", "aten.conv1d", "aten.conv2d", "aten.conv3d")
_CAST, _PERMUTE, _WEIGHT = "aten.to.dtype", "aten.permute", 1


class ByteFactors(NamedTuple):
    """Activations of uint8 and weights of int8."""

    unsigned: SSAValue
    signed: SSAValue


def byte_factors(op: Operation) -> ByteFactors | None:
    """Return the bytes that an operator multiplies as numbers of int32, None for other operators.
    The types of its operands must be known."""
    if op.name not in _OPERATORS:
        return None
    unsigned, signed = (_source(value) for value in op.operands[: _WEIGHT + 1])
    if unsigned is None or signed is None:
        return None
    call = CallFacts(op, STATED)
    if _dtype(unsigned) != UINT8 or _dtype(signed) != i8 or call.has("bias"):
        return None
    assert isinstance(signed.type, TensorType)
    sizes = [size for size in signed.type.shape or () if isinstance(size, int)]
    is_known = sizes and len(sizes) == len(signed.type.shape or ())
    if not is_known or lanes_of(i8, sizes) is None or call.int("groups", 1) != 1:
        return None
    if any(call.many_ints("padding", len(sizes) - 2, 0)):
        return None  # A border is rather one of bytes, which are zero points.
    return ByteFactors(unsigned, signed)


def _source(value: SSAValue) -> SSAValue | None:
    """Return the tensor that is converted to int32."""
    op = owner_of(value)
    is_cast = op is not None and op.name == _CAST and _dtype(value) == i32
    return op.operands[0] if op is not None and is_cast else None


def _dtype(value: SSAValue) -> Attribute | None:
    return value.type.dtype if isinstance(value.type, TensorType) else None


def source_with_channels_last(activations: SSAValue) -> SSAValue | None:
    """Return the images with channels last of which these are a view, None if there are none."""
    op = owner_of(activations)
    if op is None or op.name != _PERMUTE or not isinstance(activations.type, TensorType):
        return None
    source, rank = owner_of(op.operands[0]), len(activations.type.shape or ())
    if source is not None and family_of(source.name) is Family.VIEW:
        return None
    to_first = (0, rank - 1, *range(1, rank - 1))
    return op.operands[0] if STATED.ints_of(op.operands[1]) == to_first else None


def are_byte_weights(value: SSAValue) -> bool:
    """Return whether a tensor of int32 has the weights of products of bytes, and no other use."""
    is_used = value.first_use is not None
    return is_used and all(
        use.index == _WEIGHT and byte_factors(use.operation) is not None for use in value.uses
    )
