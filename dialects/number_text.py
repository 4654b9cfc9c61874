"""Numbers in MLIR text, bit by bit: `1.5 : f32`, `dense<[1.0, 0xFF800000]> : tensor<2xf32>`.

As in MLIR, the hexadecimal digits of a float are its bits, and so are those of a string:

    dense<"0x0000803F000080FF"> : tensor<2xf32>

xDSL prints floats without short decimals, infinities and NaNs in hexadecimal, but reads such digits
within `dense` as an integer. It reads strings right, so those are printed.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyDenseElement,
    AnyFloat,
    BoolAttr,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    RankedStructure,
    Signedness,
    TensorType,
    VectorType,
    f64,
    i1,
    i64,
)
from xdsl.ir import Attribute
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer

_SPELLING = re.compile(r"-?\s*\w+(?:\.\w*(?:(?<=[eE])[-+]\d+)?)?")


@dataclass(frozen=True)
class _Number:
    """A number of the text, whose type follows later, and its position."""

    value: float
    spelling: str
    start: int

    @property
    def is_hexadecimal(self) -> bool:
        return "0x" in self.spelling.lower()


_Element: TypeAlias = tuple[_Number, ...]
"""One number, or the two of a complex number."""


@dataclass(frozen=True)
class _Elements:
    """The elements of nested lists and their shape, which is empty for an element alone."""

    shape: tuple[int, ...]
    elements: list[_Element]


class NumberParser(Parser):
    """xDSL's parser, with MLIR's numbers."""

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        return parse_optional_number(self)

    def parse_dense_int_or_fp_elements_attr(
        self, type: RankedStructure[AnyDenseElement] | None
    ) -> DenseIntOrFPElementsAttr:
        return parse_dense(self, type)


class NumberPrinter(Printer):
    """xDSL's printer, with the numbers of dense attributes bit by bit."""

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, DenseIntOrFPElementsAttr):
            print_number(self, cast("Attribute", attribute))
        else:
            super().print_attribute(attribute)


# Scalars


def parse_optional_number(
    parser: AttrParser, *, wraps: bool = True
) -> IntegerAttr | FloatAttr | None:
    """Parse a number and its type, `i64` or `f64` if there is none.

    A signless integer is a bit pattern in MLIR: if it `wraps`, `255 : i8` is -1; `1 : i1` always is
    true.
    """
    number = _optional_number(parser)
    if number is None:
        return None
    if isinstance(number.value, bool):
        return BoolAttr.from_bool(number.value)
    type = f64 if isinstance(number.value, float) else i64
    is_typed = parser.parse_optional_punctuation(":") is not None
    at = parser.pos
    if is_typed:
        type = parser.parse_type()
    if isinstance(type, AnyFloat):
        (value,) = type.unpack(_float_bytes(parser, number, type), 1)
        return FloatAttr(value, type)
    if not isinstance(type, IntegerType | IndexType):
        parser.raise_error(f"expected the type of {number.spelling}, not {type}", at)
    integral = cast("IntegerType | IndexType", type)
    return IntegerAttr(_integer(parser, number, integral, wraps=wraps), integral)


def _optional_number(parser: AttrParser) -> _Number | None:
    start = parser.pos
    value = parser.parse_optional_number(allow_boolean=False)
    if value is None:
        value = parser.parse_optional_boolean()
    if value is None:
        return None
    spelling = _SPELLING.match(parser.lexer.input.content, start)
    assert spelling is not None
    return _Number(value, spelling[0], start)


def _float_bytes(parser: AttrParser, number: _Number, type: AnyFloat) -> bytes:
    """Return the bits of a float, of its digits if they are hexadecimal."""
    if number.is_hexadecimal:
        bits = int(number.value)
        if not 0 <= bits < 1 << type.bitwidth:
            message = f"{number.spelling} is not the {type.bitwidth} bits of a number of type"
            parser.raise_error(f"{message} {type}", number.start)
        return bits.to_bytes(type.compile_time_size, "little")
    try:
        data = type.pack([float(number.value)])
        (value,) = type.unpack(data, 1)
    except NotImplementedError:
        parser.raise_error(f"xDSL has no numbers of type {type}", number.start)
    except OverflowError:
        data, value = b"", math.inf
    if not math.isfinite(value):
        parser.raise_error(f"{number.spelling} does not fit in {type}", number.start)
    return data


def _integer(
    parser: AttrParser, number: _Number, type: IntegerType | IndexType, *, wraps: bool = True
) -> int:
    """Return the value of an integer in the range of its type."""
    if isinstance(number.value, float):
        parser.raise_error(f"expected a value of {type}, not {number.spelling}", number.start)
    if isinstance(number.value, bool) and type != i1:
        parser.raise_error(f"{number.spelling} is of type i1, not {type}", number.start)
    low, high = _integer_range(type, wraps=wraps)
    if not low <= number.value < high:
        message = f"{number.spelling} does not fit in {type}, from {low} to {high - 1}"
        parser.raise_error(message, number.start)
    return number.value


def _integer_range(type: IntegerType | IndexType, *, wraps: bool) -> tuple[int, int]:
    """Return the least value, and the one after the greatest."""
    if isinstance(type, IndexType):
        return Signedness.SIGNED.value_range(64)
    if type.signedness.data is Signedness.SIGNLESS and type != i1 and not wraps:
        return Signedness.SIGNED.value_range(type.width.data)
    return type.value_range()


# Dense attributes


