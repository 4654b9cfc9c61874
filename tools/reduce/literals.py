"""Mutators of types and literals: fewer facts, smaller sizes, smaller constants."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from xdsl.dialects.builtin import (
    ArrayAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i1,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, TypedAttribute
from xdsl.rewriter import Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.subtyping import contained_types, map_types
from xdsl_torchscript.dialects.types import Dim, StrType, TensorType
from xdsl_torchscript.lowering.core.walk import defined_values
from xdsl_torchscript.tools.reduce.edits import Edit
from xdsl_torchscript.tools.reduce.stand_ins import filled_literal


def erase_facts(module: ModuleOp) -> Sequence[Edit]:
    """Drop all tensor facts."""
    return _tensor_type_edits(module, lambda type: TensorType.get())


def erase_layout(module: ModuleOp) -> Sequence[Edit]:
    """Reduce tensor facts to sizes and dtype."""
    return _tensor_type_edits(module, lambda type: TensorType.get(type.shape, type.dtype))


def erase_sizes(module: ModuleOp) -> Sequence[Edit]:
    """Reduce tensor sizes to the rank."""

    def unsized(type: TensorType) -> TensorType:
        return TensorType.get(None if type.shape is None else [None] * len(type.shape), type.dtype)

    return _tensor_type_edits(module, unsized)


def _tensor_type_edits(
    module: ModuleOp, simplify: Callable[[TensorType], TensorType]
) -> Sequence[Edit]:
    """Return an edit for each tensor type in the module."""
    return [
        partial(_map_tensor_types, module, {type: simplify(type)}.get)
        for type in _tensor_types(module)
    ]


def shrink_sizes_to_one(module: ModuleOp) -> Sequence[Edit]:
    """Replace each known size with 1, wherever it occurs in a type."""
    return _size_edits(module, 1)


def shrink_sizes_to_two(module: ModuleOp) -> Sequence[Edit]:
    """Replace each known size with 2, wherever it occurs in a type."""
    return _size_edits(module, 2)


def _size_edits(module: ModuleOp, smaller: int) -> Sequence[Edit]:
    dims = (dim for type in _tensor_types(module) for dim in type.shape or ())
    sizes = dict.fromkeys(dim for dim in dims if isinstance(dim, int) and dim > smaller)

    def shrunk(size: int, type: TensorType) -> TensorType | None:
        if size not in (type.shape or ()):
            return None
        shape: list[Dim] = [smaller if dim == size else dim for dim in type.shape or ()]
        return TensorType.get(shape, type.dtype)

    return [partial(_map_tensor_types, module, partial(shrunk, size)) for size in sizes]


def _tensor_types(module: ModuleOp) -> Sequence[TensorType]:
    """Return the tensor types with facts, in the value types."""
    found: dict[TensorType, None] = {}

    def collect(type: Attribute) -> None:
        if isinstance(type, TensorType) and type != TensorType.get():
            found[type] = None
        for part in contained_types(type):
            collect(part)

    for value in defined_values(module):
        collect(value.type)
    return list(found)


def _map_tensor_types(module: ModuleOp, mapped: Callable[[TensorType], TensorType | None]) -> None:
    def leaf(type: Attribute) -> Attribute:
        return (mapped(type) or type) if isinstance(type, TensorType) else type

    for value in list(defined_values(module)):
        new = map_types(value.type, leaf)
        if new != value.type:
            Rewriter.replace_value_with_new_type(value, new)


def shrink_constants(module: ModuleOp) -> Sequence[Edit]:
    """Replace literals with smaller ones: 0, 1, shorter lists and strings."""

    def edit(op: ConstantOp, value: Attribute) -> None:
        op.value = value

    return [
        partial(edit, op, smaller)
        for op in module.walk()
        if isinstance(op, ConstantOp) and op.value is not None
        for smaller in _smaller(op.value, op.type)
    ]


def _smaller(value: Attribute, type: Attribute) -> Iterator[Attribute]:
    """Yield simpler literals than `value`, the simplest first."""
    if isa(value, IntegerAttr) and value.type != i1:
        number = value.value.data
        yield from (IntegerAttr(n, value.type) for n in (0, 1, 2, number // 2))
    elif isa(value, FloatAttr):
        yield from (FloatAttr(n, value.type) for n in (0.0, 1.0, 2.0))
    elif isinstance(value, StringAttr) and isinstance(type, StrType):
        yield from (StringAttr(text) for text in ("", value.data[: len(value.data) // 2]))
    elif isa(value, ArrayAttr[Attribute]):
        items = value.data
        yield from (ArrayAttr(part) for part in ((), items[: len(items) // 2], items[:1]))
    elif isinstance(value, TypedAttribute):
        kind = value.get_type()
        if isa(kind, BuiltinTensorType[Attribute]):
            shapes = ((), kind.get_shape())
            dtype = kind.element_type
            yield from (
                filled_literal(shape, dtype, number) for shape in shapes for number in (0, 1)
            )
