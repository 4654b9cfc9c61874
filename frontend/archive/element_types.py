"""How many bytes an element takes, and how wide the numbers in it are. No numpy needed."""

from __future__ import annotations

import re

from xdsl_torchscript.dialects.dtypes import Dtype

_BITS = re.compile(r"(?:u?int|b?float|complex)(\d+)(?:_\w+)?")


def element_bytes(dtype: Dtype) -> int | None:
    """The bytes of one element; None for a dtype that numpy and ml_dtypes do not have.

    `complex32` counts: two halves, which numpy reads as a pair of float16.
    """
    if dtype.torch_name == "bool":
        return 1
    if dtype.numpy is None and dtype.torch_name != "complex32":
        return None
    match = _BITS.fullmatch(dtype.torch_name)
    return int(match[1]) // 8 if match else None


def number_bytes(dtype: Dtype) -> int | None:
    """The bytes of one number: half an element where the element is complex. Each number is in
    the archive's byte order."""
    width = element_bytes(dtype)
    return width // 2 if width and dtype.torch_name.startswith("complex") else width
