"""Export of arrays by DLPack: numpy's element types, and bfloat16.

The layout of a managed tensor follows dlpack.h, https://dmlc.github.io/dlpack/latest/c_api.html.
"""

from __future__ import annotations

import ctypes
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

_BFLOAT16, _UINT16 = np.dtype(ml_dtypes.bfloat16), np.dtype(np.uint16)
_BFLOAT_CODE = 4

# The offset of the element type's code in a capsule's struct. In a DLManagedTensor it follows the
# tensor's `data`, `device` and `ndim`. In a DLManagedTensorVersioned, version, context, deleter and
# flags precede these.
_CODE_OFFSETS = {b"dltensor": 20, b"dltensor_versioned": 32 + 20}

_name_of = ctypes.pythonapi.PyCapsule_GetName
_name_of.restype, _name_of.argtypes = ctypes.c_char_p, [ctypes.py_object]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]


def capsule(array: NDArray[Any], **options: Any) -> Any:
    """Return the memory as a DLPack capsule; `options` are the options of `__dlpack__`.

    Arrays with negative strides are copied, as consumers such as PyTorch reject them. Raises
    BufferError for element types that DLPack lacks.
    """
    if any(step < 0 for step in array.strides):
        array = array.copy()
    if array.dtype != _BFLOAT16:
        return array.__dlpack__(**options)
    made = array.view(_UINT16).__dlpack__(**options)
    name = _name_of(made)
    start = _pointer_of(made, name)
    ctypes.c_uint8.from_address(start + _CODE_OFFSETS[name]).value = _BFLOAT_CODE
    return made
