"""Arguments for every pointwise operator, made from its schema: the cases on which the operator
library is compared with PyTorch, live or through `data/operators.npz`.

Everything here is a fixed literal, so that a case means the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.dialects.types import OptionalType, TensorType
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.operators.table import FAMILIES
from xdsl_torchscript.runtime.tensor import Tensor

GOLDEN = Path(__file__).with_name("data") / "operators.npz"

_FLOATS = [
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -7.25, 0.1, 1e-3, 12.0, -30.0, 88.0,
    np.inf, -np.inf, np.nan, 1e-30,
]  # fmt: skip
_INTS = [0, 1, -1, 2, -2, 3, 7, -7, 12, 31, 5, -4, 100, 6]

DTYPES = ("float32", "float64", "int64", "int32", "bool")
# The pairs of dtypes and shapes that two tensor operands take; one alone takes the first of each.
_PAIRS = [
    ("float32", "float32"), ("float64", "float64"), ("int64", "int64"), ("int32", "int32"),
    ("bool", "bool"), ("float32", "float64"), ("float32", "int64"), ("int32", "int64"),
    ("int64", "float32"), ("bool", "int32"), ("bool", "float32"),
]  # fmt: skip
_SHAPES = [((20,), (20,)), ((3, 4), (4,)), ((), (2, 3)), ((2, 3), ()), ((), ()), ((0, 3), (1, 3))]
_FIRST = [((20,), (20,))]

NUMBERS: dict[str, list[object]] = {
    "alpha": [1, 2],
    "value": [1, 2],
    "beta": [1, 2.0],
    "threshold": [1, 20],
    "decimals": [0, 2, -1],
    "rounding_mode": [None, "floor", "trunc"],
    "approximate": ["none", "tanh"],
    "eps": [None, 0.1],
    "min": [None, -1, 0.25],
    "max": [2, None, 0.75],
    "weight": [0.25, 0.75],
    "negative_slope": [0.01],
    "lambd": [0.5],
    "scale": [1, 2.0],
    "input_scale": [1, 0.5],
    "min_val": [-1, 0],
    "max_val": [1, 6],
    "rtol": [1e-5],
    "atol": [1e-8],
    "equal_nan": [False, True],
    "non_blocking": [False],
    "nan": [None, 3.5],
    "posinf": [None, 7.0],
    "neginf": [-8.0, None],
    "p": [0.5],
    "train": [False],
}
_SCALARS: list[object] = [2, -3, 0.5, True]
_SKIPPED = {"aten.equal", "aten.allclose", "aten.is_nonzero", "aten.glu", "aten.relu_", "aten.abs_",
            "aten._prelu_kernel", "aten.log_sigmoid_forward"}  # fmt: skip
_COMPOSITE = ("aten.relu6", "aten.selu", "aten.log_sigmoid", "aten.square", "aten.isclose",
              "aten.float_power.Tensor_Tensor", "aten.float_power.Tensor_Scalar",
              "aten.float_power.Scalar")  # fmt: skip
"""Made of others, and no less pointwise."""
POINTWISE = ("arithmetic", "math", "activation", "comparison", "logical")


@dataclass(frozen=True)
class Case:
    """A call of an operator. `arguments` are arrays, numbers, strings and None."""

    name: str
    label: str
    arguments: tuple[object, ...]

    @property
    def key(self) -> str:
        return f"{self.name} {self.label}"


_LOOSE = {"aten.gelu": 2e-7}
"""Absolute tolerances in float32 where the formula cancels, for PyTorch as for us."""


def difference(name: str, expected: object, got: object) -> str | None:
    """Return the difference of the array or exception `got` from `expected`, or None.

    Elements agree within the tolerance of the dtype; exceptions are not distinguished.
    """
    if isinstance(expected, Exception) or isinstance(got, Exception):
        both = isinstance(expected, Exception) and isinstance(got, Exception)
        return None if both else f"expected {expected!r}, got {got!r}"
    if (expected.dtype, expected.shape) != (got.dtype, got.shape):
        return f"expected {expected.dtype}{expected.shape}, got {got.dtype}{got.shape}"
    if expected.dtype.kind != "f":
        return None if np.array_equal(expected, got) else f"expected {expected}, got {got}"
    relative = 2e-6 if expected.dtype == np.float32 else 1e-13
    absolute = max(relative / 100, _LOOSE.get(name, 0.0))
    close = np.allclose(got, expected, rtol=relative, atol=absolute, equal_nan=True)
    return None if close else f"expected {expected}, got {got}"


def call(name: str, *arguments: object) -> object:
    """Return the result of an operator of the library."""
    run = implementation_of(name)
    assert run is not None
    with quiet():
        return run(*arguments)


def our_answer(case: Case) -> object:
    """Return the result of the operator library as an array, or its exception."""
    values = [Tensor(a) if isinstance(a, np.ndarray) else a for a in case.arguments]
    try:
        return call(case.name, *values).array
    except (ArithmeticError, RuntimeError, TypeError, ValueError) as error:
        return error


def operator_names() -> list[str]:
    table = operator_table()
    names = [n for family in POINTWISE for n in FAMILIES[family] if n not in _SKIPPED]
    return [n for n in (*names, *_COMPOSITE) if n in table]


def array(dtype: str, shape: tuple[int, ...], start: int) -> np.ndarray:
    """Return values of a dtype, taken from a fixed list in steps that meet all pairs of values."""
    count = int(np.prod(shape))
    if dtype == "bool":
        values = [(start + i * (1 + start)) % 3 == 0 for i in range(count)]
    else:
        pool = _FLOATS if dtype.startswith("float") else _INTS
        values = [pool[(start + i * (1 + 2 * start)) % len(pool)] for i in range(count)]
    return np.array(values, dtype=dtype).reshape(shape)


_NO_INFINITIES = {"aten.gelu"}
"""PyTorch's vectorised kernel answers NaN at infinity, its scalar one infinity."""


