"""Operators that are said never to raise exist, and run on extreme operands."""

from __future__ import annotations

import itertools

import pytest
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.prim import PRIM
from xdsl_torchscript.dialects.schema.table import operator_table, schema_named
from xdsl_torchscript.dialects.types import StrType
from xdsl_torchscript.lowering.analysis.raising import POINTWISE, TOTAL
from xdsl_torchscript.runtime.interpreter.code import implementation_of

_EXTREMES: dict[Attribute, tuple[object, ...]] = {
    i64: (0, 1, -1, -(2**63), 2**63 - 1),
    f64: (0.0, -1.5, 1e308, float("inf"), float("nan")),
    i1: (True, False),
    StrType(): ("", "é"),
}


def test_every_name_is_an_op() -> None:
    names = TOTAL | POINTWISE
    assert not [n for n in names if n not in operator_table() and not PRIM.lookup(n)]


@pytest.mark.parametrize("name", sorted(TOTAL))
def test_scalar_operators_have_a_result_for_all_operands(name: str) -> None:
    function = implementation_of(name)
    assert function is not None
    choices = [_EXTREMES.get(argument.type, ()) for argument in schema_named(name).arguments]
    for operands in itertools.product(*choices):
        function(*operands)
