"""`propagate-types`: what the arguments of a function say, carried on to every value.

    func.func @f(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor {
      %r = aten.mul.Tensor(%x, %y) : (...) -> !ts.tensor

becomes

    func.func @f(%x: !ts.tensor<[s0,3],f32>, %y: !ts.tensor<[3],f64>) -> !ts.tensor<[s0,3],f32> {
      %r = aten.mul.Tensor(%x, %y) : (...) -> !ts.tensor<[s0,3],f32>

The rules are those of `lowering/analysis/result_types.py`. A value of an operator without a rule
keeps its type. Facts that the program states already stay; one that contradicts a rule is an error,
as are operands that PyTorch would refuse and sizes that symbols leave open. The types that a loop
carries are those that hold on entry and after each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import (
    DifferentiableGraphOp,
    FusionGroupOp,
    IfOp,
    LoopOp,
    TensorExprGroupOp,
)
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify
from xdsl_torchscript.dialects.types import Dim, TensorType
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError, show
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.retype import retype

_GROUPS = (FusionGroupOp, TensorExprGroupOp, DifferentiableGraphOp)


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


def propagate(function: func.FuncOp) -> None:
    """Refine the types of all values of `function`, and its result types.

    Raises PassFailedException at the operation whose operands do not fit.
    """
    _block(function.body.block)
    function.update_function_type()


def _block(block: Block) -> None:
    for op in block.ops:
        match op:
            case IfOp():
                _if(op)
            case LoopOp():
                _loop(op)
            case _ if isinstance(op, _GROUPS):
                _retype_all(op, op.body.args, op.inputs.types)
                _block(op.body)
                _retype_all(op, op.results, op.body_return.operand_types)
            case _:
                _operator(op)


def _operator(op: Operation) -> None:
    try:
        types = result_types(op)
    except (ShapeError, PromotionError) as error:
        fail(op, str(error))
    if types is not None:
        _retype_all(op, op.results, types)


def _retype_all(
    op: Operation, values: Sequence[SSAValue], types: Sequence[Attribute | None]
) -> None:
    """Merge what was found into the types of results or arguments of `op`."""
    try:
        for value, type in zip(tuple(values), types, strict=True):
            retype(value, merged(value.type, type))
    except (ShapeError, PromotionError) as error:
        fail(op, str(error))


def _if(op: IfOp) -> None:
    _block(op.then_block)
    _block(op.else_block)
    pairs = zip(op.then_yield.arguments, op.else_yield.arguments, strict=True)
    _retype_all(op, op.results, [unify(a.type, b.type) for a, b in pairs])


def _loop(op: LoopOp) -> None:
    """Starts from the types on entry and weakens them until a turn changes nothing."""
    entry = [value.type for value in op.carried]
    stated = _stated_types(op.body)
    while True:
        for argument, type in zip(op.carried_args, entry, strict=True):
            retype(argument, type)
        _block(op.body)
        turned = [value.type for value in op.body_condition.carried]
        joined = [unify(a, b) or a for a, b in zip(entry, turned, strict=True)]
        if joined == entry:
            break
        entry = joined
        _restore_types(op.body, stated)
    _retype_all(op, op.results, entry)


def _stated_types(block: Block) -> list[list[Attribute]]:
    return [[result.type for result in op.results] for op in block.walk()]


def _restore_types(block: Block, types: list[list[Attribute]]) -> None:
    """Forget what a turn found, so that the next finds it from weaker types."""
    for op, stated in zip(list(block.walk()), types, strict=True):
        for result, type in zip(tuple(op.results), stated, strict=True):
            retype(result, type)


@dataclass(frozen=True)
class PropagateTypesPass(TsPass):
    """Carries the types of arguments on to every value."""

    name = "propagate-types"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for function in op.walk():
            if isinstance(function, func.FuncOp) and function.body.blocks:
                propagate(function)
