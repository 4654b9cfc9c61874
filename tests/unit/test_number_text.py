"""Numbers survive MLIR text bit by bit, and hexadecimal digits of floats are their bits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import prod
from typing import Any

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, builtin
from xdsl.dialects.builtin import (
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IntegerType,
    TensorType,
    VectorType,
    bf16,
    f16,
    f32,
    f64,
    i8,
    i64,
)
from xdsl.parser import Parser

from xdsl_torchscript.dialects.extended.arith import ConstantOp as VectorConstantOp
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.number_text import NumberParser
from xdsl_torchscript.dialects.prim.constant import ConstantOp
from xdsl_torchscript.dialects.types import TensorType as TorchTensorType
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.frontend.source import SourceError

# Infinity, a quiet and a signalling NaN with payloads, the least denormal number, the greatest
# number, and one that needs all digits.
_PATTERNS: dict[Any, list[int]] = {
    f16: [0x7C00, 0x7E01, 0x7D23, 0x0001, 0x7BFF, 0x3555],
    bf16: [0x7F80, 0x7FC1, 0x7F93, 0x0001, 0x7F7F, 0x3EAB],
    f32: [0x7F800000, 0x7FC00001, 0x7F812345, 0x00000001, 0x7F7FFFFF, 0x4996B438],
    f64: [
        0x7FF0000000000000, 0x7FF8000000000001, 0x7FF0123456789ABC,
        0x0000000000000001, 0x7FEFFFFFFFFFFFFF, 0x419D6F3454000000,
    ],
}  # fmt: skip
_SHAPES = [(), (1,), (3,), (2, 3), (2, 1, 2), (0,), (2, 0), (101,)]
_INTEGERS = [i8, i64, IntegerType(8, builtin.Signedness.UNSIGNED)]


def _patterns(part: Any) -> list[bytes]:
    """Return zeros of both signs, the patterns of both signs, and random ones."""
    size = part.compile_time_size
    generator = random.Random(size)
    positive = [0, *_PATTERNS[part]]
    signed = [bits | sign for bits in positive for sign in (0, 1 << (8 * size - 1))]
    known = [bits.to_bytes(size, "little") for bits in signed]
    return known + [generator.randbytes(size) for _ in range(40)]


def _contents(element: Any, count: int) -> Iterator[bytes]:
    """Yield the bytes of constants: of one number, of two zeros, and of random choices."""
    is_complex = isinstance(element, ComplexType)
    patterns = _patterns(element.element_type if is_complex else element)
    per_element = 2 if is_complex else 1
    yield from (pattern * per_element * count for pattern in patterns)
    generator = random.Random(count)
    for choices in (patterns[:2], patterns[:4], patterns):
        yield b"".join(generator.choices(choices, k=per_element * count))


def _read_located(text: str) -> Any:
    return parse_mlir(LazyContext.complete(), text)


def _read_without_locations(text: str) -> Any:
    return NumberParser(LazyContext.complete(), text).parse_module()


def _read_by_xdsl(text: str) -> Any:
    return Parser(LazyContext.complete(), text).parse_module()


def _literal(module: Any) -> Any:
    return module.body.block.first_op.properties["value"]


@pytest.mark.parametrize("read", [_read_located, _read_without_locations, _read_by_xdsl])
@pytest.mark.parametrize("element", [f16, bf16, f32, f64, ComplexType(f32), ComplexType(f64)])
@pytest.mark.parametrize("shape", _SHAPES)
def test_bits_of_tensors_survive(read: Any, element: Any, shape: tuple[int, ...]) -> None:
    type = TensorType(element, shape)
    ops: list[Any] = []
    for data in _contents(element, prod(shape)):
        literal = DenseIntOrFPElementsAttr(type, BytesAttr(data))
        ops.append(ConstantOp(literal, TorchTensorType.get()))
    bits = [op.value.data.data for op in ops]
    text = str(builtin.ModuleOp(ops))
    again = read(text)
    assert [op.value.data.data for op in again.ops] == bits
    assert str(again) == text


def test_bits_of_vectors_survive_in_xdsl_alone() -> None:
    context = Context()
    context.load_dialect(builtin.Builtin)
    context.load_dialect(arith.Arith)
    for element in _PATTERNS:
        for data in _contents(element, 4):
            op = VectorConstantOp(
                DenseIntOrFPElementsAttr(VectorType(element, [4]), BytesAttr(data))
            )
            assert _literal(Parser(context, str(op)).parse_module()).data.data == data
            assert str(_literal(_read_located(str(op)))) == str(op.value)


@pytest.mark.parametrize("element", _PATTERNS)
def test_hexadecimal_digits_of_a_float_are_its_bits(element: Any) -> None:
    patterns = _patterns(element)
    digits = [f"0x{pattern[::-1].hex()}" for pattern in patterns]
    type = f"tensor<{len(digits)}x{element}>"
    listed = f"dense<[{', '.join(digits)}]> : {type}"
    for text in (
        f"prim.Constant {listed} : !ts.tensor",
        f'"prim.Constant"() <{{value = {listed}}}> : () -> !ts.tensor',
    ):
        assert _literal(_read_located(f"%0 = {text}")).data.data == b"".join(patterns)
    for digit, pattern in zip(digits, patterns, strict=True):
        splat = _literal(_read_located(f"%0 = arith.constant dense<{digit}> : vector<2x{element}>"))
        assert splat.data.data == pattern * 2


def test_hexadecimal_digits_of_a_complex_number_are_its_bits() -> None:
    text = "%0 = prim.Constant dense<(0x7FC00001, -0.0)> : tensor<complex<f32>> : !ts.tensor"
    assert _literal(_read_located(text)).data.data == bytes.fromhex("0100C07F00000080")


@pytest.mark.parametrize("type", _INTEGERS)
def test_hexadecimal_digits_of_an_integer_are_a_number(type: Any) -> None:
    text = f"%0 = prim.Constant dense<[0x10, 0x7F]> : tensor<2x{type}> : !ts.tensor"
    assert _literal(_read_located(text)).get_values() == (16, 127)


def test_bools_survive() -> None:
    text = "%0 = prim.Constant dense<[true, false]> : tensor<2xi1> : !ts.tensor"
    assert str(_read_located(text).body.block.first_op) == text


@pytest.mark.parametrize(
    ("text", "col", "message"),
    [
        ("dense<1.0e39> : tensor<f32>", 21, "1.0e39 does not fit in f32"),
        ("dense<[1.0, 70000.0]> : tensor<2xf16>", 27, "70000.0 does not fit in f16"),
        ("dense<3.39e38> : tensor<bf16>", None, None),
        ("dense<3.4e39> : tensor<bf16>", 21, "3.4e39 does not fit in bf16"),
        ("dense<(0.0, -1.0e+39)> : tensor<complex<f32>>", 27, "-1.0e\\+39 does not fit in f32"),
        ("1.0e400", 15, "1.0e400 does not fit in f64"),
        (
            "dense<0x1FFFF> : tensor<2xf16>",
            21,
            "0x1FFFF is not the 16 bits of .* f16",
        ),
        ("dense<-0x1> : tensor<2xf16>", 21, "-0x1 is not the 16 bits"),
        ("0x10000000000000000 : f64", 15, "is not the 64 bits"),
        ("dense<300> : tensor<i8>", 21, "300 does not fit in i8, from -128 to 255"),
        ("dense<-1> : tensor<ui8>", 21, "-1 does not fit in ui8, from 0 to 255"),
        ("dense<1.5> : tensor<i8>", 21, "expected a value of i8, not 1.5"),
        ("dense<true> : tensor<i8>", 21, "true is of type i1, not i8"),
        ("dense<1.0> : tensor<complex<f32>>", 21, "1.0 is no element of type complex<f32>"),
        ("dense<(1.0, 2.0)> : tensor<f32>", 22, "1.0 is no element of type f32"),
        ("dense<x> : tensor<f32>", 21, "expected a number"),
        ("dense<[[1], [2, 3]]> : tensor<2x1xi8>", 21, "these lists have different shapes"),
        ("dense<[1, 2]> : tensor<3xi8>", 20, r"the lists have the shape \[2\], not tensor<3xi8>"),
        ('dense<"0xZ1"> : tensor<i8>', 21, "two hexadecimal digits for each byte"),
        ('dense<"0x010203"> : tensor<2xi8>', 20, "expected 2 elements of 1 bytes for tensor<2xi8>"),
        ("dense<> : tensor<2xi8>", 20, "not 0 bytes"),
        ("dense<1> : tensor<?xi8>", 26, "expected a static shape"),
        ("dense<1> : tensor<2x!ts.str>", 26, "expected elements that are numbers"),
        ("dense<1> : i8", 26, "expected the type of a vector, tensor or memref, not i8"),
        ("9223372036854775807", None, None),
        ("1 : i1", None, None),
        ("9223372036854775808", 15, "9223372036854775808 does not fit in i64, from -9223372036854"),
        ("[1, -9223372036854775809] : !ts.list<i64>", 19, "-9223372036854775809 does not fit"),
        ("[1, ] : !ts.list<i64>", 19, "expected a literal"),
        ("1 : !ts.tensor", 19, "expected the type of 1, not !ts.tensor"),
    ],
)
def test_a_wrong_number_is_reported_at_its_place(
    text: str, col: int | None, message: str | None
) -> None:
    type = " : !ts.tensor" if text.startswith("dense") else ""
    program = f"\nprim.Constant {text}{type}\nprim.Constant 1"
    if col is None:
        _read_located(program)
        return
    with pytest.raises(SourceError, match=message) as error:
        _read_located(program)
    assert (error.value.line, error.value.col) == (2, col)


def test_a_signless_integer_of_other_operations_is_a_bit_pattern() -> None:
    (op,) = _read_located("%0 = arith.constant 18446744073709551615 : i64").ops
    assert op.value.value.data == -1
