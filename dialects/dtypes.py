"""The element tensor types, one table: TorchScript name and code, MLIR type, numpy name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.builtin import (
    ComplexType,
    IntegerType,
    Signedness,
    StringAttr,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import OpaqueDtype


@dataclass(frozen=True, repr=False)
class Dtype:
    """An element type of tensors.

    `scalar_name` is TorchScript's word in types (`Float`) and `torch_name` Python's (`float32`).
    `code` is its integer in programs and `type` its MLIR type. `numpy` is the name in numpy or
    ml_dtypes, None if neither has the dtype.
    """

    scalar_name: str
    torch_name: str
    code: int
    type: Attribute
    numpy: str | None

    def __repr__(self) -> str:
        return f"ts.{self.torch_name}"

    def __reduce__(self) -> tuple[Callable[[int], Dtype], tuple[int]]:
        return _of_code, (self.code,)


def _of_code(code: int) -> Dtype:
    """Return the only dtype of a code: copies and pickles are this object, too."""
    return BY_CODE[code]


def _unsigned(width: int) -> IntegerType:
    return IntegerType(width, Signedness.UNSIGNED)


def _opaque(name: str) -> OpaqueDtype:
    return OpaqueDtype(StringAttr(name))


DTYPES: tuple[Dtype, ...] = (
    Dtype("Byte", "uint8", 0, _unsigned(8), "uint8"),
    Dtype("Char", "int8", 1, i8, "int8"),
    Dtype("Short", "int16", 2, i16, "int16"),
    Dtype("Int", "int32", 3, i32, "int32"),
    Dtype("Long", "int64", 4, i64, "int64"),
    Dtype("Half", "float16", 5, f16, "float16"),
    Dtype("Float", "float32", 6, f32, "float32"),
    Dtype("Double", "float64", 7, f64, "float64"),
    Dtype("ComplexHalf", "complex32", 8, ComplexType(f16), None),
    Dtype("ComplexFloat", "complex64", 9, ComplexType(f32), "complex64"),
    Dtype("ComplexDouble", "complex128", 10, ComplexType(f64), "complex128"),
    Dtype("Bool", "bool", 11, i1, "bool"),
    Dtype("QInt8", "qint8", 12, _opaque("QInt8"), None),
    Dtype("QUInt8", "quint8", 13, _opaque("QUInt8"), None),
    Dtype("QInt32", "qint32", 14, _opaque("QInt32"), None),
    Dtype("BFloat16", "bfloat16", 15, bf16, "bfloat16"),
    Dtype("QUInt4x2", "quint4x2", 16, _opaque("QUInt4x2"), None),
    Dtype("QUInt2x4", "quint2x4", 17, _opaque("QUInt2x4"), None),
    Dtype("Bits1x8", "bits1x8", 18, _opaque("Bits1x8"), None),
    Dtype("Bits2x4", "bits2x4", 19, _opaque("Bits2x4"), None),
    Dtype("Bits4x2", "bits4x2", 20, _opaque("Bits4x2"), None),
    Dtype("Bits8", "bits8", 21, _opaque("Bits8"), None),
    Dtype("Bits16", "bits16", 22, _opaque("Bits16"), None),
    Dtype("Float8_e5m2", "float8_e5m2", 23, _opaque("Float8_e5m2"), "float8_e5m2"),
    Dtype("Float8_e4m3fn", "float8_e4m3fn", 24, _opaque("Float8_e4m3fn"), "float8_e4m3fn"),
    Dtype("Float8_e5m2fnuz", "float8_e5m2fnuz", 25, _opaque("Float8_e5m2fnuz"), "float8_e5m2fnuz"),
    Dtype("Float8_e4m3fnuz", "float8_e4m3fnuz", 26, _opaque("Float8_e4m3fnuz"), "float8_e4m3fnuz"),
    Dtype("UInt16", "uint16", 27, _unsigned(16), "uint16"),
    Dtype("UInt32", "uint32", 28, _unsigned(32), "uint32"),
    Dtype("UInt64", "uint64", 29, _unsigned(64), "uint64"),
    *(Dtype(f"UInt{n}", f"uint{n}", 29 + n, _opaque(f"UInt{n}"), None) for n in range(1, 8)),
    *(Dtype(f"Int{n}", f"int{n}", 36 + n, _opaque(f"Int{n}"), None) for n in range(1, 8)),
    Dtype("Float8_e8m0fnu", "float8_e8m0fnu", 44, _opaque("Float8_e8m0fnu"), "float8_e8m0fnu"),
    Dtype("Float4_e2m1fn_x2", "float4_e2m1fn_x2", 45, _opaque("Float4_e2m1fn_x2"), None),
)

UINT8 = _unsigned(8)

BY_SCALAR_NAME: dict[str, Dtype] = {d.scalar_name: d for d in DTYPES}
BY_TORCH_NAME: dict[str, Dtype] = {d.torch_name: d for d in DTYPES}
BY_CODE: dict[int, Dtype] = {d.code: d for d in DTYPES}
BY_TYPE: dict[Attribute, Dtype] = {d.type: d for d in DTYPES}

_ALIASES = {
    "short": "int16", "int": "int32", "long": "int64", "half": "float16", "float": "float32",
    "double": "float64", "chalf": "complex32", "cfloat": "complex64", "cdouble": "complex128",
}  # fmt: skip

BY_PYTHON_NAME: dict[str, Dtype] = {
    **BY_TORCH_NAME,
    **{alias: BY_TORCH_NAME[name] for alias, name in _ALIASES.items()},
}
"""The dtypes by each name that `torch` gives them."""
