"""The type and the value of results, over all pairs of element types and kinds of operand."""

from __future__ import annotations

import itertools
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

torch = pytest.importorskip("torch")

import xdsl_torchscript as ts  # noqa: E402

NAMES = (
    "bool", "uint8", "int8", "int16", "int32", "int64", "float16", "bfloat16", "float32",
    "float64", "complex64", "complex128",
)  # fmt: skip
NUMBERS = (True, 2, 2.5, 1.5 - 2j)
REFUSALS = (RuntimeError, ValueError, TypeError, IndexError, ArithmeticError, AttributeError)
NOT_ASKED = re.compile(
    r"ComplexHalf|invalid combination|must be (a )?(Tensor|tuple)|has no attribute|"
    r"unsupported operand|not 'Tensor'|must be Number"
)
"""Calls that Python's side of PyTorch does not pass on, and complex numbers of two float16."""
ROUNDING = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-5, "float64": 1e-12,
            "complex64": 1e-5, "complex128": 1e-12}  # fmt: skip

LEFT, RIGHT = [[3, -2, 0], [5, -7, 1]], [[2, 3, -4], [-3, 1, 2]]

Call = Callable[..., object]


def operands(values: list[list[int]]) -> Iterator[tuple[str, object]]:
    for name in NAMES:
        tensor = torch.tensor(values).to(getattr(torch, name))
        yield name, tensor
        yield f"{name}()", tensor[1, 0].clone()


def pairs() -> Iterator[tuple[str, object, object]]:
    left, right = list(operands(LEFT)), list(operands(RIGHT))
    numbers = [(repr(n), n) for n in NUMBERS]
    for (a, x), (b, y) in itertools.chain(
        itertools.product(left, right + numbers), itertools.product(numbers, right)
    ):
        yield f"{a}, {b}", x, y


def ours_of(value: object) -> object:
    return ts.Tensor.of(value.clone()) if isinstance(value, torch.Tensor) else value


def answer(call: Call, *arguments: object) -> object:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return call(*arguments)
    except REFUSALS as error:
        return error


def unequal(theirs: object, ours: object) -> str | None:
    if isinstance(theirs, Exception) and NOT_ASKED.search(str(theirs)):
        return None
    if getattr(theirs, "dtype", None) == torch.complex32 or "complex32" in str(ours):
        return None
    if isinstance(theirs, Exception) and isinstance(ours, Exception):
        return None
    if isinstance(theirs, Exception) or isinstance(ours, Exception):
        kind = "accepts" if isinstance(theirs, Exception) else "refuses"
        return f"{kind}: theirs {theirs!r:.110} ours {ours!r:.110}"
    if not isinstance(theirs, torch.Tensor):
        return None if theirs == ours and type(theirs) is type(ours) else f"{theirs!r} {ours!r}"
    name = str(theirs.dtype).removeprefix("torch.")
    if not isinstance(ours, ts.Tensor) or name != ours.dtype.torch_name:
        return f"type {getattr(ours, 'dtype', ours)}, theirs {name}"
    if tuple(theirs.shape) != ours.array.shape:
        return f"sizes {ours.array.shape}, theirs {tuple(theirs.shape)}"
    wide = torch.complex128 if theirs.is_complex() else torch.float64
    expected = (theirs.to(wide) if name in ROUNDING else theirs).resolve_conj().numpy()
    got = ours.array.astype(expected.dtype)
    tolerance = ROUNDING.get(name, 0)
    if np.allclose(got, expected, rtol=tolerance, atol=tolerance, equal_nan=True):
        return None
    return f"values {got.tolist()}, theirs {expected.tolist()}"


def disagreements(name: str, call: Callable[[object], Call]) -> tuple[int, Counter[str]]:
    """Return the number of calls, and the differences by pair of types."""
    asked, wrong = 0, Counter[str]()
    theirs, ours = call(torch), call(ts)
    for told, x, y in pairs():
        if "out" in name and not (isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor)):
            continue
        asked += 1
        mine = ours_of(x), ours_of(y)
        expected = answer(
            theirs, *(v.clone() if isinstance(v, torch.Tensor) else v for v in (x, y))
        )
        found = unequal(expected, answer(ours, *mine))
        if found:
            wrong[f"{name}({told}): {found}"] += 1
    return asked, wrong


def _named(name: str, **options: object) -> Callable[[object], Call]:
    return lambda library: lambda x, y: getattr(library, name)(x, y, **options)


def _method(name: str) -> Callable[[object], Call]:
    return lambda library: lambda x, y: getattr(x, name)(y)


