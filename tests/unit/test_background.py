"""The thread that compiles: it makes room for the program, and outlives errors and forks."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors import background
from xdsl_torchscript.runtime.executors.background import schedule, wait_for_compilation


@pytest.fixture(autouse=True)
def in_background() -> Iterator[None]:
    mode = ts.set_compile_mode("background")
    yield
    ts.set_compile_mode(mode)


def test_tasks_run_in_order() -> None:
    done: list[int] = []
    for number in range(5):
        schedule(lambda number=number: done.append(number))
    wait_for_compilation()
    assert done == [0, 1, 2, 3, 4]


def test_now_is_in_this_thread() -> None:
    ts.set_compile_mode("now")
    done: list[int] = []
    schedule(lambda: done.append(1))
    assert done == [1]


def _call(times: int) -> None:
    for _ in range(times):
        (lambda: None)()


@pytest.mark.parametrize(("processor", "pause"), [(1.0, "_REST"), (0.0, "_PROBE")])
def test_the_thread_rests_if_the_program_is_busy(
    processor: float, pause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`processor` is the time that other threads use the processor, by readings of the clock. A
    program that does not is found idle after a while."""
    clock, used, slept = count(0.0, 1e-5), count(0.0, processor), list[float]()
    monkeypatch.setattr(background, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(background, "process_time", lambda: next(used))
    monkeypatch.setattr(background, "thread_time", lambda: 0.0)
    monkeypatch.setattr(background._compiler, "_rest", slept.append)
    monkeypatch.setattr(background._compiler, "_slice_end", 0.0)
    monkeypatch.setattr(background._compiler, "_pacing", None)
    schedule(lambda: _call(5_000))
    while background._compiler._tasks:
        pass
    assert len(slept) > 50
    assert {slept[0], *slept[-9:]} == {background._REST, getattr(background, pause)}


def test_a_thread_that_is_waited_for_does_not_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    entered = background.threading.Event()
    monkeypatch.setattr(background._compiler, "_rest", slept.append)
    schedule(lambda: (entered.wait(), slept.clear(), _call(20_000)))
    waiter = background.threading.Thread(target=wait_for_compilation)
    waiter.start()
    while not background._compiler._waiting:
        pass
    entered.set()
    waiter.join()
    assert not slept


def _resting() -> None:
    """Wait until the thread pauses, or has done its tasks."""
    while background._compiler._tasks and not background._compiler._is_resting:
        pass


def test_a_call_hands_over_a_share_of_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_BETWEEN", 10.0)
    monkeypatch.setattr(background, "_REST", 10.0)
    done: list[int] = []
    schedule(lambda: (_call(100_000), done.append(1)))
    _resting()
    slices = 0
    while not done:
        _resting()
        background.hand_over(0.01)
        slices += 1
    assert slices > 1


def test_short_calls_save_their_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one call of a tenth of a millisecond in some seventy hand over a slice."""
    monkeypatch.setattr(background, "_REST", 10.0)
    monkeypatch.setattr(background, "_PROBE", 10.0)
    monkeypatch.setattr(background, "_BETWEEN", 10.0)
    monkeypatch.setattr(background._compiler, "_saved", 0.0)
    monkeypatch.setattr(background._compiler, "_cost", background._COST)
    schedule(lambda: _call(100_000))
    _resting()
    for _ in range(60):
        background.hand_over(0.0001)
        assert background._compiler._is_resting
    for _ in range(20):
        background.hand_over(0.0001)
    assert background._compiler._handed == background._SAVED
    while background._compiler._tasks:
        background.hand_over(1.0)


def test_the_cost_of_two_changes_of_threads_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is part of the share of a call."""
    monkeypatch.setattr(background, "_BETWEEN", 10.0)
    monkeypatch.setattr(background, "_REST", 10.0)
    monkeypatch.setattr(background._compiler, "_cost", 0.0)
    schedule(lambda: _call(1_000_000))
    shares: list[float] = []
    while background._compiler._tasks:
        _resting()
        background.hand_over(0.01)
        shares.append(background._compiler._handed)
    assert shares[0] == background._SHARE * 0.01
    assert shares[-1] < shares[0]


def test_the_call_that_gives_an_idle_thread_work_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule(lambda: None)
    wait_for_compilation()
    while not background._compiler._is_idle:
        pass
    monkeypatch.setattr(background, "_REST", 10.0)
    done: list[int] = []
    schedule(lambda: done.append(1))
    _resting()
    assert not done
    background.hand_over(10.0)
    wait_for_compilation()
    assert done == [1]


def test_nothing_is_handed_over_without_work() -> None:
    wait_for_compilation()
    background.hand_over(1000.0)
    assert background._compiler._begun.locked()


class Counter:
    def __init__(self) -> None:
        self.counts: list[int] = []

    def add(self, number: int) -> None:
        self.counts.append(number)


def test_a_task_of_an_object_that_is_gone_does_nothing() -> None:
    entered, kept, gone = background.threading.Event(), Counter(), Counter()
    counts = gone.counts
    schedule(entered.wait)
    schedule(background.while_alive(kept.add, 1))
    schedule(background.while_alive(gone.add, 2))
    del gone
    entered.set()
    wait_for_compilation()
    assert (kept.counts, counts) == ([1], [])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_stops_no_other_task() -> None:
    """Python reports it as that of any thread."""
    done: list[int] = []
    schedule(lambda: done[0])
    schedule(lambda: done.append(1))
    wait_for_compilation()
    schedule(lambda: done.append(2))
    wait_for_compilation()
    assert done == [1, 2]


def test_without_a_thread_functions_stay_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    compiler, done = background._TaskThread(), list[int]()

    def fail(thread: object) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(background.threading.Thread, "start", fail)
        with pytest.warns(
            RuntimeWarning, match=r"can't start new thread \(ts.set_engine"
        ) as caught:
            compiler.submit(lambda: done.append(1))
    compiler.wait(0)
    compiler.submit(lambda: done.append(2))
    compiler.wait(10)
    compiler.stop()
    assert done == [2] and len(caught) == 1


def test_waiting_has_a_limit() -> None:
    go_on = background.threading.Event()
    schedule(lambda: (go_on.wait(), None)[1])
    with pytest.raises(TimeoutError, match="takes longer than"):
        wait_for_compilation(0.01)
    go_on.set()
    wait_for_compilation()


def test_the_end_of_the_process_does_not_wait() -> None:
    code = """
from xdsl_torchscript.runtime.executors.background import schedule

def forever():
    while True:
        (lambda: None)()

schedule(forever)
schedule(forever)
print("done")
"""
    run = [sys.executable, "-c", code]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=120)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("done\n", "", 0)


