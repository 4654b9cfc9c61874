"""The bounds of docs/accuracy.md hold: functions of both engines against a wider float."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from wide_erf import wide_erf

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

DOCUMENT = Path(__file__).parents[2] / "docs" / "accuracy.md"
COUNT = 4003  # no multiple of any vector width
WIDER = {np.float32: np.float64, np.float64: np.longdouble}
WIDE_ENOUGH = np.finfo(np.longdouble).nmant >= 63

_erfc = np.vectorize(math.erfc)
_UNITS, _REALS, _WIDE, _POSITIVE = (-1.0, 1.0), (-8.0, 8.0), (-85.0, 85.0), (1e-30, 1e30)

FUNCTIONS: dict[str, tuple[Callable[..., Any], tuple[float, float]]] = {
    "add": (np.add, _WIDE),
    "mul": (np.multiply, _WIDE),
    "div": (np.divide, _WIDE),
    "sqrt": (np.sqrt, _POSITIVE),
    "reciprocal": (lambda x: 1 / x, _POSITIVE),
    "rsqrt": (lambda x: 1 / np.sqrt(x), _POSITIVE),
    "sin": (np.sin, (-1e4, 1e4)),
    "cos": (np.cos, (-1e4, 1e4)),
    "tan": (np.tan, (-1e4, 1e4)),
    "asin": (np.arcsin, _UNITS),
    "acos": (np.arccos, _UNITS),
    "atan": (np.arctan, _WIDE),
    "sinh": (np.sinh, _WIDE),
    "cosh": (np.cosh, _WIDE),
    "tanh": (np.tanh, _REALS),
    "asinh": (np.arcsinh, _WIDE),
    "acosh": (np.arccosh, (1.0, 1e10)),
    "atanh": (np.arctanh, (-0.999, 0.999)),
    "exp": (np.exp, _WIDE),
    "exp2": (np.exp2, _WIDE),
    "expm1": (np.expm1, _REALS),
    "log": (np.log, _POSITIVE),
    "log2": (np.log2, _POSITIVE),
    "log10": (np.log10, _POSITIVE),
    "log1p": (np.log1p, (-0.999, 1e10)),
    "erf": (wide_erf, _REALS),
    "erfc": (_erfc, _REALS),
    "sigmoid": (lambda x: 1 / (1 + np.exp(-x)), _WIDE),
    "pow": (np.power, (0.01, 20.0)),
    "atan2": (np.arctan2, _WIDE),
    "hypot": (np.hypot, _WIDE),
}
"""The reference of each function, for an array of a wider float, and the range of operands."""

_BINARY = {"add", "mul", "div", "pow", "atan2", "hypot"}
_IN_DOUBLE = {"erfc"}
"""No wider reference: a bound in float64 is against the C library."""


def _points(name: str, dtype: type[Any], seed: int) -> np.ndarray:
    """Half of them even over the range, half over the exponents of the range."""
    low, high = FUNCTIONS[name][1]
    generator = np.random.default_rng(seed)
    even = generator.uniform(low, high, COUNT // 2)
    least = max(low, 1e-6) if low >= 0 else 1e-6
    spread = np.exp(generator.uniform(np.log(least), np.log(high), COUNT - COUNT // 2))
    signs = generator.choice([-1.0, 1.0], spread.size) if low < 0 else 1.0
    return np.concatenate([even, spread * signs]).astype(dtype)


def _operands(name: str, dtype: type[Any]) -> list[np.ndarray]:
    seeds = (1, 2) if name in _BINARY else (1,)
    return [_points(name, dtype, seed) for seed in seeds]


@cache
def measure(dtype: type[Any]) -> dict[str, tuple[float, float]]:
    """Return the greatest errors of each function in ulp: interpreted, native."""
    inputs: list[Tensor] = []
    lines: list[str] = []
    for name in FUNCTIONS:
        names = []
        for operand in _operands(name, dtype):
            names.append(f"%x{len(inputs)}")
            inputs.append(Tensor(operand))
        names += ["%one"] if name == "add" else []
        lines.append(f"  %{name} : Tensor = aten::{name}({', '.join(names)})")
    arguments = ", ".join(f"%x{number} : Tensor" for number in range(len(inputs)))
    results = ", ".join(f"%{name}" for name in FUNCTIONS)
    one = "  %one : int = prim::Constant[value=1]()"
    text = "\n".join([f"graph({arguments}):", one, *lines, f"  return ({results})"])
    module = parse_graph(text, "accuracy.graph")
    interpreted = run(Code.from_func(module.body.block.first_op), inputs)
    native = compile_func(module, "graph", inputs)(*inputs)
    return {
        name: (_error(name, dtype, a.array), _error(name, dtype, b.array))
        for name, a, b in zip(FUNCTIONS, interpreted, native, strict=True)
    }


def _error(name: str, dtype: type[Any], got: np.ndarray) -> float:
    wider = np.float64 if name in _IN_DOUBLE else WIDER[dtype]
    with np.errstate(all="ignore"):
        exact = FUNCTIONS[name][0](*(x.astype(wider) for x in _operands(name, dtype)))
        normal = np.abs(exact) >= np.finfo(dtype).tiny
        unit = np.spacing(np.abs(exact).astype(dtype)).astype(wider)
        return float(np.max(np.abs(got.astype(wider) - exact)[normal] / unit[normal]))


def bounds() -> dict[str, list[float]]:
    """Return the rows of the document: float32 interpreted and native, float64 interpreted and
    native."""
    rows = re.findall(r"^\| `(\w+)` \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \|$",
                      DOCUMENT.read_text(), re.MULTILINE)  # fmt: skip
    return {name: [float(number) for number in numbers] for name, *numbers in rows}


def test_the_document_has_every_function() -> None:
    assert sorted(bounds()) == sorted(FUNCTIONS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_float32_is_as_accurate_as_documented(name: str) -> None:
    interpreted, native = measure(np.float32)[name]
    assert interpreted <= bounds()[name][0]
    assert native <= bounds()[name][1]


@pytest.mark.skipif(not WIDE_ENOUGH, reason="needs a float wider than float64")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_float64_is_as_accurate_as_documented(name: str) -> None:
    interpreted, native = measure(np.float64)[name]
    assert interpreted <= bounds()[name][2]
    assert native <= bounds()[name][3]


def test_sums_products_quotients_and_roots_are_within_half_a_unit() -> None:
    """The bound of PyTorch's own tests is two units from the result in a wider float."""
    assert all(max(bounds()[name]) <= 2 for name in ("add", "mul", "div", "sqrt"))
