"""The order in which PyTorch's `topk` returns equal elements, which follows the C++ library's
algorithms.

`std::partial_sort`, `std::nth_element` and `std::sort` of libstdc++ are not stable, but they are
deterministic. Here they act on the ranks of elements; partitions are computed as arrays.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from xdsl_torchscript.runtime.tensor import Array

_MANY_ROUNDS, _SHORT, _SHORT_TO_SORT = 64, 3, 16
_BLOCK = 1024
_Range: TypeAlias = tuple[int, int]


def smallest(ranks: Array, count: int) -> Array:
    """Return the places of the `count` smallest ranks in the order in which PyTorch gives them."""
    selection = _IndirectSelection(ranks)
    size = len(ranks)
    if count == 0:
        return selection.places[:0]
    if count * _MANY_ROUNDS <= size:
        selection.partial_sort(0, count, size)
    else:
        selection.nth_element(count - 1, size)
        selection.sort(count - 1)
    return selection.places[:count]


def _depth(size: int) -> int:
    """Return the number of partitions that may fail to halve the range before heaps take over."""
    return 2 * (size.bit_length() - 1)


class _IndirectSelection:
    def __init__(self, ranks: Array) -> None:
        self.ranks = ranks
        self.places = np.arange(len(ranks))

    def _rank(self, place: int) -> int:
        return int(self.ranks[self.places[place]])

    # ---- heaps, whose first element is the largest

    def _sift(self, first: int, hole: int, length: int, value: int) -> None:
        """Fill the hole of a heap with a value: `std::__adjust_heap`."""
        places, ranks, top, child = self.places, self.ranks, hole, hole
        while child < (length - 1) // 2:
            child = 2 * (child + 1)
            if ranks[places[first + child]] < ranks[places[first + child - 1]]:
                child -= 1
            places[first + hole] = places[first + child]
            hole = child
        if length % 2 == 0 and child == (length - 2) // 2:
            child = 2 * child + 1
            places[first + hole] = places[first + child]
            hole = child
        parent = (hole - 1) // 2
        while hole > top and ranks[places[first + parent]] < ranks[value]:
            places[first + hole] = places[first + parent]
            hole, parent = parent, (parent - 1) // 2
        places[first + hole] = value

    def _pop(self, first: int, last: int, target: int) -> None:
        """Move the largest element of a heap to `target`, whose element enters the heap."""
        value = int(self.places[target])
        self.places[target] = self.places[first]
        self._sift(first, 0, last - first, value)

    def _heap_select(self, first: int, middle: int, last: int) -> None:
        """Make a heap of the smallest elements, in [first, middle)."""
        length = middle - first
        for parent in range((length - 2) // 2, -1, -1):
            self._sift(first, parent, length, int(self.places[first + parent]))
        for start in range(middle, last, _BLOCK):
            block = self.ranks[self.places[start : min(start + _BLOCK, last)]]
            for offset in np.flatnonzero(block < self._rank(first)).tolist():
                if self._rank(start + offset) < self._rank(first):
                    self._pop(first, middle, start + offset)

    def partial_sort(self, first: int, middle: int, last: int) -> None:
        self._heap_select(first, middle, last)
        for end in range(middle - 1, first, -1):
            self._pop(first, end, end)

    # ---- partitions

    def _swap(self, a: int, b: int) -> None:
        self.places[[a, b]] = self.places[[b, a]]

    def _partition(self, first: int, last: int) -> int:
        """Partition around the median of three and return the start of the upper part."""
        a = first + 1
        b = first + (last - first) // 2
        c = last - 1
        ra, rb, rc = self._rank(a), self._rank(b), self._rank(c)
        if ra < rb:
            median = b if rb < rc else c if ra < rc else a
        else:
            median = a if ra < rc else c if rb < rc else b
        self._swap(first, median)
        ranks = self.ranks[self.places[first + 1 : last]]
        pivot, base = self._rank(first), first + 1
        left = base + np.flatnonzero(ranks >= pivot)
        right = base + np.flatnonzero(ranks <= pivot)[::-1]
        common = min(len(left), len(right))
        swaps = int(np.count_nonzero(left[:common] < right[:common]))
        low, high = left[:swaps], right[:swaps]
        self.places[low], self.places[high] = self.places[high], self.places[low]
        stops = [*left[swaps : swaps + 1], *right[max(swaps - 1, 0) : swaps]]
        return int(min(stops))

    def _insertion_sort(self, first: int, last: int) -> None:
        """Sort a range; equal elements stay in their order."""
        part = self.places[first:last]
        self.places[first:last] = part[np.argsort(self.ranks[part], kind="stable")]

    def nth_element(self, nth: int, last: int) -> None:
        first, depth = 0, _depth(last)
        while last - first > _SHORT:
            if depth == 0:
                self._heap_select(first, nth + 1, last)
                self._swap(first, nth)
                return
            depth -= 1
            cut = self._partition(first, last)
            first, last = (cut, last) if cut <= nth else (first, cut)
        self._insertion_sort(first, last)

    def sort(self, last: int) -> None:
        pending: list[tuple[_Range, int]] = [((0, last), _depth(last))] if last else []
        while pending:
            (first, end), depth = pending.pop()
            if end - first <= _SHORT_TO_SORT:
                continue
            if depth == 0:
                self.partial_sort(first, end, end)
                continue
            cut = self._partition(first, end)
            pending += [((first, cut), depth - 1), ((cut, end), depth - 1)]
        self._insertion_sort(0, last)
