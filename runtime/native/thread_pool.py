"""The threads of native code, which `thread_pool.ll` implements.

    set_num_threads(2)
    get_num_threads()

A kernel with parallel loops calls `ts_parallel_for`, which is linked from `SYMBOLS`. By default
there is a thread for each CPU that this process may use, or as many as `TS_NUM_THREADS` says. They
are started by the first parallel loop, not by calls of smaller kernels. Results do not depend on
their number: it does not decide how a loop is divided.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import signal
import threading
from operator import index
from pathlib import Path

from xdsl_torchscript.dialects.after_fork import survive_fork
from xdsl_torchscript.runtime.native.blas_threads import set_blas_threads
from xdsl_torchscript.runtime.native.engine import Library, SymbolAddresses
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.target import host_target

MAX_THREADS = 256
"""The pool has memory for so many handles."""

_RELAX = """
declare void @llvm.{intrinsic}({type})
define internal void @relax() {{
  call void @llvm.{intrinsic}({argument})
  ret void
}}
"""

_INTRINSICS = {
    "x86_64": ("x86.sse2.pause", "", ""),
    "aarch64": ("aarch64.hint", "i32", "i32 1"),
    "arm64": ("aarch64.hint", "i32", "i32 1"),
}
"""The instruction by which a spinning thread leaves the core to its sibling."""

_NO_INTRINSIC = ("donothing", "", "")

_SERIAL = """
@threads = global i64 1
@set_mask = global i32 0
define ptr @ts_parallel_for(ptr %body, ptr %context, i64 %count) {
  %status = call ptr %body(i64 0, i64 %count, ptr %context)
  ret ptr %status
}
define ptr @stop_pool() {
  ret ptr null
}
"""
"""The pool of a system without POSIX threads."""


def _usable_cpus() -> int:
    """Return the number of CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ThreadPool:
    """The pool of this process. Its machine code is loaded for the first kernel that calls it."""

    def __init__(self) -> None:
        text = os.environ.get("TS_NUM_THREADS", "")
        count = int(text) if text.isdecimal() else 0
        self.count = min(count or _usable_cpus(), MAX_THREADS)
        self._library: Library | None = None
        self._lock = survive_fork(threading.Lock())

    def resize(self, count: int) -> None:
        """Let the next parallel loops run on `count` threads, the caller included."""
        with self._lock:
            self.count = count
            if self._library is not None:
                self._set_threads(self._library)

    def address(self) -> int:
        """Return the address of `ts_parallel_for`. The first request loads the machine code."""
        with self._lock:
            if self._library is None:
                self._library = self._load()
            return self._library.address("ts_parallel_for")

    def _load(self) -> Library:
        try:
            architecture = host_target().triple.partition("-")[0]
            intrinsic, type, argument = _INTRINSICS.get(architecture, _NO_INTRINSIC)
            text = Path(__file__).with_suffix(".ll").read_text(encoding="utf-8")
            library = load_cached(
                text + _RELAX.format(intrinsic=intrinsic, type=type, argument=argument)
            )
        except NativeError:  # a system without POSIX threads
            library = load_cached(_SERIAL)
        set_mask = ctypes.c_int32.from_address(library.address("set_mask"))
        set_mask.value = getattr(signal, "SIG_SETMASK", 0)
        self._set_threads(library)
        atexit.register(library.entry("stop_pool"), 0)
        return library

    def _set_threads(self, library: Library) -> None:
        ctypes.c_int64.from_address(library.address("threads")).value = self.count


_POOL = ThreadPool()


SYMBOLS: SymbolAddresses = {"ts_parallel_for": _POOL.address}
"""The functions that kernels with parallel loops need."""


def set_num_threads(count: int) -> None:
    """Let native code run on up to `count` threads, the calling one included, and numpy's BLAS on
    as many.

    Raises ValueError unless `count` is from 1 to 256, TypeError unless it is an integer.
    """
    count = index(count)
    if not 1 <= count <= MAX_THREADS:
        raise ValueError(f"set_num_threads: expected 1 to {MAX_THREADS} threads, got {count}")
    _POOL.resize(count)
    set_blas_threads(count)


def get_num_threads() -> int:
    """Return how many threads native code may use, the calling one included."""
    return _POOL.count
