"""Checks that a pass preserves the meaning of a program."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from enum import Enum

from observation import TierDiffersError
from random_programs import Program
from subjects import Subject
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.crashes import CRASHES
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, step_text
from xdsl_torchscript.lowering.core.verification import verify_all
from xdsl_torchscript.runtime.errors import MissingOperatorsError


class Outcome(Enum):
    UNCHANGED = "unchanged"
    """The pass did nothing."""

    SAME = "same"
    """The program changed and its meaning did not."""

    REFUSED = "refused"
    """The pass gave up with an error that names a reason."""

    DIFFERS = "differs"
    """The meaning changed."""

    INVALID = "invalid"
    """The pass crashed, or its result does not verify."""


_VERIFIED = 3
"""The fraction of results that is verified: verification takes as long as a run."""
_CONTEXT = LazyContext()

WRONG = (Outcome.DIFFERS, Outcome.INVALID)


@dataclass(frozen=True)
class Verdict:
    """The outcome of a pass on a program, with its reason."""

    outcome: Outcome
    reason: str = ""
    module: ModuleOp | None = None


def judge(program: Program, subject: Subject, exact: bool = True) -> Verdict:
    """Apply passes to a copy of a program, run it and compare the observable results.

    If a pipeline refuses, shorter prefixes of it are judged. Unless `exact`, elements may differ by
    roundings."""
    steps = subject.steps(program)
    verdict = _judge_steps(program, steps, exact)
    while verdict.outcome is Outcome.REFUSED and len(steps) > 1:
        steps = steps[:-1]
        verdict = _judge_steps(program, steps, exact)
    if verdict.outcome in WRONG and len(steps) > 1:
        return _at_first_wrong_step(program, steps, exact)
    return verdict


def _at_first_wrong_step(program: Program, steps: Sequence[PipelineStep], exact: bool) -> Verdict:
    for count in range(1, len(steps) + 1):
        verdict = _judge_steps(program, steps[:count], exact)
        if verdict.outcome in WRONG:
            last = step_text(steps[count - 1])
            return replace(verdict, reason=f"after {last}: {verdict.reason}")
    raise AssertionError("the verdict on equal steps changed")


def _judge_steps(program: Program, steps: Sequence[PipelineStep], exact: bool) -> Verdict:
    module = program.borrow()
    try:
        with redirect_stdout(io.StringIO()):
            run_pipeline(steps, _CONTEXT, module)
    except PassFailedException as error:
        outcome = Outcome.INVALID if isinstance(error.__cause__, CRASHES) else Outcome.REFUSED
        return Verdict(outcome, str(error), module)
    except Exception as error:  # noqa: BLE001 - whatever else a pass raises is a fault of it
        return Verdict(Outcome.INVALID, f"crashed: {type(error).__name__}: {error}", module)
    if module.is_structurally_equivalent(program.module):
        program.give_back(module)
        return Verdict(Outcome.UNCHANGED)
    findings = verify_all(module) if program.seed % _VERIFIED == 0 else ()
    if findings:
        return Verdict(Outcome.INVALID, f"does not verify: {findings[0].message}", module)
    try:
        reason = program.observation.difference(program.observe(module), exact, every_stride=exact)
    except MissingOperatorsError as error:
        return Verdict(Outcome.INVALID, f"does not run: {error}", module)
    except TierDiffersError as error:
        return Verdict(Outcome.DIFFERS, str(error), module)
    return Verdict(Outcome.DIFFERS, reason, module) if reason else Verdict(Outcome.SAME)
