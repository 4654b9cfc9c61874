"""Names that mean more than one operator: `range`, `print`, `list`, `int`, `annotate`, ..."""

from __future__ import annotations

import ast
from collections.abc import Callable

from xdsl.dialects.builtin import f64, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.prim import (
    DictConstructOp,
    ListConstructOp,
    PrintOp,
    TupleConstructOp,
    UncheckedCastOp,
)
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ListType,
    NamedTupleType,
    NoneType,
    OptionalType,
    StrType,
    TupleType,
)
from xdsl_torchscript.frontend.script.annotations import type_of
from xdsl_torchscript.frontend.script.applicable import (
    IterableValue,
    arguments,
    class_like,
    elements,
    own_method,
)
from xdsl_torchscript.frontend.script.calls import call, known_integer
from xdsl_torchscript.frontend.script.classes.parts import count_of, static_parts, zip_rows
from xdsl_torchscript.frontend.script.context import (
    COMPLEX,
    TENSOR,
    Context,
    SimpleValue,
    SugaredValue,
)
from xdsl_torchscript.frontend.script.control.conditions import condition
from xdsl_torchscript.frontend.script.control.iteration import (
    Count,
    RangeIterable,
    Zip,
    collect,
    iterable,
)
from xdsl_torchscript.frontend.script.values import Literal


def positional(c: Context, node: ast.Call, least: int, most: int) -> list[SSAValue]:
    """Return the values of a call without keywords."""
    args, kwargs = arguments(c, node)
    if kwargs or not least <= len(args) <= most:
        count = str(least) if least == most else f"{least} to {most}"
        raise c.error(f"this takes {count} arguments without keywords", node)
    return args


def _integer(c: Context, value: SSAValue, node: ast.AST) -> SSAValue:
    """Convert an index to int; tensors are accepted."""
    if is_subtype_of(value.type, TENSOR):
        return call(c, "aten::IntImplicit", [value])
    if value.type != i64:
        raise c.error(f"expected an int, not {spell(value.type)}", node)
    return value


def make_range(c: Context, node: ast.Call) -> SugaredValue:
    args = [_integer(c, value, node) for value in positional(c, node, 1, 3)]
    if len(args) == 1:
        return RangeIterable(args[0])
    step = args[2] if len(args) == 3 else c.constant(1)
    return RangeIterable(args[1], args[0], step)


def make_zip(c: Context, node: ast.Call) -> SugaredValue:
    if not node.args or node.keywords:
        raise c.error("zip takes at least one argument", node)
    found = [c.expr(arg) for arg in node.args]
    rows = [static_parts(c, one, node) for one in found]
    known = [row for row in rows if row is not None]
    if known and len(known) != len(rows):
        message = (
            "a value that is iterated with modules or tuples must have a known number of elements"
        )
        raise c.error(message, node.args[rows.index(None)])
    if known:
        return zip_rows(known)
    pairs = zip(found, node.args, strict=True)
    return Zip(tuple(iterable(c, one, arg) for one, arg in pairs))


def make_enumerate(c: Context, node: ast.Call) -> SugaredValue:
    start = [k.value for k in node.keywords if k.arg == "start"] + node.args[1:]
    if len(node.args) < 1 or len(start) > 1 or len(node.args) + len(node.keywords) > 2:
        raise c.error("enumerate takes an iterable and a start", node)
    first = c.value(start[0]) if start else c.constant(0)
    found = c.expr(node.args[0])
    parts = static_parts(c, found, node)
    if parts is not None:
        known = known_integer(first)
        numbers = [
            c.constant(known + index)
            if known is not None
            else call(c, "aten::add", [first, c.constant(index)])
            for index in range(len(parts))
        ]
        return zip_rows([[*map(SimpleValue, numbers)], parts])
    over = iterable(c, found, node.args[0])
    return Zip((Count(first), over))


def do_print(c: Context, node: ast.Call) -> SugaredValue:
    args, kwargs = arguments(c, node)
    if kwargs:
        raise c.error("print takes no keyword arguments in TorchScript", node)
    c.insert(PrintOp(args))
    return SimpleValue(c.constant(None))


