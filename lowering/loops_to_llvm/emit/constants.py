"""Constants as LLVM IR writes them.

Floats must be exact: LLVM refuses `float 0.1`. A value is written as its shortest decimal if that
is exact, else as the bits of the equal double.
"""

import struct
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.loops_to_llvm.emit.text import Unsupported, quote_string, symbol
from xdsl_torchscript.lowering.loops_to_llvm.emit.types import TypeTable

ZERO = "zeroinitializer"


def constant(value: Attribute, value_type: Attribute, types: TypeTable) -> str:
    """Return the constant `value` of the LLVM type `value_type`, without the type itself.

    Raises Unsupported if they do not fit each other.
    """
    match value:
        case IntegerAttr():
            return scalar(value.value.data, value_type)
        case FloatAttr():
            return scalar(value.value.data, value_type)
        case DenseIntOrFPElementsAttr() | DenseArrayBase():
            return _dense(value, value_type, types)
        case StringAttr():
            data = value.data.encode("utf-8", "surrogateescape")
            if not isinstance(value_type, llvm.LLVMArrayType) or value_type.size.data != len(data):
                raise Unsupported(
                    f"holds a string of {len(data)} bytes, which is not a {value_type}"
                )
            return "c" + quote_string(data)
        case SymbolRefAttr():
            return symbol("@", value.string_value())
        case UnitAttr():
            return ZERO
        case _ if isa(value, ArrayAttr):
            return _aggregate(value, value_type, types)
        case _:
            raise Unsupported(f"holds the constant {value}, which LLVM IR cannot write")


def scalar(value: float, value_type: Attribute) -> str:
    """Return an integer or float constant."""
    match value_type:
        case IntegerType() if value_type.width.data == 1:
            return "true" if value else "false"
        case IntegerType():
            return str(int(value))
        case Float16Type():
            return f"0xH{_bits('<e', '<H', value):04X}"
        case BFloat16Type():
            return f"0xR{int.from_bytes(value_type.pack((value,)), 'little'):04X}"
        case Float32Type():
            return _decimal_or_hex(struct.unpack("<f", value_type.pack((value,)))[0])
        case Float64Type():
            return _decimal_or_hex(float(value))
        case _:
            raise Unsupported(f"holds a constant of type {value_type}, which is not a scalar")


def _bits(pack_as: str, unpack_as: str, value: float) -> int:
    return struct.unpack(unpack_as, struct.pack(pack_as, value))[0]


def _decimal_or_hex(value: float) -> str:
    text = repr(value)
    is_plain = len(text) <= 12 and text[-1].isdigit() and "e" not in text
    if is_plain and Decimal(text) == Decimal(value):
        return text
    return f"0x{_bits('<d', '<Q', value):016X}"


def _dense(
    value: DenseIntOrFPElementsAttr | DenseArrayBase, value_type: Attribute, types: TypeTable
) -> str:
    elements: list[Any] = list(cast(Any, value).iter_values())
    if any(isinstance(element, tuple) for element in elements):
        raise Unsupported("holds complex constants; they must be split into floats before")
    if not any(elements) and not any(str(element)[0] == "-" for element in elements):
        return ZERO
    stream = iter(elements)
    text = _nest(stream, value_type, types)
    if next(stream, None) is not None:
        raise Unsupported(f"holds {len(elements)} constants, more than fit into {value_type}")
    return text


def _nest(elements: Iterator[float], value_type: Attribute, types: TypeTable) -> str:
    """Return the text of as many elements as the type holds, row by row."""
    if isinstance(value_type, llvm.LLVMArrayType):
        item, count = value_type.type, value_type.size.data
        name = types.text(item)
        items = [f"{name} {_nest(elements, item, types)}" for _ in range(count)]
        return f"[{', '.join(items)}]"
    if isa(value_type, VectorType):
        item = value_type.element_type
        lanes = [_nest(elements, item, types) for _ in range(value_type.get_shape()[0])]
        name = types.text(item)
        if len(set(lanes)) == 1:
            return f"splat ({name} {lanes[0]})"
        return f"<{', '.join(f'{name} {lane}' for lane in lanes)}>"
    element = next(elements, None)
    if element is None:
        raise Unsupported(f"holds fewer constants than {value_type} has elements")
    return scalar(element, value_type)


def _aggregate(values: ArrayAttr[Attribute], value_type: Attribute, types: TypeTable) -> str:
    match value_type:
        case llvm.LLVMStructType():
            items, brackets = value_type.types.data, ("{ ", " }")
        case llvm.LLVMArrayType():
            items, brackets = (value_type.type,) * value_type.size.data, ("[", "]")
        case _:
            raise Unsupported(f"holds a list of constants, which is not a {value_type}")
    if len(items) != len(values):
        raise Unsupported(f"holds {len(values)} constants for the {len(items)} of {value_type}")
    pairs = zip(values, items, strict=True)
    inner = ", ".join(f"{types.text(t)} {constant(v, t, types)}" for v, t in pairs)
    return f"{brackets[0]}{inner}{brackets[1]}"
