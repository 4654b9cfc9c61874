"""`hash` of values, the numbers that PyTorch gives on Linux.

Hashes equal those of PyTorch's C++ library. An int is its own hash; other numbers and strings are
hashed bytewise by MurmurHash64A (Austin Appleby). A tuple combines the hashes of its parts like
boost's `hash_combine`.
"""

from __future__ import annotations

import struct
from typing import Any, cast

from xdsl_torchscript.dialects.byte_strings import bytes_of
from xdsl_torchscript.runtime.operand_errors import BadType
from xdsl_torchscript.runtime.operators.core import Table
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

_BITS = (1 << 64) - 1
_SEED, _FACTOR, _SHIFT = 0xC70F6907, 0xC6A4A7935BD1E995, 47
_GOLDEN = 0x9E3779B9
_UNNUMBERED = 255
_DEVICES = (
    "cpu", "cuda", "mkldnn", "opengl", "opencl", "ideep", "hip", "fpga", "maia", "xla", "vulkan",
    "metal", "xpu", "mps", "meta", "hpu", "ve", "lazy", "ipu", "mtia", "privateuseone",
)  # fmt: skip
"""In the order of PyTorch's numbers of them."""


def _of_bytes(data: bytes) -> int:
    result = _SEED ^ len(data) * _FACTOR & _BITS
    whole = len(data) & ~7
    for (word,) in struct.iter_unpack("<Q", data[:whole]):
        mixed = word * _FACTOR & _BITS
        mixed = (mixed ^ mixed >> _SHIFT) * _FACTOR & _BITS
        result = (result ^ mixed) * _FACTOR & _BITS
    if len(data) > whole:
        result = (result ^ int.from_bytes(data[whole:], "little")) * _FACTOR & _BITS
    result = (result ^ result >> _SHIFT) * _FACTOR & _BITS
    return result ^ result >> _SHIFT


def _hash(value: Any) -> int:
    match value:
        case None:
            return 0
        case int():
            return value & _BITS
        case float():
            return _of_bytes(struct.pack("<d", value)) if value else 0
        case str():
            return _of_bytes(bytes_of(value))
        case tuple():
            result = 0
            for part in cast("tuple[Any, ...]", value):
                shifted = (result << 6) + (result >> 2)
                result ^= _hash(part) + _GOLDEN + shifted & _BITS
            return result
        case Device():
            kind, _, number = value.name.partition(":")
            return _DEVICES.index(kind) << 16 | (int(number) if number else _UNNUMBERED)
        case Tensor():
            return id(value) & _BITS
        case _:
            raise BadType(f"a value of type {type(value).__name__} has no hash")


def _signed_hash(value: Any) -> int:
    """Return the hash. Raises BadType for a list, a dict or a complex number."""
    bits = _hash(value)
    return bits - (1 << 64) if bits >> 63 else bits


HASHING: Table = {"aten.hash.generic": _signed_hash}
