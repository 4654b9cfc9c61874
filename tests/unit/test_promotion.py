"""Type promotion against a table that PyTorch 2.13 printed (`torch.promote_types`)."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import (
    ComplexType,
    IntegerType,
    Signedness,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i32,
    i64,
)

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.promotion import (
    PromotedOperand,
    PromotionError,
    Rank,
    common_type,
    dtype_name,
    operands_of,
    promote_types,
    result_type,
    to_float,
)

TABLE = """
         bool  uint8 int8  int16 int32 int64 f16   bf16  f32   f64   c32   c64   c128  uint16
bool     bool  uint8 int8  int16 int32 int64 f16   bf16  f32   f64   c32   c64   c128  -
uint8    uint8 uint8 int16 int16 int32 int64 f16   bf16  f32   f64   c32   c64   c128  -
int8     int8  int16 int8  int16 int32 int64 f16   bf16  f32   f64   c32   c64   c128  -
int16    int16 int16 int16 int16 int32 int64 f16   bf16  f32   f64   c32   c64   c128  -
int32    int32 int32 int32 int32 int32 int64 f16   bf16  f32   f64   c32   c64   c128  -
int64    int64 int64 int64 int64 int64 int64 f16   bf16  f32   f64   c32   c64   c128  -
f16      f16   f16   f16   f16   f16   f16   f16   f32   f32   f64   c32   c64   c128  f16
bf16     bf16  bf16  bf16  bf16  bf16  bf16  f32   bf16  f32   f64   c64   c64   c128  bf16
f32      f32   f32   f32   f32   f32   f32   f32   f32   f32   f64   c64   c64   c128  f32
f64      f64   f64   f64   f64   f64   f64   f64   f64   f64   f64   c128  c128  c128  f64
c32      c32   c32   c32   c32   c32   c32   c32   c64   c64   c128  c32   c64   c128  -
c64      c64   c64   c64   c64   c64   c64   c64   c64   c64   c128  c64   c64   c128  -
c128     c128  c128  c128  c128  c128  c128  c128  c128  c128  c128  c128  c128  c128  -
uint16   -     -     -     -     -     -     f16   bf16  f32   f64   -     -     -     uint16
"""

SHORT = {
    "f16": "float16",
    "bf16": "bfloat16",
    "f32": "float32",
    "f64": "float64",
    "c32": "complex32",
    "c64": "complex64",
    "c128": "complex128",
}


def name_of(word: str) -> str:
    return SHORT.get(word, word)


def promote(a: str, b: str) -> str:
    try:
        types = (BY_TORCH_NAME[name_of(word)].type for word in (a, b))
        return dtype_name(promote_types(*types))
    except PromotionError:
        return "-"


def test_promote_types() -> None:
    header, *rows = TABLE.strip().splitlines()
    for row in rows:
        left, *expected = row.split()
        assert [promote(left, right) for right in header.split()] == [
            name_of(word) for word in expected
        ], left


DIM, ZERO, NUMBER = Rank.DIMENSIONED, Rank.ZERO_DIM, Rank.SCALAR


@pytest.mark.parametrize(
    ("operands", "expected"),
    [
        ([(f32, DIM), (f64, ZERO)], f32),
        ([(f32, ZERO), (f64, ZERO)], f64),
        ([(i32, DIM), (f64, ZERO)], f64),
        ([(i32, DIM), (f64, NUMBER)], f32),
        ([(f64, DIM), (i64, NUMBER)], f64),
        ([(i32, DIM), (i64, NUMBER)], i32),
        ([(i32, DIM), (i1, NUMBER)], i32),
        ([(i1, DIM), (i64, NUMBER)], i64),
        ([(i1, DIM), (f64, NUMBER)], f32),
        ([(f16, DIM), (f64, NUMBER)], f16),
        ([(f16, ZERO), (bf16, DIM)], bf16),
        ([(f64, DIM), (ComplexType(f64), NUMBER)], ComplexType(f64)),
        ([(f32, DIM), (ComplexType(f64), NUMBER)], ComplexType(f32)),
        ([(i64, ZERO), (f64, NUMBER)], f32),
        ([(i64, NUMBER), (f64, NUMBER)], f32),
    ],
)
def test_result_type(operands: list[PromotedOperand], expected: object) -> None:
    assert result_type(operands) == expected


def test_no_common_type() -> None:
    wide = BY_TORCH_NAME["uint32"].type
    with pytest.raises(PromotionError, match="uint32 and int64 have no common type"):
        promote_types(wide, i64)
    with pytest.raises(PromotionError, match="qint8 takes no part"):
        promote_types(BY_TORCH_NAME["qint8"].type, f32)
    with pytest.raises(PromotionError, match="no operand"):
        result_type([])


def test_true_division_leaves_floats_and_complex_alone() -> None:
    assert [to_float(t) for t in (i1, i64, f16, f64)] == [f32, f32, f16, f64]


def test_operands_of() -> None:
    assert operands_of(TensorType.get([], f64)) == [(f64, ZERO)]
    assert operands_of(TensorType.get(["s0"], f64)) == [(f64, DIM)]
    assert operands_of(TensorType.get(None, f64)) == [(f64, DIM), (f64, ZERO)]
    assert operands_of(TensorType.get()) == []
    assert operands_of(i64) == [(i64, NUMBER)]


def test_common_type_of_unknown_ranks() -> None:
    unranked, matrix, scalar = (TensorType.get(shape, f32) for shape in (None, [2, 3], []))
    doubles = TensorType.get(None, f64)
    assert common_type([unranked, unranked]) == f32
    assert common_type([unranked, i64]) == f32
    assert common_type([TensorType.get([2], f64), unranked]) == f64
    assert common_type([matrix, doubles]) is None, "float64 if it has dimensions"
    assert common_type([scalar, doubles]) == f64
    assert common_type([unranked, TensorType.get()]) is None
    with pytest.raises(PromotionError):
        common_type([])


def test_common_type_refuses_where_all_ranks_do_not() -> None:
    wide, integer = (
        TensorType.get(None, IntegerType(16, Signedness.UNSIGNED)),
        TensorType.get([], i64),
    )
    assert common_type([wide, integer]) is None, "refused for 0-d tensors only"
