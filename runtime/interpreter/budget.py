"""`budget`: bounds on the instructions, the time and the memory of runs.

    with ts.budget(steps=1_000_000, seconds=10, bytes=2**30):
        model(x)

A budget is a listener. A run without a budget has no overhead. A run with one executes single
instructions, so each call and each loop iteration is checked.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from math import inf
from threading import RLock
from time import monotonic

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.runtime.errors import BudgetError
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.frames import Registers, Values
from xdsl_torchscript.runtime.interpreter.instructions import Instruction
from xdsl_torchscript.runtime.interpreter.listener import Listener, ListenerPair


class Budget(Listener):
    """Bounds all executions that it listens to together, callees and forks included.

    Raises BudgetError once a bound is exceeded, and at each instruction from then on. Time runs
    from the construction; memory is measured while `tracemalloc` traces.
    """

    def __init__(
        self, steps: int | None = None, seconds: float | None = None, bytes: int | None = None
    ) -> None:
        self._limits = {"steps": steps, "seconds": seconds, "bytes": bytes}
        for resource, limit in self._limits.items():
            if limit is not None and not limit >= 0:  # NaN is not
                raise ValueError(f"'{resource}' must not be negative, got {limit}")
        self.steps_left = inf if steps is None else steps
        self._end = None if seconds is None else monotonic() + seconds
        self._most = None if bytes is None else tracemalloc.get_traced_memory()[0] + bytes

    def enters(self, code: Code, registers: Registers) -> None: ...

    def will_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        self.steps_left -= 1
        if self.steps_left < 0:
            raise self._error_beyond("steps", instruction)
        if self._end is not None and monotonic() > self._end:
            raise self._error_beyond("seconds", instruction)

    def did_run(self, code: Code, instruction: Instruction, registers: Registers) -> None:
        if self._most is not None and tracemalloc.get_traced_memory()[0] > self._most:
            raise self._error_beyond("bytes", instruction)

    def failed(self, code: Code, instruction: Instruction, registers: Registers) -> None: ...

    def leaves(self, code: Code, results: Values) -> None: ...

    def _error_beyond(self, resource: str, instruction: Instruction) -> BudgetError:
        return BudgetError(resource, self._limits[resource] or 0, instruction.position)


ACTIVE: ContextVar[Listener | None] = ContextVar("budget", default=None)
"""The budgets of the context, which forks inherit."""


@contextmanager
def budget(
    steps: int | None = None, seconds: float | None = None, bytes: int | None = None
) -> Generator[None]:
    """Bound all calls of programs inside together: by instructions, wall-clock time and memory.

    `bytes` counts the memory of Python and numpy allocated since the beginning and not released,
    in the whole process. Time and memory are checked between instructions: a single instruction
    may exceed them. Budgets nest, and the tightest applies. Native code is not bounded.

    A call raises BudgetError if it exceeds the budget. Raises ValueError for a negative bound.
    """
    with nullcontext() if bytes is None else _traced_memory():
        bounds: Listener = Budget(steps, seconds, bytes)
        outer = ACTIVE.get()
        token = ACTIVE.set(bounds if outer is None else ListenerPair(outer, bounds))
        try:
            yield
        finally:
            ACTIVE.reset(token)


class _Tracing:
    """The number of budgets that need `tracemalloc`, and whether they started it."""

    users = 0
    started = False
    lock = survive_fork(RLock())


@contextmanager
def _traced_memory() -> Generator[None]:
    with _Tracing.lock:
        if not _Tracing.users:
            _Tracing.started = not tracemalloc.is_tracing()
            tracemalloc.start()  # no effect if it traces already
        _Tracing.users += 1
    try:
        yield
    finally:
        with _Tracing.lock:
            _Tracing.users -= 1
            if not _Tracing.users and _Tracing.started:
                tracemalloc.stop()
