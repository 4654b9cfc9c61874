"""Forks while another thread holds a lock: the child goes on."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable

import pytest

from xdsl_torchscript.runtime import after_fork
from xdsl_torchscript.runtime.after_fork import in_child, survive_fork
from xdsl_torchscript.runtime.native.once import once

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")


def _answer_of_child(function: Callable[[], object]) -> bool:
    """Return whether the function is true in a forked child. One that hangs is killed."""
    child = os.fork()
    if child == 0:
        signal.alarm(10)
        os._exit(0 if function() else 1)
    return os.waitpid(child, 0)[1] == 0


def test_a_fork_waits_for_a_value_that_is_being_made() -> None:
    begun, go_on = threading.Event(), threading.Event()

    @once
    def value() -> int:
        begun.set()
        return go_on.wait(60)

    maker = threading.Thread(target=value)
    maker.start()
    begun.wait()
    threading.Timer(0.05, go_on.set).start()
    assert _answer_of_child(value)
    maker.join()


def test_no_child_inherits_a_lock_of_another_thread() -> None:
    outer, inner = threading.Lock(), threading.RLock()
    survive_fork(outer, inner)
    begun, taken = threading.Event(), list[bool]()

    def take() -> None:
        with outer:
            begun.set()
            taken.append(inner.acquire(timeout=10))
            inner.release()

    taker = threading.Thread(target=take)
    taker.start()
    begun.wait()
    assert _answer_of_child(lambda: outer.acquire(timeout=5) and inner.acquire(timeout=5))
    taker.join()
    assert taken == [True] and not outer.locked()


def test_a_child_calls_a_function_first() -> None:
    calls: list[int] = []
    in_child(lambda: calls.append(1))
    assert _answer_of_child(lambda: calls == [1]) and not calls


def test_a_lock_may_be_registered_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that a fork waits for import modules with locks."""
    late = threading.Lock()
    monkeypatch.setattr(after_fork, "_FINISHES", [lambda: survive_fork(late)])
    monkeypatch.setattr(after_fork, "_LOCKS", [])
    held: list[bool] = []
    monkeypatch.setattr(after_fork, "_RESETS", [lambda: held.append(late.locked())])
    assert _answer_of_child(lambda: held == [False]) and not late.locked()
