"""Conversion between literals of the text and attributes of the IR.

The type of a constant's result selects the attribute: `1` is an i64, an f64 or true. For an
attribute of a node, the literal alone does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    f32,
    f64,
    i1,
    i64,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensorType
from xdsl.ir import Attribute, TypeAttribute
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.annotation_text import annotation_text
from xdsl_torchscript.dialects.dtypes import BY_SCALAR_NAME, BY_TYPE
from xdsl_torchscript.dialects.prim.constant import complex_literal
from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.dialects.types import (
    AnyType,
    ClassType,
    DictType,
    EnumType,
    InterfaceType,
    ListType,
    NamedTupleType,
    OpaqueAttr,
    OptionalType,
    TensorType,
    TupleType,
    UnionType,
)
from xdsl_torchscript.frontend.graph_text.literals import (
    Annotated,
    DeviceLiteral,
    GraphLiteral,
    Hidden,
    PlainLiteral,
    TensorLiteral,
    write_literal,
)

_COMPLEX = ComplexType(f64)
_INT_RANGE = range(-(2**63), 2**63)


class ValueMismatch(Exception):
    """A literal that does not have the expected type."""


# ---- text to IR


def _integer(value: int) -> Attribute:
    if value not in _INT_RANGE:
        raise ValueMismatch(f"{value} does not fit in 64 bits")
    return IntegerAttr(value, i64)


def _to_int(literal: GraphLiteral) -> Attribute | None:
    return _integer(literal) if isinstance(literal, int) else None


def _to_float(literal: GraphLiteral) -> Attribute | None:
    return FloatAttr(_as_float(literal), f64) if isinstance(literal, int | float) else None


def _as_float(value: int | float) -> float:
    try:
        return float(value)
    except OverflowError as error:
        raise ValueMismatch(f"{value} does not fit in a float") from error


def _to_bool(literal: GraphLiteral) -> Attribute | None:
    return BoolAttr.from_bool(bool(literal)) if literal in (0, 1) else None


def _to_complex(literal: GraphLiteral) -> Attribute | None:
    return complex_literal(complex(literal)) if isinstance(literal, int | float | complex) else None


_BY_TYPE: Mapping[Attribute, Callable[[GraphLiteral], Attribute | None]] = {
    i64: _to_int,
    f64: _to_float,
    i1: _to_bool,
    _COMPLEX: _to_complex,
}


def to_attribute(literal: GraphLiteral, type: Attribute) -> Attribute:
    """Return the attribute of `prim.Constant` for a literal of this type.

    Raises:
        ValueMismatch: if the literal is not a value of the type.
    """
    if isinstance(literal, Annotated):
        literal = literal.value
    is_hidden_list = (
        isinstance(literal, list) and len(literal) == 1 and isinstance(literal[0], Hidden)
    )
    if isinstance(literal, Hidden) or is_hidden_list:
        return OpaqueAttr(StringAttr(write_literal(literal)))
    if isinstance(type, OptionalType):
        return UnitAttr() if literal is None else to_attribute(literal, type.element)
    if type in _BY_TYPE:
        found = _BY_TYPE[type](literal)
    elif isinstance(type, TensorType):
        found = _tensor(literal, type) if isinstance(literal, TensorLiteral) else None
    else:
        found = _to_container(literal, type)
    if found is None:
        raise ValueMismatch(f"{write_literal(literal)} is not a value of type {print_type(type)}")
    return found


def _to_container(literal: GraphLiteral, type: Attribute) -> Attribute | None:
    match type:
        case ListType() if isinstance(literal, list):
            return ArrayAttr([to_attribute(item, type.element) for item in literal])
        case TupleType() | NamedTupleType() if isinstance(literal, tuple):
            if len(literal) != len(type.elements):
                return None
            return ArrayAttr(
                [to_attribute(v, t) for v, t in zip(literal, type.elements, strict=True)]
            )
        case DictType() if isinstance(literal, dict):
            pairs = (
                (to_attribute(k, type.key), to_attribute(v, type.value)) for k, v in literal.items()
            )
            return ArrayAttr([ArrayAttr(pair) for pair in pairs])
        case EnumType() | ClassType() if isinstance(literal, ClassType):
            return SymbolRefAttr(literal.symbol.data)
        case ListType() | TupleType() | NamedTupleType() | DictType() | EnumType() | ClassType():
            return None
        case _:
            return free_attribute(literal)


def free_attribute(literal: GraphLiteral) -> Attribute:
    """Return a node's attribute, whose type follows from the literal alone."""
    match literal:
        case bool():
            return BoolAttr.from_bool(literal)
        case int():
            return _integer(literal)
        case float():
            return FloatAttr(literal, f64)
        case complex():
            return complex_literal(literal)
        case str() | DeviceLiteral():
            return StringAttr(literal if isinstance(literal, str) else literal.name)
        case None:
            return UnitAttr()
        case list() | tuple():
            return ArrayAttr([free_attribute(item) for item in literal])
        case dict():
            pairs = ((free_attribute(k), free_attribute(v)) for k, v in literal.items())
            return ArrayAttr([ArrayAttr(pair) for pair in pairs])
        case TensorLiteral():
            return _tensor(literal, TensorType.get())
        case Hidden():
            return OpaqueAttr(StringAttr(literal.text))
        case Annotated():
            return free_attribute(literal.value)
        case Attribute():
            return literal


