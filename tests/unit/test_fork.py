"""`fork` and `wait`: concurrent, suspended and resumed, on as few threads as exist."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Generator
from typing import Any, cast

import numpy as np
import pytest
from mlir_programs import unit_of

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.pool import POOL, Pool
from xdsl_torchscript.runtime.interpreter.suspension import Suspend, Task
from xdsl_torchscript.runtime.modules.futures import Future, Outcome

SECONDS = 20
"""The time limit of tests that hang."""


@pytest.fixture(params=[1, 4])
def threads(request: pytest.FixtureRequest) -> Generator[int]:
    """Run a test on one thread and on several."""
    before = ts.get_num_interop_threads()
    ts.set_num_interop_threads(request.param)
    yield request.param
    ts.set_num_interop_threads(before)


class Gate:
    """An operator that signals that it runs, and blocks until released."""

    def __init__(self) -> None:
        self.reached = threading.Semaphore(0)
        self.opened = threading.Event()

    def __call__(self, n: int) -> int:
        self.reached.release()
        assert self.opened.wait(SECONDS)
        return n


GATE = [Gate()]
ALIVE: list[weakref.ref[Any]] = []


def _watch(x: Any) -> Any:
    ALIVE.append(weakref.ref(x))
    return x


def _calls_python(n: int) -> int:
    """Call Python, which waits for a fork where nothing can be suspended."""
    return UNIT[0].forks_once(n)


UNIT: list[Any] = []
ts.register_operator("fork_test::gate(int n) -> int", lambda n: GATE[0](n))
ts.register_operator("fork_test::open() -> int", lambda: GATE[0].opened.set() or 0)
ts.register_operator("fork_test::watch(Tensor x) -> Tensor", _watch)
ts.register_operator("fork_test::python(int n) -> int", _calls_python)
ts.register_operator("fork_test::exits(int n) -> int", lambda n: sys.exit(n))

PROGRAM = """
import torch
from typing import Dict, List, Optional, Tuple

def inc(n: int) -> int:
    return n + 1

def forks_once(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(inc, n))

def fan(n: int) -> List[int]:
    futures = [torch.jit.fork(inc, i) for i in range(n)]
    return [torch.jit.wait(f) for f in futures]

def backwards(n: int) -> List[int]:
    futures = [torch.jit.fork(inc, i) for i in range(n)]
    out: List[int] = []
    for i in range(n):
        out.append(futures[n - 1 - i].wait())
    return out

def nested(n: int) -> int:
    total = 0
    for i in range(n):
        for j in range(i):
            if j % 2 == 0:
                total += torch.jit.wait(torch.jit.fork(inc, i * j)) * j
            else:
                total -= torch.jit.wait(torch.jit.fork(forks_once, i * j))
    while total > 100:
        total = total - torch.jit.wait(torch.jit.fork(inc, 50))
    return total

def two_deep(n: int) -> int:
    return nested(n) + forks_once(n)

def comprehension(n: int) -> List[int]:
    return [two_deep(i) + torch.jit.wait(torch.jit.fork(two_deep, i)) for i in range(n)]

def twice(n: int) -> int:
    f = torch.jit.fork(inc, n)
    return torch.jit.wait(f) + torch.jit.wait(f)

def pair(n: int) -> Tuple[int, str]:
    return n, str(n)

def several(n: int) -> str:
    a, b = torch.jit.wait(torch.jit.fork(pair, n))
    return b + str(a)

def nothing(l: List[int]) -> None:
    l.append(1)

def effect() -> List[int]:
    l: List[int] = []
    f = torch.jit.fork(nothing, l)
    torch.jit.wait(f)
    return l

def in_a_dict(n: int) -> int:
    d: Dict[str, torch.jit.Future[int]] = {"a": torch.jit.fork(inc, n)}
    o: Optional[torch.jit.Future[int]] = d["a"]
    t = (d["a"], 3)
    assert o is not None
    return torch.jit.wait(o) + torch.jit.wait(t[0])

