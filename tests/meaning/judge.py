"""Whether a pass keeps the meaning of a program."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import Enum

from observation import observe
from programs import Program
from subjects import Subject
from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.pass_runner import CRASHES, run_pipeline
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
    """The pass crashed, or what it left does not verify."""


WRONG = (Outcome.DIFFERS, Outcome.INVALID)


@dataclass(frozen=True)
class Verdict:
    """The outcome of a pass on a program, with what was found."""

    outcome: Outcome
    reason: str = ""
    module: ModuleOp | None = None


def judge(program: Program, subject: Subject) -> Verdict:
    """Apply a pass to a copy of a program, run it and compare what can be observed."""
    module = program.module.clone()
    try:
        with redirect_stdout(io.StringIO()):
            run_pipeline(subject.steps(program), LazyContext(), module)
    except PassFailedException as error:
        outcome = Outcome.INVALID if isinstance(error.__cause__, CRASHES) else Outcome.REFUSED
        return Verdict(outcome, str(error), module)
    if module.is_structurally_equivalent(program.module):
        return Verdict(Outcome.UNCHANGED)
    findings = verify_all(module)
    if findings:
        return Verdict(Outcome.INVALID, f"does not verify: {findings[0].message}", module)
    try:
        reason = program.observation.difference(observe(module, program.inputs))
    except MissingOperatorsError as error:
        return Verdict(Outcome.INVALID, f"does not run: {error}", module)
    return Verdict(Outcome.DIFFERS, reason, module) if reason else Verdict(Outcome.SAME)
