"""Subscripts `x[...]`: elements and slices of tensors, lists, tuples, strings and dicts."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects.prim import ListConstructOp, TupleIndexOp, TupleSliceOp
from xdsl_torchscript.dialects.schema.matching import spell
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.dialects.types import (
    ClassType,
    DictType,
    ListType,
    NamedTupleType,
    NoneType,
    NumberType,
    OptionalType,
    StrType,
    TupleType,
)
from xdsl_torchscript.frontend.script.applicable import class_like
from xdsl_torchscript.frontend.script.calls import call, known_integer
from xdsl_torchscript.frontend.script.classes.parts import SequenceValue
from xdsl_torchscript.frontend.script.context import (
    COMPLEX,
    TENSOR,
    Context,
    SimpleValue,
    SugaredValue,
)

_INT64 = 4
_NUMBERS = (i64, f64, i1, COMPLEX)


@dataclass(frozen=True)
class IndexedView:
    """A part of a tensor: a view, and tensor indices into it (None: a whole dimension)."""

    view: SSAValue
    indices: Sequence[SSAValue | None]


def compile_subscript(
    c: Context, node: ast.Subscript, hint: Attribute | None = None
) -> SugaredValue:
    found = c.expr(node.value)
    if isinstance(found, SequenceValue):
        return _of_parts(c, found, node.slice)
    base = found.value(c, node.value)
    owner = class_like(c, base.type)
    item = None if owner is None else owner.item(c, base, node.slice, hint)
    if item is not None:
        return item
    if is_subtype_of(base.type, TENSOR):
        return SimpleValue(read_place(c, tensor_place(c, base, node.slice)))
    if isinstance(node.slice, ast.Tuple) and not isinstance(base.type, DictType):
        raise c.error(f"a value of type {spell(base.type)} takes a single index", node.slice)
    match base.type:
        case TupleType() | NamedTupleType():
            return _of_tuple(c, base, base.type, node.slice)
        case ClassType() if not isinstance(node.slice, ast.Slice):
            return SimpleValue(
                call(c, "aten::__getitem__", [base, c.value(node.slice)], None, node)
            )
        case ListType() | StrType() | DictType() if not isinstance(node.slice, ast.Slice):
            return SimpleValue(
                call(c, "aten::__getitem__", [base, c.value(node.slice)], None, node)
            )
        case ListType() | StrType() if isinstance(node.slice, ast.Slice):
            return SimpleValue(call(c, "aten::slice", [base, *_bounds(c, node.slice)], None, node))
        case OptionalType():
            raise c.error("the value may be None; check 'is not None' before indexing it", node)
        case _:
            raise c.error(f"a value of type {spell(base.type)} cannot be indexed", node)


def _bounds(c: Context, node: ast.Slice) -> list[SSAValue]:
    """Return start, end and step of a slice; None for omitted bounds, and step 1."""
    start = c.constant(None) if node.lower is None else c.value(node.lower)
    end = c.constant(None) if node.upper is None else c.value(node.upper)
    return [start, end, c.constant(1) if node.step is None else c.value(node.step)]


def _of_parts(c: Context, found: SequenceValue, node: ast.expr) -> SugaredValue:
    parts = (node.lower, node.upper, node.step) if isinstance(node, ast.Slice) else (node,)
    known = [None if part is None else known_integer(c.value(part)) for part in parts]
    unknown = [p for p, k in zip(parts, known, strict=True) if p is not None and k is None]
    if unknown:
        raise c.error("an index into an unrolled sequence must be a literal", unknown[0])
    if isinstance(node, ast.Slice):
        return SequenceValue(found.items[slice(*known)])
    index = known[0] or 0
    if not -len(found.items) <= index < len(found.items):
        raise c.error(f"index {index} is outside of {len(found.items)} parts", node)
    return found.items[index]


# ---- tuples


def _element(
    c: Context, elements: Sequence[Attribute], index: SSAValue, node: ast.expr
) -> Attribute:
    """Return the type of the tuple element at a constant index.

    The index may be unknown if all elements have one type.
    """
    known, size = known_integer(index), len(elements)
    if known is None and index.type == i64 and len(set(elements)) == 1:
        return elements[0]
    if known is None:
        raise c.error("an index of a tuple must be a literal: its elements differ in type", node)
    if not -size <= known < size:
        raise c.error(f"index {known} is outside of a tuple of {size}", node)
    return elements[known]


def _of_tuple(
    c: Context, base: SSAValue, type: TupleType | NamedTupleType, node: ast.expr
) -> SugaredValue:
    elements = type.elements.data
    if isinstance(node, ast.Slice):
        if node.step is not None:
            raise c.error("a slice of a tuple cannot have a step", node.step)
        bounds = [
            None if n is None else known_integer(c.value(n)) for n in (node.lower, node.upper)
        ]
        for part, bound in zip((node.lower, node.upper), bounds, strict=True):
            if part is not None and bound is None:
                raise c.error("slice bounds of a tuple must be literals", part)
        start, end, _ = slice(*bounds).indices(len(elements))
        return SimpleValue(c.insert(TupleSliceOp(base, start, max(start, end))).result)
    index = c.value(node)
    return SimpleValue(
        c.insert(TupleIndexOp(base, index, _element(c, elements, index, node))).result
    )


# ---- tensors


def _is_literal(node: ast.expr, *values: object) -> bool:
    return isinstance(node, ast.Constant) and any(node.value is value for value in values)


def tensor_place(c: Context, base: SSAValue, node: ast.expr) -> IndexedView:
    """Emit the view for an index expression, keeping tensor indices for a lookup.

    Integers select, slices slice, None adds a dimension, `...` skips dimensions.
    """
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    view, dim, behind = base, 0, False
    indices: list[SSAValue | None] = []
    for number, part in enumerate(nodes):
        if behind:
            dim = -sum(not _is_literal(n, None, Ellipsis) for n in nodes[number:])
        if _is_literal(part, Ellipsis):
            if behind:
                raise c.error("only one '...' is allowed", part)
            behind = True
        elif _is_literal(part, None):
            view = call(c, "aten::unsqueeze", [view, c.constant(dim - 1 if behind else dim)])
            dim += 1
        elif isinstance(part, ast.Slice):
            bounds = _bounds(c, part)
            view = call(c, "aten::slice", [view, c.constant(dim), *bounds], None, part)
            dim += 1
        else:
            index = _index(c, part)
            if index.type == i64:
                view = call(c, "aten::select", [view, c.constant(dim), index], None, part)
                continue
            if behind:
                raise c.error("a tensor index cannot follow '...'", part)
            indices += [None] * (dim - len(indices))
            indices.append(index)
            dim += 1
    return IndexedView(view, indices)


def _index(c: Context, node: ast.expr) -> SSAValue:
    """Compile an index: an int or a tensor, or a list of numbers as a tensor."""
    value = c.value(node)
    if value.type == i64 or is_subtype_of(value.type, TENSOR):
        return value
    if isinstance(value.type, ListType) and value.type.element in (i64, i1):
        return call(c, "aten::tensor", [value], {"dtype": c.constant(_INT64)})
    raise c.error(
        f"an index must be an int, a slice, None, '...', a tensor or a list of int, not "
        f"{spell(value.type)}",
        node,
    )


def _index_list(c: Context, place: IndexedView) -> SSAValue:
    """Return the list operand of `aten::index`."""
    if all(index is not None for index in place.indices):
        values = [index for index in place.indices if index is not None]
    else:
        values = [c.constant(None) if index is None else index for index in place.indices]
    return c.insert(ListConstructOp(values, OptionalType(TENSOR))).result


def read_place(c: Context, place: IndexedView) -> SSAValue:
    if not place.indices:
        return place.view
    return call(c, "aten::index", [place.view, _index_list(c, place)])


def write_place(c: Context, place: IndexedView, value: SSAValue, node: ast.AST) -> None:
    if is_subtype_of(value.type, TENSOR):
        tensor = value
    else:
        if value.type == NumberType():
            value = call(c, "aten::Float", [value])
        if value.type not in _NUMBERS:
            raise c.error(
                f"a value of type {spell(value.type)} cannot be assigned into a tensor", node
            )
        facts = {
            "dtype": call(c, "prim::dtype", [place.view]),
            "device": call(c, "prim::device", [place.view]),
        }
        tensor = call(c, "aten::tensor", [value], facts)
    if not place.indices:
        call(c, "aten::copy_", [place.view, tensor])
        return
    call(c, "aten::index_put_", [place.view, _index_list(c, place), tensor, c.constant(False)])


# ---- assignment


def assign_subscript(c: Context, node: ast.Subscript, value: SSAValue) -> None:
    """Emit `x[i] = value`."""
    base = c.value(node.value)
    if is_subtype_of(base.type, TENSOR):
        write_place(c, tensor_place(c, base, node.slice), value, node)
        return
    if isinstance(base.type, StrType | TupleType | NamedTupleType | NoneType):
        raise c.error(f"a value of type {spell(base.type)} cannot be changed", node)
    if isinstance(node.slice, ast.Slice):
        raise c.error("a slice of a list cannot be assigned; assign its elements in a loop", node)
    call(c, "aten::_set_item", [base, c.value(node.slice), value], None, node)
