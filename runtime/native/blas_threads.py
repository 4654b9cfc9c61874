"""The threads of the BLAS that numpy calls.

Products that no kernel computes run there. Its threads would compete with those of kernels for the
same cores, so both have the same number once a program sets it.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from functools import partial

import numpy.linalg._umath_linalg as extension

_SETTERS = (
    "scipy_openblas_set_num_threads64_",
    "scipy_openblas_set_num_threads",
    "openblas_set_num_threads64_",
    "openblas_set_num_threads",
    "MKL_Set_Num_Threads",
)
"""The functions that take a number of threads: numpy's own OpenBLAS, that of a system, and MKL."""


def set_blas_threads(count: int) -> None:
    """Let BLAS run on `count` threads, if its library has a function for that, which is looked for
    among those that numpy's extension loads."""
    with suppress(OSError):
        library = ctypes.CDLL(extension.__file__)
        for name in filter(partial(hasattr, library), _SETTERS):
            getattr(library, name)(ctypes.c_int(count))
