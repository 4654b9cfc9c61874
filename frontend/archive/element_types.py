"""The sizes in bytes of elements, and of the numbers in them, without numpy."""

from __future__ import annotations

import re
from functools import cache

from xdsl_torchscript.dialects.dtypes import Dtype

_BITS = re.compile(r"(?:q?u?int|b?float|complex)(\d+)(?:_\w+)?")
STORED_AS = {
    "complex32": ("float16", (2,)),
    "qint8": ("int8", ()),
    "quint8": ("uint8", ()),
    "qint32": ("int32", ()),
}
"""The storage of dtypes without a numpy type: a numpy type, and the shape of one element."""


@cache
def element_bytes(dtype: Dtype) -> int | None:
    """Return the bytes of one element, None for a dtype missing in numpy and ml_dtypes.

    `complex32` counts: two halves, which numpy reads as a pair of float16. Quantised elements count
    as their stored integers.
    """
    if dtype.torch_name == "bool":
        return 1
    if dtype.numpy is None and dtype.torch_name not in STORED_AS:
        return None
    match = _BITS.fullmatch(dtype.torch_name)
    return int(match[1]) // 8 if match else None


def number_bytes(dtype: Dtype) -> int | None:
    """Return the bytes of one number, half an element for complex types.

    Each number is in the archive's byte order.
    """
    width = element_bytes(dtype)
    return width // 2 if width and dtype.torch_name.startswith("complex") else width