def _expression(run: Call) -> Callable[[object], Call]:
    return lambda library: lambda x, y: run(library, x, y)


BINARY = (
    "add", "sub", "mul", "div", "true_divide", "floor_divide", "remainder", "fmod", "pow", "eq",
    "ne", "lt", "le", "gt", "ge", "maximum", "minimum", "fmax", "fmin", "atan2", "hypot",
    "copysign", "nextafter", "bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift",
    "bitwise_right_shift", "logical_and", "logical_or", "logical_xor", "gcd", "lcm", "rsub",
    "float_power", "xlogy", "logaddexp", "ldexp", "heaviside",
)  # fmt: skip
IN_PLACE = (
    "add_", "sub_", "mul_", "div_", "floor_divide_", "remainder_", "fmod_", "pow_", "eq_", "lt_",
    "bitwise_and_", "bitwise_or_", "logical_and_", "atan2_", "copysign_", "masked_fill_",
    "__ilshift__", "copy_", "fill_",
)  # fmt: skip
SCALARS = ("__add__", "__radd__", "__rsub__", "__rtruediv__", "__rfloordiv__", "__rmod__",
           "__rpow__", "__and__", "__lshift__", "__rshift__")  # fmt: skip


def real_bounds(y: object) -> tuple[object, int]:
    """Return the bound adjusted to PyTorch: it reads half of a complex bound for a real tensor.

    A bound of uint8 must be an int8.
    """
    odd = isinstance(y, complex) or any(t in str(getattr(y, "dtype", "")) for t in ("comp", "uint"))
    return (1 if odd else y), 4


CALLS: dict[str, Callable[[object], Call]] = {
    **{name: _named(name) for name in BINARY},
    **{name: _method(name) for name in (*IN_PLACE, *SCALARS)},
    "div floor": _named("div", rounding_mode="floor"),
    "div trunc": _named("div", rounding_mode="trunc"),
    "add alpha": _named("add", alpha=2),
    "add float alpha": _named("add", alpha=1.5),
    "sub alpha": _named("sub", alpha=3),
    "where": _expression(lambda lib, x, y: lib.where(lib.tensor([True, False, True]), x, y)),
    "cat": _expression(lambda lib, x, y: lib.cat([x, y])),
    "stack": _expression(lambda lib, x, y: lib.stack([x, y])),
    "addcmul": _expression(lambda lib, x, y: lib.addcmul(x, y, y, value=2)),
    "addcdiv": _expression(lambda lib, x, y: lib.addcdiv(x, y, y)),
    "lerp": _expression(lambda lib, x, y: lib.lerp(x, y, 0.25)),
    "lerp tensor": _expression(lambda lib, x, y: lib.lerp(x, x, y)),
    "clamp": _expression(lambda lib, x, y: lib.clamp(x, *real_bounds(y))),
    "clamp_min": _expression(lambda lib, x, y: lib.clamp_min(x, y)),
    "masked_fill": _expression(lambda lib, x, y: x.masked_fill(x == x, y)),
    "add out": _expression(lambda lib, x, y: lib.add(x, x, out=y)),
    "div out": _expression(lambda lib, x, y: lib.div(x, 2, out=y)),
    "lt out": _expression(lambda lib, x, y: lib.lt(x, x, out=y)),
    "sum out": _expression(lambda lib, x, y: lib.sum(x, [0], out=y)),
    "index_put": _expression(lambda lib, x, y: x.index_put((lib.tensor([0]),), y)),
    "index_add": _expression(lambda lib, x, y: x.index_add(0, lib.tensor([0, 1]), y)),
    "scatter": _expression(lambda lib, x, y: x.scatter(0, lib.tensor([[0, 1, 0]]), y)),
    "matmul": _expression(lambda lib, x, y: lib.matmul(x, y.t())),
    "dot": _expression(lambda lib, x, y: lib.dot(x[0], y[0])),
    "outer": _expression(lambda lib, x, y: lib.outer(x[0], y[0])),
    "isclose": _named("isclose"),
    "mul scalar tensor": _expression(lambda lib, x, y: x * lib.scalar_tensor(2, dtype=lib.float64)),
}


@pytest.mark.parametrize("name", CALLS)
def test_pairs(name: str) -> None:
    asked, wrong = disagreements(name, CALLS[name])
    assert asked > 500 or "out" in name
    assert not wrong, f"{len(wrong)} of {asked}\n" + "\n".join(list(wrong)[:30])
