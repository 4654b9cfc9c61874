"""Expressions: literals, names, operators, calls and containers."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import (
    ConstantOp,
    DictConstructOp,
    EmptyListLiteral,
    ListConstructOp,
    TupleConstructOp,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of, unify_all
from xdsl_torchscript.dialects.types import (
    DictType,
    ListType,
    NamedTupleType,
    OptionalType,
    StrType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.script.annotations import find_type, parts_of_types, union
from xdsl_torchscript.frontend.script.applicable import class_like, elements
from xdsl_torchscript.frontend.script.calls import call
from xdsl_torchscript.frontend.script.context import (
    TENSOR,
    Context,
    ExpressionHandler,
    SimpleValue,
    SugaredValue,
)
from xdsl_torchscript.frontend.script.control.conditions import (
    compile_bool,
    condition,
    refine,
)
from xdsl_torchscript.frontend.script.control.iteration import compile_dict_comp, compile_list_comp
from xdsl_torchscript.frontend.script.control.joins import choose
from xdsl_torchscript.frontend.script.refusals import PYTHON_NAMES
from xdsl_torchscript.frontend.script.serialized.forms import tolist
from xdsl_torchscript.frontend.script.subscripts import compile_subscript
from xdsl_torchscript.frontend.script.values import Literal, TypeName

BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "aten::add",
    ast.Sub: "aten::sub",
    ast.Mult: "aten::mul",
    ast.Div: "aten::div",
    ast.FloorDiv: "aten::floordiv",
    ast.Mod: "aten::remainder",
    ast.Pow: "aten::pow",
    ast.MatMult: "aten::matmul",
    ast.LShift: "aten::__lshift__",
    ast.RShift: "aten::__rshift__",
    ast.BitAnd: "aten::__and__",
    ast.BitOr: "aten::__or__",
    ast.BitXor: "aten::__xor__",
}
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "aten::eq",
    ast.NotEq: "aten::ne",
    ast.Lt: "aten::lt",
    ast.LtE: "aten::le",
    ast.Gt: "aten::gt",
    ast.GtE: "aten::ge",
    ast.Is: "aten::__is__",
    ast.IsNot: "aten::__isnot__",
}
_TUPLES = (TupleType, NamedTupleType)
_MOST_PARTS = 10_000
"""The limit on parts of a tuple type: lines such as `a1 = (a0, a0)` double it each time."""


def binary(c: Context, op: ast.operator, left: SSAValue, right: SSAValue) -> SSAValue:
    """Emit a binary operator; `//` of tensors and `%` of strings are separate kinds.

    As in PyTorch, a number `//` a tensor, or a tensor `//` a bool, is `//` of numbers.
    """
    if isinstance(op, ast.Mod) and isinstance(left.type, StrType):
        return call(c, "aten::percentFormat", [left, right])
    of_tensor = is_subtype_of(left.type, TENSOR) and right.type != i1
    if isinstance(op, ast.FloorDiv) and of_tensor:
        return call(c, "aten::floor_divide", [left, right])
    if isinstance(op, ast.Add) and all(isinstance(v.type, _TUPLES) for v in (left, right)):
        parts = [part for v in (left, right) for part in elements(c, v, c.place)]
        return c.insert(TupleConstructOp(parts)).result
    return call(c, BINARY[type(op)], [left, right])


def _binary(c: Context, node: ast.BinOp, hint: Attribute | None) -> SugaredValue:
    known = _complex_literal(node)
    if known is not None:
        return SimpleValue(c.constant(known))
    return SimpleValue(binary(c, node.op, c.value(node.left, hint), c.value(node.right, hint)))


def _complex_literal(node: ast.BinOp) -> complex | None:
    """Return the complex literal `1.5-2j`, the sum of two literals, or None."""
    left, negative = node.left, False
    if isinstance(left, ast.UnaryOp) and isinstance(left.op, ast.USub):
        left, negative = left.operand, True
    match left, node.op, node.right:
        case (
            ast.Constant(value=int() | float() as real),
            ast.Add() | ast.Sub() as op,
            ast.Constant(value=complex(imag=imag)),
        ):
            # Python's own sum loses the sign of a zero.
            return complex(-real if negative else real, imag if isinstance(op, ast.Add) else -imag)
        case _:
            return None


def _unary(c: Context, node: ast.UnaryOp, hint: Attribute | None) -> SugaredValue:
    match node.op, node.operand:
        case ast.Not(), _:
            return compile_bool(c, node, hint)
        case ast.USub(), ast.Constant(value=bool()):
            return SimpleValue(call(c, "aten::neg", [c.value(node.operand)]))
        case ast.USub(), ast.Constant(value=int() | float() | complex() as known):
            return _constant(c, ast.copy_location(ast.Constant(-known), node), hint)
        case ast.USub(), _:
            found = c.expr(node.operand, hint)
            if isinstance(found, Literal) and isinstance(found.known, int | float | complex):
                return SimpleValue(c.constant(-found.known))
            return SimpleValue(call(c, "aten::neg", [found.value(c, node.operand)]))
        case ast.Invert(), _:
            return SimpleValue(call(c, "aten::bitwise_not", [c.value(node.operand)]))
        case _:
            return c.expr(node.operand, hint)


def _compare(c: Context, node: ast.Compare, hint: Attribute | None) -> SugaredValue:
    if len(node.ops) == 1:
        right = node.comparators[0]
        noneness = isinstance(node.ops[0], ast.Is | ast.IsNot) and any(
            isinstance(side, ast.Constant) and side.value is None for side in (node.left, right)
        )
        if noneness:
            return compile_bool(c, node, hint)
        return SimpleValue(_comparison(c, node.ops[0], c.value(node.left), c.value(right)))
    return SimpleValue(_chain(c, c.value(node.left), node.ops, node.comparators))


def _comparison(c: Context, op: ast.cmpop, left: SSAValue, right: SSAValue) -> SSAValue:
    if isinstance(op, ast.In):
        return _contains(c, right, left)
    if isinstance(op, ast.NotIn):
        return call(c, "aten::__not__", [_contains(c, right, left)])
    return call(c, _COMPARISONS[type(op)], [left, right])


def _contains(c: Context, container: SSAValue, value: SSAValue) -> SSAValue:
    """Emit `value in container`; for strings, whether `find` succeeds."""
    owner = class_like(c, container.type)
    known = None if owner is None else owner.contains(value)
    if known is not None:
        return c.constant(known)
    if not (isinstance(container.type, StrType) and isinstance(value.type, StrType)):
        return call(c, "aten::__contains__", [container, value])
    end = call(c, "aten::len", [container])
    found = call(c, "aten::find", [container, value, c.constant(0), end])
    return call(c, "aten::ne", [found, c.constant(-1)])


def _chain(
    c: Context, left: SSAValue, ops: Sequence[ast.cmpop], rest: Sequence[ast.expr]
) -> SSAValue:
    """Emit `a < b < c` as `a < b and b < c` with `b` computed once."""
    right = c.value(rest[0])
    first = _comparison(c, ops[0], left, right)
    if len(ops) == 1:
        return first
    if first.type != i1:
        raise c.error("chained comparisons require numbers; write 'a < b and b < c'", rest[0])
    return choose(
        c, first, lambda: _chain(c, right, ops[1:], rest[1:]), lambda: c.constant(False), rest[0]
    )


_PLAIN = (type(None), bool, int, float, complex, str)


def _constant(c: Context, node: ast.Constant, hint: Attribute | None) -> SugaredValue:
    known = node.value
    if not isinstance(known, _PLAIN):
        what = "'...'" if known is Ellipsis else type(known).__name__
        raise c.error(f"{what} is not a TorchScript value", node)
    if isinstance(known, int) and not -(2**63) <= known < 2**63:
        raise c.error("an int of TorchScript has 64 bits", node)
    if isinstance(known, str) and any("\ud800" <= char <= "\udfff" for char in known):
        raise c.error("a string of TorchScript is UTF-8, which has no surrogates", node)
    if known is None and isinstance(hint, OptionalType):
        return SimpleValue(c.insert(ConstantOp(None, hint)).result)
    return SimpleValue(c.constant(known))


def _name(c: Context, node: ast.Name, hint: Attribute | None) -> SugaredValue:
    found = c.environment.find(node.id)
    if found is not None:
        return found
    why = c.environment.why_undefined(node.id)
    if why is not None:
        raise c.error(f"{why}, so it cannot be used here; assign it first", node)
    outside = c.resolver(node.id)
    if outside is None and node.id in PYTHON_NAMES:
        message = f"'{node.id}' is not part of TorchScript; {PYTHON_NAMES[node.id]}"
        raise c.error(message, node)
    if outside is None:
        raise c.error(f"'{node.id}' is not defined", node)
    return outside


def _attribute(c: Context, node: ast.Attribute, hint: Attribute | None) -> SugaredValue:
    return c.expr(node.value).attribute(c, node.attr, node)


def _call(c: Context, node: ast.Call, hint: Attribute | None) -> SugaredValue:
    match node:
        case ast.Call(func=ast.Attribute(value=of, attr="tolist"), args=[], keywords=[]):
            return SimpleValue(tolist(c, c.value(of), hint, node))
        case ast.Call(
            func=ast.Attribute(value=of, attr="__getitem__"), args=[key], keywords=[]
        ) if not isinstance(key, ast.Starred):
            return compile_subscript(c, ast.copy_location(ast.Subscript(of, key), node))
        case _:
            pass
    return c.expr(node.func).call(c, node)


def _ternary(c: Context, node: ast.IfExp, hint: Attribute | None) -> SugaredValue:
    found = condition(c, node.test)
    if found.known is not None:
        return c.expr(node.body if found.known else node.orelse, hint)

    def branch(expr: ast.expr, known: Mapping[str, Attribute]) -> SSAValue:
        refine(c, known)
        return c.value(expr, hint)

    value = choose(
        c,
        found.value(c),
        lambda: branch(node.body, found.when_true),
        lambda: branch(node.orelse, found.when_false),
        node,
    )
    return SimpleValue(value)


def _elements(c: Context, nodes: Sequence[ast.expr], hint: Attribute | None) -> list[SSAValue]:
    values: list[SSAValue] = []
    for node in nodes:
        if isinstance(node, ast.Starred):
            values += elements(c, c.value(node.value), node)
        else:
            values.append(c.value(node, hint))
    return values


def _common(values: Sequence[SSAValue], hint: Attribute | None) -> Attribute:
    """Return the element type of a list or of a dict's values: a union where they differ."""
    if hint is not None and all(is_subtype_of(value.type, hint) for value in values):
        return hint
    return unify_all(value.type for value in values) or union([value.type for value in values])


