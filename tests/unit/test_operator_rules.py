"""Operator records: reading ours, and registering a user's, which is then typed and compiled."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from mlir_programs import module_of
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.families import Family
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.core.registry import pass_factories
from xdsl_torchscript.lowering.core.rule_table import RuleTable
from xdsl_torchscript.lowering.ts_to_te.pointwise.operators import pointwise_lowering
from xdsl_torchscript.lowering.ts_to_te.rule import REALS, PointwiseCall, PointwiseRule
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.operators.core import Implementation


def squashed(x: ts.Tensor, limit: float) -> np.ndarray:
    return (limit * np.tanh(x.array / limit)).astype(x.array.dtype)


def type_of_first(op: Operation, facts: Facts) -> list[Attribute]:
    return [facts.tensor_type_of(op.operands[0])]


def element(call: PointwiseCall) -> SSAValue:
    limit = call[1]
    return call.code.mul(limit, call.code.call("tanh", call.code.div(call[0], limit)))


ts.register_operator(
    "rules_test::squash(Tensor x, float limit=1.) -> Tensor",
    squashed,
    result_types=type_of_first,
    te_lowering=pointwise_lowering(PointwiseRule(element, takes=REALS)),
)


@ts.script
def twice_plus(x: ts.Tensor, y: ts.Tensor):
    if x.dim() == 0:
        return y
    return x * 2 + y


ts.register_operator(
    "rules_test::twice_plus(Tensor x, Tensor y) -> Tensor", decomposition=twice_plus
)

SQUASH = """
    func.func @f(%x: !ts.tensor<[3],f32>) -> !ts.tensor {
      %limit = prim.Constant 2.0 : f64
      %y = rules_test.squash(%x, %limit) : (!ts.tensor<[3],f32>, f64) -> !ts.tensor
      %z = aten.relu(%y) : (!ts.tensor) -> !ts.tensor
      func.return %z : !ts.tensor
    }
"""
TWICE_PLUS = """
    func.func @f(%x: !ts.tensor<[3],f32>) -> !ts.tensor {
      %y = rules_test.twice_plus(%x, %x) : (!ts.tensor<[3],f32>, !ts.tensor<[3],f32>) -> !ts.tensor
      func.return %y : !ts.tensor
    }
"""


def after(pipeline: str, text: str) -> ModuleOp:
    module = module_of(text)
    run_pipeline(build_pipeline(pipeline, pass_factories()), Context(), module)
    return module


@pytest.mark.parametrize("text", [SQUASH, TWICE_PLUS])
def test_an_own_operator_is_typed_as_one_of_ours(text: str) -> None:
    assert ": !ts.tensor\n" not in str(after("propagate-types,verify-level{level=typed}", text))


@pytest.mark.parametrize("text", [SQUASH, TWICE_PLUS])
def test_an_own_operator_runs_in_both_engines(text: str) -> None:
    x = ts.Tensor(np.array([-1.0, 0.5, 30.0], np.float32))
    (native,) = ts.compile_func(module_of(text), "f", [x])(x)
    (interpreted,) = ts.run(ts.Code.from_func(next(iter(module_of(text).ops))), [x])
    np.testing.assert_allclose(np.asarray(native), np.asarray(interpreted), rtol=1e-6)
    assert interpreted.tolist()[2] in (2.0, 90.0)


def test_a_decomposition_is_taken_apart() -> None:
    text = str(after("decompose-operators", TWICE_PLUS))
    assert "rules_test" not in text
    assert "aten.mul" in text


def test_an_operator_without_rules_is_refused_with_its_name() -> None:
    ts.register_operator("rules_test::bare(Tensor x) -> Tensor", lambda x: x)
    x = ts.Tensor(np.ones(3, np.float32))
    text = TWICE_PLUS.replace("twice_plus(%x, %x)", "bare(%x)").replace(
        "(!ts.tensor<[3],f32>, !ts.tensor<[3],f32>)", "(!ts.tensor<[3],f32>)"
    )
    with pytest.raises(NativeUnsupported, match=r"'rules_test.bare' op"):
        ts.compile_func(module_of(text), "f", [x])


def test_the_record_of_an_operator_of_ours() -> None:
    rules = ts.operator_rules("aten::add.Tensor")
    assert str(rules.schema).startswith("aten::add.Tensor(Tensor self")
    assert rules.family is Family.BINARY
    assert rules.result_types and rules.te_lowering and rules.implementation
    assert not rules.aliasing.opaque
    assert rules.decomposition is None
    assert rules.gradient is None
    outer = ts.operator_rules("aten.outer").decomposition
    assert outer is not None and outer.sym_name.data == "aten.outer"
    assert ts.operator_rules("aten::add_.Tensor").implementation is not None
    with pytest.raises(KeyError, match=r"no operator 'aten.ad'"):
        ts.operator_rules("aten::ad")


def test_the_record_of_an_own_operator() -> None:
    rules = ts.operator_rules("rules_test::squash")
    assert rules.result_types is type_of_first
    assert rules.te_lowering and rules.implementation and not rules.decomposition


def test_aliasing_beyond_the_schema() -> None:
    ts.register_operator(
        "rules_test::maybe(Tensor x) -> Tensor",
        lambda x: x,
        aliasing=lambda stated: replace(stated, may_return_operand=True),
    )
    assert ts.operator_rules("rules_test::maybe").aliasing.may_return_operand


def test_a_decomposition_of_another_type_is_refused() -> None:
    with pytest.raises(ValueError, match=r"'rules_test.three' is .*, but its decomposition is"):
        ts.register_operator("rules_test::three(Tensor x) -> Tensor", decomposition=twice_plus)


def test_a_rule_is_registered_once() -> None:
    table = RuleTable[Implementation]("a rule", {"aten.relu": squashed}.get)
    table.register("my.op", squashed)
    table.register("my.op", squashed)
    assert "my.op" in table and table["my.op"] is squashed
    with pytest.raises(ValueError, match=r"operator 'aten.relu' has a rule already"):
        table.register("aten.relu", element)
    with pytest.raises(KeyError, match=r"operator 'my.other' has no rule: a rule"):
        table["my.other"]
