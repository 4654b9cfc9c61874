"""A type rule answers for any operands, or refuses them: it never crashes."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.dtypes import DTYPES
from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import (
    Dim,
    ListType,
    NumberType,
    OptionalType,
    StrType,
    TensorType,
    VarType,
)
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.result_types import (
    RESULT_TYPES,
    exact_result_types,
    result_answers,
)
from xdsl_torchscript.lowering.analysis.shapes import ShapeError

SIZES: tuple[Dim, ...] = (None, 0, 1, 1, 2, 3, 4, 6, "s0", "s1", "s0*2", "s0-1")
STRINGS = "mean none sum constant reflect floor linear same valid fro nuc a->b ij,jk->ik ...i->"

INTS = (0, 1, -1, 2, 3, -2, 5, 7, -9, 2**63 - 1, -(2**63))
FLOATS = (0.0, 1.0, -1.5, 0.5, math.inf, math.nan, 1e300)

_CONSTANTS: dict[Attribute, Callable[[Random], ConstantOp]] = {
    i64: lambda random: ConstantOp.from_int(random.choice(INTS)),
    f64: lambda random: ConstantOp.from_float(random.choice(FLOATS)),
    i1: lambda random: ConstantOp.from_bool(random.random() < 0.5),
    StrType(): lambda random: ConstantOp.from_str(random.choice(STRINGS.split())),
    NumberType(): lambda random: _CONSTANTS[random.choice((i64, f64, i1))](random),
}

CHOICES = 60
"""The number of values of each type that calls choose from."""


class Operands:
    """Random values by type: arguments of a block, constants and lists."""

    def __init__(self, seed: int) -> None:
        self.random, self.block = Random(seed), Block()
        self.choices: dict[Attribute, list[SSAValue]] = {}

    def one(self, declared: Attribute) -> SSAValue:
        if declared not in self.choices:
            self.choices[declared] = [self._made(declared) for _ in range(CHOICES)]
        return self.random.choice(self.choices[declared])

    def _made(self, declared: Attribute) -> SSAValue:
        if isinstance(declared, OptionalType):
            absent = self.random.random() < 0.4
            return self._added(ConstantOp.none()) if absent else self._made(declared.element)
        if isinstance(declared, TensorType | VarType):
            return self.block.insert_arg(self._tensor(), 0)
        if self.random.random() < 0.15:
            return self.block.insert_arg(declared, 0)
        if isinstance(declared, ListType):
            elements = [self._made(declared.element) for _ in range(self.random.randrange(5))]
            open_ = isinstance(declared.element, VarType)
            return self._added(
                ListConstructOp(elements, TensorType.get() if open_ else declared.element)
            )
        if declared in _CONSTANTS:
            return self._added(_CONSTANTS[declared](self.random))
        return self.block.insert_arg(declared, 0)

    def _added(self, op: Operation) -> SSAValue:
        self.block.add_op(op)
        return op.results[0]

    def _tensor(self) -> TensorType:
        sizes = [self.random.choice(SIZES) for _ in range(self.random.randrange(5))]
        dtype = self.random.choice(DTYPES).type
        known = self.random.random() > 0.15, self.random.random() > 0.1
        return TensorType.get(sizes if known[0] else None, dtype if known[1] else None)

    def call(self, op_name: str) -> Operation:
        schema = schema_named(op_name)
        types = [returned.type for returned in schema.returns]
        return schema_op(op_name).create(
            operands=[self.one(argument.type) for argument in schema.arguments],
            result_types=[TensorType.get() if isinstance(t, VarType) else t for t in types],
        )


@cache
def operators_with_rules() -> list[str]:
    """Return the operators with a rule."""
    table = operator_table()
    names = (name for space in table.namespaces() for name in table.op_names(space))
    return [name for name in names if name in RESULT_TYPES]


def crash(op: Operation) -> str | None:
    """Return an exception of a rule other than its declared errors, or None."""
    for ask in (result_answers, exact_result_types):
        try:
            answers = ask(op, STATED)
        except (NotConstantError, ShapeError, PromotionError):
            continue
        except Exception as error:  # noqa: BLE001 - this is the question
            return f"{op.name}: {error!r}"
        if answers is None or len(answers) != len(op.results):
            return f"{op.name}: {answers} for {len(op.results)} results"
    return None


@pytest.mark.parametrize("seed", range(2))
def test_a_rule_answers_or_refuses(seed: int) -> None:
    operands = Operands(seed)
    crashes: list[str | None] = []
    for name in operators_with_rules():
        op = operands.call(name)
        crashes.append(crash(op))
        op.drop_all_references()
    assert [found for found in crashes if found] == []
