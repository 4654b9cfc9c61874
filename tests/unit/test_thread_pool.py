"""The threads of native code: each chunk runs once, and no fork, exit or caller hangs."""

from __future__ import annotations

import ctypes
import os
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import numpy.linalg._umath_linalg as extension
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native.engine import NativeEntry, compile_ir
from xdsl_torchscript.runtime.native.thread_pool import MAX_THREADS, SYMBOLS

PROGRAM = """
declare ptr @ts_parallel_for(ptr, ptr, i64)
declare i32 @sched_yield()
declare i64 @pthread_self()

; Count each chunk in words[chunk].
define internal ptr @count(i64 %begin, i64 %end, ptr %words) {
entry:
  br label %loop
loop:
  %chunk = phi i64 [ %begin, %entry ], [ %next, %step ]
  %more = icmp slt i64 %chunk, %end
  br i1 %more, label %step, label %done
step:
  %place = getelementptr i64, ptr %words, i64 %chunk
  %old = load i64, ptr %place
  %new = add i64 %old, 1
  store i64 %new, ptr %place
  %next = add i64 %chunk, 1
  br label %loop
done:
  ret ptr null
}

; Wait until another chunk has begun, as words[0] counts, but not for ever; note the thread.
define internal ptr @meet(i64 %begin, i64 %end, ptr %words) {
entry:
  atomicrmw add ptr %words, i64 1 seq_cst
  %thread = call i64 @pthread_self()
  %number = add i64 %begin, 1
  %place = getelementptr i64, ptr %words, i64 %number
  store i64 %thread, ptr %place
  br label %loop
loop:
  %turn = phi i64 [ 0, %entry ], [ %turn.next, %wait ]
  %present = load atomic i64, ptr %words seq_cst, align 8
  %met = icmp sge i64 %present, 2
  br i1 %met, label %done, label %wait
wait:
  call i32 @sched_yield()
  %turn.next = add i64 %turn, 1
  %patient = icmp slt i64 %turn.next, 2000000
  br i1 %patient, label %loop, label %done
done:
  ret ptr null
}

; Count each chunk, and fail from words[0] on: return the address of the chunk's word.
define internal ptr @fail(i64 %begin, i64 %end, ptr %words) {
entry:
  %first = load i64, ptr %words
  br label %loop
loop:
  %chunk = phi i64 [ %begin, %entry ], [ %next, %step ]
  %more = icmp slt i64 %chunk, %end
  br i1 %more, label %step, label %done
step:
  %number = add i64 %chunk, 1
  %place = getelementptr i64, ptr %words, i64 %number
  store i64 1, ptr %place
  %next = add i64 %chunk, 1
  %is.good = icmp slt i64 %chunk, %first
  br i1 %is.good, label %loop, label %give.up
give.up:
  ret ptr %place
done:
  ret ptr null
}

; Run the chunks of words[32 * chunk ...] in another parallel loop.
define internal ptr @nest(i64 %begin, i64 %end, ptr %words) {
entry:
  br label %loop
loop:
  %chunk = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %offset = mul i64 %chunk, 32
  %place = getelementptr i64, ptr %words, i64 %offset
  call ptr @ts_parallel_for(ptr @count, ptr %place, i64 32)
  %next = add i64 %chunk, 1
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret ptr null
}
"""

ENTRY = """
define ptr @run_{name}(ptr %table) {{
  %words = load ptr, ptr %table
  %count.at = getelementptr i64, ptr %table, i64 1
  %count = load i64, ptr %count.at
  %status = call ptr @ts_parallel_for(ptr @{name}, ptr %words, i64 %count)
  ret ptr %status
}}
"""


@cache
def entry(name: str) -> NativeEntry:
    text = PROGRAM + "".join(ENTRY.format(name=name) for name in ("count", "meet", "fail", "nest"))
    return compile_ir(text, symbols=SYMBOLS).entry(f"run_{name}")


def run(name: str, words: np.ndarray, count: int) -> int | None:
    return entry(name)(struct.pack("=Qq", words.ctypes.data, count))


@pytest.fixture(autouse=True)
def _threads() -> Iterator[None]:
    """Keep the number of threads."""
    before = ts.get_num_threads()
    yield
    ts.set_num_threads(before)


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
def test_each_chunk_runs_once(threads: int) -> None:
    ts.set_num_threads(threads)
    for count in (0, 1, 2, 16, 1000):
        words = np.zeros(1000, np.int64)
        for _ in range(50):
            run("count", words, count)
        assert (words[:count] == 50).all()
        assert not words[count:].any()


