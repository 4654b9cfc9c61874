"""The tables of an explanation, independent of the output format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from xdsl_torchscript.runtime.explain.cost import FUNCTION_FLOPS
from xdsl_torchscript.runtime.explain.model import KernelSchedule, PlanRecord, RunFacts, Times
from xdsl_torchscript.runtime.profile import time_text

NUMBERS = frozenset(
    {"call", "calls", "groups", "runs", "time", "share", "reached", "GB/s", "GFLOP/s"}
    | {"read", "written", "FLOPs"}
)
"""Columns whose cells are aligned to the right."""

_MOST_LISTED = 12
"""The operators of a group that are listed one by one."""

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
    """Yield the sections of an explanation, the time and the plan of the call first."""
    yield _times(facts.times)
    for plan in facts.plans:
        yield from _plan(plan)
    plans = [
        (p.of, p.state, "-" if p.calls is None else str(p.calls), str(len(p.groups)), _types(p))
        for p in facts.plans
    ]
    note = "Each is made once, after this number of calls of the function or fallback graph."
    columns = ("plan of", "calls run", "calls", "groups", "for tensors")
    yield Section("Specialisations", note, columns, plans)
    calls = [
        (str(number), time_text(call.seconds), call.state)
        for number, call in enumerate(facts.calls, 1)
    ]
    yield Section("Calls", columns=("call", "time", "afterwards, calls run"), rows=calls)


def _types(plan: PlanRecord) -> str:
    return ", ".join(dict.fromkeys(guard.type for guard in plan.guards)) or "any"


def _plan(plan: PlanRecord) -> Iterator[Section]:
    groups = [(g.name, g.place, g.execution, _operators(g.operators)) for g in plan.groups]
    note = "" if groups else "No operators run as one kernel."
    yield Section(f"Groups of {plan.of}", note, ("group", "at", "execution", "operators"), groups)
    if plan.kernels:
        yield _kernels(plan)
    outside = [
        (o.operator, o.place, _optional(o.seconds, time_text), o.reason) for o in plan.outside
    ]
    note = "" if outside else "Every operator on tensors is in a group."
    columns = ("operator", "at", "time", "reason")
    yield Section(f"Outside of groups in {plan.of}", note, columns, outside)
    for kernel in plan.kernels:
        if kernel.schedule is not None:
            title = f"Schedule of {kernel.name} in {plan.of}"
            yield _schedule(title, kernel.schedule)
    if plan.constants:
        note = "A module with other values gets another plan."
        columns = ("attribute", "value")
        yield Section(f"Constants of {plan.of}", note, columns, plan.constants)
    guards = [(guard.value, guard.type, guard.reason) for guard in plan.guards]
    note = "If one fails, a fallback graph runs instead." if guards else ""
    yield Section(f"Guards of {plan.of}", note, ("value", "type", "reason"), guards)
    yield Section(f"Graph of {plan.of}", text=plan.graph)


def _operators(operators: Sequence[str]) -> str:
    """Return a list of operators; of many, with the number of each."""
    if len(operators) <= _MOST_LISTED:
        return ", ".join(operators)
    return ", ".join(f"{count} x {name}" for name, count in Counter(operators).items())


def _optional(value: float | None, text: Callable[[float], str]) -> str:
    return "-" if value is None else text(value)


def _kernels(plan: PlanRecord) -> Section:
    rows = [
        (
            k.name,
            time_text(k.seconds),
            "-" if k.roof is None else k.roof.by,
            _optional(k.roof and k.roof.share, "{:.0%}".format),
            _scaled((k.read + k.written) / k.seconds / 1e9),
            _optional(k.flops, lambda flops, s=k.seconds: _scaled(flops / s / 1e9)),
            f"{_count(k.read)}B",
            f"{_count(k.written)}B",
            _optional(k.flops, _count).rstrip(),
        )
        for k in plan.kernels
    ]
    note = (
        "The shortest of several runs. The roof is what this machine does at most, measured now: "
        "multiply-adds in float32, or `a + b` on as many bytes. `exp`, `tanh` and the like count "
        f"as {FUNCTION_FLOPS} operations."
    )
    columns = ("kernel", "time", "roof", "reached", "GB/s", "GFLOP/s", "read", "written", "FLOPs")
    return Section(f"Kernels of {plan.of}", note, columns, rows)


def _scaled(number: float) -> str:
    """Return a number with three digits."""
    return f"{number:.3g}" if number < 100 else f"{number:,.0f}"


def _count(number: float) -> str:
    """Return a number with three digits and the prefix of its unit."""
    for prefix in ("", "k", "M", "G"):
        if number < 999.5:
            return f"{number:.3g} {prefix}"
        number /= 1000
    return f"{number:.3g} T"


def _schedule(title: str, schedule: KernelSchedule) -> Section:
    note = f"{schedule.vectors}; {schedule.threads}; {schedule.memory}."
    rows = [(p.name, p.effect, p.reason) for p in schedule.passes]
    columns = ("pass", "effect", "reason")
    return Section(title, note[0].upper() + note[1:], columns, rows, schedule.loops)


def _times(times: Times) -> Section:
    total = sum(part.seconds for part in times.parts)
    rows = [
        (p.name, f"{p.runs:g}", time_text(p.seconds), f"{p.seconds / total:.0%}")
        for p in times.parts
    ]
    note = (
        f"A call takes {time_text(times.plan)}, in the interpreter "
        f"{time_text(times.interpreter)}; medians of {times.calls} calls or more. Parts are "
        "measured one by one, which adds some microseconds to each."
    )
    return Section("Time of a call", note, ("part", "runs", "time", "share"), rows)
