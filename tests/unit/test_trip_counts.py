"""Bounds of loops that are known not to be negative."""

from __future__ import annotations

import pytest
from xdsl.context import Context
from xdsl.dialects import arith, builtin, func
from xdsl.ir import SSAValue
from xdsl.parser import Parser

from xdsl_torchscript.lowering.analysis.trip_counts import is_natural


def value_of(body: str, name: str = "r") -> SSAValue:
    """Return a value of a function of the size %s and the integer %n."""
    context = Context()
    for dialect in (arith.Arith, builtin.Builtin, func.Func):
        context.load_dialect(dialect)
    text = f"func.func @f(%s: index, %n: i64) {{ {body} func.return }}"
    module = Parser(context, text).parse_module()
    results = (result for op in module.walk() for result in op.results)
    return next(result for result in results if result.name_hint == name)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("%r = arith.constant 0 : index", True),
        ("%r = arith.constant -1 : index", False),
        ("%r = arith.addi %s, %s : index", True),
        ("%r = arith.subi %s, %s : index", False),
        ("%r = arith.index_cast %n : i64 to index", False),
        ("%z = arith.constant 0 : i64 %m = arith.maxsi %n, %z : i64 "
         "%r = arith.index_cast %m : i64 to index", True),
        ("%i = arith.index_cast %n : i64 to index %r = arith.maxsi %i, %s : index", True),
        ("%i = arith.index_cast %n : i64 to index %r = arith.addi %i, %s : index", False),
        ("%r = arith.addi %n, %n : i64", False),
        ("%i = arith.index_cast %n : i64 to index %t = arith.constant 2 : index "
         "%r = arith.divui %i, %t : index", True),
    ],
)  # fmt: skip
def test_natural_numbers(body: str, expected: bool) -> None:
    assert is_natural(value_of(body)) is expected


def test_each_operand_is_visited_once() -> None:
    sums = [f"%v{i} = arith.addi %v{i - 1}, %v{i - 1} : index" for i in range(1, 64)]
    body = " ".join(["%v0 = arith.addi %s, %s : index", *sums])
    assert is_natural(value_of(body, "v63")), "2^63 paths lead to %s"
