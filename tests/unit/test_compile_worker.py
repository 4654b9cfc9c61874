"""Compiling in another process: the same machine code, and a result even if the process dies."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from mlir_programs import module_of

from xdsl_torchscript.lowering.core.diagnostics import FindingsError
from xdsl_torchscript.runtime.native import compile_worker
from xdsl_torchscript.runtime.native.compile_worker import CompileWorker
from xdsl_torchscript.runtime.native.machine_code import machine_code

PROGRAM = """func.func @f(%x: !ts.tensor<[4],f32>) -> !ts.tensor<[4],f32> {
  %y = aten.relu(%x) : (!ts.tensor<[4],f32>) -> !ts.tensor<[4],f32>
  func.return %y : !ts.tensor<[4],f32>
}"""
FAILING = PROGRAM.replace("aten.relu", "aten.inverse")


@pytest.fixture
def worker() -> Iterator[CompileWorker]:
    worker = CompileWorker()
    yield worker
    worker.stop()


def process_of(worker: CompileWorker) -> int:
    process = worker._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    return process.pid


@pytest.fixture
def _no_compiler_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise AssertionError("compiled in this process")

    monkeypatch.setattr(compile_worker, "lazy_import", fail)


@pytest.mark.usefixtures("_no_compiler_here")
def test_one_process_answers_all_requests(worker: CompileWorker) -> None:
    expected = machine_code(module_of(PROGRAM))
    assert worker.machine_code(module_of(PROGRAM)) == expected
    first = process_of(worker)
    assert worker.machine_code(module_of(PROGRAM)) == expected
    assert process_of(worker) == first


def test_it_reports_errors_as_this_process_does(worker: CompileWorker) -> None:
    with pytest.raises(FindingsError) as expected:
        machine_code(module_of(FAILING))
    with pytest.raises(FindingsError) as found:
        worker.machine_code(module_of(FAILING))
    assert str(found.value) == str(expected.value)
    assert worker.machine_code(module_of(PROGRAM)).names


def test_a_killed_process_is_replaced(worker: CompileWorker) -> None:
    expected = worker.machine_code(module_of(PROGRAM))
    first = process_of(worker)
    os.kill(first, signal.SIGKILL)
    assert worker.machine_code(module_of(PROGRAM)) == expected
    assert worker.machine_code(module_of(PROGRAM)) == expected
    assert process_of(worker) != first


@pytest.mark.parametrize("script", [None, "", "exec true", "exec yes", "echo x; exec cat"])
def test_this_process_compiles_where_there_is_no_other(
    worker: CompileWorker, script: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_worker, "_ANSWER_SECONDS", 0.5)
    expected = machine_code(module_of(PROGRAM))
    executable = tmp_path / "python"
    if script is not None:
        executable.write_text(f"#!/bin/sh\n{script}\n")
        executable.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(executable))
    for _ in range(5):
        assert worker.machine_code(module_of(PROGRAM)) == expected


def test_a_process_that_does_not_answer_is_given_up(
    worker: CompileWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_worker, "_ANSWER_SECONDS", 0.01)
    assert worker.machine_code(module_of(PROGRAM)) == machine_code(module_of(PROGRAM))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_stopped_process_is_given_up_in_the_middle_of_a_long_program(
    worker: CompileWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program is longer than a pipe holds."""
    expected = worker.machine_code(module_of(PROGRAM))
    monkeypatch.setattr(compile_worker, "_ANSWER_SECONDS", 0.1)
    os.kill(process_of(worker), signal.SIGSTOP)
    others = PROGRAM.replace("@f", "@a_function_that_nothing_calls_{}")
    long = "\n".join([PROGRAM, *(others.replace("{}", str(n)) for n in range(1000))])
    assert len(long) > 1 << 17
    assert worker._ask(long.encode()) is None  # pyright: ignore[reportPrivateUsage]
    assert worker._process is None  # pyright: ignore[reportPrivateUsage]
    monkeypatch.undo()
    assert worker.machine_code(module_of(PROGRAM)) == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_starts_its_own(worker: CompileWorker) -> None:
    """It neither waits for the worker of its parent nor keeps it alive."""
    worker.start()
    process = worker._process  # pyright: ignore[reportPrivateUsage]
    assert process is not None
    assert process.stdin is not None
    child = os.fork()
    if child == 0:
        is_own = worker._process is None  # pyright: ignore[reportPrivateUsage]
        is_left = process.stdin.closed and process.returncode is not None
        found = worker.machine_code(module_of(PROGRAM)).names
        os._exit(0 if is_own and is_left and found else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert process.poll() is None
    assert worker.machine_code(module_of(PROGRAM)).names


@pytest.mark.skipif(os.name != "posix", reason="pipes can be polled on POSIX")
@pytest.mark.parametrize(("waiting", "expected"), [(b"", 2), (b"a request", 0)])
def test_the_process_imports_early_until_there_is_a_request(
    waiting: bytes, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[str] = []

    def note(target: str) -> None:
        imported.append(target)
        raise ImportError(target)

    monkeypatch.setattr(compile_worker, "lazy_import", note)
    reader, writer = os.pipe()
    with os.fdopen(reader) as requests, os.fdopen(writer, "wb") as other_end:
        other_end.write(waiting)
        other_end.flush()
        monkeypatch.setattr(sys, "stdin", requests)
        compile_worker._prepare()  # pyright: ignore[reportPrivateUsage]
    assert len(imported) == expected


@pytest.mark.usefixtures("_no_compiler_here")
def test_the_end_of_the_process_ends_a_thread_that_waits(worker: CompileWorker) -> None:
    """It neither compiles in this process nor reports an error."""
    ended: list[type[BaseException]] = []

    def ask() -> None:
        try:
            worker.machine_code(module_of(PROGRAM))
        except BaseException as error:  # noqa: BLE001 - threads report no SystemExit
            ended.append(type(error))

    thread = threading.Thread(target=ask)
    thread.start()
    while worker._process is None:
        pass
    worker.close()
    thread.join()
    assert ended == [SystemExit]
    with pytest.raises(SystemExit):
        worker.start()