def length(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `len`; modules without `__len__` have as many elements as parts."""
    if len(node.args) != 1 or node.keywords:
        raise c.error("this takes 1 arguments without keywords", node)
    found = c.expr(node.args[0])
    if isinstance(found, SimpleValue) and own_method(c, found.ssa, "__len__") is not None:
        return SimpleValue(call(c, "aten::len", [found.ssa], None, node))
    count = count_of(c, found)
    if count is not None:
        return SimpleValue(c.constant(count))
    value = found.to_list(c) if isinstance(found, IterableValue) else found.value(c, node)
    return SimpleValue(call(c, "aten::len", [value], None, node))


def to_bool(c: Context, node: ast.Call) -> SugaredValue:
    if len(node.args) != 1 or node.keywords:
        raise c.error("bool takes one argument", node)
    return SimpleValue(condition(c, node.args[0]).value(c))


def number_cast(kind: str, name: str) -> Callable[[Context, ast.Call], SugaredValue]:
    """Return the handler of `int(x)`, `float(x)` or `complex(x)`; values of that type pass
    through."""
    result = {"int": i64, "float": f64, "complex": COMPLEX}[name]

    def cast(c: Context, node: ast.Call) -> SugaredValue:
        values = positional(c, node, 1, 2 if name == "complex" else 1)
        if len(values) == 1 and values[0].type == result:
            return SimpleValue(values[0])
        return SimpleValue(call(c, kind, values, None, node))

    return cast


def to_str(c: Context, node: ast.Call) -> SugaredValue:
    (value,) = positional(c, node, 1, 1)
    if isinstance(value.type, StrType):
        return SimpleValue(value)
    return SimpleValue(call(c, "aten::str", [value], None, node))


def to_list(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `list(x)`: a copy of a list, or the elements of any iterable."""
    if not node.args:
        return SimpleValue(c.insert(ListConstructOp([], TENSOR)).result)
    if len(node.args) != 1 or node.keywords:
        raise c.error("list takes one argument", node)
    found = c.expr(node.args[0])
    if isinstance(found, SimpleValue) and isinstance(found.ssa.type, ListType | StrType):
        return SimpleValue(call(c, "aten::list", [found.ssa], None, node))
    if isinstance(found, SimpleValue) and isinstance(found.ssa.type, TupleType | NamedTupleType):
        parts = elements(c, found.ssa, node)
        if any(part.type != parts[0].type for part in parts):
            raise c.error("the elements of this tuple differ in type", node)
        element = parts[0].type if parts else TENSOR
        return SimpleValue(c.insert(ListConstructOp(parts, element)).result)
    return collect(c, iterable(c, found, node))


def to_tuple(c: Context, node: ast.Call) -> SugaredValue:
    if not node.args:
        return SimpleValue(c.insert(TupleConstructOp([])).result)
    (value,) = positional(c, node, 1, 1)
    if isinstance(value.type, TupleType | NamedTupleType):
        return SimpleValue(value)
    raise c.error("the length of a tuple is known; write '(x[0], x[1])'", node)


def to_dict(c: Context, node: ast.Call) -> SugaredValue:
    if not node.args and not node.keywords:
        return SimpleValue(c.insert(DictConstructOp([], StrType(), TENSOR)).result)
    args, kwargs = arguments(c, node)
    if kwargs:
        raise c.error('write a dict with keywords as a literal: {"name": value}', node)
    return SimpleValue(call(c, "aten::dict", args, None, node))


def annotate(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `torch.jit.annotate(T, value)`."""
    if len(node.args) != 2 or node.keywords:
        raise c.error("annotate takes a type and a value", node)
    wanted = type_of(c.scope, node.args[0])
    value = c.value(node.args[1], wanted)
    if isinstance(value.type, NoneType) and isinstance(wanted, OptionalType):
        return SimpleValue(c.insert(UncheckedCastOp(value, wanted)).result)
    if not is_subtype_of(value.type, wanted):
        raise c.error(f"the value is {spell(value.type)}, not {spell(wanted)}", node.args[1])
    if value.type == wanted:
        return SimpleValue(value)
    return SimpleValue(c.insert(UncheckedCastOp(value, wanted)).result)


def is_instance(c: Context, node: ast.Call) -> SugaredValue:
    if len(node.args) != 2 or node.keywords:
        raise c.error("isinstance takes a value and a type", node)
    return SimpleValue(condition(c, node).value(c))


def unchecked_unwrap(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `torch.jit._unwrap_optional(x)`."""
    (value,) = positional(c, node, 1, 1)
    if not isinstance(value.type, OptionalType):
        return SimpleValue(value)
    return SimpleValue(call(c, "aten::_unwrap_optional", [value], None, node))


def extreme(kind: str) -> Callable[[Context, ast.Call], SugaredValue]:
    """Return the handler of `min` or `max`: of numbers, of a list, or of tensors as `torch.max`."""

    def run(c: Context, node: ast.Call) -> SugaredValue:
        args, kwargs = arguments(c, node)
        if kwargs or not args:
            raise c.error("this takes numbers or one list", node)
        if is_subtype_of(args[0].type, TENSOR):
            return SimpleValue(call(c, kind.replace("prim::", "aten::"), args, None, node))
        found = args[0]
        if len(args) == 1:
            return SimpleValue(call(c, kind, args, None, node))
        for value in args[1:]:
            found = call(c, kind, [found, value], None, node)
        return SimpleValue(found)

    return run


def has_attribute(c: Context, node: ast.Call) -> SugaredValue:
    """Evaluate `hasattr(x, "name")` to a constant, so that an `if` on it compiles one branch."""
    found, name = _object_and_name(c, node, 2)
    return Literal(_has(c, found, name, node))


def get_attribute(c: Context, node: ast.Call) -> SugaredValue:
    """Compile `getattr(x, "name", default)`."""
    found, name = _object_and_name(c, node, 3)
    if len(node.args) == 3 and not _has(c, found, name, node):
        return c.expr(node.args[2])
    return found.attribute(c, name, node)


def _object_and_name(c: Context, node: ast.Call, most: int) -> tuple[SugaredValue, str]:
    if not 2 <= len(node.args) <= most or node.keywords:
        raise c.error("expected an object and the name of an attribute", node)
    named = node.args[1]
    if not isinstance(named, ast.Constant) or not isinstance(named.value, str):
        raise c.error("the name of the attribute must be a literal", named)
    return c.expr(node.args[0]), named.value


def _has(c: Context, found: SugaredValue, name: str, node: ast.AST) -> bool:
    if not isinstance(found, SimpleValue):
        return found.has(name)
    type = found.ssa.type
    if isinstance(type, NamedTupleType):
        return any(field == name for field, _, _ in type.rows)
    owner = class_like(c, type)
    if owner is None:
        raise c.error(f"expected an object or a named tuple, not {spell(type)}", node)
    return owner.has_attribute(name)