def gives(n: int) -> torch.jit.Future[int]:
    return torch.jit.fork(forks_once, n)

def takes(f: torch.jit.Future[int]) -> int:
    return torch.jit.wait(f) + 1

def takes_many(f: List[torch.jit.Future[int]]) -> int:
    total = 0
    for one in f:
        total += torch.jit.wait(one)
    return total

def gate(n: int) -> int:
    return torch.ops.fork_test.gate(n)

def gated(n: int) -> torch.jit.Future[int]:
    return torch.jit.fork(gate, n)

def two_gates(n: int) -> int:
    a = torch.jit.fork(gate, n)
    b = torch.jit.fork(gate, n + 1)
    return torch.jit.wait(a) + torch.jit.wait(b)

def python_inside(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(python, n))

def python(n: int) -> int:
    return torch.ops.fork_test.python(n)

def exits(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(leaves, n))

def leaves(n: int) -> int:
    return torch.ops.fork_test.exits(n)

def bad(n: int) -> int:
    return 10 // n

def calls_bad(n: int) -> int:
    return bad(n)

def waits_for_bad(n: int) -> int:
    f = torch.jit.fork(calls_bad, n)
    for i in range(2):
        n += torch.jit.wait(f)
    return n

def far(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(waits_for_bad, n))

def ignores_bad(n: int) -> int:
    f = torch.jit.fork(bad, n)
    return n

class Counter:
    def __init__(self, n: int):
        self.n = n
        self.later = torch.jit.fork(inc, n)

    def step(self, by: int) -> int:
        self.n += torch.jit.wait(torch.jit.fork(inc, by))
        return self.n

    def both(self) -> int:
        f = torch.jit.fork(self.step, 1)
        return self.later.wait() + f.wait()

def methods(n: int) -> int:
    return Counter(n).both()

class Log:
    def __init__(self, name: str, log: List[str]):
        self.name = name
        self.log = log

    def __enter__(self) -> str:
        n = torch.jit.wait(torch.jit.fork(inc, 1))
        self.log.append("enter " + self.name)
        return self.name + str(n)

    def __exit__(self, kind: Optional[str], value: Optional[str], trace: Optional[str]) -> None:
        n = torch.jit.wait(torch.jit.fork(inc, 2))
        self.log.append("exit " + self.name + str(n))

def with_blocks(n: int, log: List[str]) -> int:
    with Log("a", log) as a:
        log.append(a)
        with Log("b", log) as b:
            log.append(b)
            n = torch.jit.wait(torch.jit.fork(bad, n))
            log.append(str(n))
    return n

def logged(n: int) -> List[str]:
    log: List[str] = []
    with_blocks(n, log)
    return log

def fails_in_with(log: List[str]) -> int:
    return torch.jit.wait(torch.jit.fork(with_blocks, 0, log))

def peak(x: torch.Tensor) -> torch.Tensor:
    y = torch.ops.fork_test.watch(x + 1)
    f = torch.jit.fork(plus, y, 1)
    return torch.jit.wait(f) + torch.ops.fork_test.watch(x * 2)

def plus(x: torch.Tensor, n: int) -> torch.Tensor:
    z = torch.ops.fork_test.watch(x + n)
    return z + torch.jit.wait(torch.jit.fork(torch.neg, z))

def fails_with_tensors(x: torch.Tensor) -> torch.Tensor:
    y = torch.ops.fork_test.watch(x + 1)
    f = torch.jit.fork(mismatch, y)
    return torch.jit.wait(f) + torch.ops.fork_test.watch(y * 2)

def mismatch(x: torch.Tensor) -> torch.Tensor:
    y = torch.ops.fork_test.watch(x * 3)
    n = 1 // (x.size(0) - x.size(0))
    return y + n

def draws() -> torch.Tensor:
    return torch.jit.wait(torch.jit.fork(draw, 3))

def draw(n: int) -> torch.Tensor:
    return torch.rand(n)

