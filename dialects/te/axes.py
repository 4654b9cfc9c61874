"""Axes and their extents, as the operations of te write them: `(%i = 4, %j = %n)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, I64, DenseArrayBase, IndexType, TensorType, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

Extent: TypeAlias = int | SSAValue
"""The extent of an axis: a number, or an `index` value."""

AnyTensor: TypeAlias = TensorType[Attribute]

INDEX = IndexType()


def tensor_type(type: Attribute) -> AnyTensor | None:
    """Return `type` if it is a ranked tensor, otherwise None."""
    return cast(AnyTensor, type) if isinstance(type, TensorType) else None


def split(extents: Sequence[Extent]) -> tuple[DenseArrayBase[I64], list[SSAValue]]:
    """Split `extents` into static numbers, with a marker for each dynamic one, and dynamic
    values."""
    static = [e if isinstance(e, int) else DYNAMIC_INDEX for e in extents]
    return DenseArrayBase.from_list(i64, static), [e for e in extents if not isinstance(e, int)]


def join(static: DenseArrayBase[I64], dynamic: Sequence[SSAValue]) -> tuple[Extent, ...]:
    """Do the reverse of `split`. Raises VerifyException for another number of dynamic values."""
    values, numbers = iter(dynamic), static.get_values()
    if numbers.count(DYNAMIC_INDEX) != len(dynamic):
        raise VerifyException(f"{len(dynamic)} values for {numbers.count(DYNAMIC_INDEX)} markers")
    return tuple(next(values) if n == DYNAMIC_INDEX else n for n in numbers)


def parse_axes(parser: Parser) -> tuple[list[Parser.Argument], list[Extent]]:
    def axis() -> tuple[Parser.UnresolvedArgument, int | UnresolvedOperand]:
        argument = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        extent = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
        return argument, parser.parse_unresolved_operand() if extent is None else extent

    axes = parser.parse_comma_separated_list(parser.Delimiter.PAREN, axis)
    extents: list[Extent] = [
        e if isinstance(e, int) else parser.resolve_operand(e, INDEX) for _, e in axes
    ]
    return [argument.resolve(INDEX) for argument, _ in axes], extents


def print_axes(printer: Printer, axes: Sequence[SSAValue], extents: Sequence[Extent]) -> None:
    def one(pair: tuple[SSAValue, Extent]) -> None:
        axis, extent = pair
        printer.print_ssa_value(axis)
        printer.print_string(" = ")
        if isinstance(extent, int):
            printer.print_int(extent)
        else:
            printer.print_ssa_value(extent)

    with printer.in_parens():
        printer.print_list(list(zip(axes, extents, strict=True)), one)


def check_counts(name: str, static: DenseArrayBase[I64], dynamic: Sequence[SSAValue]) -> None:
    numbers = static.get_values()
    marks = sum(n == DYNAMIC_INDEX for n in numbers)
    if marks != len(dynamic):
        raise VerifyException(f"{len(dynamic)} values for {marks} dynamic {name}")
    if any(n < 0 for n in numbers if n != DYNAMIC_INDEX):
        raise VerifyException(f"a number among the {name} is negative")


def check_results(results: Sequence[Attribute], extents: Sequence[Extent]) -> list[Attribute]:
    """Check that results are tensors of these sizes; return their element types."""
    if not results:
        raise VerifyException("must have a result")
    expected = tuple(e if isinstance(e, int) else DYNAMIC_INDEX for e in extents)
    elements: list[Attribute] = []
    for result in results:
        tensor = tensor_type(result)
        if tensor is None:
            raise VerifyException(f"result must be a tensor, not {result}")
        if tensor.get_shape() != expected:
            sizes = "x".join("?" if e == DYNAMIC_INDEX else str(e) for e in expected) or "no sizes"
            raise VerifyException(f"result must have one size per axis ({sizes}), but is {result}")
        elements.append(tensor.element_type)
    return elements
