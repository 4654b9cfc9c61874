"""Places for buffers in one piece of memory, given the periods in which they are in use.

    offsets_of([100, 60, 40], [LiveRange(0, 3), LiveRange(2, 6), LiveRange(5, 8)])    # [0, 192, 0]

Buffers overlap in memory only if their periods do not. Sizes that only a run knows cannot be laid
side by side: their buffers take turns in slots instead, each of which is as large as its first
buffer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

ALIGNMENT = 64
"""The bytes of which offsets are multiples: a cache line, and the widest vector."""


class LiveRange(NamedTuple):
    """The first and the last of the positions at which a buffer is in use."""

    begin: int
    end: int

    def overlaps(self, other: LiveRange) -> bool:
        return self.begin <= other.end and other.begin <= self.end


def padded(size: int) -> int:
    """Return the bytes that a buffer takes in the arena: an odd number of lines of a cache.

    If the sizes of pages divided those of buffers, an element would have the same place in a page
    as its neighbours in other buffers. Loads wait for stores to equal places of other pages, and
    the lines evict each other.
    """
    return (-(-size // ALIGNMENT) | 1) * ALIGNMENT


def offsets_of(sizes: Sequence[int], ranges: Sequence[LiveRange]) -> list[int]:
    """Return the offset of each buffer of so many bytes, a multiple of ALIGNMENT.

    The largest buffer is placed first. Each goes into the smallest gap between those that are in
    use in its period, or behind them. This is "greedy by size for offset calculation" of Pisarchyk
    and Lee, "Efficient Memory Management for Deep Neural Net Inference" (2020).
    """
    offsets = [0] * len(sizes)
    placed: list[int] = []
    for number in _largest_first(sizes):
        others = [other for other in placed if ranges[other].overlaps(ranges[number])]
        taken = sorted((offsets[other], offsets[other] + padded(sizes[other])) for other in others)
        offsets[number] = _best_gap(taken, padded(sizes[number]))
        placed.append(number)
    return offsets


def slots_of(sizes: Sequence[int], ranges: Sequence[LiveRange]) -> list[list[int]]:
    """Return the numbers of the buffers in each slot, the largest one first.

    The largest buffer of all comes first, and each takes the first slot that is free in its period.
    """
    slots: list[list[int]] = []
    for number in _largest_first(sizes):
        free = (s for s in slots if not any(ranges[o].overlaps(ranges[number]) for o in s))
        slot = next(free, None)
        if slot is None:
            slots.append([number])
        else:
            slot.append(number)
    return slots


def _largest_first(sizes: Sequence[int]) -> list[int]:
    return sorted(range(len(sizes)), key=lambda number: -sizes[number])


def _best_gap(taken: Iterable[tuple[int, int]], size: int) -> int:
    """Return the start of the smallest gap of at least `size` between bytes that are taken, in
    order of their starts; or the end of all."""
    gaps: list[tuple[int, int]] = []
    end = 0
    for start, stop in taken:
        if start - end >= size:
            gaps.append((start - end, end))
        end = max(end, stop)
    return min(gaps)[1] if gaps else end
