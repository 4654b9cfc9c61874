"""Conversions map values, cast those that leave them, and report every rule that fails."""

from __future__ import annotations

import pytest
from mlir_programs import module_of
from xdsl.dialects import arith, llvm, test
from xdsl.dialects.builtin import IndexType, ModuleOp, UnrealizedConversionCastOp, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.lowering.core.conversion import Conversion, ConversionRules
from xdsl_torchscript.lowering.core.diagnostics import FindingsError, fail


class IndexConversion(Conversion[SSAValue]):
    """Makes every index an i64."""

    def type(self, type: Attribute) -> Attribute:
        return i64 if isinstance(type, IndexType) else type


RULES: ConversionRules[IndexConversion] = ConversionRules("a conversion of indices")


@RULES.rule(arith.AddiOp)
def _(to: IndexConversion, op: arith.AddiOp) -> SSAValue:
    return to(llvm.AddOp(to.value(op.lhs), to.value(op.rhs)))


@RULES.rule(arith.MuliOp)
def _(to: IndexConversion, op: arith.MuliOp) -> SSAValue:
    fail(op, "is a product")


def ops_of(module: ModuleOp, *classes: type[Operation]) -> list[Operation]:
    return [op for op in module.walk() if isinstance(op, classes)]


def convert_text(text: str) -> ModuleOp:
    module = module_of(text)
    IndexConversion(RULES).run(module)
    module.verify()
    return module


def test_values_are_cast_where_operations_stay() -> None:
    module = convert_text("""
        %a = "test.op"() : () -> index
        %sum = arith.addi %a, %a : index
        %twice = arith.addi %sum, %sum : index
        "test.op"(%twice) : (index) -> ()
    """)
    first, last = ops_of(module, test.TestOp)
    before, after = ops_of(module, UnrealizedConversionCastOp)
    one, two = ops_of(module, llvm.AddOp)
    assert not ops_of(module, arith.AddiOp)
    assert before.operands[0] is first.results[0]
    assert list(one.operands) == [before.results[0]] * 2
    assert list(two.operands) == [one.results[0]] * 2, "no cast between converted operations"
    assert after.operands[0] is two.results[0]
    assert last.operands[0] is after.results[0]
    assert [one.results[0].name_hint, two.results[0].name_hint] == ["sum", "twice"]
    assert str(two.location) == 'loc("test.mlir":4:10)'


def test_regions_of_operations_without_a_rule_are_converted() -> None:
    module = convert_text("""
        "test.op"() ({
        ^body(%a: i64):
          %sum = arith.addi %a, %a : i64
          "test.termop"(%sum) : (i64) -> ()
        }) : () -> ()
    """)
    (sum,) = ops_of(module, llvm.AddOp)
    (end,) = ops_of(module, test.TestTermOp)
    assert end.operands[0] is sum.results[0]
    assert not ops_of(module, UnrealizedConversionCastOp), "the type is the same"


def test_every_failure_is_reported_without_those_that_follow() -> None:
    module = module_of("""
        %a = "test.op"() : () -> index
        %p = arith.muli %a, %a : index
        %follows = arith.muli %p, %a : index
        %q = arith.muli %a, %a : index
    """)
    with pytest.raises(FindingsError) as error:
        IndexConversion(RULES).run(module)
    assert [str(f.location) for f in error.value.findings] == [
        'loc("test.mlir":3:6)',
        'loc("test.mlir":5:6)',
    ]
    assert {f.message for f in error.value.findings} == {"'arith.muli' op is a product"}


def test_a_table_takes_one_rule_per_operation() -> None:
    with pytest.raises(ValueError, match=r"'arith.addi' has a conversion of indices already"):
        RULES.rule(arith.AddiOp)(lambda to, op: None)
