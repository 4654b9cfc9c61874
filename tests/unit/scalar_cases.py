"""Operators on numbers over zeros of both signs, infinities, NaN and the ends of 64 bits.

PyTorch's answers are in `data/scalars.json.xz`, which `tests/conformance/gen_scalars.py` writes.
"""

from __future__ import annotations

import json
import lzma
import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import f64, i1, i64

from xdsl_torchscript.dialects.scalar_semantics import CHOICES, LIBRARY
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.types import NumberType

GOLDEN = Path(__file__).with_name("data") / "scalars.json.xz"

INTS = (0, 1, -1, 2, -2, 3, 7, -7, 31, 63, 64, 65, 128, -63, -64, -65, 2**31, 2**53, 2**53 + 1,
        -(2**53) - 1, 2**62, 2**63 - 1, -(2**63) + 1, -(2**63))  # fmt: skip
FLOATS = (0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 1.5, 2.5, 3.7, -3.7, 64.0, 2.0**31, 2.0**53,
          -(2.0**53), 2.0**63, -(2.0**63), 1e300, -1e300, 5e-324, math.inf, -math.inf,
          math.nan)  # fmt: skip
BOOLS = (False, True)

NUMBERS = (0, 1, -1, 7, -7, 2**53 + 1, 2**63 - 1, -(2**63), 0.0, -0.0, 0.5, -3.7, 2.0**53, 1e300,
           5e-324, math.inf, -math.inf, math.nan)  # fmt: skip
FEW_INTS = (0, 1, -1, 7, -64, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))

_VALUES = {i64: INTS, f64: FLOATS, i1: BOOLS, NumberType(): NUMBERS}
_WORDS = {i64: "int", f64: "float", i1: "bool", NumberType(): "Scalar"}

_PAIRS = "int float int_float float_int"
_NAMES: Sequence[tuple[str, str]] = (
    (
        "aten.add aten.sub aten.mul aten.floordiv aten.remainder aten.fmod aten.copysign aten.pow "
        "aten.eq aten.ne aten.lt aten.le aten.gt aten.ge prim.max prim.min",
        _PAIRS,
    ),
    ("aten.mathremainder aten.atan2", _PAIRS),
    ("aten.div aten.fmod aten.copysign", ""),
    ("aten.pow aten.atan2 aten.log", "Scalar_Scalar"),
    ("aten.log", "int_int float_float int_float float_int"),
    ("aten.Int aten.Float aten.floor aten.ceil aten.neg prim.abs aten.round", "Scalar"),
    ("aten.__derive_index", ""),
    ("aten.div aten.neg aten.Bool prim.abs aten.floor aten.ceil aten.round", "int float"),
    ("aten.__and__ aten.__or__ aten.__xor__", "int bool"),
    ("aten.eq aten.ne", "bool"),
    ("aten.__lshift__ aten.__rshift__ aten.__round_to_zero_floordiv", "int"),
    ("aten.Int", "float bool"),
    ("aten.Float", "int bool"),
    ("aten.isnan aten.isinf aten.isfinite", "float"),
    ("aten.__not__", ""),
)


def _overflows(a: float, b: float) -> bool:
    of_ints = isinstance(a, int) and isinstance(b, int)
    return of_ints and (b == 0 or (a, b) == (-(2**63), -1))


def _rest_overflows(a: float, b: float) -> bool:
    """PyTorch adds the divisor to the remainder before it divides again."""
    return _overflows(a, b) or (isinstance(b, int) and abs(b) > 2**62)


def _leaves_32_bits(a: float) -> bool:
    """PyTorch refuses these, for a result of 64 bits."""
    return isinstance(a, float) and math.isfinite(a) and abs(a) >= 2.0**31


def _leaves_64_bits(a: float) -> bool:
    return float(a) == 2.0**63


