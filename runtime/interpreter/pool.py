"""The threads of forks: few, started when needed, and left at exit."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Condition, Thread, current_thread
from typing import TypeAlias

from xdsl_torchscript.dialects.after_fork import in_child

PoolTask: TypeAlias = Callable[[], None]
"""Never raises: the waiting code receives the failure."""

_IDLE_S = 10.0
"""The idle time after which a thread ends."""


class Pool:
    """Runs tasks in the order in which they are given, `size` of them at a time.

    A task does not block until another is done: it is suspended instead. Where it cannot be
    suspended, as inside an operator written in Python, another thread replaces the blocked one.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._changed = Condition()
        self._forget_threads()

    def _forget_threads(self) -> None:
        self._tasks: deque[PoolTask] = deque()
        self._threads: set[Thread] = set()
        self._idle = 0
        self._blocked = 0

    def restart(self) -> None:
        """Start again in a forked process, in which only the current thread exists."""
        self._changed = Condition()
        self._forget_threads()

    def submit(self, task: PoolTask) -> None:
        with self._changed:
            self._tasks.append(task)
            self._provide()

    def resize(self, size: int) -> None:
        with self._changed:
            self.size = size
            self._changed.notify_all()
            self._provide()

    @contextmanager
    def blocked(self) -> Generator[None]:
        """Let another thread of the pool run while this one sleeps."""
        if current_thread() not in self._threads:
            yield
            return
        with self._changed:
            self._blocked += 1
            self._provide()
        try:
            yield
        finally:
            with self._changed:
                self._blocked -= 1

    def _provide(self) -> None:
        """Wake or start a thread for a waiting task."""
        if self._idle:
            self._changed.notify()
        for _ in range(min(len(self._tasks) - self._idle, self._room())):
            thread = Thread(target=self._work, name="torchscript-fork", daemon=True)
            self._threads.add(thread)
            thread.start()

    def _room(self) -> int:
        return self.size + self._blocked - len(self._threads)

    def _work(self) -> None:
        task = self._next()
        while task is not None:
            task()
            # A thread that sleeps in `_next` must not keep the values of the task alive.
            del task
            task = self._next()

    def _next(self) -> PoolTask | None:
        """Return the next task, or None if the thread is not needed any more."""
        with self._changed:
            self._idle += 1
            self._changed.wait_for(lambda: self._tasks or self._room() < 0, _IDLE_S)
            self._idle -= 1
            if self._tasks and self._room() >= 0:
                return self._tasks.popleft()
            self._threads.discard(current_thread())
            # It may have been woken without a task for it.
            self._provide()
            return None


POOL = Pool(os.cpu_count() or 1)
in_child(POOL.restart)


def set_num_interop_threads(count: int) -> None:
    """Set the number of forks that run at a time, initially the number of cores. Raises ValueError
    for less than one."""
    if count < 1:
        raise ValueError(f"forks need at least one thread, not {count}")
    POOL.resize(count)


def get_num_interop_threads() -> int:
    """Return the number of forks that run at a time."""
    return POOL.size
