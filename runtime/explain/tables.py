"""The tables of an explanation, independent of the output format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from xdsl_torchscript.runtime.explain.model import PlanRecord, RunFacts, Times
from xdsl_torchscript.runtime.profile import time_text

NUMBERS = frozenset({"call", "calls", "groups", "runs", "time", "share"})
"""Columns whose cells are aligned to the right."""

NAMES = frozenset({"at", "attribute", "part", "plan of", "value"})
"""Columns of names and places of any length."""


@dataclass(frozen=True)
class Section:
    """A titled table; `note` is a sentence above it, `text` a listing below."""

    title: str
    note: str = ""
    columns: tuple[str, ...] = ()
    rows: Sequence[tuple[str, ...]] = ()
    text: str = ""


def sections(facts: RunFacts) -> Iterator[Section]:
    """Yield the sections of an explanation in order."""
    calls = [
        (str(number), time_text(call.seconds), call.state)
        for number, call in enumerate(facts.calls, 1)
    ]
    yield Section("Calls", columns=("call", "time", "afterwards, calls run"), rows=calls)
    plans = [
        (p.of, p.state, "-" if p.calls is None else str(p.calls), str(len(p.groups)), _types(p))
        for p in facts.plans
    ]
    note = "Each is made once, after this number of calls of the function or fallback graph."
    columns = ("plan of", "calls run", "calls", "groups", "for tensors")
    yield Section("Specialisations", note, columns, plans)
    for plan in facts.plans:
        yield from _plan(plan)
    yield _times(facts.times)


def _types(plan: PlanRecord) -> str:
    return ", ".join(dict.fromkeys(guard.type for guard in plan.guards)) or "any"


def _plan(plan: PlanRecord) -> Iterator[Section]:
    groups = [(g.name, g.execution, ", ".join(g.operators), g.place) for g in plan.groups]
    note = "" if groups else "No operators run as one kernel."
    yield Section(f"Groups of {plan.of}", note, ("group", "execution", "operators", "at"), groups)
    if plan.constants:
        note = "A module with other values gets another plan."
        columns = ("attribute", "value")
        yield Section(f"Constants of {plan.of}", note, columns, plan.constants)
    guards = [(guard.value, guard.type, guard.reason) for guard in plan.guards]
    note = "If one fails, a fallback graph runs instead." if guards else ""
    yield Section(f"Guards of {plan.of}", note, ("value", "type", "reason"), guards)
    outside = [(o.operator, o.place, o.reason) for o in plan.outside]
    note = "" if outside else "Every operator on tensors is in a group."
    columns = ("operator", "at", "reason")
    yield Section(f"Outside of groups in {plan.of}", note, columns, outside)
    yield Section(f"Graph of {plan.of}", text=plan.graph)


def _times(times: Times) -> Section:
    total = sum(part.seconds for part in times.parts)
    rows = [
        (p.name, f"{p.runs:g}", time_text(p.seconds), f"{p.seconds / total:.0%}")
        for p in times.parts
    ]
    note = (
        f"A call takes {time_text(times.plan)}, in the interpreter "
        f"{time_text(times.interpreter)}; means of {times.calls} calls. Parts are measured one by "
        "one, which adds some microseconds to each."
    )
    return Section("Time of a call", note, ("part", "runs", "time", "share"), rows)
