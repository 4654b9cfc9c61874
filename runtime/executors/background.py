"""The background compilation thread, throttled so that it hardly slows the program.

Passes are Python code: they hold the interpreter's lock, which the program needs. So the thread
works in slices with pauses between them. A pause is many slices long if the program used the
processor lately, otherwise short. It gets nearly all the time of a waiting program, and a
seventeenth of a busy one's.

When a call that awaits a plan ends, it hands over a share of the time that it took, and waits until
the thread has used it. So long calls get their plans early, and none is much slower. Shares that
the change of threads would use up are saved: one of many short calls hands over a longer slice.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from inspect import CO_GENERATOR, currentframe
from time import perf_counter, process_time, thread_time
from types import CodeType
from typing import TYPE_CHECKING, Any

from xdsl_torchscript.dialects.after_fork import before_fork, in_child
from xdsl_torchscript.dialects.finish_imports import IMPORTLIB, codes_of, finish_imports
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.runtime.executors.failures import FAILURES, warn_interpreted
from xdsl_torchscript.runtime.executors.options import OPTIONS

if TYPE_CHECKING:
    from xdsl_torchscript.runtime.native.pacing import MachinePacing

_SLICE = 0.0005
_REST = 16 * _SLICE
_PROBE = 0.0002
"""Seconds of a slice, and of the pauses in a busy and in an idle program."""
_SAVED = 0.001
"""The seconds of a slice that short calls save up. The longer it is, the less time is lost."""
_SHARE, _COST = 0.16, 0.00012
"""The share of a call's time by which it may end later, and the seconds of it that two changes of
threads take, until they are measured."""
_WEIGHT = 0.1
"""The weight of the last measurement of this cost."""
_LEAST, _BETWEEN = 0.0001, 0.05
"""The least seconds of a slice that each call hands over, and of the pause after it, which the next
slice ends."""
_IDLE = 0.03
"""The seconds without activity after which a program counts as idle."""
_BUSY = 0.05
"""The share of processor time from which a program counts as busy."""
_PATIENCE = 5.0
"""The seconds that the end of the process waits for the thread."""


_UNINTERRUPTED = (IMPORTLIB, f"{os.sep}llvmlite{os.sep}", weakref.__file__)
"""Parts of the names of files whose functions must run to their end. `importlib` would keep the
locks of modules: any later import of them would wait for ever. `llvmlite` would free memory twice.
Callbacks of weak references would print the exception, as `__del__` and generators that go do."""


def _is_interruptible() -> bool:
    """Return whether an exception may be raised in the functions that this thread executes."""
    return not any(map(_must_end, codes_of(currentframe())))


def _must_end(code: CodeType) -> bool:
    if code.co_flags & CO_GENERATOR or code.co_name == "__del__":
        return True
    return any(part in code.co_filename for part in _UNINTERRUPTED)


class _TaskThread:
    """A thread that runs tasks in order. At the end of the process it leaves them unfinished."""

    def __init__(self, tasks: Iterable[Callable[[], None]] = ()) -> None:
        self._tasks = deque(tasks)
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._running: Callable[[], None] | None = None
        """The task that the thread has begun."""
        self._is_stopping = False
        self._waiting = 0
        self._slice_end = 0.0
        self._pacing: MachinePacing | None = None
        self._at_the_end = self._end_slice
        self._is_idle = self._is_resting = self._was_handed = False
        """Whether the thread waits for a task, or pauses, and whether a call handed over its last
        slice."""
        self._handed = self._saved = 0.0
        """The seconds of the slice that is handed over, and the shares of calls since the last."""
        self._cost = _COST
        """The seconds by which a call ends later than its slice, on average."""
        self._begun, self._ended = threading.Lock(), threading.Lock()
        """Held until a task or such a slice starts, and until the slice ends."""
        self._begun.acquire()
        self._measured = 0.0, 0.0
        """The time of the last measurement, and the processor time of the program until then."""
        self._last_busy = 0.0

    @property
    def unfinished(self) -> Sequence[Callable[[], None]]:
        """The tasks that are not done, the running one first."""
        return tuple(self._tasks)

    def submit(self, task: Callable[[], None]) -> None:
        with self._changed:
            self._tasks.append(task)
            self._provide()
            self._wake()

    def wait(self, timeout: float | None) -> None:
        """Let the thread run without pauses until all tasks are done. Raises TimeoutError."""
        with self._changed:
            self._provide()
            if not self._wait_until(lambda: not self._tasks, timeout):
                raise TimeoutError(f"compilation takes longer than {timeout} seconds")

    def take_over(self, owner: object) -> None:
        """Do the tasks of an object in the calling thread. Wait for one that has begun."""
        if threading.current_thread() is self._thread:
            return  # It would wait for itself.
        while (task := self._claim(owner)) is not None:
            task()

    def _claim(self, owner: object) -> Callable[[], None] | None:
        """Take the next task of an object that has not begun out of the queue."""
        with self._changed:
            self._wait_until(lambda: not _is_task_of(owner, self._running))
            task = next((task for task in self._tasks if _is_task_of(owner, task)), None)
            if task is not None:
                self._tasks.remove(task)
                self._changed.notify_all()
            return task

    def _wait_until(self, is_done: Callable[[], bool], timeout: float | None = None) -> bool:
        """Let the thread run without pauses until a condition holds; return whether it does so
        within the seconds. The caller holds the lock."""
        self._waiting += 1
        try:
            return self._changed.wait_for(is_done, timeout)
        finally:
            self._waiting -= 1

    def hand_over(self, seconds: float) -> None:
        """Let the thread work for a share of so many seconds, if it has work and pauses."""
        self._provide()
        share = _SHARE * seconds - self._cost
        if share < _LEAST:
            self._saved += _SHARE * seconds
            share = _SAVED if self._saved >= _SAVED + self._cost else 0.0
        if not share or not self._is_resting:
            return
        self._is_resting, self._handed, self._saved = False, share, 0.0
        self._ended.acquire(blocking=False)
        begin = perf_counter()
        self._begin()
        self._ended.acquire(timeout=share)
        late = perf_counter() - begin - share
        self._cost += _WEIGHT * (max(late, 0.0) - self._cost)

    def finish_imports(self) -> None:
        """Let the thread execute modules to their end before a fork: a child cannot use a part."""
        with self._changed:
            self._waiting += 1
        finish_imports(_TaskThread._work.__code__)
        with self._changed:
            self._waiting -= 1

    def stop(self) -> None:
        """End the thread at the next function that may be interrupted. A thread that does not end
        soon, say in a library, ends with the process."""
        with self._changed:
            self._is_stopping, thread = True, self._thread
            self._wake()
        if thread is not None:
            thread.join(_PATIENCE)

    def _wake(self) -> None:
        """Let an idle thread look for tasks."""
        if self._is_idle:
            self._is_idle = False
            self._begin()

    def _begin(self) -> None:
        """End the thread's wait or pause."""
        if self._begun.locked():
            self._begun.release()

    def _provide(self) -> None:
        """Start the thread if tasks have none: it ended, or is in the parent of this process."""
        if self._thread is not None or not self._tasks:
            return
        with self._changed:
            if self._thread is None and not self._is_stopping:
                self._start()

    def _start(self) -> None:
        """Start the thread. If that is not possible, drop the tasks with a warning."""
        self._tasks.appendleft(self._find_pacing)
        thread = threading.Thread(target=self._work, name="ts-compile", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            self._tasks.clear()
            self._changed.notify_all()
            warn_interpreted(error, "functions stay interpreted, as no thread compiles them")
        else:
            self._thread = thread

    def _work(self) -> None:
        """Run tasks. An error ends this thread, and another one takes the remaining tasks."""
        try:
            while (task := self._next()) is not None:
                self._run(task)
        finally:
            with self._changed:
                self._thread = None
                self._provide()

    def _find_pacing(self) -> None:
        """Let machine code watch the clock during later tasks."""
        try:
            self._pacing = lazy_import("xdsl_torchscript.runtime.native.pacing:machine_pacing")()
        except FAILURES:
            self._pacing = None

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next task; return None at the end of the process. Pause after the wait: on
        another core even a few lines take long, and the call that ended the wait goes on."""
        while not self._is_stopping:
            with self._changed:
                if self._tasks:
                    self._running = self._tasks[0]
                    return self._running
                self._is_idle = True
            self._begun.acquire()
            if not self._waiting:
                self._was_handed = self._rest(_REST)
        return None

    def _run(self, task: Callable[[], None]) -> None:
        self._last_busy = perf_counter()
        self._measured = self._last_busy, process_time() - thread_time()
        if self._pacing is None:
            sys.setprofile(self._pace)
        else:
            self._pacing.start(self._at_the_end)
        try:
            task()
        finally:
            sys.setprofile(None)
            self._hand_back()
            with self._changed:
                self._tasks.popleft()
                self._running = None
                self._changed.notify_all()

    def _pace(self, frame: Any, event: str, argument: Any) -> None:
        """Pause at the end of a slice. Python calls this at each call and return of the thread."""
        if perf_counter() >= self._slice_end:
            self._end_slice()

    def _end_slice(self) -> None:
        """Pause, unless the program waits, and begin another slice."""
        if self._is_stopping and _is_interruptible():
            sys.setprofile(None)  # No second exception interrupts what the first one ends.
            raise SystemExit
        seconds = _SLICE if self._waiting or self._is_stopping else self._pause()
        self._slice_end = perf_counter() + seconds
        if self._pacing is not None:
            self._pacing.call_after(seconds)

    def _pause(self) -> float:
        """Let the program run; return the seconds of the next slice. A pause ends when a call hands
        over a slice, or when the program releases the interpreter's lock after it."""
        last, before = self._measured
        rest = _REST if last - self._last_busy < _IDLE else _PROBE
        self._was_handed = self._rest(_BETWEEN if self._hand_back() else rest)
        now, used = perf_counter(), process_time() - thread_time()
        if used - before > _BUSY * (now - last):
            self._last_busy = now
        self._measured = now, used
        return self._handed if self._was_handed else _SLICE

    def _rest(self, seconds: float) -> bool:
        """Pause; return whether a call ended the pause."""
        self._is_resting = True
        handed = self._begun.acquire(timeout=seconds)
        self._is_resting = False
        return handed

    def _hand_back(self) -> bool:
        """Let the call go on that handed over the last slice; return whether one did."""
        handed, self._was_handed = self._was_handed, False
        if handed and self._ended.locked():
            self._ended.release()
        return handed


_compiler = _TaskThread()


def _reset_after_fork() -> None:
    """Take over the tasks in a forked process, which does not inherit the thread. Begin with the
    one that ran: functions await it."""
    global _compiler
    _compiler = _TaskThread(_compiler.unfinished)


before_fork(lambda: _compiler.finish_imports())
in_child(_reset_after_fork)
atexit.register(lambda: _compiler.stop())


def schedule(task: Callable[[], None]) -> None:
    """Run a task: at once if plans are compiled now, else after the earlier ones in the background
    thread."""
    if OPTIONS.compile == "now":
        task()
    else:
        _compiler.submit(task)


def hand_over(seconds: float) -> None:
    """Hand over a share of the time of a call that awaits a plan and took so many seconds."""
    _compiler.hand_over(seconds)


def take_over(owner: object) -> None:
    """Do the steps of an object's methods that wait for the background thread (`while_alive`) now,
    and wait for the one that is under way there."""
    _compiler.take_over(owner)


class _MethodCall:
    """The call of a method, unless its object is gone by then."""

    def __init__(self, method: Callable[..., None], arguments: Sequence[Any]) -> None:
        self._method, self._arguments = weakref.WeakMethod(method), arguments

    def __call__(self) -> None:
        method = self._method()
        if method is not None:
            method(*self._arguments)

    def is_of(self, owner: object) -> bool:
        return getattr(self._method(), "__self__", None) is owner


def _is_task_of(owner: object, task: Callable[[], None] | None) -> bool:
    return isinstance(task, _MethodCall) and task.is_of(owner)


def while_alive(method: Callable[..., None], *args: Any) -> Callable[[], None]:
    """Return a task that calls a method, unless its object is gone by then."""
    return _MethodCall(method, args)


def wait_for_compilation(timeout: float | None = None) -> None:
    """Wait until no compilation is under way. Raises TimeoutError after `timeout` seconds."""
    _compiler.wait(timeout)
