"""Results that come later: futures, which `fork` gives, and awaitables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextvars import ContextVar
from threading import Event, Lock
from typing import Any, Self

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import AwaitType, FutureType
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.pool import POOL

_LOOKS_UP_S = 0.2


class Outcome:
    """How an execution ends, told to everybody: with a result, or with a failure.

    `begin` runs what nobody needs before somebody asks.
    """

    __slots__ = ("_awaits", "_begin", "_failure", "_followers", "_lock", "_result", "done")

    def __init__(self, begin: Callable[[Outcome], None] | None = None) -> None:
        self.done = False
        self._begin = begin
        self._awaits: Outcome | None = None
        self._lock = Lock()
        self._result: Any = None
        self._failure: BaseException | None = None
        self._followers: list[Callable[[], None]] = []

    def start(self) -> None:
        """Begins what nobody began yet."""
        with self._lock:
            begin, self._begin = self._begin, None
        if begin is not None:
            begin(self)

    def succeed(self, result: Any) -> None:
        self._result = result
        self._finish()

    def fail(self, failure: BaseException) -> None:
        """Whoever asks gets the failure; what ran when it happened is not kept."""
        self._failure = failure.with_traceback(None)
        if failure.__cause__ is not None:
            failure.__cause__.__traceback__ = None
        self._finish()

    def _finish(self) -> None:
        with self._lock:
            self.done = True
            followers, self._followers = self._followers, []
        for follow in followers:
            follow()

    def when_done(self, follow: Callable[[], None]) -> None:
        """Calls `follow` once, in the thread that ends the execution; at once if it has ended."""
        with self._lock:
            done = self.done
            if not done:
                self._followers.append(follow)
        if done:
            follow()

    def expect(self) -> None:
        """Tells that the execution that runs now goes on when this one is done. Raises RuntimeError
        where this one waits for the other, which would never end."""
        waiting = _RUNNING.get()
        if waiting is None:
            return
        waiting._awaits, last = self, self
        while last is not None and not last.done:
            if last is waiting:
                raise RuntimeError("it waits for a result that waits for it")
            last = last._awaits

    def join(self) -> None:
        """Sleeps until it is done."""
        if self.done:
            return
        self.expect()
        finished = Event()
        self.when_done(finished.set)
        with POOL.blocked():
            # A signal that arrives just before a thread falls asleep does not wake it.
            while not finished.wait(_LOOKS_UP_S):
                continue

    def get(self) -> Any:
        """The result of what is done. Raises its failure."""
        if self._failure is None:
            return self._result
        failure = self._failure
        raise failure.again() if isinstance(failure, RuntimeFault) else failure


_RUNNING: ContextVar[Outcome | None] = ContextVar("running execution", default=None)

begin = _RUNNING.set
"""Tells that what runs from now on in this context is for this outcome."""


class Deferred(ABC):
    """A value that comes later. `element` is the type of it; `convert` makes of it what Python
    gets."""

    def __init__(
        self, element: Attribute, outcome: Outcome, convert: Callable[[Any], Any] | None = None
    ) -> None:
        self.element = element
        self.outcome = outcome
        self._convert = convert

    @property
    @abstractmethod
    def type(self) -> Attribute:
        """The type of the deferred value."""

    def done(self) -> bool:
        """Whether `wait` returns, or raises, at once."""
        return self.outcome.done

    def wait(self) -> Any:
        """The value; the thread sleeps until it is there. Raises RuntimeFault, at each call, where
        its computation failed."""
        self.outcome.start()
        self.outcome.join()
        value = self.outcome.get()
        return value if self._convert is None else self._convert(value)

    def mapped(self, convert: Callable[[Any], Any]) -> Self:
        """The same for Python, which gets the value converted."""
        return type(self)(self.element, self.outcome, convert)

    def plain(self) -> Self:
        """The same for a program, which gets the value as it is."""
        return type(self)(self.element, self.outcome)


class Future(Deferred):
    """The result of what runs beside its caller; only `wait` tells that it failed."""

    @property
    def type(self) -> Attribute:
        return FutureType(self.element)


class Awaitable(Deferred):
    """What runs when its result is asked for, and not again after that."""

    @property
    def type(self) -> Attribute:
        return AwaitType(self.element)

    @classmethod
    def known(cls, element: Attribute, value: Any) -> Awaitable:
        """One whose result is there already."""
        outcome = Outcome()
        outcome.succeed(value)
        return cls(element, outcome)
