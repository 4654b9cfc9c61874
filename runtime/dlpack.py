"""Memory of arrays for others, by DLPack: what numpy exports, and bfloat16 beside it.

The layout of a managed tensor is that of dlpack.h, https://dmlc.github.io/dlpack/latest/c_api.html.
"""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

_BFLOAT16, _UINT16 = np.dtype(ml_dtypes.bfloat16), np.dtype(np.uint16)
_BFLOAT_CODE = 4

# Where the code of the element type stands in what a capsule of that name points to: behind the
# `data`, `device` and `ndim` of the tensor, with which a DLManagedTensor starts. In a
# DLManagedTensorVersioned the version, the context, the deleter and the flags stand before it.
_CODE_OFFSETS = {b"dltensor": 20, b"dltensor_versioned": 32 + 20}

_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype, _name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]


def capsule(array: NDArray[Any], **options: Any) -> Any:
    """The memory as a DLPack capsule; `options` are those of `__dlpack__`.

    What steps backwards is copied, as consumers such as PyTorch take no negative strides.
    BufferError for the element types that DLPack lacks.
    """
    if any(step < 0 for step in array.strides):
        array = array.copy()
    if array.dtype != _BFLOAT16:
        return array.__dlpack__(**options)
    made = array.view(_UINT16).__dlpack__(**options)
    _set_code(made, _BFLOAT_CODE)
    return made


def _set_code(made: Any, code: int) -> None:
    """Calls the elements of a new capsule another kind of the same size."""
    name = _name_of(made)
    start = _pointer_of(made, name)
    ctypes.c_uint8.from_address(start + _CODE_OFFSETS[name]).value = code
