"""The memory of kernels, which `workspace.ll` keeps from call to call.

It takes the place of `aligned_alloc` and `free` where kernels are linked. At most 16 blocks of up
to 32 MiB wait for the next call.
"""

from __future__ import annotations

import ctypes
import mmap
from pathlib import Path

from xdsl_torchscript.runtime.native.engine import Library, SymbolAddresses
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.once import once


@once
def workspace() -> Library:
    """Return the library, with the functions `take`, `give`, and `clear`, which frees all blocks
    that wait."""
    library = load_cached(Path(__file__).with_suffix(".ll").read_text(encoding="utf-8"))
    advice = getattr(mmap, "MADV_HUGEPAGE", 0)
    ctypes.c_int32.from_address(library.address("advice")).value = advice
    return library


SYMBOLS: SymbolAddresses = {
    "aligned_alloc": lambda: workspace().address("take"),
    "free": lambda: workspace().address("give"),
}
"""The functions that kernels with memory of their own need."""
