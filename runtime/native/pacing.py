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
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from xdsl_torchscript.runtime.native.engine import Library
from xdsl_torchscript.runtime.native.object_cache import load_cached


@dataclass(frozen=True, eq=False)
class MachinePacing:
    """The pacing of one thread."""

    library: Library

    def start(self, function: Callable[[], object]) -> None:
        """Call a function in this thread whenever the time has come. It must stay alive."""
        ctypes.c_void_p.from_address(self.library.address("callback")).value = id(function)
        set_profile = ctypes.pythonapi.PyEval_SetProfile
        set_profile(ctypes.c_void_p(self.library.address("pace")), ctypes.py_object(None))

    def call_after(self, seconds: float) -> None:
        """Set the time of the next call."""
        end = time.clock_gettime_ns(time.CLOCK_MONOTONIC) + int(seconds * 1e9)
        ctypes.c_int64.from_address(self.library.address("end")).value = end


@cache
def machine_pacing() -> MachinePacing | None:
    """Return the pacing of one thread, None on machines without such a clock."""
    if sys.implementation.name != "cpython" or not hasattr(time, "clock_gettime_ns"):
        return None
    text = Path(__file__).with_name("pacing.ll").read_text(encoding="utf-8")
    library = load_cached(text)
    ctypes.c_int32.from_address(library.address("clock")).value = time.CLOCK_MONOTONIC
    return MachinePacing(library)
