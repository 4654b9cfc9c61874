"""Compile in another process, so that Python code of this one runs on meanwhile.

    object = WORKER.machine_code(module)

The passes are Python code: in a thread, they would alternate with the program. The worker is
started at the first request; it ends with this process, or after a minute without requests. A text
is sent and an object file comes back, each after its length. An empty answer means that the worker
cannot compile the text. In that case, or without a worker, this process compiles.
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
from struct import Struct
from typing import IO

from xdsl.dialects.builtin import ModuleOp
from xdsl.utils.exceptions import DiagnosticException, ParseError

from xdsl_torchscript.dialects.after_fork import in_child
from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.number_text import NumberParser
from xdsl_torchscript.runtime.native.engine import ObjectFile, compile_object
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.machine_code import llvm_ir
from xdsl_torchscript.runtime.native.object_cache import compile_cached, decode, encode

_FAILURES = (DiagnosticException, ParseError, NativeError, LookupError, ValueError, TypeError)
"""Errors of the worker that the other process reports when it compiles."""

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

    def machine_code(self, module: ModuleOp) -> ObjectFile:
        """Return the object file of typed functions, or raise the exception of `machine_code`."""
        text = str(module)
        return compile_cached(text, lambda: self._ask(text) or compile_object(llvm_ir(module)))

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
        """Leave the process to the parent of this one."""
        self._process, self._lock = None, threading.Lock()

    def _ask(self, text: str) -> ObjectFile | None:
        with self._lock:
            process = self._running()
            if process is None or process.stdin is None or process.stdout is None:
                return None
            try:
                _send(process.stdin, text.encode(), _ANSWER_SECONDS)
                answer = _receive(process.stdout, _ANSWER_SECONDS)
            except (OSError, ValueError):  # or the stream is closed
                answer = None
            if answer is None and self._is_closed:
                raise SystemExit
            if answer is None:
                self._failures += 1
                self.stop()
            return decode(answer) if answer else None

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
    """Compile a program; the other process looks into the cache before, and stores the answer."""
    try:
        module = NumberParser(LazyContext.complete(), request.decode()).parse_module()
        return encode(compile_object(llvm_ir(module)))
    except _FAILURES:
        return b""


def main() -> None:
    """Answer requests until there are none for a while, or the other end is closed.

    Garbage is collected between requests: most objects of a request live until its end.
    """
    if os.name == "posix":
        os.nice(_NICENESS)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # other output must not mix with answers
    gc.disable()
    while request := _receive(sys.stdin.buffer, _IDLE_SECONDS):
        _send(answers, _answer(request), _IDLE_SECONDS)
        gc.collect()
        gc.freeze()


if __name__ == "__main__":
    main()
