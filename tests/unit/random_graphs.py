"""Random programs as graph text, for comparing the ways to execute them.

Programs use every operator with a pointwise rule, and views, casts, constants, run-time numbers,
branches, loops and tuples. They cover eight dtypes, all ranks up to 4, sizes around the width of
vectors, broadcasting, and special values. The operator library computes each value while the
program grows, so that every operator gets operands on which it is defined.

A value is *exact* if its operators round at most once each; every engine must give the same bits.
It is *close* if one operator with a tolerance computed it from exact values. Values computed from
close ones are checked only for dtype and shape.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from operator_cases import NUMBERS

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.dialects.types import ListType, OptionalType, TensorType
from xdsl_torchscript.lowering.ts_to_te.pointwise.operators import POINTWISE_RULES
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet
from xdsl_torchscript.runtime.tensor import Tensor


class Trust(IntEnum):
    EXACT = 0
    CLOSE = 1
    NONE = 2


DTYPES = ("float32", "float64", "int64", "int32", "bool", "int8", "uint8", "int16")
_SIZES = (0, 1, 2, 3, 7, 8, 9, 17)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -7.25, 0.1, 1e-3, 88.0,
           np.inf, -np.inf, np.nan, 1e-40, 3e38, -1e30)  # fmt: skip
_INTS = (0, 1, -1, 2, -2, 3, 7, -7, 12, 31, 5, -4, 100, 6)

_EXACT = frozenset(
    """
    add sub subtract rsub mul multiply div divide true_divide floor_divide remainder fmod neg abs
    square sign sgn floor ceil round trunc fix frac reciprocal sqrt maximum max minimum min fmax
    fmin clamp clip clamp_min clamp_max nan_to_num copysign relu relu6 hardtanh leaky_relu threshold
    threshold_backward hardshrink softshrink eq ne lt le gt ge bitwise_and bitwise_or bitwise_xor
    bitwise_not bitwise_left_shift bitwise_right_shift __and__ __or__ __xor__ __lshift__ __rshift__
    logical_not logical_and logical_or logical_xor isnan isinf isfinite isposinf isneginf signbit
    where masked_fill t transpose permute unsqueeze squeeze expand flatten reshape select slice
    narrow to clone contiguous ones_like zeros_like full_like
    """.split()
)
_SCALED = frozenset({"add", "sub", "subtract", "rsub"})
"""With an `alpha`, PyTorch rounds product and sum once."""

_VIEWS = ("t", "transpose", "unsqueeze", "flatten", "select", "slice", "reshape", "expand")
_TORCH_CODES = {"uint8": 0, "int8": 1, "int16": 2, "int32": 3, "int64": 4, "float32": 6,
                "float64": 7, "bool": 11}  # fmt: skip


_COMPILED_IN = frozenset({"rounding_mode", "approximate", "decimals"})
"""Arguments that choose the code."""


@dataclass(frozen=True)
class Value:
    """A value of the program: its name, type and data, and the trust in its elements."""

    name: str
    type: str
    data: Any
    trust: Trust = Trust.EXACT
    made_by: str = "input"


def array(source: random.Random, dtype: str, shape: Sequence[int]) -> np.ndarray:
    """Special values and ordinary ones."""
    count = int(np.prod(shape, dtype=int))
    if dtype == "bool":
        values: list[Any] = [source.random() < 0.5 for _ in range(count)]
    elif dtype.startswith("float"):
        pick = source.choice
        values = [pick((pick(_FLOATS), source.uniform(-9, 9))) for _ in range(count)]
    else:
        limits = np.iinfo(dtype)
        extremes = (limits.min, limits.max, limits.max - 1)
        pool = (_INTS, _INTS, _INTS, extremes)
        values = [source.choice(source.choice(pool)) for _ in range(count)]
        values = [v if limits.min <= v <= limits.max else -v for v in values]
    with quiet():
        return np.array(values).astype(dtype).reshape(shape)


def _optional(type: object) -> object:
    return type.element if isinstance(type, OptionalType) else type


class RandomGraph:
    """A program: `text`, `inputs`, and its `results`, all with the library's values."""

    def __init__(self, seed: int, *, dtypes: Sequence[str] = DTYPES, operators: int = 8) -> None:
        self.random = random.Random(seed)
        self.dtypes = dtypes
        self.lines: list[str] = []
        self.values: list[Value] = []
        self.count = 0
        self.table = operator_table()
        self.names = sorted(POINTWISE_RULES)
        self.shape = self._shape()
        self.arguments = [self._argument(i) for i in range(self.random.randint(1, 4))]
        self.arguments += [Value("n", "int", self.random.choice((-3, 0, 2, 5)))]
        self.arguments += [Value("f", "float", self.random.choice((0.5, -2.0, 3.0, 0.1)))]
        self.arguments += [Value("b", "bool", self.random.random() < 0.5)]
        self.values += self.arguments
        self._grow(self.random.randint(1, operators))
        made = [v for v in self.values if v not in self.arguments and v.type == "Tensor"]
        few = self.random.sample(made, self.random.randint(1, len(made))) if made else []
        self.results = [v for v in made if v in few] or [self.arguments[0]]

    def _grow(self, operators: int) -> None:
        done = tries = 0
        while done < operators and tries < 200:
            tries += 1
            kind = self.random.randrange(12)
            step = {0: self._view, 1: self._view, 2: self._cast, 3: self._branch, 4: self._loop}
            done += step.get(kind, self._pointwise)()

    @property
    def text(self) -> str:
        arguments = ", ".join(f"%{v.name} : {v.type}" for v in self.arguments)
        results = ", ".join(f"%{v.name}" for v in self.results)
        types = ", ".join("Tensor" for _ in self.results)
        last = [f"  %results : ({types}) = prim::TupleConstruct({results})", "  return (%results)"]
        return "\n".join([f"graph({arguments}):", *self.lines, *last])

    @property
    def inputs(self) -> list[Any]:
        return [v.data for v in self.arguments]

    # Inputs and operands

    def _shape(self) -> tuple[int, ...]:
        return tuple(self.random.choice(_SIZES) for _ in range(self.random.randrange(5)))

    def _argument(self, number: int) -> Value:
        """Return a tensor that broadcasts with the others."""
        shape = [s if self.random.random() < 0.75 else 1 for s in self.shape]
        shape = shape[self.random.choice((0, 0, 0, self.random.randint(0, len(shape)))) :]
        data = Tensor(array(self.random, self.random.choice(self.dtypes), shape))
        return Value(f"x{number}", "Tensor", data)

    def _tensor(self) -> Value:
        tensors = [v for v in self.values if v.type == "Tensor"]
        good = [v for v in tensors if v.trust is Trust.EXACT]
        pool = good if good and self.random.random() < 0.9 else tensors
        return self.random.choice(pool)

    def _fresh(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def _constant(self, value: object, lines: list[str]) -> Value:
        name = self._fresh()
        kinds = {bool: "bool", int: "int", float: "float", str: "str", type(None): "NoneType"}
        kind = kinds[type(value)]
        text = f'"{value}"' if isinstance(value, str) else str(value)
        text = str(int(value)) if isinstance(value, bool) else text
        shown = "" if value is None else f"[value={text}]"
        lines.append(f"  %{name} : {kind} = prim::Constant{shown}()")
        return Value(name, kind, value)

    def _number(self, name: str, optional: bool) -> object:
        choices = [v for v in NUMBERS.get(name, [2, -3, 0.5, True]) if optional or v is not None]
        return self.random.choice(choices)

    # Operators

    def _call(self, name: str, operands: Sequence[Value], lines: list[str]) -> int:
        """Add a call if the library can answer it."""
        function = implementation_of(name)
        try:
            with quiet():
                data = function(*(v.data for v in operands))
        except (ArithmeticError, TypeError, ValueError, IndexError):
            return 0
        if not isinstance(data, Tensor) or data.array.size > 20000:
            return 0
        kind = name.split(".")[1]
        result = Value(self._fresh(), "Tensor", data, self._trust(kind, operands, data), name)
        uses = ", ".join(f"%{v.name}" for v in operands)
        lines.append(f"  %{result.name} : Tensor = aten::{kind}({uses})")
        self.lines += lines
        self.values.append(result)
        return 1

    def _trust(self, kind: str, operands: Sequence[Value], data: Tensor) -> Trust:
        if kind in ("ones_like", "zeros_like"):
            return Trust.EXACT
        tensors = [v for v in operands if v.type == "Tensor"]
        if any(v.trust is not Trust.EXACT for v in tensors):
            return Trust.NONE
        integral = data.array.dtype.kind in "iub"
        if kind == "to":
            # Float to integer is undefined out of range.
            source = tensors[0].data.array
            risky = integral and data.array.dtype.kind != "b" and source.dtype.kind == "f"
            return Trust.NONE if risky else Trust.EXACT
        scaled = kind in _SCALED and operands[2].data != 1
        exact = integral or (kind in _EXACT and not scaled)
        return Trust.EXACT if exact else Trust.CLOSE

    def _pointwise(self) -> int:
        name = self.random.choice(self.names)
        schema: FunctionSchema = self.table[name]
        lines: list[str] = []
        operands: list[Value] = []
        for argument in schema.arguments:
            plain = _optional(argument.type)
            optional = isinstance(argument.type, OptionalType)
            if isinstance(plain, TensorType):
                missing = optional and self.random.random() < 0.3
                operands.append(self._constant(None, lines) if missing else self._tensor())
                continue
            known = argument.name in _COMPILED_IN
            numbers = [v for v in self.values if v.type in ("int", "float", "bool")]
            if not known and not isinstance(plain, ListType) and self.random.random() < 0.25:
                operands.append(self.random.choice(numbers))
                continue
            operands.append(self._constant(self._number(argument.name, optional), lines))
        if not self._fits(name, operands, schema):
            return 0
        return self._call(name, operands, lines)

    def _fits(self, name: str, operands: Sequence[Value], schema: FunctionSchema) -> bool:
        """Scalar types that the schema takes."""
        for value, argument in zip(operands, schema.arguments, strict=True):
            spelled = str(argument.spelling).rstrip("?")
            if spelled == "Scalar" and value.type == "bool":
                return False  # a bool is not a number in TorchScript
            if spelled == "float" and value.type not in ("float", "NoneType"):
                return False
            if spelled == "int" and value.type not in ("int", "NoneType"):
                return False
            if spelled == "bool" and value.type != "bool":
                return False
        return True

    def _ints(self, numbers: Sequence[int], lines: list[str]) -> Value:
        parts = [self._constant(n, lines) for n in numbers]
        name = self._fresh()
        uses = ", ".join(f"%{p.name}" for p in parts)
        lines.append(f"  %{name} : int[] = prim::ListConstruct({uses})")
        return Value(name, "int[]", list(numbers))

    def _view(self) -> int:
        x, kind, lines = self._tensor(), self.random.choice(_VIEWS), []
        rank, shape = x.data.array.ndim, x.data.shape
        axis = self.random.randrange(rank) if rank else 0
        if kind == "t":
            return self._call("aten.t", [x], lines)
        if kind == "unsqueeze":
            return self._call(
                "aten.unsqueeze", [x, self._constant(self.random.choice((0, -1)), lines)], lines
            )
        if kind == "flatten":
            operands = [x, self._constant(0, lines), self._constant(-1, lines)]
            return self._call("aten.flatten.using_ints", operands, lines)
        if kind == "reshape":
            operands = [x, self._ints(tuple(reversed(shape)), lines)]
            return self._call("aten.reshape", operands, lines)
        if rank == 0:
            return 0
        if kind == "expand":
            sizes = [3 if s == 1 else -1 for s in shape]
            operands = [x, self._ints(sizes, lines), self._constant(False, lines)]
            return self._call("aten.expand", operands, lines)
        if kind == "transpose":
            operands = [x, self._constant(axis, lines), self._constant(-1, lines)]
            return self._call("aten.transpose.int", operands, lines)
        if kind == "select":
            index = self.random.choice((0, -1, shape[axis] // 2))
            operands = [x, self._constant(axis, lines), self._constant(index, lines)]
            return self._call("aten.select.int", operands, lines)
        bounds = [self.random.choice((None, 0, 1, -2, 5, 100)) for _ in range(2)]
        step = self.random.choice((1, 1, 2, 3))
        numbers = [self._constant(n, lines) for n in (axis, *bounds, step)]
        return self._call("aten.slice.Tensor", [x, *numbers], lines)

    def _cast(self) -> int:
        x, lines = self._tensor(), []
        operands = [x, self._constant(_TORCH_CODES[self.random.choice(self.dtypes)], lines)]
        operands += [self._constant(False, lines), self._constant(False, lines)]
        return self._call("aten.to.dtype", [*operands, self._constant(None, lines)], lines)

    # Control flow

    def _change(self, x: str, result: str) -> str:
        kind = self.random.choice(("neg", "abs", "relu", "mul"))
        uses = f"%{x}, %{x}" if kind == "mul" else f"%{x}"
        return f"%{result} : Tensor = aten::{kind}({uses})"

    def _changed(self, x: Value) -> Tensor | None:
        return x.data if x.data.array.dtype.kind != "b" else None

    def _apply(self, line: str, data: Tensor) -> Tensor:
        kind = line.split("aten::")[1].split("(")[0]
        name = "aten.mul.Tensor" if kind == "mul" else f"aten.{kind}"
        with quiet():
            return implementation_of(name)(*([data, data] if kind == "mul" else [data]))

    def _branch(self) -> int:
        """Add an If whose branches change a tensor differently."""
        x = self._tensor()
        if self._changed(x) is None:
            return 0
        then, other, result = self._fresh(), self._fresh(), self._fresh()
        first, second = self._change(x.name, then), self._change(x.name, other)
        condition = self.values[len(self.arguments) - 1]
        self.lines += [f"  %{result} : Tensor = prim::If(%b)", "    block0():", f"      {first}",
                       f"      -> (%{then})", "    block1():", f"      {second}",
                       f"      -> (%{other})"]  # fmt: skip
        data = self._apply(first if condition.data else second, x.data)
        self.values.append(Value(result, "Tensor", data, x.trust, "if"))
        return 1

    def _loop(self) -> int:
        x, lines = self._tensor(), []
        if self._changed(x) is None:
            return 0
        true = self._constant(True, lines)
        trips = self.values[len(self.arguments) - 3]
        carried, changed, result = self._fresh(), self._fresh(), self._fresh()
        change = self._change(carried, changed)
        self.lines += [*lines, f"  %{result} : Tensor = prim::Loop(%n, %{true.name}, %{x.name})",
                       f"    block0(%i{result} : int, %{carried} : Tensor):", f"      {change}",
                       f"      -> (%{true.name}, %{changed})"]  # fmt: skip
        data = x.data
        for _ in range(trips.data):
            data = self._apply(change, data)
        self.values.append(Value(result, "Tensor", data, x.trust, "loop"))
        return 1


def disagreement(value: Value, got: np.ndarray) -> str | None:
    """Return the fault of an engine's result for a value, or None."""
    expected = value.data.array
    if (expected.dtype, expected.shape) != (got.dtype, got.shape):
        return f"expected {expected.dtype}{expected.shape}, got {got.dtype}{got.shape}"
    if value.trust is Trust.NONE:
        return None
    if expected.dtype.kind != "f" or value.trust is Trust.EXACT:
        same = np.array_equal(expected, got, equal_nan=expected.dtype.kind == "f")
    else:
        tolerance = 1e-5 if expected.dtype == np.float32 else 1e-12
        with np.errstate(all="ignore"):
            same = np.allclose(got, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
    return None if same else f"expected {expected!r}, got {got!r}"
