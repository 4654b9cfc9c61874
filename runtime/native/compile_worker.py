"""Compile in another process, so that Python code of this one runs on meanwhile.

    optimized = WORKER.run("package.module:optimize", function, goal)
    object = WORKER.machine_code(module)

The passes are Python code: in a thread, they would alternate with the program. The worker is
started at the first request; it ends with this process, or after a minute without requests. The
name of a function and its arguments are sent, and the result comes back, pickled, each after its
length. An empty answer means that the function failed. In that case, or without a worker, this
process runs it. It imports the compiler only then, which would take a quarter of a second.
"""

from __future__ import annotations

import atexit
import gc
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from struct import Struct
from typing import IO, Any

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.after_fork import in_child
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.lowering.core.function_pickle import Exchange
from xdsl_torchscript.runtime.native.engine import ObjectFile
from xdsl_torchscript.runtime.native.object_cache import compile_cached

_MACHINE_CODE = "xdsl_torchscript.runtime.native.machine_code"
_EARLY = (
    "xdsl_torchscript.runtime.executors.clean_up",
    "xdsl_torchscript.runtime.executors.plan_passes",
)
"""Modules that each plan needs. Importing them takes longer than starting the worker."""

_FAILURES = Exception
"""Errors in the worker, and of messages. This process runs the function then, and reports its."""

_ANSWER = b"="
"""The start of an answer that is not empty: no other program gives it by chance."""

_LENGTH = Struct("=Q")
_PIECE = getattr(select, "PIPE_BUF", 512)
"""The bytes that a pipe which is ready takes without a wait."""
_IDLE_SECONDS = 60
_ANSWER_SECONDS = 120
_MAX_BYTES = 1 << 30
_NICENESS = 4
_MAX_FAILURES = 3
"""After so many processes that ended by themselves, no other one is started."""


class CompileWorker:
    """A process that compiles for this one. Safe to use from several threads, and after a fork."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._failures = 0
        self._is_closed = False
        self._lock = threading.Lock()
        in_child(self._leave)

    def start(self) -> None:
        """Start the process, unless it runs."""
        with self._lock:
            self._running()

    def typed_functions(self, module: ModuleOp, constants: Sequence[int] = ()) -> ModuleOp:
        """Return the typed functions, or raise the exception of `typed_functions`."""
        return self.run(f"{_MACHINE_CODE}:typed_functions", module, constants)

    def machine_code(self, module: ModuleOp) -> ObjectFile:
        """Return the object file of typed functions, or raise the exception of `machine_code`."""
        return compile_cached(str(module), lambda: self.run(f"{_MACHINE_CODE}:object_of", module))

    def run(self, target: str, *arguments: object) -> Any:
        """Return the result of a function, named as for `lazy_import`, which the worker runs on
        copies of the arguments, or else this process. Raises the function's exceptions."""
        exchange = Exchange()
        try:
            answer = self._ask(exchange.dumps((target, arguments)))
            if answer is not None and answer.startswith(_ANSWER):
                return exchange.loads(memoryview(answer)[len(_ANSWER) :])
        except _FAILURES:
            pass
        return lazy_import(target)(*arguments)

    def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.communicate()

    def close(self) -> None:
        """End the process at the end of this one, and the threads that wait for answers."""
        self._is_closed = True
        self.stop()

    def _leave(self) -> None:
        """Leave the process to the parent of this one. It ends once the parent closes its pipe, of
        which this one has a copy."""
        process, self._process, self._lock = self._process, None, threading.Lock()
        if process is None:
            return
        for pipe in filter(None, (process.stdin, process.stdout)):
            pipe.close()
        process.returncode = 0  # Only the parent can wait for it.

    def _ask(self, request: bytes) -> bytes | None:
        """Return the worker's answer, None without one."""
        with self._lock:
            process = self._running()
            if process is None or process.stdin is None or process.stdout is None:
                return None
            try:
                _send(process.stdin, request, _ANSWER_SECONDS)
                answer = _receive(process.stdout, _ANSWER_SECONDS)
            except (OSError, ValueError):  # or the stream is closed
                answer = None
            if answer is None and self._is_closed:
                raise SystemExit
            if answer is None:
                self._failures += 1
                self.stop()
            return answer

    def _running(self) -> subprocess.Popen[bytes] | None:
        """Return the process, started if need be; None if that is not possible. Raises SystemExit
        at the end of this process, which waits for no kernel."""
        if self._is_closed:
            raise SystemExit
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.stop()
        is_application = getattr(sys, "frozen", False) or not sys.executable
        if is_application or self._failures >= _MAX_FAILURES:
            return None
        path = os.pathsep.join(filter(None, sys.path))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        except (OSError, ValueError):
            self._failures = _MAX_FAILURES
        return self._process


def _send(stream: IO[bytes], data: bytes, seconds: float) -> None:
    """Write a message. Raises OSError if the other end does not take it within the time."""
    deadline = time.monotonic() + seconds
    rest = memoryview(_LENGTH.pack(len(data)) + data)
    while rest:
        left = max(0.0, deadline - time.monotonic())
        if os.name == "posix" and not select.select([], [stream], [], left)[1]:
            raise TimeoutError("the message is not taken")
        rest = rest[os.write(stream.fileno(), rest[:_PIECE]) :]


def _receive(stream: IO[bytes], seconds: float) -> bytes | None:
    """Return the next message; None if the stream ends, or it does not come within the time."""
    deadline = time.monotonic() + seconds
    head = _read(stream, _LENGTH.size, deadline)
    length = _LENGTH.unpack(head)[0] if head else _MAX_BYTES
    return _read(stream, length, deadline) if length < _MAX_BYTES else None


def _read(stream: IO[bytes], size: int, deadline: float) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        seconds = max(0.0, deadline - time.monotonic())
        if os.name == "posix" and not select.select([stream], [], [], seconds)[0]:
            return None
        part = os.read(stream.fileno(), size - len(data))
        if not part:
            return None
        data += part
    return bytes(data)


WORKER = CompileWorker()
atexit.register(WORKER.close)


def _answer(request: bytes) -> bytes:
    """Run a function; the other process reads the caches before, and stores what it gets."""
    exchange = Exchange()
    try:
        target, arguments = exchange.loads(request)
        return _ANSWER + exchange.dumps(lazy_import(target)(*arguments))
    except _FAILURES:
        return b""


def _prepare() -> None:
    """Import what plans need while the other process prepares its first request."""
    if os.name != "posix":
        return
    for module in _EARLY:
        if select.select([sys.stdin], [], [], 0)[0]:
            return
        with suppress(_FAILURES):  # which the request meets again
            lazy_import(module)


def main() -> None:
    """Answer requests until there are none for a while, or the other end is closed.

    Garbage is collected between requests: most objects of a request live until its end.
    """
    if os.name == "posix":
        os.nice(_NICENESS)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # other output must not mix with answers
    gc.disable()
    _prepare()
    while request := _receive(sys.stdin.buffer, _IDLE_SECONDS):
        _send(answers, _answer(request), _IDLE_SECONDS)
        gc.collect()
        gc.freeze()


if __name__ == "__main__":
    main()