def mode() -> bool:
    torch.set_grad_enabled(False)
    seen = torch.jit.wait(torch.jit.fork(grad))
    torch.set_grad_enabled(True)
    return seen

def grad() -> bool:
    return torch.is_grad_enabled()
"""
CHAIN = """
func.func @chain(%n: i64) -> i64 {
  %zero = prim.Constant 0 : i64
  %one = prim.Constant 1 : i64
  %done = aten.eq.int(%n, %zero) : (i64, i64) -> i1
  %r = prim.If %done -> (i64) {
    prim.If.yield %zero : i64
  } else {
    %m = aten.sub.int(%n, %one) : (i64, i64) -> i64
    %f = prim.fork(%m) : (i64) -> !ts.future<i64> {
    ^bb0(%k: i64):
      %g = prim.Constant @chain : !ts.function<@chain>
      %s = prim.CallFunction(%g, %k) : (!ts.function<@chain>, i64) -> i64
      prim.return %s : i64
    }
    %w = aten.wait(%f) : (!ts.future<i64>) -> i64
    %p = aten.add.int(%w, %one) : (i64, i64) -> i64
    prim.If.yield %p : i64
  }
  func.return %r : i64
}
"""


@pytest.fixture
def unit() -> Any:
    UNIT[:] = [ts.compile(PROGRAM, "forks.py")]
    return UNIT[0]


def nested(n: int) -> int:
    total = sum((i * j + 1) * j if j % 2 == 0 else -(i * j + 1) for i in range(n) for j in range(i))
    while total > 100:
        total -= 51
    return total


@pytest.mark.usefixtures("threads")
class TestOnOneThreadAndOnSeveral:
    def test_a_hundred_forks_that_wait_for_each_other(self) -> None:
        assert unit_of(CHAIN).chain(300) == 300

    def test_a_thousand_forks_side_by_side(self, unit: Any) -> None:
        assert unit.fan(1000) == list(range(1, 1001))

    def test_waits_in_another_order(self, unit: Any) -> None:
        assert unit.backwards(50) == list(range(50, 0, -1))

    def test_waits_inside_of_loops_and_calls(self, unit: Any) -> None:
        assert unit.nested(9) == nested(9)
        assert unit.two_deep(7) == nested(7) + 8
        assert unit.comprehension(5) == [2 * (nested(i) + i + 1) for i in range(5)]

    def test_results_of_every_kind(self, unit: Any) -> None:
        assert unit.twice(3) == 8
        assert unit.several(4) == "44"
        assert unit.effect() == [1]
        assert unit.in_a_dict(1) == 4
        assert unit.methods(5) == 6 + 7

    def test_futures_leave_and_enter_programs(self, unit: Any) -> None:
        futures = [unit.gives(n) for n in range(20)]
        assert all(isinstance(f, Future) for f in futures)
        assert unit.takes(futures[3]) == 5
        assert unit.takes_many(futures) == sum(range(1, 21))
        assert [f.wait() for f in futures] == list(range(1, 21))
        assert all(f.done() for f in futures)

    def test_with_blocks(self, unit: Any) -> None:
        assert unit.logged(5) == ["enter a", "a2", "enter b", "b2", "2", "exit b3", "exit a3"]

    def test_a_failure_exits_entered_managers(self, unit: Any) -> None:
        """The lists of a program are copies: the fork writes into one created from Python's."""
        code = unit.code("fails_in_with")
        log: list[str] = []
        with pytest.raises(ts.RuntimeFault, match="division by zero"):
            ts.run(code, [log])
        assert log == ["enter a", "a2", "enter b", "b2", "exit b3", "exit a3"]

    def test_an_operator_that_waits_in_python(self, unit: Any) -> None:
        """It keeps its thread; another one takes the place."""
        assert unit.python_inside(4) == 5

    def test_a_failure_is_raised_at_each_wait_with_both_stacks(self, unit: Any) -> None:
        lines = PROGRAM.splitlines()

        def at(text: str) -> str:
            row = next(n for n, line in enumerate(lines) if text in line)
            return f"forks.py:{row + 1}"

        with pytest.raises(ts.RuntimeFault) as caught:
            unit.far(0)
        shown = str(caught.value).splitlines()
        fault = shown[::3]
        assert [line.split(": ", 1)[1] for line in fault] == [
            "error: 'aten.floordiv.int' op failed: division by zero",
            "note: called from 'calls_bad'",
            "note: forked in 'waits_for_bad'",
            "note: waited for in 'waits_for_bad'",
            "note: forked in 'far'",
            "note: waited for in 'far'",
        ]
        texts = ["10 // n", "return bad(n)", "fork(calls_bad", "n += torch"]
        places = [*map(at, texts), *[at("fork(waits_for_bad")] * 2]
        assert [line.split(": ")[0].rpartition(":")[0] for line in fault] == places
        assert shown[1:3] == ["    return 10 // n", "           ^"]
        assert shown[4:6] == ["    return bad(n)", "           ^"]

    def test_an_unawaited_failure(self, unit: Any) -> None:
        assert unit.ignores_bad(0) == 0

    def test_an_exit_inside_a_fork_is_raised_at_the_wait(self, unit: Any) -> None:
        with pytest.raises(SystemExit):
            unit.exits(3)
        assert unit.forks_once(1) == 2

    def test_the_stream_of_random_numbers_is_that_of_the_caller(self, unit: Any) -> None:
        ts.manual_seed(3)
        alone = unit.draw(3).tolist()
        ts.manual_seed(3)
        assert unit.draws().tolist() == alone

    def test_a_fork_has_the_modes_of_its_caller(self, unit: Any) -> None:
        assert unit.mode() is False

    def test_nothing_is_held_afterwards(self, unit: Any) -> None:
        ALIVE.clear()
        got = unit.peak(ts.Tensor(np.ones(4, np.float32)))
        assert got.tolist() == [2.0] * 4
        del got
        settle()
        assert len(ALIVE) == 3 and not any(one() is not None for one in ALIVE)

    def test_nothing_is_held_after_a_failure(self, unit: Any) -> None:
        ALIVE.clear()
        with pytest.raises(ts.RuntimeFault, match="division by zero"):
            unit.fails_with_tensors(ts.Tensor(np.ones(4, np.float32)))
        settle()
        assert len(ALIVE) == 2 and not any(one() is not None for one in ALIVE)


