"""Suspended executions: a waiting execution releases its thread until the future is done.

`wait` raises `Suspend`, which passes through the calls that are running. Each of them leaves its
frame in it, the innermost first. When the future is done the frames resume in that order. `wait`
runs again, and the results of a frame go to the calling instruction of the next frame. Code that
does not wait has no overhead, and a chain of waits does not need a thread per link.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from types import TracebackType
from typing import Literal

from xdsl.ir import Attribute

from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.frames import (
    Executable,
    Frame,
    Registers,
    Suspended,
    Values,
    new_frame,
)
from xdsl_torchscript.runtime.interpreter.pool import POOL
from xdsl_torchscript.runtime.modules.futures import Awaitable, Deferred, Future, Outcome, begin
from xdsl_torchscript.runtime.operators.core import Implementation, quiet
from xdsl_torchscript.runtime.values import Value


class Suspend(Exception):
    """Raised to suspend the execution until there is an outcome. `frames` are the frames that it
    left, the innermost first.
    """

    def __init__(self, outcome: Outcome) -> None:
        super().__init__()
        self.outcome = outcome
        self.frames: deque[Suspended] = deque()


def advance(frames: deque[Suspended]) -> Values:
    """Run frames to the end, the innermost first, and return the results of the outermost. Raises
    RuntimeFault, and Suspend with the remaining frames."""
    while len(frames) > 1:
        frames[1].deliver(_innermost(frames))
    return _innermost(frames)


def _innermost(frames: deque[Suspended]) -> Values:
    frame = frames.popleft()
    try:
        return frame.run()
    except Suspend as suspend:
        suspend.frames.extend(frames)
        raise
    except RuntimeFault as fault:
        for caller in frames:
            caller.fail(fault)
        raise


_FRAMES: ContextVar[Callable[[Executable, Registers], Suspended]] = ContextVar(
    "frames", default=Frame
)
"""Creates the frame of code that runs concurrently: the body of a fork, or a method that an
operator calls. It is a context variable, so that nested forks inherit it.
"""


@contextmanager
def override_frame_factory(make: Callable[[Executable, Registers], Suspended]) -> Generator[None]:
    """Create frames by `make` within this context, forks included."""
    token = _FRAMES.set(make)
    try:
        yield
    finally:
        _FRAMES.reset(token)


def frame_of(code: Executable, arguments: Sequence[Value]) -> Suspended:
    """Create a frame at the first instruction. Raises TypeError on an argument-count mismatch."""
    return _FRAMES.get()(code, new_frame(code, arguments))


def complete(frames: deque[Suspended]) -> Values:
    """Run frames as `advance`, and sleep in this thread where they are suspended."""
    while True:
        try:
            return advance(frames)
        except Suspend as suspend:
            outcome, frames = suspend.outcome, suspend.frames
        outcome.join()


class Task:
    """A concurrent execution, which `start` begins. Its outcome holds the result or the failure.

    It resumes in any thread, in the context in which it was made (modes such as gradients).
    """

    def __init__(self, start: Callable[[], Values], outcome: Outcome) -> None:
        self._go = start
        self._outcome = outcome
        self._context = copy_context()
        self._context.run(begin, outcome)
        self._awaited: Outcome | None = None

    def __call__(self) -> None:
        """Run to the end or to a suspension; raises nothing."""
        self._awaited = None
        self._context.run(self._resume)
        # Another thread may resume at once: no two threads can be in one context.
        if (awaited := self._awaited) is not None:
            awaited.when_done(partial(POOL.submit, self))

    def _resume(self) -> None:
        with self, quiet():
            (result,) = self._go()
            self._outcome.succeed(result)

    def __enter__(self) -> None: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        failure: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[True]:
        if isinstance(failure, Suspend):
            self._go = partial(advance, failure.frames)
            self._awaited = failure.outcome
        elif failure is not None:
            self._outcome.fail(failure)
        return True


# ---- operators


def _first(code: Executable, arguments: Sequence[Value]) -> Callable[[], Values]:
    return partial(advance, deque([frame_of(code, arguments)]))


def fork_operator(code: Callable[[], Executable], element: Attribute) -> Implementation:
    """Return the operator that runs code with one result, of type `element`, concurrently."""

    def fork(*arguments: Value) -> Future:
        outcome = Outcome()
        POOL.submit(Task(_first(code(), arguments), outcome))
        return Future(element, outcome)

    return fork


def deferred_operator(code: Callable[[], Executable], element: Attribute) -> Implementation:
    """Return the operator that runs code with one result, of type `element`, when it is awaited."""

    def defer(*arguments: Value) -> Awaitable:
        start = _first(code(), arguments)
        return Awaitable(element, Outcome(lambda outcome: Task(start, outcome)()))

    return defer


def _wait(later: Deferred) -> Value:
    outcome = later.outcome
    outcome.start()
    if outcome.done:
        return outcome.get()
    outcome.expect()
    raise Suspend(outcome)


SUSPENDING: dict[str, Callable[[Deferred], Value]] = {
    "aten.wait": _wait,
    "prim.awaitable_wait": _wait,
}
"""Operators that suspend where those of the table sleep."""
