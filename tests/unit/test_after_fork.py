"""Forks while another thread holds a lock: the child goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Block

from xdsl_torchscript.dialects import after_fork
from xdsl_torchscript.dialects.after_fork import in_child, survive_fork
from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.runtime.interpreter.builder import LazyCode
from xdsl_torchscript.runtime.interpreter.code import Code
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


@pytest.mark.parametrize("order", [1, -1])
def test_no_child_inherits_a_lock_of_another_thread(order: int) -> None:
    """A thread may take the locks in any order."""
    outer, inner = [survive_fork(threading.RLock()) for _ in range(2)][::order]
    begun, taken = threading.Event(), list[bool]()

    def take() -> None:
        with outer:
            begun.set()
            time.sleep(0.05)
            taken.append(inner.acquire(timeout=10))
            inner.release()

    taker = threading.Thread(target=take)
    taker.start()
    begun.wait()
    assert _answer_of_child(lambda: outer.acquire(timeout=5) and inner.acquire(timeout=5))
    taker.join()
    assert taken == [True]


def test_a_fork_forgets_locks_that_are_gone() -> None:
    before = len(after_fork._LOCKS)
    lock = survive_fork(threading.Lock())
    assert len(after_fork._LOCKS) == before + 1
    del lock
    assert len(after_fork._LOCKS) == before


def test_threads_that_hold_locks_may_log() -> None:
    """A fork takes the lock of `logging`, too."""
    code = """
import os, threading
from xdsl_torchscript.dialects.after_fork import survive_fork
import logging
lock, begun, go_on = survive_fork(threading.Lock()), threading.Event(), threading.Event()

def log():
    with lock:
        begun.set()
        go_on.wait()
        logging.getLogger().isEnabledFor(7)

threading.Thread(target=log).start()
begun.wait()
threading.Timer(0.3, go_on.set).start()
child = os.fork()
if child == 0:
    os._exit(0 if lock.acquire(timeout=5) else 1)
print(os.waitpid(child, 0)[1])
"""
    run = [sys.executable, "-c", code]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=20)
    assert (ended.stdout, ended.stderr) == ("0\n", "")


def test_a_fork_waits_for_code_that_another_thread_builds() -> None:
    begun, go_on = threading.Event(), threading.Event()
    empty = Code.from_block(Block([ReturnOp()]), "empty")

    def build() -> Code:
        begun.set()
        go_on.wait(60)
        return empty

    lazy = LazyCode(build)
    builder = threading.Thread(target=lazy)
    builder.start()
    begun.wait()
    threading.Timer(0.05, go_on.set).start()
    assert _answer_of_child(lazy)
    builder.join()


def test_a_fork_waits_for_imports_of_other_threads(tmp_path: Path) -> None:
    """A child would wait for ever for the lock of a module, and could not use half of it."""
    (tmp_path / "half.py").write_text("""
import time
open("begun", "w").close()
time.sleep(0.3)
has_ended = True
""")
    code = """
import os, threading, time
from xdsl_torchscript.dialects.lazy_import import lazy_import
threading.Thread(target=lazy_import, args=["half"]).start()
while not os.path.exists("begun"):
    time.sleep(0.01)
child = os.fork()
if child == 0:
    os._exit(0 if lazy_import("half:has_ended") else 1)
print(os.waitpid(child, 0)[1])
"""
    run = [sys.executable, "-c", code]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=20, cwd=tmp_path)
    assert (ended.stdout, ended.stderr) == ("0\n", "")


class _Slow:
    begun, go_on = threading.Event(), threading.Event()

    @cached_property
    def number(self) -> int:
        self.begun.set()
        return 1 if self.go_on.wait(0.3) else 2


def test_no_child_waits_for_a_property_that_another_thread_computes() -> None:
    thread = threading.Thread(target=lambda: _Slow().number)
    thread.start()
    _Slow.begun.wait()
    assert _answer_of_child(lambda: _Slow().number)
    thread.join()


def test_a_child_calls_a_function_first() -> None:
    calls: list[int] = []
    in_child(lambda: calls.append(1))
    assert _answer_of_child(lambda: calls == [1]) and not calls


def test_a_lock_may_be_registered_before_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads that a fork waits for import modules with locks."""
    late = threading.Lock()

    def finish() -> None:
        survive_fork(late)

    monkeypatch.setattr(after_fork, "_FINISHES", [finish])
    monkeypatch.setattr(after_fork, "_LOCKS", {})
    held: list[bool] = []
    monkeypatch.setattr(after_fork, "_RESETS", [lambda: held.append(late.locked())])
    assert _answer_of_child(lambda: held == [False]) and not late.locked()
