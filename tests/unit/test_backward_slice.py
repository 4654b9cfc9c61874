"""Backward slices, and the cost of what follows operands: a value used twice is visited once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from line_count import grows_linearly, lines_run
from mlir_programs import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import SSAValue

from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.ranges import Range
from xdsl_torchscript.lowering.core.backward_slice import backward_slice, slice_inputs
from xdsl_torchscript.lowering.core.registry import load_pass
from xdsl_torchscript.lowering.ts.functions import defined_functions
from xdsl_torchscript.lowering.ts.fusion.create_fusion_groups import create_fusion_groups

DIAMOND = """
func.func @f(%a: i64, %b: i64) -> i64 {
  %n = aten.neg.int(%b) : (i64) -> i64
  %s = aten.add.int(%a, %n) : (i64, i64) -> i64
  %p = aten.mul.int(%s, %s) : (i64, i64) -> i64
  %d = aten.sub.int(%p, %s) : (i64, i64) -> i64
  func.return %d : i64
}
"""


def returned(module: ModuleOp) -> SSAValue:
    (value,) = next(op for op in module.walk() if isinstance(op, ReturnOp)).operands
    return value


def names(values: list[SSAValue]) -> str:
    return " ".join(value.name_hint or "" for value in values)


def test_operands_come_first_and_once() -> None:
    result = returned(module_of(DIAMOND))
    assert names(backward_slice([result], lambda op: True)) == "a b n s p d"


def test_operands_of_other_operations_are_left_out() -> None:
    result = returned(module_of(DIAMOND))
    assert names(backward_slice([result], lambda op: op.name != "aten.neg.int")) == "a n s p d"
    assert names(slice_inputs([result], lambda op: op.name != "aten.neg.int")) == "a n"


# Programs of values that are used twice. With one step per path, eight times the length would
# take 2^28 times as long.

TYPE = '!ts.tensor<[2,3],f32, device="cpu", requires_grad=false>'


def queries_of_sizes(count: int) -> ModuleOp:
    """Return products of which only the sizes are read, as well as one sum."""
    product = f"%y{{}} = aten.mul.Tensor(%y{{}}, %y{{}}) : ({TYPE}, {TYPE}) -> {TYPE}"
    lines = "\n".join(product.format(k + 1, k, k) for k in range(count))
    return module_of(f"""
    func.func @f(%y0: {TYPE}) -> (!ts.list<i64>, {TYPE}) {{
      {lines}
      %t = aten.tanh(%y{count}) : ({TYPE}) -> {TYPE}
      %n = aten.size(%y{count}) : ({TYPE}) -> !ts.list<i64>
      func.return %n, %t : !ts.list<i64>, {TYPE}
    }}""")


def views(count: int) -> ModuleOp:
    """Return views, each with the sizes of the one before, and two pointwise operators."""
    view = f"%y{{}} = aten.view_as(%y{{}}, %y{{}}) : ({TYPE}, {TYPE}) -> {TYPE}"
    lines = "\n".join(view.format(k + 1, k, k) for k in range(count))
    return module_of(f"""
    func.func @f(%y0: {TYPE}) -> {TYPE} {{
      {lines}
      %t = aten.tanh(%y{count}) : ({TYPE}) -> {TYPE}
      %z = aten.mul.Tensor(%t, %y{count}) : ({TYPE}, {TYPE}) -> {TYPE}
      func.return %z : {TYPE}
    }}""")


def doublings(count: int) -> str:
    """Return sums of `%s0`, and so on, with themselves."""
    return "\n".join(
        f"%s{k + 1} = aten.add.int(%s{k}, %s{k}) : (i64, i64) -> i64" for k in range(count)
    )


def sums_of_sizes(count: int) -> ModuleOp:
    """Return sums of a size with themselves, of which a trace takes a quotient."""
    return module_of(f"""
    func.func @f(%x: !ts.tensor) -> i64 {{
      %s0 = aten.dim(%x) : (!ts.tensor) -> i64
      {doublings(count)}
      %t = prim.NumToTensor.Scalar(%s{count}) : (i64) -> !ts.tensor
      %two = prim.Constant dense<2> : tensor<i64> : !ts.tensor
      %down = prim.Constant "trunc" : !ts.str
      %h = aten.div.Tensor_mode(%t, %two, %down)
         : (!ts.tensor, !ts.tensor, !ts.str) -> !ts.tensor
      %m = aten.Int.Tensor(%h) : (!ts.tensor) -> i64
      func.return %m : i64
    }}""")


def sums_of_clamped(count: int) -> ModuleOp:
    """Return doubled numbers from 0 to 3."""
    return module_of(f"""
    func.func @f(%n: i64) -> i64 {{
      %three = prim.Constant 3 : i64
      %zero = prim.Constant 0 : i64
      %c = prim.min.int(%n, %three) : (i64, i64) -> i64
      %s0 = prim.max.int(%c, %zero) : (i64, i64) -> i64
      {doublings(count)}
      func.return %s{count} : i64
    }}""")


@pytest.mark.parametrize(
    ("pass_name", "program", "result"),
    [
        ("create-fusion-groups", queries_of_sizes, "prim.TensorExprGroup"),
        ("scalarize-integers", sums_of_sizes, "aten.floordiv.int"),
    ],
)
def test_a_pass_takes_linear_time(
    pass_name: str, program: Callable[[int], ModuleOp], result: str
) -> None:
    def cost(count: int) -> int:
        module = program(count)
        lines = lines_run(lambda: load_pass(pass_name)().apply(Context(), module))
        assert any(op.name == result for op in module.walk())
        return lines

    cost(1)  # Later calls find the operators loaded.
    assert grows_linearly(cost, 4)


def test_views_of_views_take_linear_time() -> None:
    def cost(count: int) -> int:
        (function,) = defined_functions(views(count))
        return lines_run(lambda: create_fusion_groups(function, lambda op: None))

    cost(1)
    assert grows_linearly(cost, 4)


def test_a_range_takes_linear_time() -> None:
    def cost(count: int) -> int:
        value = returned(sums_of_clamped(count))
        return lines_run(lambda: STATED.range_of(value))

    assert STATED.range_of(returned(sums_of_clamped(3))) == Range(low=0, high=24)
    assert grows_linearly(cost, 4)
