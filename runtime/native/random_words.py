"""The random numbers of kernels, which `random_words.ll` draws from the default stream.

A kernel that draws runs with the stream held, so that its numbers are adjacent. If it fails, the
stream returns to the place before it, and the interpreter draws the same numbers.
"""

from __future__ import annotations

import ctypes
from functools import partial
from pathlib import Path

import numpy as np

from xdsl_torchscript.runtime.native.engine import Library, ObjectFile, SymbolAddresses
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.once import once
from xdsl_torchscript.runtime.operators.random.generator import default_generator

_FUNCTIONS = ("ts_random_words", "ts_random_long_words")
"""The functions that `te_to_loops/draws.py` calls."""
_PROTOTYPE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64)
_CHECKED = 1000
"""The words that are compared with numpy's: more than a state has."""


@once
def _library() -> Library:
    library = load_cached(Path(__file__).with_suffix(".ll").read_text(encoding="utf-8"))
    state = ctypes.c_void_p.from_address(library.address("state"))
    _check_layout(library, state)
    state.value = default_generator().address
    return library


def _check_layout(library: Library, state: ctypes.c_void_p) -> None:
    """Raise NativeError unless numpy's engine has its state where machine code looks for it."""
    drawn, ours = np.empty(_CHECKED, np.uint32), np.random.MT19937(1)
    state.value = int(ours.ctypes.state_address)
    draw = _PROTOTYPE(library.address("ts_random_words"))
    draw(drawn.ctypes.data, _CHECKED)
    theirs = np.random.MT19937(1)
    is_same = np.array_equal(drawn, theirs.random_raw(_CHECKED))
    if not is_same or ours.random_raw() != theirs.random_raw():
        raise NativeError("numpy's engine of random numbers has its state in another form")


def _address(name: str) -> int:
    return _library().address(name)


SYMBOLS: SymbolAddresses = {name: partial(_address, name) for name in _FUNCTIONS}
"""The functions that kernels draw with."""


def draws(object: ObjectFile) -> bool:
    """Return whether machine code draws random numbers."""
    return not set(_FUNCTIONS).isdisjoint(object.needs)