def strip_optional(hint: Attribute | None) -> Attribute | None:
    """Return the hint without its optional."""
    return hint.element if isinstance(hint, OptionalType) else hint


def _list(c: Context, node: ast.List, hint: Attribute | None) -> SugaredValue:
    if not node.elts and hint is None:
        c.literals.append(c.insert(EmptyListLiteral()))
        return SimpleValue(c.literals[-1].result)
    hint = strip_optional(hint)
    wanted = hint.element if isinstance(hint, ListType) else None
    values = _elements(c, node.elts, wanted)
    element = _common(values, wanted) if values else wanted or TENSOR
    return SimpleValue(c.insert(ListConstructOp(values, element)).result)


def _tuple(c: Context, node: ast.Tuple, hint: Attribute | None) -> SugaredValue:
    hint = strip_optional(hint)
    wanted: Sequence[Attribute | None] = [None] * len(node.elts)
    if isinstance(hint, TupleType) and len(hint.elements) == len(node.elts):
        wanted = hint.elements.data
    if any(isinstance(element, ast.Starred) for element in node.elts):
        values = _elements(c, node.elts, None)
    else:
        values = [c.value(e, h) for e, h in zip(node.elts, wanted, strict=True)]
    if parts_of_types((value.type for value in values), _MOST_PARTS) > _MOST_PARTS:
        raise c.error(f"a tuple with more than {_MOST_PARTS} parts when written out", node)
    return SimpleValue(c.insert(TupleConstructOp(values)).result)


