"""The background compilation thread, throttled so that it hardly slows the program.

Passes are Python code: they hold the interpreter's lock, which the program needs. So the thread
works in slices with pauses between them. A pause is many slices long if the program used the
processor lately, otherwise short. It gets nearly all the time of a waiting program, and a
seventeenth of a busy one's.
"""

from __future__ import annotations

import atexit
import os
import sys
import threading
from collections import deque
from collections.abc import Callable
from time import perf_counter, process_time, sleep, thread_time
from typing import Any
from weakref import WeakMethod

from xdsl_torchscript.runtime.executors.failures import warn_interpreted
from xdsl_torchscript.runtime.executors.options import OPTIONS

_SLICE = 0.0005
_REST = 16 * _SLICE
_PROBE = 0.0002
"""Seconds of a slice, and of the pauses in a busy and in an idle program."""
_IDLE = 0.03
"""The seconds without activity after which a program counts as idle."""
_BUSY = 0.05
"""The share of processor time from which a program counts as busy."""


class _TaskThread:
    """A thread that runs tasks in order. At the end of the process it leaves them unfinished."""

    def __init__(self) -> None:
        self._tasks: deque[Callable[[], None]] = deque()
        self._pending = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_stopping = False
        self._waiting = 0
        self._slice_end = 0.0
        self._measured = 0.0, 0.0
        """The time of the last measurement, and the processor time of the program until then."""
        self._last_busy = 0.0

    def submit(self, task: Callable[[], None]) -> None:
        with self._changed:
            self._tasks.append(task)
            self._pending += 1
            if self._thread is None:
                self._start()
            self._changed.notify_all()

    def wait(self, timeout: float | None) -> None:
        """Let the thread run without pauses until all tasks are done. Raises TimeoutError."""
        with self._changed:
            self._waiting += 1
            try:
                if not self._changed.wait_for(lambda: self._pending == 0, timeout):
                    raise TimeoutError(f"compilation takes longer than {timeout} seconds")
            finally:
                self._waiting -= 1

    def stop(self) -> None:
        """End the thread at the next function that it calls."""
        with self._changed:
            self._is_stopping, thread = True, self._thread
            self._tasks.clear()
            self._changed.notify_all()
        if thread is not None:
            thread.join()

    def _start(self) -> None:
        """Start the thread. If that is not possible, drop the tasks with a warning."""
        thread = threading.Thread(target=self._work, name="ts-compile", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            self._pending -= len(self._tasks)
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
                if self._tasks:
                    self._start()

    def _next(self) -> Callable[[], None] | None:
        """Wait for the next task; return None at the end of the process."""
        with self._changed:
            self._changed.wait_for(lambda: self._tasks or self._is_stopping)
            return self._tasks.popleft() if self._tasks else None

    def _run(self, task: Callable[[], None]) -> None:
        self._last_busy = perf_counter()
        self._measured = self._last_busy, process_time() - thread_time()
        sys.setprofile(self._pace)
        try:
            task()
        finally:
            sys.setprofile(None)
            with self._changed:
                self._pending -= 1
                self._changed.notify_all()

    def _pace(self, frame: Any, event: str, argument: Any) -> None:
        """Pause at the end of a slice. Python calls this at each call and return of the thread."""
        if perf_counter() < self._slice_end:
            return
        if self._is_stopping:
            raise SystemExit
        if not self._waiting:
            self._pause()
        self._slice_end = perf_counter() + _SLICE

    def _pause(self) -> None:
        """Let the program run. The sleep ends when it releases the interpreter's lock."""
        last, before = self._measured
        sleep(_REST if last - self._last_busy < _IDLE else _PROBE)
        now, used = perf_counter(), process_time() - thread_time()
        if used - before > _BUSY * (now - last):
            self._last_busy = now
        self._measured = now, used


_compiler = _TaskThread()


def _reset_after_fork() -> None:
    """Reset the state in a forked process, which does not inherit the thread."""
    global _compiler
    _compiler = _TaskThread()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_reset_after_fork)
atexit.register(lambda: _compiler.stop())


def schedule(task: Callable[[], None]) -> None:
    """Run a task: at once if plans are compiled now, else after the earlier ones in the background
    thread."""
    if OPTIONS.compile == "now":
        task()
    else:
        _compiler.submit(task)


def while_alive(method: Callable[..., None], *args: Any) -> Callable[[], None]:
    """Return a task that calls a method, unless its object is gone by then."""
    weak = WeakMethod(method)

    def task() -> None:
        found = weak()
        if found is not None:
            found(*args)

    return task


def wait_for_compilation(timeout: float | None = None) -> None:
    """Wait until no compilation is under way. Raises TimeoutError after `timeout` seconds."""
    _compiler.wait(timeout)
