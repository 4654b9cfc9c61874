"""Each lowering refuses unsupported operands of any rank and number."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import f16, f32, f64, i1, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.constants import literal_attribute
from xdsl_torchscript.dialects.lazy import operator_table, schema_op
from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.types import (
    DeviceType,
    ListType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    VarType,
)
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.analysis.shapes import Shape, ShapeError
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import BUILTIN_LOWERINGS, refusal_of

_SHAPES: tuple[Shape, ...] = ((), (3,), (2, 3), ("s0", 3))
_OTHERS: tuple[Shape, ...] = ((), (4,))
_NUMBERS = (0, 1, -1, 3)
_OPERATORS = sorted(
    name for name in BUILTIN_LOWERINGS if name in operator_table() and name.startswith("aten.")
)


class _Call:
    """A call of an operator: its first tensor is of one shape, the others of another."""

    def __init__(self, name: str, dtype: Attribute, shape: Shape, other: Shape, number: int):
        self._made: list[Operation] = []
        self._dtype = dtype
        self._shape, self._other, self._number = shape, other, number
        schema = operator_table()[name]
        operands = [self._value(argument.type, argument.name) for argument in schema.arguments]
        stated = [returned.type for returned in schema.returns]
        call = schema_op(name).create(operands=operands, result_types=stated)
        try:
            found = result_types(call, STATED) or ()
        except (ShapeError, PromotionError):
            found = ()
        types = [type or old for type, old in zip(found, stated, strict=False)] or stated
        self.op = schema_op(name).create(operands=operands, result_types=types)
        self._block = Block([*self._made, self.op])

    def _value(self, type: Attribute, name: str) -> SSAValue:
        match type:
            case TensorType():
                shape, self._shape = self._shape, self._other
                tensor = TensorType.get(shape, i64 if name in ("index", "target") else self._dtype)
                return self._add(test.TestOp(result_types=[tensor]))
            case VarType():
                return self._value(i64, name)
            case ListType(element=element):
                parts = [self._value(element, name) for _ in range(1 if element == i64 else 2)]
                return self._add(ListConstructOp(parts, element))
            case OptionalType(element=element) if element == i64 and self._number:
                return self._value(element, name)
            case OptionalType():
                return self._add(ConstantOp.none())
            case _:
                return self._add(ConstantOp(literal_attribute(_LITERALS[type](self._number)), type))

    def _add(self, op: Operation) -> SSAValue:
        self._made.append(op)
        return op.results[0]


_LITERALS: dict[Attribute, Callable[[int], object]] = {
    i64: int,
    NumberType(): int,
    DeviceType(): lambda _: "cpu",
    f64: float,
    i1: bool,
    StrType(): str,
}


@pytest.mark.parametrize("dtype", [f32, f16], ids=str)
@pytest.mark.parametrize("name", _OPERATORS)
def test_refuses_rather_than_fails(name: str, dtype: Attribute) -> None:
    for shape, other, number in itertools.product(_SHAPES, _OTHERS, _NUMBERS):
        call = _Call(name, dtype, shape, other, number)
        assert refusal_of(call.op) != ""
