"""Conditions, and the type refinements that they imply when true or false."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntegerAttr, f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import IsInstanceOp, UncheckedCastOp, constant_value
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify_all
from xdsl_torchscript.dialects.types import (
    AnyListType,
    AnyTupleType,
    AnyType,
    DictType,
    ListType,
    NoneType,
    OptionalType,
    StrType,
    UnionType,
)
from xdsl_torchscript.frontend.script.annotations import find_type
from xdsl_torchscript.frontend.script.applicable import own_method
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.context import TENSOR, Context, SimpleValue
from xdsl_torchscript.frontend.script.control.joins import choose
from xdsl_torchscript.frontend.script.hints import hint_of
from xdsl_torchscript.frontend.script.values import Literal

Refinements = Mapping[str, Attribute]
_WHOLE_KINDS: Mapping[str, Attribute] = {"list": AnyListType(), "tuple": AnyTupleType()}


@dataclass(frozen=True)
class Condition:
    """A bool computed at run time, or known at compile time."""

    computed: SSAValue | None
    known: bool | None = None
    when_true: Refinements = field(default_factory=dict[str, Attribute])
    when_false: Refinements = field(default_factory=dict[str, Attribute])

    def value(self, c: Context) -> SSAValue:
        return self.computed if self.computed is not None else c.constant(bool(self.known))


def as_bool(c: Context, value: SSAValue, node: ast.AST) -> SSAValue:
    """Convert a value to bool as `if` does."""
    if value.type == i1:
        return value
    has_bool = own_method(c, value, "__bool__") is not None
    if value.type in (i64, f64) or is_subtype_of(value.type, TENSOR) or has_bool:
        return call(c, "aten::Bool", [value])
    if isinstance(value.type, ListType | StrType | DictType):
        return call(c, "aten::gt", [call(c, "aten::len", [value]), c.constant(0)])
    raise c.error(
        "a condition must be a bool, a number, a tensor or a container, not "
        f"{spell(value.type)}; compare it, as in 'x is not None'",
        node,
    )


def condition(c: Context, node: ast.expr) -> Condition:
    """Compile an expression as a condition."""
    with c.at(node):
        match node:
            case ast.BoolOp():
                return _short_circuit(c, node.values, isinstance(node.op, ast.And))
            case ast.UnaryOp(op=ast.Not()):
                return _negate(c, condition(c, node.operand))
            case ast.Compare(ops=[ast.Is() | ast.IsNot() as op], comparators=[right]):
                found = _is_none(c, node.left, right)
                if found is not None:
                    return found if isinstance(op, ast.Is) else _negate_is(c, found, node)
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, types]):
                return _is_instance(c, value, types)
            case ast.Call(func=ast.Attribute(attr="isinstance"), args=[value, types]):
                return _is_instance(c, value, types)
            case _:
                pass
        found = c.expr(node)
        if isinstance(found, Literal) and isinstance(found.known, bool):
            return Condition(None, found.known)
        value = found.value(c, node)
        known = constant_value(value)
        if isa(known, IntegerAttr) and known.type == i1:
            return Condition(None, bool(known.value.data))
        return Condition(as_bool(c, value, node))


def _negate(c: Context, found: Condition) -> Condition:
    if found.computed is None:
        return Condition(None, not found.known)
    value = call(c, "aten::__not__", [found.computed])
    return Condition(value, None, found.when_false, found.when_true)


def _short_circuit(c: Context, nodes: list[ast.expr], is_and: bool) -> Condition:
    """Compile `and` or `or`, evaluating the right operand only if needed."""
    first, *rest = nodes
    left = condition(c, first)
    if not rest:
        return left
    if left.known is not None:
        return left if left.known != is_and else _short_circuit(c, rest, is_and)
    known_then = left.when_true if is_and else left.when_false
    right: list[Condition] = []

    def other() -> SSAValue:
        refine(c, known_then)
        right.append(_short_circuit(c, rest, is_and))
        return right[0].value(c)

    def short_circuit() -> SSAValue:
        return c.constant(not is_and)

    then, otherwise = (other, short_circuit) if is_and else (short_circuit, other)
    value = choose(c, left.value(c), then, otherwise, nodes[0])
    both = {**known_then, **(right[0].when_true if is_and else right[0].when_false)}
    none: dict[str, Attribute] = {}
    return Condition(value, None, both if is_and else none, none if is_and else both)


def _is_none(c: Context, left: ast.expr, right: ast.expr) -> Condition | None:
    """Compile `x is None`; return None if neither side is the literal."""
    if isinstance(left, ast.Constant) and left.value is None:
        left, right = right, left
    if not (isinstance(right, ast.Constant) and right.value is None):
        return None
    value = c.value(left)
    if isinstance(value.type, NoneType):
        return Condition(None, True)
    if not is_subtype_of(NoneType(), value.type):
        return Condition(None, False)
    computed = call(c, "aten::__is__", [value, c.constant(None)])
    if not isinstance(left, ast.Name):
        return Condition(computed)
    present = value.type
    if isinstance(present, OptionalType | UnionType):
        present = _exclude(present, (NoneType(),))
    return Condition(computed, None, {left.id: NoneType()}, {left.id: present})


def _negate_is(c: Context, found: Condition, node: ast.Compare) -> Condition:
    """Compile `is not`, which is a separate operator."""
    if found.computed is None:
        return Condition(None, not found.known)
    owner = found.computed.owner
    assert isinstance(owner, Operation)
    operands = list(owner.operands)
    owner.detach()
    owner.erase()
    computed = call(c, "aten::__isnot__", operands, None, node)
    return Condition(computed, None, found.when_false, found.when_true)


def _exclude(type: Attribute, excluded: tuple[Attribute, ...]) -> Attribute:
    """Return a union without the excluded choices."""
    choices = _choices(type)
    left = [t for t in choices if not any(is_subtype_of(t, e) for e in excluded)]
    if not left or len(left) == len(choices):
        return type
    if len(left) == 1:
        return left[0]
    return UnionType.get(left)


def _choices(type: Attribute) -> list[Attribute]:
    if isinstance(type, OptionalType):
        return [*_choices(type.element), NoneType()]
    return list(type.elements) if isinstance(type, UnionType) else [type]


def _is_instance(c: Context, node: ast.expr, types: ast.expr) -> Condition:
    value = c.value(node)
    parts = types.elts if isinstance(types, ast.Tuple) else [types]
    wanted = tuple(_type(c, part) for part in parts)
    if is_subtype_of(value.type, UnionType.get(wanted)) and not isinstance(value.type, AnyType):
        return Condition(None, True)
    if not any(_may_be(value.type, t) for t in wanted):
        return Condition(None, False)
    computed = c.insert(IsInstanceOp(value, wanted)).result
    if not isinstance(node, ast.Name):
        return Condition(computed)
    whole = [t for t in wanted if isinstance(t, AnyListType | AnyTupleType)]
    choices = [t for t in _choices(value.type) if any(is_subtype_of(t, w) for w in wanted)]
    held = (unify_all(choices) or UnionType.get(choices)) if choices else unify_all(wanted)
    true = {} if held is None or (whole and not choices) else {node.id: held}
    return Condition(computed, None, true, {node.id: _exclude(value.type, wanted)})


def _type(c: Context, node: ast.expr) -> Attribute:
    if isinstance(node, ast.Name) and node.id in _WHOLE_KINDS:
        return _WHOLE_KINDS[node.id]
    found = find_type(c.scope, node)
    if found is None:
        raise c.error(f"'{ast.unparse(node)}' is not a TorchScript type", node)
    return found


def _may_be(type: Attribute, wanted: Attribute) -> bool:
    return isinstance(type, AnyType) or any(
        is_subtype_of(t, wanted) or is_subtype_of(wanted, t) for t in _choices(type)
    )


def refine(c: Context, known: Refinements) -> None:
    """Apply type refinements to variables."""
    for name, type in known.items():
        found = c.environment.find(name)
        if not isinstance(found, SimpleValue) or isinstance(type, NoneType):
            continue
        if found.ssa.type != type and is_subtype_of(type, found.ssa.type):
            cast_ = c.insert(UncheckedCastOp(found.ssa, type))
            cast_.result.name_hint = hint_of(name)
            c.environment.set(name, SimpleValue(cast_.result))


def compile_bool(c: Context, node: ast.expr, hint: Attribute | None) -> SimpleValue:
    """Compile `not`, `and`, `or`, `is None` or `isinstance` as a value."""
    return SimpleValue(condition(c, node).value(c))
