"""The transformations that a function's schedule lists are applied to its loops, in order.

    func.func @f(...) attributes {te.schedule = ["split-loop{loop=j factor=8}",
                                                 "reorder-loops{loops=jo,i,ji}"]} {
      scf.for %i = %c0 to %c5 step %c1 {
        scf.for %j = %c0 to %c16 step %c1 {
          ...
  ->
    func.func @f(...) {
      scf.for %jo = %c0 to %c2 step %c1 {
        scf.for %i = %c0 to %c5 step %c1 {
          scf.for %ji = %c0 to %c8 step %c1 {
            ...

An element of `te.schedule` is the text of a pass, as `ts-opt -p` takes it, which runs on this
function alone. Before the first one, loops without a name get that of their counter (`name-loops`).
A te function keeps the attribute when it is lowered to loops, where an axis is a counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, StringAttr
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import Finding, FindingsError, fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pass_runner import run_inside_pass
from xdsl_torchscript.lowering.core.pipeline_text import (
    PipelineError,
    PipelineStep,
    build_pipeline,
)
from xdsl_torchscript.lowering.core.registry import pass_factories
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.schedule.name_loops import name_loops

SCHEDULE = "te.schedule"
"""The attribute of a function with the passes to apply to it."""


def _texts_of(function: func.FuncOp, schedule: Attribute) -> list[str]:
    if not isa(schedule, ArrayAttr[StringAttr]):
        fail(function, f"'{SCHEDULE}' must be an array of strings, found {schedule}")
    return [text.data for text in schedule]


def _steps_of(function: func.FuncOp, text: str) -> Sequence[PipelineStep]:
    try:
        return build_pipeline(text, pass_factories())
    except PipelineError as error:
        fail(function, f"'{SCHEDULE}' has the element '{text}': {error.reason}")


def _apply(ctx: Context, function: func.FuncOp, schedule: Attribute) -> None:
    texts = _texts_of(function, schedule)
    steps = [_steps_of(function, text) for text in texts]
    del function.attributes[SCHEDULE]
    name_loops(function)
    for text, passes in zip(texts, steps, strict=True):
        try:
            run_inside_pass(passes, ctx, function)
        except FindingsError as error:
            where = f"(in '{SCHEDULE}': '{text}')"
            raise FindingsError(
                [Finding(f.location, f"{f.message} {where}") for f in error.findings]
            ) from error


@dataclass(frozen=True)
class ApplySchedulePass(TsPass):
    """Apply the transformations in `te.schedule` of each function."""

    name = "apply-schedule"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in operations_of(module, func.FuncOp):
            schedule = function.attributes.get(SCHEDULE)
            if schedule is not None:
                _apply(ctx, function, schedule)