def settle() -> None:
    """Wait until the threads are idle: they may still finish after the result is available."""
    for _ in range(ts.get_num_interop_threads() + 1):
        done = threading.Event()
        POOL.submit(done.set)
        assert done.wait(SECONDS)


def test_forks_run_at_the_same_time(unit: Any) -> None:
    """Both are inside of their operators before one may go on."""
    before = ts.get_num_interop_threads()
    ts.set_num_interop_threads(2)
    GATE[:] = [Gate()]
    results: list[int] = []
    caller = threading.Thread(target=lambda: results.append(unit.two_gates(1)), daemon=True)
    caller.start()
    both = [GATE[0].reached.acquire(timeout=SECONDS) for _ in range(2)]
    GATE[0].opened.set()
    caller.join(SECONDS)
    ts.set_num_interop_threads(before)
    assert both == [True, True] and results == [3]


def test_a_future_is_not_done_before_it_ends(unit: Any) -> None:
    GATE[:] = [Gate()]
    future = unit.gated(7)
    assert GATE[0].reached.acquire(timeout=SECONDS)
    assert not future.done()
    GATE[0].opened.set()
    assert future.wait() == 7 and future.done()


CIRCLE = """
func.func @f() -> i64 {
  %l = prim.ListConstruct() : () -> !ts.list<!ts.future<i64>>
  %f = prim.fork(%l) : (!ts.list<!ts.future<i64>>) -> !ts.future<i64> {
  ^bb0(%k: !ts.list<!ts.future<i64>>):
    %zero = prim.Constant 0 : i64
    %n = fork_test.gate(%zero) : (i64) -> i64
    %g = aten.__getitem__.t(%k, %n) : (!ts.list<!ts.future<i64>>, i64) -> !ts.future<i64>
    %r = aten.wait(%g) : (!ts.future<i64>) -> i64
    prim.return %r : i64
  }
  %u = aten.append.t(%l, %f)
    : (!ts.list<!ts.future<i64>>, !ts.future<i64>) -> !ts.list<!ts.future<i64>>
  %o = fork_test.open() : () -> i64
  %w = aten.wait(%f) : (!ts.future<i64>) -> i64
  func.return %w : i64
}
"""


