"""Drafts: nodes created by hand, until they run.

A node of `graph.create("aten::add", ...)` is a `ts.operator` that gets inputs, outputs, blocks and
attributes one by one. `resolve_drafts` replaces it by the operation of its kind and operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from weakref import WeakSet

from xdsl.dialects.builtin import IntegerAttr, IntegerType, i1
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.rewriter import Rewriter
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.prim import (
    PRIM_OPS,
    ConstantOp,
    IfOp,
    IfYieldOp,
    ListConstructOp,
    LoopConditionOp,
    LoopOp,
    ReturnOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.matching import Bindings, operand_errors
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.overloads import resolve
from xdsl_torchscript.dialects.schema_op import SchemaOp, schema_op
from xdsl_torchscript.dialects.subtyping import substitute
from xdsl_torchscript.dialects.types import ListType, TensorType, TupleType

TENSOR = TensorType.get()
_WRITTEN: dict[str, type[Operation]] = {
    op.name.replace(".", "::", 1): op for op in PRIM_OPS if not op.has_trait(IsTerminator)
}


def draft(kind: str, operands: Sequence[SSAValue], outputs: int) -> OperatorOp:
    """Return a node of a kind, with tensor outputs until other types are set."""
    return OperatorOp(kind, operands, [TENSOR] * outputs)


_EDITED: WeakSet[FuncOp] = WeakSet()


def mark_edited(function: FuncOp) -> None:
    """Mark a function that may contain drafts."""
    _EDITED.add(function)


def resolve_drafts(function: FuncOp) -> FuncOp:
    """Return the function, or a copy in which drafts are replaced by their operations."""
    if not has_drafts(function):
        return function
    copy = function.clone()
    resolve_in_place(copy)
    return copy


def has_drafts(function: FuncOp) -> bool:
    """Return whether the function was edited, and has drafts."""
    return function in _EDITED and any(map(is_draft, function.walk()))


def resolve_in_place(function: Operation) -> None:
    """Replace the drafts in a function by their operations."""
    for op in list(function.walk()):
        if is_draft(op):
            _resolve(op)


def duplicate(function: FuncOp) -> FuncOp:
    """Return a copy, including the mark of edits."""
    made = function.clone()
    if function in _EDITED:
        mark_edited(made)
    return made


def is_draft(op: Operation) -> bool:
    """Return whether the operation differs from a new one of its kind and operands."""
    if isinstance(op, OperatorOp):
        return _operation_class(op) is not None
    if not isinstance(op, SchemaOp):
        return False
    try:
        op.verify_()
    except VerifyException:
        return _operation_class(op) is not None
    return False


def _kind(op: OperatorOp | SchemaOp) -> str:
    return op.kind.data if isinstance(op, OperatorOp) else op.schema.kind


def _operation_class(op: OperatorOp | SchemaOp) -> FunctionSchema | type[Operation] | None:
    written = _WRITTEN.get(_kind(op))
    if written is not None:
        return written
    schema = None if op.regions else resolve(_kind(op), [v.type for v in op.operands])
    return schema if isinstance(schema, FunctionSchema) else None


def _resolve(op: Operation) -> None:
    assert isinstance(op, OperatorOp | SchemaOp)
    meant = _operation_class(op)
    if isinstance(meant, FunctionSchema):
        bindings: Bindings = {}
        list(operand_errors(meant, [value.type for value in op.operands], bindings))
        declared = [substitute(returned.type, bindings) for returned in meant.returns]
        types = [
            t if r.type == TENSOR else r.type for r, t in zip(op.results, declared, strict=False)
        ]
        made = schema_op(meant.op_name).create(
            operands=op.operands, result_types=types, attributes=op.attributes
        )
    elif meant is ConstantOp:
        value, type = op.attributes.get("value"), op.results[0].type
        if isa(value, IntegerAttr[IntegerType]) and type == i1:
            value = IntegerAttr(value.value.data, i1)
        made = ConstantOp(value, type)
    elif meant is not None:
        made = _build_operation(op, meant)
    else:
        return
    made.location = op.location
    Rewriter.replace_op(op, made)


def _list_type(types: Sequence[Attribute]) -> Attribute:
    return ListType(types[0] if types else TENSOR)


_TYPES: Mapping[type[Operation], Callable[[Sequence[Attribute]], Attribute]] = {
    ListConstructOp: _list_type,
    TupleConstructOp: TupleType.get,
}


def _build_operation(op: Operation, meant: type[Operation]) -> Operation:
    types = [result.type for result in op.results]
    if meant in _TYPES and types == [TENSOR]:
        types = [_TYPES[meant]([value.type for value in op.operands])]
    known = meant.get_irdl_definition().properties if issubclass(meant, IRDLOperation) else {}
    return meant.create(
        operands=op.operands,
        result_types=types,
        properties={k: v for k, v in op.attributes.items() if k in known},
        attributes={k: v for k, v in op.attributes.items() if k not in known},
        regions=[_set_terminator(op.detach_region(0), meant) for _ in range(len(op.regions))],
    )


def _set_terminator(region: Region, meant: type[Operation]) -> Region:
    """Replace a region's terminator by its operation's."""
    last = region.block.last_op
    if isinstance(last, ReturnOp) and meant is IfOp:
        Rewriter.replace_op(last, IfYieldOp(*last.operands))
    elif isinstance(last, ReturnOp) and meant is LoopOp:
        Rewriter.replace_op(last, LoopConditionOp(last.operands[0], last.operands[1:]))
    return region
