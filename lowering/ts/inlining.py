"""Replace an op by the body of the function that it calls."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import LocationAttr, StringAttr
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, Use
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.locations import inlined_location
from xdsl_torchscript.dialects.modules import called_name
from xdsl_torchscript.dialects.prim import ConstantOp, UncheckedCastOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import OptionalType
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.core.walk import operations_in


def detached(function: FuncOp) -> FuncOp:
    """Return the function itself, or a copy if a program holds it."""
    return function if function.parent is None else function.clone()


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
    """Replace `result` by `value` in its users."""
    for use in tuple(result.uses):
        replace_use(use, value, result.type)


def replace_use(use: Use, value: SSAValue, type: Attribute) -> None:
    """Replace an operand of this type by `value`. The value is seen with the operand's type if that
    has fewer facts, or where a function returns it."""
    user = use.operation
    same = is_subtype_of(value.type, type) and not isinstance(user, ReturnOp)
    user.operands[use.index] = value if same else cast_at_boundary(value, type, user)


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
    _replace_call(op, returned.operands)
    returned.erase()


def _replace_call(op: Operation, values: Sequence[SSAValue]) -> None:
    for result, value in zip(op.results, values, strict=True):
        value.name_hint = value.name_hint or result.name_hint
        result.replace_all_uses_with(cast_at_boundary(value, result.type, op))
    op.detach()
    op.erase()


def inline_copy(
    op: Operation, arguments: Sequence[SSAValue], function: FuncOp, values: dict[SSAValue, SSAValue]
) -> Sequence[Operation]:
    """Replace `op` by copies of the operations of `function`, a single block; return them.

    `values` has the new values of old ones. Operations whose results are in it are not copied.
    """
    block, place = function.body.block, op.parent
    assert place is not None
    for arg, value in zip(block.args, arguments, strict=True):
        values[arg] = seen = cast_at_boundary(value, arg.type, op)
        seen.name_hint = seen.name_hint or arg.name_hint
    *inner, returned = operations_in(block)
    copies = _Copier(function, op, values).operations(inner)
    place.insert_ops_before(copies, op)
    _replace_call(op, [values.get(value, value) for value in returned.operands])
    return copies


class _Copier:
    """Copies operations of a function to the place of a call, with both locations.

    One walk is enough, where xDSL's `clone` takes three: values are defined before their uses.
    """

    def __init__(self, function: FuncOp, call: Operation, values: dict[SSAValue, SSAValue]) -> None:
        self._values = values
        self._name, self._site = StringAttr(called_name(function)), nearest_location(call)
        self._locations: dict[int, LocationAttr] = {}

    def operations(self, ops: Sequence[Operation]) -> list[Operation]:
        known = self._values
        return [self._copy(op) for op in ops if not (op.results and op.results[0] in known)]

    def _copy(self, op: Operation) -> Operation:
        values = self._values
        copy = type(op).create(
            operands=[values.get(operand, operand) for operand in op.operands],
            result_types=op.result_types,
            properties=op.properties,
            attributes=op.attributes,
            location=self._location(op),
            regions=[Region([self._block(block) for block in part.blocks]) for part in op.regions],
        )
        self._map(op.results, copy.results)
        return copy

    def _block(self, block: Block) -> Block:
        copy = Block(arg_types=block.arg_types)
        self._map(block.args, copy.args)
        copy.add_ops(self.operations(operations_in(block)))
        return copy

    def _map(self, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> None:
        for value, copied in zip(old, new, strict=True):
            copied.name_hint = value.name_hint
            self._values[value] = copied

    def _location(self, op: Operation) -> LocationAttr:
        location = nearest_location(op)
        known = self._locations.get(id(location))
        if known is None:
            known = inlined_location(self._name, location, self._site)
            self._locations[id(location)] = known
        return known
