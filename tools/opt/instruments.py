"""Instruments of ts-opt around each pass: print the IR, verify, measure time."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from io import StringIO

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.number_text import NumberPrinter
from xdsl_torchscript.lowering.analysis.verification import verify_program
from xdsl_torchscript.lowering.core.diagnostics import Finding, raise_findings
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pass_runner import Instrument
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, step_text
from xdsl_torchscript.lowering.core.registry import load


@dataclass(frozen=True)
class PrintStyle:
    """The format of IR between passes."""

    generic: bool = False
    locations: bool = False

    def text(self, module: ModuleOp) -> str:
        stream = StringIO()
        printer = NumberPrinter(
            stream, print_generic_format=self.generic, print_debuginfo=self.locations
        )
        printer.print_op(module)
        return stream.getvalue()


@dataclass(frozen=True)
class PrintWhen:
    """The passes to dump after or before: names, or all."""

    before: Collection[str] = ()
    after: Collection[str] = ()
    before_all: bool = False
    after_all: bool = False
    after_change: bool = False
    after_failure: bool = False


@dataclass(eq=False)
class PrintIR(Instrument):
    """Writes the IR around passes to stderr, under a header with the pass's textual spec."""

    when: PrintWhen
    style: PrintStyle
    _before: list[str] = field(default_factory=list[str])

    def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        if self.when.before_all or step.name in self.when.before:
            self._dump("Before", step, scope)
        if self.when.after_change:
            self._before.append(self.style.text(scope))

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        changed = self.when.after_change and self._before.pop() != self.style.text(scope)
        if changed or self.when.after_all or step.name in self.when.after:
            self._dump("After", step, scope)

    def after_failure(self, step: ModulePass, scope: ModuleOp) -> None:
        if self.when.after_failure:
            self._dump("After", step, scope, " Failed")

    def _dump(self, when: str, step: ModulePass, scope: ModuleOp, result: str = "") -> None:
        header = f"// -----// IR Dump {when} {step_text(step)}{result} //----- //"
        print(header, self.style.text(scope), sep="\n", end="\n\n", file=sys.stderr)


@dataclass(eq=False)
class PrintBetweenPasses(Instrument):
    """xdsl-opt's `--print-between-passes`: the IR to stdout, between two passes."""

    style: PrintStyle
    _previous: str = ""

    def before_step(self, remaining: Sequence[PipelineStep], module: ModuleOp) -> None:
        if self._previous:
            print(f"IR after {self._previous}:", self.style.text(module), sep="\n", end="\n\n\n\n")
        self._previous = step_text(remaining[0])


@dataclass(frozen=True)
class VerifyEach(Instrument):
    """Verifies the module after each outermost step, and the ensured properties after each pass."""

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        if isinstance(step, TsPass):
            raise_findings(tuple(load("core.properties:postcondition_faults")(step, scope)))

    def after_step(self, step: PipelineStep, module: ModuleOp) -> None:
        after = f" (after '{step_text(step)}')"
        faults = verify_program(module)
        raise_findings([Finding(fault.location, fault.message + after) for fault in faults])


@dataclass(eq=False)
class Timing(Instrument):
    """Wall time per phase and pass; phases do not overlap."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])
    _started: float = field(default_factory=time.perf_counter)

    def lap(self, name: str) -> None:
        """Charge the time since the last lap to `name`."""
        now = time.perf_counter()
        self.seconds[name] = self.seconds.get(name, 0.0) + now - self._started
        self._started = now

    def before_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        self.lap("(verify and print)")

    def after_pass(self, step: ModulePass, scope: ModuleOp) -> None:
        self.lap(step_text(step))

    def report(self) -> str:
        """Return a table of seconds, share and name."""
        total = sum(self.seconds.values())
        rows = [*self.seconds.items(), ("total", total)]
        lines = [f"{value:10.4f}  {value / (total or 1):6.1%}  {name}" for name, value in rows]
        return "\n".join(["   seconds   share  pass", *lines])
