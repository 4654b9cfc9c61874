"""The facts about a function's execution: calls, plans, groups, guards and times."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CallRecord:
    """A call of the explanation: its duration, and the state of the function afterwards."""

    seconds: float
    state: str


@dataclass(frozen=True)
class Group:
    """Operators that run as one kernel; `execution` is how, with the reason if it is interpreted.

    `name` is that in the graph's text.
    """

    name: str
    operators: tuple[str, ...]
    place: str
    execution: str


@dataclass(frozen=True)
class PassEffect:
    """A pass that changed a kernel, the change in numbers of operations, and the reason."""

    name: str
    effect: str
    reason: str


@dataclass(frozen=True)
class KernelSchedule:
    """The vectors, threads and memory of a kernel, the passes that made its loops, and these."""

    vectors: str
    threads: str
    memory: str
    passes: tuple[PassEffect, ...]
    loops: str


@dataclass(frozen=True)
class Roof:
    """The limit of the machine that a kernel is closest to, and the share that it reaches. The
    share is None if the kernel does too little for one."""

    by: str
    share: float | None


@dataclass(frozen=True)
class KernelRun:
    """A kernel on the inputs of the explained call: the least time of a run, and the bytes of its
    inputs and results. `flops`, `roof` and `schedule` are None if they are unknown."""

    name: str
    seconds: float
    read: int
    written: int
    flops: int | None
    roof: Roof | None
    schedule: KernelSchedule | None


@dataclass(frozen=True)
class Guard:
    """A check of a tensor against a type, and why the plan needs it."""

    value: str
    type: str
    reason: str


@dataclass(frozen=True)
class Outside:
    """An operator that is in no group, why, and its time in a call, None if it did not run."""

    operator: str
    place: str
    reason: str
    seconds: float | None


@dataclass(frozen=True)
class PlanRecord:
    """The function's plan, or of the fallback graph `of` an earlier plan.

    `calls` counts the calls before the plan was ready. It is None without a plan; `graph` is then
    the interpreted graph. `constants` are the attributes that the plan relies on, with their
    values.
    """

    of: str
    state: str
    calls: int | None
    graph: str
    groups: tuple[Group, ...]
    kernels: tuple[KernelRun, ...]
    constants: tuple[tuple[str, str], ...]
    guards: tuple[Guard, ...]
    outside: tuple[Outside, ...]


@dataclass(frozen=True)
class PlanPart:
    """The time of one part of the plan in a call, and how often it ran."""

    name: str
    runs: float
    seconds: float


@dataclass(frozen=True)
class Times:
    """Means over a few calls, with the plan, in its parts, and by the interpreter alone."""

    calls: int
    plan: float
    interpreter: float
    parts: tuple[PlanPart, ...]


@dataclass(frozen=True)
class RunFacts:
    """All that an explanation shows."""

    name: str
    calls: tuple[CallRecord, ...]
    plans: tuple[PlanRecord, ...]
    times: Times