def _tensor(literal: TensorLiteral, type: TensorType) -> Attribute:
    """Return a dense tensor. `{1}` takes its sizes and dtype from the value's type."""
    dtype = type.dtype or f32
    if literal.scalar_name is not None:
        dtype = _dtype_named(literal.scalar_name)
    elif type.dtype is None and all(isinstance(v, int) for v in literal.values):
        dtype = i64
    dims = literal.dims
    if dims is None:
        known = [d for d in type.shape or () if isinstance(d, int)]
        dims = tuple(known) if known and math.prod(known) == 1 == type_numel(type) else ()
    if isa(dtype, IntegerType):
        integers = [_integer_element(v, dtype) for v in literal.values]
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(dtype, dims), integers)
    if isa(dtype, ComplexType[AnyFloat]):
        pairs = [(complex(v).real, complex(v).imag) for v in literal.values]
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(dtype, dims), pairs)
    if not isinstance(dtype, AnyFloat):
        return OpaqueAttr(StringAttr(write_literal(literal)))
    reals = [v.real if isinstance(v, complex) else _as_float(v) for v in literal.values]
    try:
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensorType(dtype, dims), reals)
    except OverflowError as error:
        raise ValueMismatch(f"{max(reals, key=abs)} does not fit in {dtype}") from error


def _dtype_named(scalar_name: str) -> Attribute:
    found = BY_SCALAR_NAME.get(scalar_name)
    if found is None:
        raise ValueMismatch(f"unknown element type '{scalar_name}'")
    return found.type


def type_numel(type: TensorType) -> int | None:
    """Return the number of elements of a tensor of this type, None if unknown."""
    count = 1
    for dim in type.shape or ():
        if not isinstance(dim, int):
            return None
        count *= dim
    return count


def _integer_element(value: complex, dtype: IntegerType) -> int:
    """Return an element of an integer tensor; raise ValueMismatch if it is out of range.

    The text rounds to five digits, so values slightly out of range are clamped.
    """
    real = value.real if isinstance(value, complex) else value
    width, unsigned = dtype.width.data, dtype.signedness.data is Signedness.UNSIGNED
    low = 0 if unsigned or width == 1 else -(2 ** (width - 1))
    high = low + 2**width - 1
    whole = math.isfinite(real) and real == int(real)
    if not whole or not low * 1.0001 <= real <= high * 1.0001:
        raise ValueMismatch(f"{real} is not an element of a tensor of {dtype}")
    return min(max(int(real), low), high)


