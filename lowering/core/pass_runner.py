"""Execution of a pipeline over a module, observed by instruments.

A nested pass runs on a separate module that contains only its anchor operation, since xDSL's passes
take modules. The operation returns to its place afterwards, with the operations added next to it.
So symbol look-ups of a nested pass see only that operation.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.crashes import CRASHES
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.level_check import KnownLevels, check_level, keeps_level
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, step_text
from xdsl_torchscript.lowering.core.registry import load


class Instrument:
    """An observer of passes. `scope` is the module that the pass sees."""

    def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        """Observe that `step` is about to run."""

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        """Observe that `step` has run."""

    def after_failure(self, step: ModulePass, scope: ModuleOp) -> None:
        """Observe that `step` raised; `scope` is as it left it."""

    def before_step(self, remaining: Sequence[PipelineStep], module: ModuleOp) -> None:
        """Observe that the first of the `remaining` outermost steps is about to run."""

    def after_step(self, step: PipelineStep, module: ModuleOp) -> None:
        """Observe that an outermost step has run; an exception here counts as the step's
        failure."""

    def after_step_failure(self, remaining: Sequence[PipelineStep], module: ModuleOp) -> None:
        """Observe that the first of the `remaining` outermost steps raised."""


_INSTRUMENTS: ContextVar[Sequence[Instrument]] = ContextVar("instruments", default=())
"""The observers of the pipeline that is running."""


def run_pipeline(
    steps: Sequence[PipelineStep],
    ctx: Context,
    module: ModuleOp,
    instruments: Sequence[Instrument] = (),
) -> None:
    """Run `steps` in order. Analyses are kept from pass to pass while they are valid.

    Raises FindingsError for a module that a pass does not accept. Raises PassFailedException, with
    its cause, if a pass failed or crashed. Instruments observe the failure first.
    """
    analyses, token = Analyses(), _INSTRUMENTS.set(instruments)
    try:
        for index, step in enumerate(steps):
            _run_outermost(step, steps[index:], ctx, module, analyses, instruments)
    finally:
        _INSTRUMENTS.reset(token)


def run_inside_pass(steps: Sequence[PipelineStep], ctx: Context, op: Operation) -> None:
    """Run `steps` on one operation, as part of a pass of the pipeline whose instruments observe
    them. Raises as `run_pipeline` does."""
    _run_nested(steps, ctx, op, Analyses(), _INSTRUMENTS.get())


def _run_outermost(
    step: PipelineStep,
    remaining: Sequence[PipelineStep],
    ctx: Context,
    module: ModuleOp,
    analyses: Analyses,
    instruments: Sequence[Instrument],
) -> None:
    for instrument in instruments:
        instrument.before_step(remaining, module)
    try:
        _run_step(step, ctx, module, (module,), analyses, instruments)
        for instrument in instruments:
            instrument.after_step(step, module)
    except BaseException:
        for instrument in instruments:
            instrument.after_step_failure(remaining, module)
        raise


def _run_step(
    step: PipelineStep,
    ctx: Context,
    scope: ModuleOp,
    anchors: Iterable[Operation],
    analyses: Analyses,
    instruments: Sequence[Instrument],
) -> None:
    """Run one step; `anchors` are the operations of the current level of nesting."""
    if isinstance(step, ModulePass):
        _run_pass(step, ctx, scope, analyses, instruments)
        return
    for anchor in tuple(anchors):
        for op in _children(anchor, step.anchor):
            _run_nested(step.steps, ctx, op, analyses, instruments)


def _run_pass(
    step: ModulePass,
    ctx: Context,
    scope: ModuleOp,
    analyses: Analyses,
    instruments: Sequence[Instrument],
) -> None:
    for instrument in instruments:
        instrument.before_pass(step, scope)
    try:
        _apply(step, ctx, scope, analyses)
    except BaseException as error:
        for instrument in instruments:
            instrument.after_failure(step, scope)
        if isinstance(error, CRASHES):
            place = traceback.extract_tb(error.__traceback__)[-1]
            raise PassFailedException(
                f"pass '{step_text(step)}' crashed, which is a bug in the pass: "
                f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
            ) from error
        raise
    for instrument in instruments:
        instrument.after_pass(step, scope)


def _apply(step: ModulePass, ctx: Context, scope: ModuleOp, analyses: Analyses) -> None:
    """Run the pass on a module that it accepts. Passes of xDSL have no contract to check."""
    if isinstance(step, TsPass):
        check_level(step, scope, analyses)
        if step.requires:
            load("core.properties:check_required")(step, scope)
        step.run(ctx, scope, analyses)
        level = (KnownLevels,) if keeps_level(step) else ()
        analyses.invalidate_all(preserved=(*step.preserves, *level))
    else:
        step.apply(ctx, scope)
        analyses.invalidate_all()


def _children(parent: Operation, anchor: str) -> Iterator[Operation]:
    """Yield the operations directly inside `parent` that `anchor` names, as of the start."""
    children = [op for region in parent.regions for block in region.blocks for op in block.ops]
    for op in children:
        still_there = op.parent_op() is parent
        if still_there and (op.name == anchor or (anchor == "any" and op.regions)):
            yield op


def _run_nested(
    steps: Sequence[PipelineStep],
    ctx: Context,
    op: Operation,
    analyses: Analyses,
    instruments: Sequence[Instrument],
) -> None:
    """Run the steps on a module that borrows `op`, then move its contents back.

    Raises PassFailedException if a pass splits the module's block, as lowering to branches does.
    """
    block = op.parent
    if block is None:
        return
    successor = op.next_op
    op.detach()
    scope = ModuleOp([op])
    scope.location = op.location
    try:
        for inner in steps:
            _run_step(inner, ctx, scope, scope.body.blocks[0].ops, analyses, instruments)
            if len(scope.body.blocks) > 1:
                raise PassFailedException(
                    f"'{step_text(inner)}' splits the block around '{op.name}'; "
                    "run it on an operation further out"
                )
    finally:
        analyses.invalidate_all()  # No pass was asked what it preserves of the module around.
        ops = tuple(scope.body.blocks[0].ops)
        for result in ops:
            result.detach()
        if successor is None:
            block.add_ops(ops)
        else:
            block.insert_ops_before(ops, successor)
