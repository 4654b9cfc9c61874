"""Deferred results: futures of `fork`, and awaitables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextvars import ContextVar
from threading import Event, RLock
from typing import Any, Self

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.dialects.types import AwaitType, FutureType
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.interpreter.pool import POOL

_LOOKS_UP_S = 0.2


_LOCK = survive_fork(RLock())
"""Held to change the state of an outcome."""


class Outcome:
    """The outcome of an execution, a result or a failure, with callbacks.

    `begin` starts a lazy execution on first demand.
    """

    __slots__ = ("_awaits", "_begin", "_failure", "_followers", "_result", "done")

    def __init__(self, begin: Callable[[Outcome], None] | None = None) -> None:
        self.done = False
        self._begin = begin
        self._awaits: Outcome | None = None
        self._result: Any = None
        self._failure: BaseException | None = None
        self._followers: list[Callable[[], None]] = []

    def start(self) -> None:
        """Start a lazy execution that has not started."""
        with _LOCK:
            begin, self._begin = self._begin, None
        if begin is not None:
            begin(self)

    def succeed(self, result: Any) -> None:
        self._result = result
        self._finish()

    def fail(self, failure: BaseException) -> None:
        """Finish with a failure, without the frames of its traceback."""
        self._failure = failure.with_traceback(None)
        if failure.__cause__ is not None:
            failure.__cause__.__traceback__ = None
        self._finish()

    def _finish(self) -> None:
        with _LOCK:
            self.done = True
            followers, self._followers = self._followers, []
        for follow in followers:
            follow()

    def when_done(self, follow: Callable[[], None]) -> None:
        """Call `follow` once finished, in the finishing thread; immediately if finished already."""
        with _LOCK:
            done = self.done
            if not done:
                self._followers.append(follow)
        if done:
            follow()

    def expect(self) -> None:
        """Declare that the current execution waits for this one. Raises RuntimeError for a
        deadlock."""
        waiting = _RUNNING.get()
        if waiting is None:
            return
        waiting._awaits, last = self, self
        while last is not None and not last.done:
            if last is waiting:
                raise RuntimeError("it waits for a result that waits for it")
            last = last._awaits

    def join(self) -> None:
        """Block until finished."""
        if self.done:
            return
        self.expect()
        finished = Event()
        self.when_done(finished.set)
        with POOL.blocked():
            # A signal just before a thread blocks does not wake it.
            while not finished.wait(_LOOKS_UP_S):
                continue

    def get(self) -> Any:
        """Return the result of a finished execution. Raises its failure."""
        if self._failure is None:
            return self._result
        failure = self._failure
        raise failure.again() if isinstance(failure, RuntimeFault) else failure


_RUNNING: ContextVar[Outcome | None] = ContextVar("running execution", default=None)

begin = _RUNNING.set
"""Set the outcome of the executions in this context."""


class Deferred(ABC):
    """A deferred value. `element` is its type; `convert` converts it for Python."""

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
        """Return whether `wait` would not block."""
        return self.outcome.done

    def wait(self) -> Any:
        """Block until the value is available, and return it.

        Raises RuntimeFault, on each call, if the computation failed.
        """
        self.outcome.start()
        self.outcome.join()
        value = self.outcome.get()
        return value if self._convert is None else self._convert(value)

    def with_conversion(self, convert: Callable[[Any], Any]) -> Self:
        """Return the deferred value with a conversion for Python."""
        return type(self)(self.element, self.outcome, convert)

    def plain(self) -> Self:
        """Return the deferred value without conversion, for a program."""
        return type(self)(self.element, self.outcome)


class Future(Deferred):
    """The result of an asynchronous run; only `wait` reports its failure."""

    @property
    def type(self) -> Attribute:
        return FutureType(self.element)


class Awaitable(Deferred):
    """A computation that runs once, when its result is first requested."""

    @property
    def type(self) -> Attribute:
        return AwaitType(self.element)

    @classmethod
    def known(cls, element: Attribute, value: Any) -> Awaitable:
        """Return an awaitable with a known result."""
        outcome = Outcome()
        outcome.succeed(value)
        return cls(element, outcome)