def _dict(c: Context, node: ast.Dict, hint: Attribute | None) -> SugaredValue:
    hint = strip_optional(hint)
    key_hint, value_hint = (hint.key, hint.value) if isinstance(hint, DictType) else (None, None)
    keys, values = list[SSAValue](), list[SSAValue]()
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            raise c.error("'**' in a dict is not part of TorchScript; use update()", value)
        keys.append(c.value(key, key_hint))
        values.append(c.value(value, value_hint))
    if not keys:
        empty = hint if isinstance(hint, DictType) else DictType(StrType(), TENSOR)
        return SimpleValue(c.insert(DictConstructOp([], empty.key, empty.value)).result)
    key_type, value_type = _common(keys, key_hint), _common(values, value_hint)
    if isinstance(key_type, UnionType):
        raise c.error(f"the keys must have one type, not {spell(key_type)}", node)
    entries = [value for pair in zip(keys, values, strict=True) for value in pair]
    return SimpleValue(c.insert(DictConstructOp(entries, key_type, value_type)).result)


def _f_string(c: Context, node: ast.JoinedStr, hint: Attribute | None) -> SugaredValue:
    """Compile an f-string: f"{x} of {y}" is "{} of {}".format(x, y)."""
    text, values = "", list[SSAValue]()
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
        elif isinstance(part, ast.FormattedValue):
            if part.format_spec is not None or part.conversion != -1:
                message = "formats such as ':.2f' and '!r' are not part of TorchScript"
                raise c.error(f"{message}; write only the value, as in '{{x}}'", part.value)
            text += "{}"
            values.append(c.value(part.value))
    if not values:
        return SimpleValue(c.constant(text))
    return SimpleValue(call(c, "aten::format", [c.constant(text), *values]))


def _subscript(c: Context, node: ast.Subscript, hint: Attribute | None) -> SugaredValue:
    """Compile a subscript: `List[int]` is a type, `xs[0]` an element."""
    if isinstance(node.value, ast.Name) and c.environment.find(node.value.id) is None:
        type = find_type(c.scope, node)
        if type is not None:
            return TypeName(type)
    return compile_subscript(c, node, hint)


EXPRESSIONS: Mapping[type[ast.expr], ExpressionHandler] = {
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.BoolOp: compile_bool,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: _call,
    ast.IfExp: _ternary,
    ast.List: _list,
    ast.Tuple: _tuple,
    ast.Dict: _dict,
    ast.JoinedStr: _f_string,
    ast.Subscript: _subscript,
    ast.ListComp: compile_list_comp,
    ast.GeneratorExp: compile_list_comp,
    ast.DictComp: compile_dict_comp,
}  # pyright: ignore[reportAssignmentType]
"""Each handler accepts nodes of its key."""
