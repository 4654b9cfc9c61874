"""Assignment to names, tuples and elements; and the names that statements assign."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import EmptyListLiteral, TupleConstructOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import ListType, NamedTupleType, NoneType, TupleType
from xdsl_torchscript.frontend.script.applicable import class_like, elements
from xdsl_torchscript.frontend.script.calls import as_declared, call
from xdsl_torchscript.frontend.script.classes.parts import SequenceValue
from xdsl_torchscript.frontend.script.context import Context, SimpleValue, SugaredValue
from xdsl_torchscript.frontend.script.hints import hint_of
from xdsl_torchscript.frontend.script.subscripts import assign_subscript

_OWN_SCOPE = (ast.ListComp, ast.DictComp, ast.SetComp, ast.GeneratorExp, ast.Lambda)


def assigned_names(nodes: Sequence[ast.AST]) -> list[str]:
    """Return the variables that statements assign, in order and without duplicates."""
    found: dict[str, None] = {}
    pending = list(reversed(nodes))
    while pending:
        node = pending.pop()
        if isinstance(node, _OWN_SCOPE):
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found[node.id] = None
        pending += reversed(list(ast.iter_child_nodes(node)))
    return list(found)


def assign(
    c: Context, target: ast.expr, found: SugaredValue, declared: Attribute | None = None
) -> None:
    """Assign a value to a target."""
    match target:
        case ast.Name():
            set_variable(c, target, found, declared)
        case ast.Tuple() | ast.List() if isinstance(found, SequenceValue):
            if len(target.elts) != len(found.items):
                raise c.error(f"{len(found.items)} values for {len(target.elts)} targets", target)
            for part, item in zip(target.elts, found.items, strict=True):
                assign(c, part, item)
        case ast.Tuple() | ast.List():
            _unpack(c, target, found.value(c, target))
        case ast.Subscript():
            with c.at(target):
                assign_subscript(c, target, found.value(c, target))
        case ast.Attribute():
            assign_attribute(c, c.value(target.value), target, found.value(c, target))
        case _:
            raise c.error("this cannot be assigned", target)


def assign_attribute(
    c: Context,
    base: SSAValue,
    target: ast.Attribute,
    value: SSAValue,
    declared: Attribute | None = None,
) -> None:
    """Emit `base.name = value`, or `base.name: declared = value`."""
    found = class_like(c, base.type)
    if found is None:
        message = f"a value of type {spell(base.type)} has no attributes that can be assigned"
        raise c.error(message, target)
    with c.at(target):
        found.set_attribute(c, base, target.attr, value, target, declared)


def declared_type(c: Context, target: ast.expr) -> Attribute | None:
    """Return the declared type of a target without emitting code, or None."""
    if isinstance(target, ast.Name):
        found = c.environment.find(target.id)
        return found.ssa.type if isinstance(found, SimpleValue) else None
    if not isinstance(target, ast.Attribute):
        return None
    base = declared_type(c, target.value)
    owner = None if base is None else class_like(c, base)
    return None if owner is None else owner.attribute_type(target.attr)


def set_variable(
    c: Context, target: ast.Name, found: SugaredValue, declared: Attribute | None = None
) -> None:
    """Assign a variable; one defined by an enclosing block keeps its type."""
    name = target.id
    parent = c.environment.parent
    outer = None if parent is None else parent.find(name)
    if parent is not None and outer is not None:
        type = parent.declaration(name)
        if declared is not None and declared != type:
            message = f"'{name}' already has another type; declare the type at its first definition"
            raise c.error(message, target)
        found = _keep_type(c, target, outer, type, found)
    if isinstance(found, SimpleValue) and isinstance(found.ssa.owner, EmptyListLiteral):
        found.ssa.owner.is_open = False
    if isinstance(found, SimpleValue) and found.ssa.name_hint is None:
        found.ssa.name_hint = hint_of(name)
    c.environment.set(name, found, declared)


def _keep_type(
    c: Context,
    target: ast.Name,
    outer: SugaredValue,
    declared: Attribute | None,
    found: SugaredValue,
) -> SugaredValue:
    """Return the value with the type that the variable has outside this block."""
    name = target.id
    if not isinstance(outer, SimpleValue) or not isinstance(found, SimpleValue):
        raise c.error(f"'{name}' is {outer.describe()}; a block cannot change that", target)
    type = declared or outer.ssa.type
    value = found.ssa if is_subtype_of(found.ssa.type, type) else as_declared(c, found.ssa, type)
    if value is None:
        given = spell(found.ssa.type)
        is_none = isinstance(type, NoneType)
        advice = f"write '{name}: Optional[{given}] = None'" if is_none else "use another name"
        message = f"'{name}' has type {spell(type)}, but is given a value of type {given}"
        raise c.error(f"{message}; {advice}", target)
    return SimpleValue(value)


def _unpack(c: Context, target: ast.Tuple | ast.List, value: SSAValue) -> None:
    targets = target.elts
    starred = [i for i, part in enumerate(targets) if isinstance(part, ast.Starred)]
    if len(starred) > 1:
        raise c.error("only one starred target is allowed", targets[starred[1]])
    if not starred:
        _assign_each(c, target, targets, elements(c, value, target, len(targets)))
        return
    at = starred[0]
    before, behind = targets[:at], targets[at + 1 :]
    if isinstance(value.type, TupleType | NamedTupleType):
        parts = elements(c, value, target)
        middle = parts[at : len(parts) - len(behind)]
        if len(parts) < len(targets) - 1:
            raise c.error(f"{len(parts)} values are too few for the targets", target)
        rest: SSAValue = c.insert(TupleConstructOp(middle)).result
        parts = [*parts[:at], rest, *parts[len(parts) - len(behind) :]]
    else:
        parts = _parts_of_list(c, value, len(before), len(behind), target)
    plain = [part.value if isinstance(part, ast.Starred) else part for part in targets]
    _assign_each(c, target, plain, parts)


def _parts_of_list(
    c: Context, value: SSAValue, before: int, behind: int, node: ast.AST
) -> list[SSAValue]:
    if not isinstance(value.type, ListType):
        raise c.error(f"a value of type {spell(value.type)} cannot be unpacked", node)

    def part(index: int) -> SSAValue:
        return call(c, "aten::__getitem__", [value, c.constant(index)])

    end = c.constant(-behind if behind else None)
    rest = call(c, "aten::slice", [value, c.constant(before), end, c.constant(1)])
    return [*map(part, range(before)), rest, *map(part, range(-behind, 0))]


def _assign_each(
    c: Context, node: ast.AST, targets: Sequence[ast.expr], values: Sequence[SSAValue]
) -> None:
    if len(targets) != len(values):
        raise c.error(f"{len(values)} values for {len(targets)} targets", node)
    for target, value in zip(targets, values, strict=True):
        assign(c, target, SimpleValue(value))