_UNDEFINED: dict[str, Callable[..., bool]] = {
    "aten.floordiv": _overflows,
    "aten.floordiv.int": _overflows,
    "aten.remainder": _rest_overflows,
    "aten.remainder.int": _rest_overflows,
    "aten.__round_to_zero_floordiv.int": _overflows,
    "aten.floor.int": _leaves_64_bits,
    "aten.floor.float": _leaves_64_bits,
    "aten.floor.Scalar": _leaves_64_bits,
    "aten.ceil.float": _leaves_64_bits,
    "aten.ceil.Scalar": _leaves_64_bits,
    "aten.Int.Scalar": _leaves_32_bits,
}
"""Operands for which PyTorch's C++ has no defined behaviour: some kill its process. Those of
`aten.Int.Scalar` it refuses, where we do not."""

OPERATORS: tuple[str, ...] = tuple(
    f"{name}.{overload}" if overload else name
    for names, overloads in (*_NAMES, (" ".join(f"aten.{name}" for name in LIBRARY), "int float"))
    for name in names.split()
    for overload in overloads.split() or ("",)
) + tuple(CHOICES)
"""Op names. Each takes numbers alone, and gives one."""


def operand_types(op_name: str) -> tuple[Any, ...]:
    return tuple(argument.type for argument in schema_named(op_name).arguments)


def arguments_of(op_name: str) -> Iterator[tuple[Any, ...]]:
    """Yield the operands to try."""
    undefined = _UNDEFINED.get(op_name, lambda *_: False)
    types = operand_types(op_name)
    values = [FEW_INTS if len(types) > 2 else _VALUES[type] for type in types]
    for arguments in product(*values):
        if not undefined(*arguments):
            yield arguments


def graph_of(*op_names: str) -> str:
    """Write a graph that applies operators of the same operand types to its inputs."""
    names = [f"%a{index}" for index in range(len(operand_types(op_names[0])))]
    inputs = ", ".join(
        f"{name} : {_WORDS[type]}"
        for name, type in zip(names, operand_types(op_names[0]), strict=True)
    )
    lines = [
        f"  %r{index} : {_result(op_name)} = {_kind(op_name)}({', '.join(names)})"
        for index, op_name in enumerate(op_names)
    ]
    results = ", ".join(f"%r{index}" for index in range(len(op_names)))
    return "\n".join([f"graph({inputs}):", *lines, f"  return ({results})", ""])


_STARTS = {"int": "0", "float": "0.", "bool": "0"}


def loop_of(op_name: str) -> str:
    """Write a graph that applies an operator in a loop of one iteration."""
    line, type = graph_of(op_name).splitlines(), _result(op_name)
    return "\n".join([
        line[0],
        "  %n : int = prim::Constant[value=1]()",
        "  %t : bool = prim::Constant[value=1]()",
        f"  %s : {type} = prim::Constant[value={_STARTS[type]}]()",
        f"  %r : {type} = prim::Loop(%n, %t, %s)",
        f"    block0(%i : int, %c : {type}):",
        f"    {line[1]}",
        "      -> (%t, %r0)",
        "  return (%r)",
        "",
    ])  # fmt: skip


def _kind(op_name: str) -> str:
    return "::".join(op_name.split(".")[:2])


def _result(op_name: str) -> str:
    return _WORDS[schema_named(op_name).returns[0].type]


def encode_number(value: Any) -> Any:
    """Write a number for JSON: floats as hex, so that every bit but those of NaN is kept."""
    if isinstance(value, float):
        return "nan" if math.isnan(value) else value.hex()
    return value


_LIBRARY = {*LIBRARY, "atan2", "log"}


def agree(op_name: str, got: Any, expected: Any) -> bool:
    """Return whether coded results are equal, or within 4 ulp if a library computes them."""
    if type(got) is type(expected) and got == expected:
        return True
    are_finite = all(str(value).lstrip("-").startswith("0x") for value in (got, expected))
    if op_name.split(".")[1] not in _LIBRARY or not are_finite:
        return False
    a, b = float.fromhex(got), float.fromhex(expected)
    return abs(a - b) <= 4 * math.ulp(b)


def answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """Return the coded result, or the text `error` where the function raises."""
    try:
        return encode_number(function(*arguments))
    except (ArithmeticError, RuntimeError, ValueError):
        return "error"


def golden() -> dict[str, list[Any]]:
    """Return PyTorch's answers by op name, in the order of `arguments_of`."""
    return json.loads(lzma.decompress(GOLDEN.read_bytes()))
