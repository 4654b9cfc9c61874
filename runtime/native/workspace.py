"""The memory of kernels and their results, which `workspace.ll` keeps from call to call.

It takes the place of `aligned_alloc` and `free` where kernels are linked, and of numpy's where they
make large arrays. At most 16 blocks of up to 96 MiB, and 128 MiB together, wait for the next call.
"""

from __future__ import annotations

import ctypes
import mmap
from pathlib import Path

from xdsl_torchscript.runtime.native.engine import Library, SymbolAddresses
from xdsl_torchscript.runtime.native.object_cache import load_cached
from xdsl_torchscript.runtime.native.once import once

_CAPSULE = ctypes.c_char_p(b"mem_handler")
"""The name of capsules of such handlers."""


@once
def workspace() -> Library:
    """Return the library, with the functions `take`, `give`, and `clear`, which frees all blocks
    that wait."""
    library = load_cached(Path(__file__).with_suffix(".ll").read_text(encoding="utf-8"))
    advice = getattr(mmap, "MADV_HUGEPAGE", 0)
    ctypes.c_int32.from_address(library.address("advice")).value = advice
    return library


@once
def result_memory() -> object:
    """Return numpy's handler of memory as its C API takes it. It lives until the process ends, as
    arrays may."""
    library = workspace()
    new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, *3 * (ctypes.c_void_p,))(
        ("PyCapsule_New", ctypes.pythonapi)
    )
    name = ctypes.cast(_CAPSULE, ctypes.c_void_p)
    capsule = new_capsule(library.address("handler"), name, None)
    for lasting in (library, capsule):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(lasting))
    return capsule


SYMBOLS: SymbolAddresses = {
    "aligned_alloc": lambda: workspace().address("take"),
    "free": lambda: workspace().address("give"),
}
"""The functions that kernels with memory of their own need."""
