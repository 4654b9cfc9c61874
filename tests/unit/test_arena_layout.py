"""Places of buffers: apart while in use together, and in little more memory than they need."""

import random
from collections.abc import Sequence
from itertools import combinations

import pytest

from xdsl_torchscript.lowering.loops.memory.arena_layout import (
    ALIGNMENT,
    LiveRange,
    offsets_of,
    padded,
    slots_of,
)

_MOST = 1.25
"""The bytes of an arena over the most bytes in use at the same time, in the worst of the random
cases. Their mean is 1.01."""


def random_buffers(seed: int) -> tuple[list[int], list[LiveRange]]:
    rng = random.Random(seed)
    count, length = rng.randint(1, 60), rng.choice([3, 10, 40, 200])
    kinds = [lambda: rng.randint(1, 5000), lambda: 1 << rng.randint(0, 16), lambda: 4096]
    kind = rng.choice(kinds)
    begins = [rng.randrange(length) for _ in range(count)]
    longest = rng.choice([2, length // 2, length])
    ranges = [LiveRange(begin, begin + rng.randint(0, longest)) for begin in begins]
    return [kind() for _ in range(count)], ranges


def most_in_use(sizes: Sequence[int], ranges: Sequence[LiveRange]) -> int:
    """Return the greatest sum of padded sizes at a position, which no layout is smaller than."""
    pairs = list(zip(sizes, ranges, strict=True))
    return max(
        sum(padded(size) for size, (begin, end) in pairs if begin <= position <= end)
        for _, (position, _) in pairs
    )


@pytest.mark.parametrize("seed", range(300))
def test_buffers_in_use_together_are_apart(seed: int) -> None:
    sizes, ranges = random_buffers(seed)
    offsets = offsets_of(sizes, ranges)
    assert all(offset >= 0 and offset % ALIGNMENT == 0 for offset in offsets)
    for one, other in combinations(range(len(sizes)), 2):
        (begin, end), (first, last) = ranges[one], ranges[other]
        if not {*range(begin, end + 1)}.isdisjoint(range(first, last + 1)):
            assert (
                offsets[one] + sizes[one] <= offsets[other]
                or offsets[other] + sizes[other] <= offsets[one]
            )


@pytest.mark.parametrize("seed", range(300))
def test_the_arena_is_little_larger_than_what_is_in_use(seed: int) -> None:
    sizes, ranges = random_buffers(seed)
    offsets = offsets_of(sizes, ranges)
    total = max(o + padded(size) for o, size in zip(offsets, sizes, strict=True))
    assert total <= _MOST * most_in_use(sizes, ranges)


@pytest.mark.parametrize("seed", range(300))
def test_buffers_of_a_slot_take_turns(seed: int) -> None:
    sizes, ranges = random_buffers(seed)
    slots = slots_of(sizes, ranges)
    assert sorted(number for slot in slots for number in slot) == [*range(len(sizes))]
    for slot in slots:
        assert sizes[slot[0]] == max(sizes[number] for number in slot)
        assert not any(ranges[a].overlaps(ranges[b]) for a, b in combinations(slot, 2))


def test_a_buffer_takes_the_smallest_gap() -> None:
    always, first, last = LiveRange(0, 9), LiveRange(0, 4), LiveRange(5, 9)
    sizes = [3000, 2000, 1000, 950, 900]
    ranges = [first, always, first, always, last]
    # The last buffer takes the gap that 1000 bytes leave, not that of 3000, which comes first.
    assert offsets_of(sizes, ranges) == [0, 3008, 5120, 6208, 5120]


@pytest.mark.parametrize(
    ("size", "lines"), [(0, 1), (1, 1), (64, 1), (65, 3), (192, 3), (4096, 65)]
)
def test_sizes_are_odd_numbers_of_lines(size: int, lines: int) -> None:
    assert padded(size) == lines * ALIGNMENT