# ---- IR to text


def to_literal(value: Attribute, type: Attribute) -> GraphLiteral:
    """Return the literal of a constant of this type.

    Raises:
        ValueMismatch: if the value has no TorchScript text.
    """
    if isinstance(type, OptionalType):
        return None if isinstance(value, UnitAttr) else to_literal(value, type.element)
    if isinstance(value, OpaqueAttr):
        return Hidden(value.spelling.data)
    if isa(value, ArrayAttr[Attribute]):
        return _array_literal(value.data, type)
    return free_literal(value)


def _array_literal(values: Sequence[Attribute], type: Attribute) -> GraphLiteral:
    match type:
        case ListType():
            items: list[GraphLiteral] = [to_literal(value, type.element) for value in values]
            tells = items and _implies_type(type.element)
            return items if tells else Annotated(annotation_text(type), items)
        case TupleType() | NamedTupleType():
            return tuple(to_literal(v, t) for v, t in zip(values, type.elements, strict=True))
        case DictType():
            pairs = dict(_pair_literal(value, type) for value in values)
            tells = pairs and _implies_type(type.value)
            return pairs if tells else Annotated(annotation_text(type), pairs)
        case _ if type == _COMPLEX or (len(values) == 2 and all(map(_is_float, values))):
            real, imag = (v.value.data for v in values if isa(v, FloatAttr))
            return complex(real, imag)
        case _:
            return [free_literal(value) for value in values]


def _is_float(value: Attribute) -> bool:
    return isinstance(value, FloatAttr)


def _pair_literal(pair: Attribute, type: DictType) -> tuple[PlainLiteral, GraphLiteral]:
    if not isa(pair, ArrayAttr[Attribute]):
        raise ValueMismatch(f"{pair} is not an entry of a dictionary")
    key = to_literal(pair.data[0], type.key)
    if not isinstance(key, int | float | complex | str):
        raise ValueMismatch(f"{pair.data[0]} is not a key of a dictionary")
    return key, to_literal(pair.data[1], type.value)


def _implies_type(element: Attribute) -> bool:
    """Return whether the members of a list or dictionary imply the type of its elements."""
    if isinstance(element, OptionalType | UnionType | AnyType | InterfaceType):
        return False
    if isinstance(element, TupleType | NamedTupleType):
        return all(map(_implies_type, element.elements))
    return not isinstance(element, ListType) or _implies_type(element.element)


def free_literal(value: Attribute) -> GraphLiteral:
    """Return the literal of an attribute of a node.

    Raises:
        ValueMismatch: if the attribute has no TorchScript text.
    """
    match value:
        case IntegerAttr():
            return bool(value.value.data) if value.type == i1 else value.value.data
        case FloatAttr():
            return value.value.data
        case StringAttr():
            return value.data
        case UnitAttr():
            return None
        case ArrayAttr():
            return [free_literal(item) for item in value if isa(item, Attribute)]
        case SymbolRefAttr():
            return ClassType.get(value.string_value())
        case OpaqueAttr():
            return Hidden(value.spelling.data)
        case DenseResourceAttr():
            return Hidden("<Tensor>")
        case DenseIntOrFPElementsAttr():
            return _tensor_literal(value)
        case TypeAttribute():
            return value
        case _:
            raise ValueMismatch(f"{value} has no TorchScript spelling")


def _tensor_literal(value: DenseIntOrFPElementsAttr) -> GraphLiteral:
    dtype = value.get_element_type()
    found = BY_TYPE.get(dtype)
    if found is None:
        raise ValueMismatch(f"{dtype} is not an element type of TorchScript")
    # The elements of a bool tensor are 0 and -1.
    elements = [
        complex(*v) if isinstance(v, tuple) else abs(v) if dtype == i1 else v
        for v in value.get_values()
    ]
    return TensorLiteral(tuple(elements), value.get_shape(), found.scalar_name)
