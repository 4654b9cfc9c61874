"""Operators listed as never raising exist, and run on extreme operands."""

from __future__ import annotations

import itertools

import pytest
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Block, Operation

from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import PRIM
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.types import NumberType, StrType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.raising import DIVISIONS, POINTWISE, TOTAL, may_raise
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.core import quiet

_EXTREMES: dict[Attribute, tuple[object, ...]] = {
    i64: (0, 1, -1, -(2**63), 2**63 - 1),
    f64: (0.0, -1.5, 1e308, float("inf"), float("nan")),
    i1: (True, False),
    StrType(): ("", "é"),
}


def test_every_name_is_an_op() -> None:
    names = TOTAL | DIVISIONS | POINTWISE
    assert not [n for n in names if n not in operator_table() and not PRIM.lookup(n)]


@pytest.mark.parametrize("name", sorted(TOTAL))
def test_scalar_operators_have_a_result_for_all_operands(name: str) -> None:
    function = implementation_of(name)
    assert function is not None
    choices = [_EXTREMES.get(argument.type, ()) for argument in schema_named(name).arguments]
    with quiet():
        for operands in itertools.product(*choices):
            function(*operands)


def _call(name: str, types: list[Attribute], result: Attribute) -> Operation:
    block = Block(arg_types=types)
    return schema_op(name).create(operands=[*block.args], result_types=[result])


@pytest.mark.parametrize("types", [[i64, f64], [i64, i64], [f64, i1]])
@pytest.mark.parametrize("name", ["aten.gt", "aten.eq", "aten.add", "prim.max", "aten.div"])
def test_operators_of_any_numbers_have_a_result_for_known_types(
    name: str, types: list[Attribute]
) -> None:
    assert not may_raise(_call(name, types, NumberType()), STATED)


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("aten.gt", [NumberType(), i64]),  # It may be complex.
        ("aten.div", [f64, NumberType()]),
        ("aten.remainder", [i64, i64]),  # by zero
        ("aten.Int.Scalar", [f64]),  # It may be NaN.
        ("aten.Int.Scalar", [NumberType()]),
    ],
)
def test_operators_of_any_numbers_may_raise_for_others(name: str, types: list[Attribute]) -> None:
    assert may_raise(_call(name, types, NumberType()), STATED)


@pytest.mark.parametrize("name", sorted(DIVISIONS))
def test_divisions_have_a_result_for_all_divisors_but_zero(name: str) -> None:
    function = implementation_of(name)
    assert function is not None
    dividends, divisors = (_EXTREMES[a.type] for a in schema_named(name).arguments)
    for dividend, divisor in itertools.product(dividends, divisors):
        if divisor:
            function(dividend, divisor)