def test_a_fork_that_waits_for_itself_fails() -> None:
    GATE[:] = [Gate()]
    with pytest.raises(ts.RuntimeFault, match="it waits for a result that waits for it"):
        unit_of(CIRCLE).f()


def test_an_outcome_notifies_early_and_late_callbacks_once() -> None:
    outcome, told = Outcome(), list[int]()
    outcome.when_done(lambda: told.append(1))
    outcome.succeed(5)
    outcome.when_done(lambda: told.append(2))
    assert (outcome.get(), told) == (5, [1, 2])


def test_a_pool_runs_no_more_tasks_at_a_time_than_its_size() -> None:
    pool, reached, gate = Pool(2), threading.Semaphore(0), threading.Event()

    def task() -> None:
        reached.release()
        assert gate.wait(SECONDS)

    for _ in range(6):
        pool.submit(task)
    assert all(reached.acquire(timeout=SECONDS) for _ in range(2))
    assert not reached.acquire(timeout=0.02)
    gate.set()
    assert all(reached.acquire(timeout=SECONDS) for _ in range(4))


def test_a_growing_pool_runs_waiting_tasks() -> None:
    pool, reached, gate = Pool(1), threading.Semaphore(0), threading.Event()

    def task() -> None:
        reached.release()
        assert gate.wait(SECONDS)

    pool.submit(task)
    pool.submit(task)
    assert reached.acquire(timeout=SECONDS) and not reached.acquire(timeout=0.01)
    pool.resize(2)
    assert reached.acquire(timeout=SECONDS)
    gate.set()


def test_a_pool_has_a_thread_at_least() -> None:
    with pytest.raises(ValueError, match="at least one thread, not 0"):
        ts.set_num_interop_threads(0)


INTERRUPTED = """
import signal, threading
import xdsl_torchscript as ts
signal.signal(signal.SIGINT, signal.default_int_handler)

def sleeps(n):
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
    threading.Event().wait()

ts.register_operator("t::sleeps(int n) -> int", sleeps)
unit = ts.compile('''
import torch
def sleeps(n: int) -> int:
    return torch.ops.t.sleeps(n)
def f(n: int) -> int:
    return torch.jit.wait(torch.jit.fork(sleeps, n))
''')
try:
    unit.f(1)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="threads get no signals here")
def test_an_interrupt_ends_the_caller_that_waits() -> None:
    """The fork never ends; the process does."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout + done.stderr == "interrupted\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_forks_in_a_process_that_was_forked(unit: Any) -> None:
    """The threads of its parent are not there."""
    assert unit.forks_once(1) == 2
    child = os.fork()
    if child == 0:
        os._exit(unit.forks_once(40))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 41


class _Resumed:
    """A frame that returns 7 when its execution resumes."""

    def run(self) -> tuple[int]:
        return (7,)


def test_a_task_leaves_its_context_before_another_thread_resumes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def start() -> Any:
        suspend = Suspend(done)
        suspend.frames.append(cast("Any", _Resumed()))
        raise suspend

    def submit(task: Any) -> None:
        thread = threading.Thread(target=task)
        thread.start()
        thread.join()

    monkeypatch.setattr(POOL, "submit", submit)
    done, outcome = Outcome(), Outcome()
    done.succeed(1)
    Task(start, outcome)()
    assert outcome.done and outcome.get() == 7
