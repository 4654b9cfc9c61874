"""A byte-addressed memory, in which pointers of the llvm dialect are numbers.

Allocations are separate, so an access beyond the end, or to freed memory, fails instead of reading
another one.
"""

from __future__ import annotations

from bisect import bisect_right, insort

import numpy as np

from xdsl_torchscript.runtime.levels.elements import GARBAGE
from xdsl_torchscript.runtime.tensor import Array

_PAGE = 4096


class ByteMemory:
    """Allocations by their first address."""

    def __init__(self) -> None:
        self._next = _PAGE
        self._starts: list[int] = []
        self._bytes: dict[int, Array] = {}

    def allocate(self, size: int, alignment: int) -> int:
        """Return the address of new bytes."""
        return self._place(np.full(size, GARBAGE, np.uint8), alignment)

    def place(self, array: Array) -> int:
        """Return an address for a row-major array, which is written in place.

        It is aligned to the elements alone, as kernels must expect.
        """
        self._next = -(-self._next // _PAGE) * _PAGE + array.itemsize
        return self._place(array.reshape(-1).view(np.uint8), array.itemsize)

    def _place(self, data: Array, alignment: int) -> int:
        start = -(-self._next // alignment) * alignment
        self._next = start + len(data) + _PAGE
        insort(self._starts, start)
        self._bytes[start] = data
        return start

    def free(self, address: int) -> None:
        """Free an allocation; null is ignored. Raises ValueError for any other address."""
        if address == 0:
            return
        if address not in self._bytes:
            raise ValueError(f"address {address:#x} was not allocated, or freed before")
        self._starts.remove(address)
        del self._bytes[address]

    def at(self, address: int, size: int, alignment: int = 1) -> Array:
        """Return the bytes from an address on. Raises IndexError if they are not allocated."""
        if address % alignment:
            raise ValueError(f"address {address:#x} is not a multiple of {alignment}")
        if size == 0:
            return np.empty(0, np.uint8)
        position = bisect_right(self._starts, address) - 1
        start = self._starts[position] if position >= 0 else 0
        data = self._bytes.get(start)
        offset = address - start
        if data is None or offset + size > len(data):
            held = "no allocation" if data is None else f"an allocation of {len(data)} bytes"
            raise IndexError(
                f"an access of {size} bytes at address {address:#x}, offset {offset} of {held}"
            )
        return data[offset : offset + size]

    def address_of(self, array: Array) -> int:
        """Return the address of an array in an allocation; another array is placed in memory, even
        if a view of a part of it was."""
        place, size = array.ctypes.data, max(array.nbytes, 1)
        for start, data in self._bytes.items():
            if 0 <= place - data.ctypes.data <= max(len(data), 1) - size:
                return start + place - data.ctypes.data
        return self.place(array)

    def bytes_from(self, address: int) -> Array:
        """Return the bytes from an address to the end of its allocation."""
        start = self._starts[bisect_right(self._starts, address) - 1]
        return self._bytes[start][address - start :]
