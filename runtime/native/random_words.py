"""The random numbers of kernels, which `random_words.ll` draws from the default stream.

A kernel that draws runs with the stream held, so that its numbers are adjacent. If it fails, the
stream returns to the place before it, and the interpreter draws the same numbers.
"""

from __future__ import annotations

import ctypes
from functools import partial
from pathlib import Path

from xdsl_torchscript.lowering.te_to_loops.draws import DRAW_FUNCTIONS
from xdsl_torchscript.runtime.native.engine import Library, ObjectFile, SymbolAddresses
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.once import once
from xdsl_torchscript.runtime.operators.random.generator import default_generator


@once
def _library() -> Library:
    library = load_cached(Path(__file__).with_suffix(".ll").read_text(encoding="utf-8"))
    stream = default_generator()
    for name, address in (("next", stream.next_word), ("state", stream.address)):
        ctypes.c_void_p.from_address(library.address(name)).value = address
    return library


def _address(name: str) -> int:
    return _library().address(name)


SYMBOLS: SymbolAddresses = {name: partial(_address, name) for name in DRAW_FUNCTIONS.values()}
"""The functions that kernels draw with."""


def draws(object: ObjectFile) -> bool:
    """Return whether machine code draws random numbers."""
    return not {*DRAW_FUNCTIONS.values()}.isdisjoint(object.needs)
