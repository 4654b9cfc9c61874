"""Ops as passes call them: overloads, defaults, constants, conversions, types and locations."""

from __future__ import annotations

import pytest
from mlir_programs import module_of
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.refinement import inference
from xdsl_torchscript.lowering.core.op_builder import OpBuilder

TENSOR = "!ts.tensor<[2,3],f32>"
TEXT = f"""
    func.func @f(%x: {TENSOR}, %n: i64) -> {TENSOR} {{
      func.return %x : {TENSOR}
    }}
"""


class Program:
    """The function of TEXT, with a builder before its end."""

    def __init__(self) -> None:
        self.module: ModuleOp = module_of(TEXT)
        function = next(iter(self.module.ops))
        assert isinstance(function, FuncOp)
        self.x, self.n = function.body.block.args
        (self.end,) = function.body.block.ops
        self.b = OpBuilder.before(self.end)

    def lines(self) -> list[str]:
        """Return the ops before the terminator, without their types."""
        self.module.verify()
        return [line.split(" : ")[0].strip() for line in str(self.module).splitlines()[2:-3]]


def test_the_overload_and_the_defaults_follow_from_the_arguments() -> None:
    p = Program()
    y = p.b.aten.add(p.x, p.x)
    p.b.aten.add(y, 2.5, alpha=3)
    p.b.aten.sum(p.x)
    assert p.lines() == [
        "%0 = prim.Constant 1",
        "%1 = aten.add.Tensor(%x, %x, %0)",
        "%2 = prim.Constant 2.500000e+00",
        "%3 = prim.Constant 3",
        "%4 = aten.add.Scalar(%1, %2, %3)",
        "%5 = prim.Constant",
        "%6 = aten.sum(%x, %5)",
    ]


def test_constants_are_shared_but_lists_are_not() -> None:
    p = Program()
    assert p.b.constant(1) is p.b.value(1)
    assert len({p.b.constant(value) for value in (1, 1.0, True, None, "1", 0.0, -0.0)}) == 7
    p.b.aten.permute(p.x, [1, 0])
    p.b.aten.permute(p.x, [1, 0])
    assert sum("prim.Constant [1" in line for line in p.lines()) == 2


def test_lists_may_hold_values() -> None:
    p = Program()
    p.b.aten.cat([p.x, p.x], 1)
    p.b.aten.reshape(p.x, [p.n, 3])
    found = p.lines()
    assert "%0 = prim.ListConstruct(%x, %x)" in found
    assert any("prim.ListConstruct(%n, " in line for line in found)


def test_a_number_converts_to_a_list_of_fixed_length() -> None:
    p = Program()
    p.b.aten.max_pool2d(p.x, 2)
    assert p.lines()[1].endswith("prim.ListConstruct(%0, %0)")


def test_types_are_those_of_the_schema_or_inferred() -> None:
    p = Program()
    assert str(p.b.aten.relu(p.x).type) == "!ts.tensor"
    typed = p.b.with_inference(inference(STATED))
    assert str(typed.aten.sum(typed.aten.relu(p.x), [1]).type) == "!ts.tensor<[2],f32>"


def test_the_location_is_that_of_the_replaced_op() -> None:
    p = Program()
    value: SSAValue = p.b.aten.mul(p.x, 2)
    op = value.owner
    assert isinstance(op, Operation) and isinstance(op.location, FileLineColLoc)
    assert op.location == p.end.location == op.operands[1].owner.location


def test_several_results_need_op() -> None:
    p = Program()
    assert len(p.b.op("aten::max", p.x, 0).results) == 2
    with pytest.raises(ValueError, match=r"'aten::max' has 2 results: use OpBuilder.op"):
        p.b.aten.max(p.x, 0)


def test_a_call_that_no_overload_takes_is_an_error_with_reasons() -> None:
    p = Program()
    with pytest.raises(ValueError, match=r"no overload of 'aten::relu' takes \(int\)"):
        p.b.aten.relu(p.n)
