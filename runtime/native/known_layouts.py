"""The layouts of a kernel's results for layouts of inputs that calls had before.

    known = KnownLayouts(inputs, deciding, outputs, made, rows, by_place=False)
    known.add([x.array, y.array], orders)
    table = kernel_table(..., layouts=known)

Machine code (`known_layouts.ll`) looks a call's inputs up, and allocates its results in the order
that was observed for them. Where the kernel writes another order, results are copied; inputs that
are not row-major always are. A kernel *by place* computes each element from those in the same place
of its inputs, so it runs in any order of dimensions that all results have: inputs that have it are
not copied, and results are not, either. What is known of it holds for arrays of other sizes, too.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeAlias

from xdsl.ir import Attribute

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.runtime.tensor import Array, element_type

ITEM_SIZES = frozenset((1, 2, 4, 8))
"""The sizes of elements that machine code copies, in bytes."""

_MOST_DIMENSIONS = 8
"""The dimensions of arrays that it copies."""
_RECORDS = 8
_HEAD = 4
"""The words before the records."""
_ROWS = -(1 << 63)
"""The strides of row-major arrays."""
_ANY_SIZE = -1
_UNKNOWN, _AS_MADE, _FIRST_RECORD = range(3)
"""The layout of results for row-major inputs: unknown, as the kernel writes it, or in a record."""

MemoryOrders: TypeAlias = Sequence[Sequence[int] | None]
"""The dimensions of each result from the slowest to the fastest in memory, None if row-major."""


def is_copied(type: Attribute) -> bool:
    """Return whether machine code copies inputs and results of a type."""
    if not isinstance(type, TensorType) or type.dtype is None or type.shape is None:
        return False
    is_small = len(type.shape) <= _MOST_DIMENSIONS
    return is_small and element_type(type.dtype).itemsize in ITEM_SIZES


class KnownLayouts:
    """The memory of what is known about a kernel. It has the last eight layouts.

    `deciding` are the numbers of the inputs whose layouts decide those of results, `made` the
    orders of dimensions that the kernel writes, and `rows` those for row-major inputs, None if
    unknown. These inputs, and the results that are no numbers, must be `is_copied`.
    """

    def __init__(
        self,
        inputs: Sequence[Attribute],
        deciding: Iterable[int],
        outputs: Sequence[Attribute],
        made: MemoryOrders,
        rows: MemoryOrders | None,
        *,
        by_place: bool,
    ) -> None:
        self.deciding = frozenset(deciding)
        self._outputs, self._made, self._by_place = outputs, made, by_place
        results = sum(1 + _rank(type) for type in outputs if isinstance(type, TensorType))
        keys = sum(2 * _rank(inputs[number]) for number in self.deciding)
        self._words = 1 + results + keys
        self._view = memoryview(bytearray(8 * (_HEAD + _RECORDS * self._words))).cast("q")
        self._view[1], self._view[3] = self._words, 1 + results
        self._first = self._next = 0
        if rows is not None:
            self._add_rows(rows, keys)

    @property
    def address(self) -> int:
        """Return where the memory is."""
        return ctypes.addressof(ctypes.c_char.from_buffer(self._view))

    def add(self, inputs: Sequence[Array | None], orders: MemoryOrders) -> None:
        """Add the orders of results for inputs with the layouts of these, in the place of the
        oldest ones if there is no other."""
        record = self._results(orders)
        arrays = [inputs[number] for number in sorted(self.deciding)]
        kinds = [kind for found in arrays if self._by_place and (kind := _kind(found)) is not None]
        record += chain.from_iterable(kinds if len(kinds) == len(arrays) else map(_strides, arrays))
        if not self._has(record):
            self._put(record)

    def _add_rows(self, rows: MemoryOrders, keys: int) -> None:
        """Add the orders of results for row-major inputs of all sizes, which are never replaced."""
        record = self._results(rows)
        if not any(record):
            self._view[2] = _AS_MADE
            return
        self._put([*record, *[_ROWS] * keys])
        self._first = self._next
        self._view[2] = _FIRST_RECORD

    def _has(self, record: list[int]) -> bool:
        begins = range(_HEAD, _HEAD + self._view[0] * self._words, self._words)
        return any(self._view[n : n + self._words].tolist() == record for n in begins)

    def _put(self, record: list[int]) -> None:
        number = self._next
        begin = _HEAD + number * self._words
        # A single step, so that no thread reads a part of it.
        self._view[begin : begin + self._words] = array("q", record)
        self._view[0] = max(self._view[0], number + 1)
        self._next = number + 1 if number + 1 < _RECORDS else self._first

    def _results(self, orders: MemoryOrders) -> list[int]:
        """Return the first words of a record."""
        parts = [*map(self._result, self._outputs, self._made, orders)]
        first = parts[0] if self._by_place and parts and parts[0] else [0]
        in_order = first[0] and all(part[1:] == first[1:] for part in parts)
        return [2 if in_order else 0, *chain.from_iterable(parts)]  # the order of the first one

    def _result(
        self, type: Attribute, made: Sequence[int] | None, order: Sequence[int] | None
    ) -> list[int]:
        if not isinstance(type, TensorType) or type.dtype is None:
            return []
        rows = range(_rank(type))
        if [*(made or rows)] == [*(order or rows)]:
            return [0] * (1 + len(rows))
        return [element_type(type.dtype).itemsize, *(order or rows)]


def _strides(array: Array | None) -> list[int]:
    """Return the strides and sizes of an input, as machine code compares them."""
    assert array is not None
    strides = [_ROWS] * array.ndim if array.flags.c_contiguous else array.strides
    return [*strides, *array.shape]


def _kind(array: Array | None) -> list[int] | None:
    """Return the order of the dimensions of an input, and which of them have gaps, None if two lie
    within each other. The layouts of results of pointwise operators depend on no more."""
    assert array is not None
    if min(array.shape, default=2) < 2:
        return None
    strides, sizes = array.strides, array.shape
    words, extent = list[int](), array.itemsize
    for dim in sorted(range(array.ndim), key=strides.__getitem__):
        if strides[dim] < extent:
            return None
        words.append(2 * dim + (strides[dim] > extent))
        extent = strides[dim] * sizes[dim]
    return [*reversed(words), *[_ANY_SIZE] * array.ndim]


def _rank(type: Attribute) -> int:
    assert isinstance(type, TensorType) and type.shape is not None
    return len(type.shape)
