"""Questions about all numbers of a list, as operators on a tensor of them.

    %b = aten.__contains__.int_list(%l, %n) : (!ts.list<i64>, i64) -> i1

becomes, for the tensor %t of the numbers,

    %e = aten.eq.Scalar(%t, %n) : (!ts.tensor<[4],i64>, i64) -> !ts.tensor
    %a = aten.any(%e) : (!ts.tensor) -> !ts.tensor
    %b = aten.Bool.Tensor(%a) : (!ts.tensor) -> i1

The list has elements. Of floats, the greatest depends on the order if one is NaN, and the sum is
rounded in the order of the list, so these stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.core.op_builder import OpBuilder

ListAnswer: TypeAlias = Callable[..., SSAValue]
"""Emits the answer, given a builder, the tensor, and the other operands."""


def _contains(emit: OpBuilder, tensor: SSAValue, number: SSAValue) -> SSAValue:
    return _any(emit, emit.aten.eq(tensor, number))


def _count(emit: OpBuilder, tensor: SSAValue, number: SSAValue) -> SSAValue:
    return _sum(emit, emit.aten.eq(tensor, number))


def _any(emit: OpBuilder, tensor: SSAValue) -> SSAValue:
    return emit.aten.Bool(emit.aten.any(tensor))


def _all(emit: OpBuilder, tensor: SSAValue) -> SSAValue:
    return emit.aten.Bool(emit.aten.all(tensor))


def _sum(emit: OpBuilder, tensor: SSAValue) -> SSAValue:
    return emit.aten.Int(emit.aten.sum(tensor))


def _greatest(emit: OpBuilder, tensor: SSAValue) -> SSAValue:
    return emit.aten.Int(emit.aten.amax(tensor, (0,)))


def _least(emit: OpBuilder, tensor: SSAValue) -> SSAValue:
    return emit.aten.Int(emit.aten.amin(tensor, (0,)))


QUESTIONS: Mapping[str, ListAnswer] = {
    "aten.__contains__.int_list": _contains,
    "aten.__contains__.float_list": _contains,
    "aten.count.int": _count,
    "aten.count.float": _count,
    "aten.any.bool": _any,
    "aten.all.bool": _all,
    "aten.sum.int": _sum,
    "prim.max.self_int": _greatest,
    "prim.min.self_int": _least,
}
"""The answers by the operators on lists."""
