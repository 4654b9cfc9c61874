"""Replace an op by the body of the function that it calls."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.locations import inlined_location
from xdsl_torchscript.dialects.modules import called_name
from xdsl_torchscript.dialects.prim import ConstantOp, UncheckedCastOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import OptionalType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.diagnostics import nearest_location


def clone_with_location(op: Operation, values: dict[SSAValue, SSAValue]) -> Operation:
    """Clone an operation with its locations and these operands; add the results to `values`."""
    copy = op.clone(values)
    for original, copied in zip(op.walk(), copy.walk(), strict=True):
        copied.location = original.location
    return copy


def clone_function(function: FuncOp) -> FuncOp:
    """Return a copy with the places of the original."""
    copy = clone_with_location(function, {})
    assert isinstance(copy, FuncOp)
    return copy


def detached(function: FuncOp) -> FuncOp:
    """Return the function itself, or a copy if a program holds it."""
    return function if function.parent is None else clone_function(function)


def clone_callee(function: FuncOp, call: Operation) -> FuncOp:
    """Return a copy whose operations have their own locations and the call's location."""
    copy, name, site = function.clone(), called_name(function), nearest_location(call)
    inlined: dict[int, LocationAttr] = {}
    for original, copied in zip(function.walk(), copy.walk(), strict=True):
        location = nearest_location(original)
        if id(location) not in inlined:
            inlined[id(location)] = inlined_location(name, location, site)
        copied.location = inlined[id(location)]
    return copy


def cast_at_boundary(value: SSAValue, type: Attribute, op: Operation) -> SSAValue:
    """Return the value with the type seen at the other side of the call or function border. A value
    may be of a subtype of the declared type, or the declared result type may be less precise. A
    constant None stays unchanged."""
    if value.type == type:
        return value
    none = Facts().is_none(value) and isinstance(type, OptionalType)
    seen = ConstantOp(None, type) if none else UncheckedCastOp(value, type)
    seen.location = op.location
    Rewriter.insert_op(seen, InsertPoint.before(op))
    return seen.result


def replace_uses(result: SSAValue, value: SSAValue) -> None:
    """Replace `result` by `value` in its users. The value is seen with the result's type if that
    has fewer facts, or where a function returns it."""
    fits = is_subtype_of(value.type, result.type)
    for use in tuple(result.uses):
        user = use.operation
        same = fits and not isinstance(user, ReturnOp)
        user.operands[use.index] = value if same else cast_at_boundary(value, result.type, user)


def inline(op: Operation, arguments: Sequence[SSAValue], function: FuncOp) -> None:
    """Replace `op` by the body of `function`, a single block, which is consumed."""
    block = function.body.block
    returned = block.last_op
    assert returned is not None
    for arg, value in zip(block.args, arguments, strict=True):
        arg.replace_all_uses_with(cast_at_boundary(value, arg.type, op))
    returned.detach()
    for inner in list(block.ops):
        inner.detach()
        Rewriter.insert_op(inner, InsertPoint.before(op))
    for result, value in zip(op.results, returned.operands, strict=True):
        value.name_hint = value.name_hint or result.name_hint
        result.replace_all_uses_with(cast_at_boundary(value, result.type, op))
    returned.erase()
    op.detach()
    op.erase()