def parse_dense(
    parser: AttrParser, type: RankedStructure[AnyDenseElement] | None = None
) -> DenseIntOrFPElementsAttr:
    """Parse a dense attribute after the word `dense`; its type follows unless it is given."""
    start = parser.pos
    contents = _parse_contents(parser)
    if type is None:
        parser.parse_punctuation(":", " in dense attribute")
        type = _parse_dense_type(parser)
    element, shape = type.get_element_type(), type.get_shape()
    if isinstance(contents, str):
        data = _hexadecimal_bytes(parser, contents, start)
    elif contents.shape in ((), shape):
        data = b"".join(_element_bytes(parser, found, element) for found in contents.elements)
    else:
        parser.raise_error(f"the lists have the shape {list(contents.shape)}, not {type}", start)
    size, count = element.compile_time_size, math.prod(shape)
    if len(data) == size:
        data *= count
    if len(data) != size * count:
        message = f"expected {count} elements of {size} bytes for {type}, not {len(data)} bytes"
        parser.raise_error(message, start)
    return DenseIntOrFPElementsAttr(type, BytesAttr(data))


def _parse_contents(parser: AttrParser) -> str | _Elements:
    """Parse what is in angle brackets: numbers, or the string of their bytes."""
    parser.parse_punctuation("<", " in dense attribute")
    if parser.parse_optional_punctuation(">"):
        return ""
    digits = parser.parse_optional_str_literal()
    contents = _parse_elements(parser) if digits is None else digits
    parser.parse_punctuation(">", " in dense attribute")
    return contents


def _parse_dense_type(parser: AttrParser) -> RankedStructure[AnyDenseElement]:
    start = parser.pos
    type = parser.parse_type()
    if not isinstance(type, VectorType | TensorType | MemRefType):
        parser.raise_error(f"expected the type of a vector, tensor or memref, not {type}", start)
    ranked = cast("RankedStructure[Attribute]", type)
    element = ranked.get_element_type()
    if not isinstance(element, IntegerType | IndexType | AnyFloat | ComplexType):
        parser.raise_error(f"expected elements that are numbers, not {element}", start)
    if DYNAMIC_INDEX in ranked.get_shape():
        parser.raise_error(f"expected a static shape, not {type}", start)
    return cast("RankedStructure[AnyDenseElement]", type)


def _parse_elements(parser: AttrParser) -> _Elements:
    start = parser.pos
    rows = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: _parse_elements(parser)
    )
    if rows is None:
        return _Elements((), [_parse_element(parser)])
    shapes = {row.shape for row in rows}
    if len(shapes) > 1:
        parser.raise_error("these lists have different shapes", start)
    rest = shapes.pop() if shapes else ()
    return _Elements((len(rows), *rest), [element for row in rows for element in row.elements])


def _parse_element(parser: AttrParser) -> _Element:
    if not parser.parse_optional_punctuation("("):
        return (_parse_number(parser),)
    real = _parse_number(parser)
    parser.parse_punctuation(",")
    imaginary = _parse_number(parser)
    parser.parse_punctuation(")")
    return real, imaginary


def _parse_number(parser: AttrParser) -> _Number:
    return parser.expect(lambda: _optional_number(parser), "expected a number")


def _hexadecimal_bytes(parser: AttrParser, digits: str, start: int) -> bytes:
    """Return the bytes of a string; without digits, there are none."""
    if re.fullmatch(r"(0x([0-9a-fA-F]{2})*)?", digits) is None:
        parser.raise_error("expected 0x and two hexadecimal digits for each byte", start + 1)
    return bytes.fromhex(digits[2:])


def _element_bytes(parser: AttrParser, element: _Element, type: AnyDenseElement) -> bytes:
    part = type.element_type if isinstance(type, ComplexType) else type
    if len(element) != (2 if isinstance(type, ComplexType) else 1):
        parser.raise_error(f"{element[0].spelling} is no element of type {type}", element[0].start)
    return b"".join(_number_bytes(parser, number, part) for number in element)


def _number_bytes(
    parser: AttrParser, number: _Number, type: IntegerType | IndexType | AnyFloat
) -> bytes:
    if isinstance(type, AnyFloat):
        return _float_bytes(parser, number, type)
    value = _integer(parser, number, type)
    return type.pack([value if isinstance(type, IndexType) else type.get_normalized_value(value)])


def has_equal_elements(value: DenseIntOrFPElementsAttr) -> bool:
    """Return whether all elements, of at least one, have the same bits; for `is_splat` of xDSL, the
    two zeros are equal."""
    data, count = value.data.data, len(value)
    return count > 0 and data == data[: len(data) // count] * count


def print_number(printer: Printer, value: Attribute) -> None:
    """Print an attribute as xDSL does, but a dense one as a string if xDSL would lose bits.

    It would for hexadecimal digits, and for zeros of both signs, which it takes for equal.
    """
    if not isinstance(value, DenseIntOrFPElementsAttr):
        printer.print_attribute(value)
        return
    value = cast("DenseIntOrFPElementsAttr", value)
    data = value.data.data
    is_uniform = has_equal_elements(value)
    shown, _, type = str(value).partition(" : ")
    if "0x" in shown or (bool(data) and value.is_splat() and not is_uniform):
        digits = (data[: len(data) // len(value)] if is_uniform else data).hex().upper()
        shown = f'dense<"0x{digits}">'
    printer.print_string(f"{shown} : {type}")
