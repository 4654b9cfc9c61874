"""Weights that a program reads only as such become read-only, so that kernels may copy them.

    %w = prim.Constant dense_resource<w> : tensor<64x3x7x7xf32> : !ts.tensor
    %y = aten.conv2d(%x, %w, ...)

A constant that the program returns, or views of it, stays writable: its callers may write it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from xdsl.dialects.builtin import DenseResourceAttr, DictionaryAttr
from xdsl.ir import Attribute, Operation

from xdsl_torchscript.dialects.modules import ObjectOp
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.weights.weight_operands import are_weights
from xdsl_torchscript.runtime.tensor import Array


def make_weights_read_only(root: Operation, resources: Mapping[str, Array]) -> None:
    """Forbid writes to those of the arrays that a program, or a function, reads as weights of
    convolutions and products alone, if no other array shares their memory."""
    weights, others = set[str](), set(_held_resources(root))
    for op in operations_of(root, ConstantOp):
        is_weight = all(map(are_weights, op.result.uses))
        (weights if is_weight else others).update(_names(op.value))
    shared = set(overlapping(resources))
    for name in (weights & resources.keys()) - others - shared:
        resources[name].flags.writeable = False


def resources_in(root: Operation) -> Iterator[str]:
    """Yield the names of the resources in the constants and objects of a program."""
    yield from _held_resources(root)
    for op in operations_of(root, ConstantOp):
        yield from _names(op.value)


def _held_resources(root: Operation) -> Iterator[str]:
    """Yield the names of the resources that objects hold."""
    for op in operations_of(root, ObjectOp):
        yield from _names(op.slots)


def _names(value: Attribute | None) -> Iterator[str]:
    """Yield the names of the resources in a literal."""
    if value is None:
        return
    if isinstance(value, DenseResourceAttr):
        yield value.resource_handle.data
    elif is_array(value):
        for part in value:
            yield from _names(part)
    elif isinstance(value, DictionaryAttr):
        for part in value.data.values():
            yield from _names(part)


def overlapping(arrays: Mapping[str, Array]) -> Iterator[str]:
    """Yield the names of arrays that share memory with others."""
    spans = sorted((*np.lib.array_utils.byte_bounds(array), name) for name, array in arrays.items())
    end, last = 0, ""
    for first, behind, name in spans:
        if first < end:
            yield from (name, last)
        if behind > end:
            end, last = behind, name