SLOW_MODULE = """
import time
def step():
    pass
begun = open("begun", "w").close()
end = time.monotonic() + 0.5
while time.monotonic() < end:
    step()
open("ended", "w").close()
has_ended = True
"""
"""Takes half a second to import, and says in files where it is."""


def test_the_end_of_the_process_interrupts_no_import(tmp_path: Path) -> None:
    """Locks of `importlib` would stay held. The module is imported to its end."""
    (tmp_path / "slow_module.py").write_text(SLOW_MODULE)
    code = """
import os, time
from xdsl_torchscript.runtime.executors.background import schedule
schedule(lambda: __import__("slow_module"))
while not os.path.exists("begun"):
    time.sleep(0.01)
"""
    run = [sys.executable, "-c", code]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("", "", 0)
    assert (tmp_path / "ended").exists()


def test_the_end_of_the_process_interrupts_no_function_of_llvmlite() -> None:
    """An interrupted `close` would run again when its object goes, and free memory twice."""
    code = """
import llvmlite.binding, random, threading
from xdsl_torchscript.runtime.executors.background import schedule

begun = threading.Event()

def forever():
    machine = llvmlite.binding.Target.from_default_triple().create_target_machine()
    begun.set()
    while True:
        str(machine.target_data)
        for _ in range(random.randrange(30)):
            (lambda: None)()

llvmlite.binding.initialize_native_target()
schedule(forever)
begun.wait()
"""
    run = [sys.executable, "-c", code]
    for _ in range(10):
        ended = subprocess.run(run, capture_output=True, text=True, timeout=120)
        assert (ended.stdout, ended.stderr, ended.returncode) == ("", "", 0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_compiles_in_a_thread_of_its_own() -> None:
    child = os.fork()
    if child == 0:
        done: list[int] = []
        schedule(lambda: done.append(1))
        wait_for_compilation()
        os._exit(0 if done == [1] else 1)
    assert os.waitpid(child, 0)[1] == 0


def _wait() -> None:
    wait_for_compilation(10)


def _call_until_done() -> None:
    end = time.monotonic() + 10
    while background._compiler._tasks and time.monotonic() < end:
        background.hand_over(0.01)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.parametrize("start", [_wait, _call_until_done])
def test_a_fork_takes_over_the_tasks(start: Callable[[], None]) -> None:
    """Functions would await their plans for ever, also that of the task which ran."""
    begun, may_end, done = list[int](), list[int](), list[int]()

    def task() -> None:
        begun.append(1)
        while not may_end:
            time.sleep(0.001)
        done.append(1)

    schedule(task)
    schedule(lambda: done.append(2))
    while not begun:
        time.sleep(0.001)
    child = os.fork()
    may_end.append(1)
    start()
    if child == 0:
        os._exit(0 if done == [1, 2] else 1)
    assert os.waitpid(child, 0)[1] == 0 and done == [1, 2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_a_fork_waits_for_imports_of_the_thread(tmp_path: Path) -> None:
    """A child could not use half of a module."""
    (tmp_path / "slow_module.py").write_text(SLOW_MODULE)
    code = """
import os, sys, time
from xdsl_torchscript.runtime.executors.background import schedule, wait_for_compilation
schedule(lambda: __import__("slow_module"))
while not os.path.exists("begun"):
    time.sleep(0.01)
child = os.fork()
if child == 0:
    os._exit(0 if hasattr(sys.modules["slow_module"], "has_ended") else 1)
print(os.waitpid(child, 0)[1])
"""
    run = [sys.executable, "-c", code]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert (ended.stdout, ended.stderr) == ("0\n", "")


def test_the_end_of_the_process_interrupts_nothing_that_is_collected() -> None:
    """Python would print the exception and go on."""
    found: list[bool] = []

    def generate() -> Iterator[bool]:
        try:
            yield background._is_interruptible()
        finally:
            found.append(background._is_interruptible())

    class Collected:
        def __del__(self) -> None:
            found.append(background._is_interruptible())

    def work() -> None:
        found.append(background._is_interruptible())
        found.append(next(generate()))
        Collected()

    thread = background.threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [True, False, False, False]


def test_a_stopped_thread_leaves_its_task_in_order() -> None:
    compiler, left = background._TaskThread(), list[int]()

    def forever() -> None:
        try:
            while True:
                _call(100)
        finally:
            _call(1000)
            left.append(1)

    compiler.submit(forever)
    while compiler._pacing is None:
        time.sleep(0.01)
    time.sleep(0.05)
    compiler.stop()
    assert left == [1] and not compiler._tasks
