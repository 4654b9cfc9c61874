"""The thread that compiles in the background."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache

from xdsl_torchscript.runtime.executors.options import OPTIONS

_PENDING: set[Future[None]] = set()


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="ts-compile")


def schedule(task: Callable[[], None]) -> None:
    """Run a task: at once if plans are compiled now, else after the earlier ones in the background
    thread."""
    if OPTIONS.compile == "now":
        task()
        return
    future = _pool().submit(task)
    _PENDING.add(future)
    future.add_done_callback(_PENDING.discard)


def wait_for_compilation(timeout: float | None = None) -> None:
    """Wait until no compilation is under way. Raises TimeoutError after `timeout` seconds."""
    while _PENDING:
        for future in tuple(_PENDING):
            future.result(timeout)