@pytest.mark.parametrize("threads", [2, 3])
def test_chunks_run_at_the_same_time(threads: int) -> None:
    ts.set_num_threads(threads)
    words = np.zeros(3, np.int64)
    run("meet", words, 2)
    assert words[1] != words[2]


def test_one_thread_is_that_of_the_caller() -> None:
    ts.set_num_threads(1)
    words = np.ones(3, np.int64)  # as if another one were there
    run("meet", words, 2)
    assert words[1] == threading.get_ident()


def test_a_parallel_loop_in_another_one() -> None:
    ts.set_num_threads(2)
    words = np.zeros(16 * 32, np.int64)
    run("nest", words, 16)
    assert (words == 1).all()


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_a_failure_ends_the_loop(threads: int) -> None:
    ts.set_num_threads(threads)
    for first in (0, 3, 63):
        words = np.zeros(65, np.int64)
        words[0] = first
        status = run("fail", words, 64)
        assert status is not None
        failed = (status - words.ctypes.data) // 8 - 1
        assert first <= failed < 64
        assert words[failed + 1] == 1
        assert words[1 : first + 1].all()
    done = np.zeros(64, np.int64)
    assert run("count", done, 64) is None
    assert (done == 1).all()


def test_many_threads_of_python() -> None:
    ts.set_num_threads(3)
    counts = [np.zeros(64, np.int64) for _ in range(8)]

    def work(words: np.ndarray) -> None:
        for number in range(300):
            run("count", words, 64)
            if number % 100 == 0:
                ts.set_num_threads(1 + number // 100)

    threads = [threading.Thread(target=work, args=(words,)) for words in counts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((words == 300).all() for words in counts)


def in_process(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code after the definitions of this file in another process, for at most a minute."""
    text = f"from test_thread_pool import *\n{code}"
    variables = {**os.environ, "PYTHONPATH": os.path.dirname(__file__), **environment}
    return subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=60, env=variables
    )


FORK = """
ts.set_num_threads(2)
words = np.zeros(64, np.int64)
entry("count"), entry("meet")
{before}
child = os.fork()
run("count", words, 64)
assert words[0] == words[63]
if child:
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
else:
    met = np.zeros(3, np.int64)
    run("meet", met, 2)
    assert met[1] != met[2]
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize(
    "before",
    [
        "pass",
        "run('count', words, 64)",
        "threading.Thread(target=lambda: [run('count', np.zeros(64, np.int64), 64)"
        " for _ in range(100000)], daemon=True).start()",
    ],
    ids=["no pool yet", "a pool at rest", "a pool at work"],
)
def test_a_child_makes_a_pool_of_its_own(before: str) -> None:
    done = in_process(FORK.format(before=before))
    assert (done.returncode, done.stderr) == (0, "")


EXITS = {
    "at rest": "",
    "at work": """
def work():
    while True:
        run("count", np.zeros(64, np.int64), 64)
threading.Thread(target=work, daemon=True).start()
""",
    "by an error": "raise SystemExit(0)",
}


@pytest.mark.parametrize("state", EXITS)
def test_a_process_ends(state: str) -> None:
    code = f"ts.set_num_threads(3)\nrun('count', np.zeros(64, np.int64), 64)\n{EXITS[state]}"
    done = in_process(code)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("count", [0, -1, MAX_THREADS + 1])
def test_impossible_numbers_of_threads(count: int) -> None:
    with pytest.raises(ValueError, match=f"expected 1 to 256 threads, got {count}"):
        ts.set_num_threads(count)


def test_blas_has_as_many_threads() -> None:
    if not hasattr(ctypes.CDLL(extension.__file__), "scipy_openblas_get_num_threads64_"):
        pytest.skip("numpy has another BLAS")
    code = """
import ctypes, numpy.linalg._umath_linalg as extension
import xdsl_torchscript as ts
library = ctypes.CDLL(extension.__file__)
for count in (1, 2):
    ts.set_num_threads(count)
    print(library.scipy_openblas_get_num_threads64_())
"""
    assert in_process(code).stdout.split() == ["1", "2"]


@pytest.mark.parametrize("count", [2.5, "2", None])
def test_the_number_of_threads_is_an_integer(count: Any) -> None:
    with pytest.raises(TypeError, match="integer"):
        ts.set_num_threads(count)
    ts.set_num_threads(np.int64(2))
    assert type(ts.get_num_threads()) is int


@pytest.mark.parametrize(("value", "threads"), [("3", "3"), ("", "cpus"), ("many", "cpus")])
def test_the_number_of_threads_at_the_start(value: str, threads: str) -> None:
    cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    done = in_process("print(ts.get_num_threads())", TS_NUM_THREADS=value)
    assert done.stdout.strip() == threads.replace("cpus", str(cpus))
