"""Pacing of a thread: a function of Python is called whenever a time has come.

    pacing = machine_pacing()
    pacing.start(function)       # in the thread; sys.setprofile(None) ends it
    pacing.call_after(0.001)     # `function` is called at the first call or return after that

`sys.setprofile` does the same, but runs Python at each call and return, which makes a thread two to
three times as slow (`pacing.ll`).
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable
from pathlib import Path

from xdsl_torchscript.runtime.native.engine import Library
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.once import once


class MachinePacing:
    """The pacing of one thread."""

    def __init__(self, library: Library) -> None:
        self._library = library
        ctypes.c_int32.from_address(library.address("clock")).value = time.CLOCK_MONOTONIC
        self._callback = ctypes.c_void_p.from_address(library.address("callback"))
        self._end = ctypes.c_int64.from_address(library.address("end"))
        self._set_profile = ctypes.pythonapi.PyEval_SetProfile
        self._profile = ctypes.c_void_p(library.address("pace")), ctypes.py_object(None)

    def start(self, function: Callable[[], object]) -> None:
        """Call a function in this thread whenever the time has come. It must stay alive."""
        self._callback.value = id(function)
        self._set_profile(*self._profile)

    def call_after(self, seconds: float) -> None:
        """Set the time of the next call."""
        self._end.value = time.clock_gettime_ns(time.CLOCK_MONOTONIC) + int(seconds * 1e9)


@once
def machine_pacing() -> MachinePacing | None:
    """Return the pacing of one thread, None on machines without such a clock."""
    if sys.implementation.name != "cpython" or not hasattr(time, "clock_gettime_ns"):
        return None
    text = Path(__file__).with_name("pacing.ll").read_text(encoding="utf-8")
    return MachinePacing(load_cached(text))
