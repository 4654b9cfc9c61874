"""Default values of parameters in a text, with the values that PyTorch evaluates them to."""

from __future__ import annotations

import math
from typing import Any

NAN, INFINITY = math.nan, math.inf

VALUES: dict[tuple[str, str], Any] = {
    ("float", "1.0 / 0.0"): INFINITY,
    ("float", "1 / 0"): INFINITY,
    ("float", "-1.0 / 0.0"): -INFINITY,
    ("float", "0.0 / 0.0"): NAN,
    ("float", "7 // 0.0"): INFINITY,
    ("float", "7.5 % 0.0"): NAN,
    ("float", "-7.5 % 3"): 1.5,
    ("float", "(-8.0) ** 0.5"): NAN,
    ("float", "10.0 ** 400"): INFINITY,
    ("float", "2 ** -0.5"): 2**-0.5,
    ("float", "-2 ** 2"): -4.0,
    ("float", "abs(-3.5)"): 3.5,
    ("float", '-float("inf")'): -INFINITY,
    ("int", "3 // 2"): 1,
    ("int", "-7 % 3"): 2,
    ("int", "1 << 3"): 8,
    ("int", "1 << 65"): 2,
    ("int", "5 & 3 | 8 ^ 1"): 9,
    ("int", "9223372036854775807 + 1"): -(2**63),
    ("int", "int(3.7)"): 3,
    ("int", "int(1e30)"): -(2**63),
    ("int", 'int(" 12")'): 12,
    ("float", 'float("0x10")'): 16.0,
    ("int", "min(3, 4) + max(3, 4)"): 7,
    ("int", 'len("abc")'): 3,
    ("int", "[1, 2, 3][1]"): 2,
    ("int", "3 if 1 < 2 else 4"): 3,
    ("bool", "not True"): False,
    ("bool", "1 < 2 and 3 < 2"): False,
    ("bool", '"a" == "a"'): True,
    ("str", '"a" + "b"'): "ab",
    ("List[int]", "[1, 2] + [3]"): [1, 2, 3],
    ("Tuple[int, float]", "(1 + 1, 1 / 0)"): (2, INFINITY),
    ("Dict[str, int]", '{"a": 1 + 1}'): {"a": 2},
    ("Optional[int]", "None"): None,
}
"""By type and expression."""

FAILURES = {
    ("int", "7 // 0"): "division by zero",
    ("float", "0 ** -1"): "negative power",
    ("int", 'int("1_0")'): "not an int",
    ("float", 'float("1_0")'): "not a float",
}
"""Expressions that neither compiles, with a part of our message."""


def text_of(type: str, expression: str) -> str:
    return f"def f(x: {type} = {expression}):\n    return x\n"
