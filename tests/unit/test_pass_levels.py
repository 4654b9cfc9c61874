"""The runner checks the contracts of passes, and keeps analyses while they are valid."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import pytest
from mlir_programs import module_of
from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, UnitAttr, i64
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.transforms.canonicalize import CanonicalizePass

from xdsl_torchscript.lowering import pipelines
from xdsl_torchscript.lowering.core import level_check
from xdsl_torchscript.lowering.core.analyses import ALL, Analyses
from xdsl_torchscript.lowering.core.contracts import LEVELS
from xdsl_torchscript.lowering.core.diagnostics import FindingsError
from xdsl_torchscript.lowering.core.level_check import STOPS, passes_between
from xdsl_torchscript.lowering.core.levels import (
    LEVEL_NAMES,
    SCRIPT_ONLY,
    Residents,
    levels_in,
    levels_of,
)
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.core.registry import load_pass
from xdsl_torchscript.runtime.passes import pass_factories
from xdsl_torchscript.tools.opt.instruments import VerifyEach

TENSOR = "!ts.tensor<[2],f32>"
TS = f"""
func.func @f(%x: {TENSOR}) -> {TENSOR} {{
  %0 = aten.relu(%x) : ({TENSOR}) -> {TENSOR}
  func.return %0 : {TENSOR}
}}
"""


class Ops:
    """An analysis: how many operations there are."""

    made: ClassVar[list[Operation]] = []

    def __init__(self, root: Operation) -> None:
        self.count = sum(1 for _ in root.walk())
        self.made.append(root)


class MoreOps(Ops):
    """An analysis that is one of `Ops`."""


class OverOps:
    """An analysis that is constructed from another one."""

    over: ClassVar[tuple[type, ...]] = (Ops,)

    def __init__(self, root: Operation, ops: Ops) -> None:
        self.ops = ops


@dataclass(frozen=True)
class AskPass(TsPass):
    """Gets the analysis twice."""

    name = "ask"
    preserves = ALL

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        assert analyses.get(Ops, module) is analyses.get(Ops, module)
        assert analyses.get(MoreOps, module) is not analyses.get(Ops, module)


@dataclass(frozen=True)
class KeepPass(AskPass):
    """Gets the analysis and preserves it."""

    name = "keep"
    preserves = (Ops,)


@dataclass(frozen=True)
class ForgetPass(AskPass):
    """Gets the analysis and preserves nothing."""

    name = "forget"
    preserves = ()


@dataclass(frozen=True)
class MarkPass(AskPass):
    """Gets the analysis, and marks the module."""

    name = "mark"
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        super().run(ctx, module, analyses)
        module.attributes["mark"] = UnitAttr()


@dataclass(frozen=True)
class MarkAndKeepPass(MarkPass):
    """Marks the module, which the analysis does not read."""

    name = "mark-and-keep"
    preserves = (Ops,)


@pytest.mark.parametrize(
    ("steps", "made"),
    [
        ([AskPass(), KeepPass(), AskPass()], 2),
        ([MarkAndKeepPass(), AskPass()], 2),
        ([MarkAndKeepPass(), ForgetPass(), AskPass()], 4),
        ([MarkPass(), AskPass(), AskPass()], 4),
    ],
)
def test_an_analysis_is_kept_while_passes_preserve_it(steps: list[TsPass], made: int) -> None:
    Ops.made.clear()
    run_pipeline(steps, Context(), ModuleOp([]))
    assert len(Ops.made) == made


@pytest.mark.parametrize("step", [ForgetPass(), CanonicalizePass()])
def test_an_analysis_is_kept_while_the_program_is_unchanged(step: ModulePass) -> None:
    Ops.made.clear()
    run_pipeline([AskPass(), step, AskPass()], Context(), ModuleOp([]))
    assert len(Ops.made) == 2


def test_an_analysis_shares_those_that_it_is_built_on() -> None:
    analyses, module = Analyses(), ModuleOp([])
    found = analyses.get(OverOps, module)
    assert found.ops is analyses.get(Ops, module)
    module.attributes["mark"] = UnitAttr()
    analyses.invalidate(module)
    assert analyses.get(Ops, module) is not found.ops
    assert analyses.get(OverOps, module).ops is analyses.get(Ops, module)


def test_plain_xdsl_runs_a_pass_with_no_analysis_known() -> None:
    Ops.made.clear()
    module = ModuleOp([])
    AskPass().apply(Context(), module)
    AskPass().apply(Context(), module)
    assert len(Ops.made) == 4


def error_of(text: str, name: str) -> str:
    with pytest.raises(FindingsError) as caught:
        run_pipeline([load_pass(name)()], Context(), module_of(text))
    (finding,) = caught.value.findings
    return finding.message


def test_a_pass_at_the_wrong_level_names_the_passes_between() -> None:
    assert error_of(TS, "convert-te-to-loops") == (
        "'convert-te-to-loops' takes level 'te', but 'aten.relu' is of level 'ts'; "
        "run 'convert-ts-to-te' before it (ts-opt --pipeline=ts-to-te)"
    )
    assert error_of(TS, "vectorize-loops") == (
        "'vectorize-loops' takes level 'loops', but 'aten.relu' is of level 'ts'; run "
        "'convert-ts-to-te', 'convert-te-to-loops' before it "
        "(ts-opt --pipeline=ts-to-te,te-to-loops)"
    )
    assert error_of("func.func private @f() -> ()", "emit-packed-entry") == (
        "'emit-packed-entry' takes level 'llvm', but 'func.func' is of level 'script' to 'loops'; "
        "run 'convert-func-to-llvm' before it (ts-opt --pipeline=loops-to-llvm)"
    )


def test_no_pass_leads_up() -> None:
    assert error_of("llvm.func @f() {\n  llvm.return\n}", "fold-branches") == (
        "'fold-branches' takes level 'ts', but 'llvm.func' is of level 'llvm'"
    )


def test_a_type_of_another_level_is_found_where_no_operation_is() -> None:
    text = f"func.func @f(%x: {TENSOR}) {{\n  func.return\n}}"
    assert error_of(text, "inline-producers").startswith(
        "'inline-producers' takes level 'te', but type '!ts.tensor' is of level 'ts'; run "
    )


def test_a_level_is_checked_again_after_passes_that_may_leave_it() -> None:
    text = """
    func.func @f(%x: f32) -> f32 {
      %0 = arith.addf %x, %x : f32
      func.return %0 : f32
    }
    """
    steps = [load_pass(name)() for name in ("convert-arith-to-llvm", "vectorize-loops")]
    with pytest.raises(FindingsError, match=r"'llvm\.fadd' is of level 'llvm'"):
        run_pipeline(steps, Context(), module_of(text))


def test_a_level_is_checked_again_after_nested_passes() -> None:
    text = "builtin.module(fuse-loops,func.func(convert-arith-to-llvm),vectorize-loops)"
    module = module_of("""
    func.func @f(%x: f32) -> f32 {
      %0 = arith.addf %x, %x : f32
      func.return %0 : f32
    }
    """)
    with pytest.raises(FindingsError, match=r"'vectorize-loops' takes level 'loops', but"):
        run_pipeline(build_pipeline(text, pass_factories()), Context(), module)


def test_a_level_is_checked_once_for_passes_that_stay_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[Operation] = []

    class Counted(Residents):
        def __init__(self, root: Operation) -> None:
            searched.append(root)
            super().__init__(root)

    monkeypatch.setattr(level_check, "Residents", Counted)
    steps = [load_pass(name)() for name in ("fuse-loops", "cse", "fuse-rows", "lower-asserts")]
    run_pipeline(steps, Context(), ModuleOp([]))
    assert len(searched) == 1


def test_required_properties_are_checked() -> None:
    text = "func.func @f(%x: tuple<f32>) {\n  func.return\n}"
    assert error_of(text, "convert-te-to-loops") == (
        "'func.func' op block argument #0 has type tuple<f32>; values of this level are scalars "
        "and tensors of them ('convert-te-to-loops' requires 'te')"
    )


@dataclass(frozen=True)
class LiarPass(TsPass):
    """Claims that functions are gone."""

    name = "liar"
    ensures = ("no-func",)

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        """Do nothing."""


def test_ensured_properties_are_verified_after_a_pass() -> None:
    module = module_of("func.func private @f() -> ()")
    run_pipeline([LiarPass()], Context(), module)
    with pytest.raises(FindingsError, match=r"'func.func' op is left.*'liar' ensures 'no-func'"):
        run_pipeline([LiarPass()], Context(), module, [VerifyEach()])


@dataclass(frozen=True)
class LeavingPass(TsPass):
    """Adds a constant of llvm without stating that level."""

    name = "leaving"
    level = "loops"

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        module.body.block.add_op(llvm.ConstantOp(IntegerAttr(1, i64), i64))


def test_a_pass_that_leaves_its_level_is_found() -> None:
    run_pipeline([LeavingPass()], Context(), ModuleOp([]))
    with pytest.raises(FindingsError, match=r"constant.*'leaving' stays at level 'loops'"):
        run_pipeline([LeavingPass()], Context(), ModuleOp([]), [VerifyEach()])


def test_levels_are_those_of_the_contracts() -> None:
    assert tuple(LEVELS) == LEVEL_NAMES
    assert levels_in("ts") == ("script", "graph", "typed")
    assert levels_in("te") == ("te",)
    assert levels_of("test.op") == levels_of("arith.addi") == LEVEL_NAMES
    assert {"ts.class", "prim.CallMethod", "func.call"} <= {*SCRIPT_ONLY}
    assert "prim.If" not in SCRIPT_ONLY


def test_the_pipelines_of_hints_exist() -> None:
    hops = {f"{here}-to-{there}" for here, there in pairwise(STOPS.values())}
    assert hops <= pipelines.PIPELINES.keys()


def test_the_way_is_empty_between_equal_levels() -> None:
    assert passes_between("aten.relu", levels_of("aten.relu"), levels_in("ts")) == ()