def _finite(values: np.ndarray) -> np.ndarray:
    return np.where(np.isinf(values), values.dtype.type(4), values)


def _is_tensor(argument: object) -> bool:
    type = argument.type.element if isinstance(argument.type, OptionalType) else argument.type
    return isinstance(type, TensorType)


def _tensor_pairs(count: int, full: bool) -> Iterator[tuple[tuple[str, str], tuple]]:
    if count == 1:
        for dtype in DTYPES:
            for shape in ((20,), (), (0, 3)) if full else ((20,),):
                yield (dtype, dtype), (shape, shape)
        return
    for pair in _PAIRS:
        for shapes in _SHAPES if pair[0] == "float32" and full else _FIRST:
            yield pair, shapes


def _numbers(schema: FunctionSchema) -> Iterator[tuple[object, ...]]:
    """Yield values for the arguments other than tensors, from all lists in parallel."""
    lists: list[list[object]] = []
    for argument in schema.arguments:
        if _is_tensor(argument):
            continue
        values = NUMBERS.get(argument.name, _SCALARS)
        optional = isinstance(argument.type, OptionalType)
        lists.append([v for v in values if optional or v is not None])
    for i in range(max(map(len, lists), default=1)):
        yield tuple(values[i % len(values)] for values in lists)


def cases(name: str, full: bool = True) -> Iterator[Case]:
    """Yield the calls of an operator; `full` adds shapes to the dtypes."""
    schema = operator_table()[name]
    tensors = sum(map(_is_tensor, schema.arguments))
    for dtypes, shapes in _tensor_pairs(tensors, full):
        for numbers in _numbers(schema):
            rest = iter(numbers)
            arguments: list[object] = []
            seen = 0
            for argument in schema.arguments:
                if not _is_tensor(argument):
                    arguments.append(next(rest))
                    continue
                boolean = argument.name in ("condition", "mask")
                dtype = "bool" if boolean else dtypes[min(seen, 1)]
                values = array(dtype, shapes[min(seen, 1)], seen)
                arguments.append(_finite(values) if name in _NO_INFINITIES else values)
                seen += 1
            yield Case(name, f"{dtypes} {shapes} {numbers}", tuple(arguments))


_KINDS = ("error", *DTYPES)


def pack(answers: list[tuple[str, object]]) -> dict[str, np.ndarray]:
    """Many small arrays as few large ones: keys, kinds (dtype or error), sizes, all bytes. The
    shapes are left out, the cases without `full` are all of one dimension."""
    keys, kinds, sizes, data = [], [], [], bytearray()
    for key, answer in answers:
        failed = isinstance(answer, Exception)
        keys.append(key)
        kinds.append(0 if failed else _KINDS.index(str(answer.dtype)))
        sizes.append(0 if failed else answer.size)
        data += b"" if failed else answer.tobytes()
    return {
        "keys": np.array("\n".join(keys)),
        "kinds": np.array(kinds, np.uint8),
        "sizes": np.array(sizes, np.uint16),
        "data": np.frombuffer(bytes(data), np.uint8),
    }


def unpack(stored: dict[str, np.ndarray]) -> dict[str, object]:
    """Return the results of `pack` by key; exceptions are not distinguished."""
    answers: dict[str, object] = {}
    start = 0
    rows = zip(str(stored["keys"]).split("\n"), stored["kinds"], stored["sizes"], strict=True)
    for key, kind, size in rows:
        if kind == 0:
            answers[key] = ValueError("refused by PyTorch")
            continue
        dtype = np.dtype(_KINDS[kind])
        end = start + int(size) * dtype.itemsize
        answers[key] = np.frombuffer(stored["data"][start:end].tobytes(), dtype)
        start = end
    return answers
