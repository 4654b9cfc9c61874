"""Runs of many programs through all passes, with a count of the outcomes."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from judge import WRONG, Outcome, Verdict, judge
from random_programs import Program, random_program
from subjects import Subject
from xdsl.dialects.builtin import ModuleOp
from xdsl.printer import Printer


@dataclass(frozen=True)
class Difference:
    """A program that does not survive a pass."""

    program: Program
    subject: Subject
    verdict: Verdict

    def __str__(self) -> str:
        return f"seed {self.program.seed}, {self.subject.name}: {self.verdict.reason}"

    @property
    def text(self) -> str:
        """The program and the difference, as a file to look at and to reduce."""
        head = "\n".join(f"// {line}" for line in str(self).splitlines())
        inputs = "\n".join(f"// input {i}: {v!r}" for i, v in enumerate(self.program.inputs))
        inputs = inputs.replace("\n ", "\n//  ")
        parts = (head, inputs, _text(self.program.module), "// became", _comment(self.verdict))
        return "\n".join(parts) + "\n"


def _comment(verdict: Verdict) -> str:
    text = "" if verdict.module is None else _text(verdict.module)
    return "\n".join(f"// {line}" for line in text.splitlines())


def _text(module: ModuleOp) -> str:
    stream = io.StringIO()
    Printer(stream).print_op(module)
    return stream.getvalue()


@dataclass
class Tally:
    """The number of times that each outcome came up for each pass."""

    programs: int = 0
    outcomes: dict[str, Counter[Outcome]] = field(default_factory=dict)
    refusals: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, subject: Subject, verdict: Verdict) -> None:
        self.outcomes.setdefault(subject.name, Counter())[verdict.outcome] += 1
        if verdict.outcome is Outcome.REFUSED:
            reason = verdict.reason.partition("\n")[0]
            self.refusals.setdefault(subject.name, Counter())[reason] += 1

    def share(self, subject: Subject, outcome: Outcome) -> float:
        return self.outcomes[subject.name][outcome] / max(self.programs, 1)


def campaign(
    seeds: Iterable[int],
    subjects: Sequence[Subject],
    tally: Tally,
    make: Callable[[int], Program] = random_program,
) -> Iterator[Difference]:
    """Judge all subjects on the programs of the seeds, and yield the differences."""
    for seed in seeds:
        program = make(seed)
        for subject in subjects:
            verdict = judge(program, subject)
            tally.add(subject, verdict)
            if verdict.outcome in WRONG:
                yield Difference(program, subject, verdict)
        tally.programs += 1
