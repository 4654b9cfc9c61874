"""Closures: sets that grow in a regular way have distinct keys."""

from __future__ import annotations

from xdsl_torchscript.lowering.analysis.closures import Closures


class CountedSet(int):
    """A set of nodes that counts its comparisons."""

    comparisons = 0

    def __eq__(self, other: object) -> bool:
        CountedSet.comparisons += 1
        return int(self) == other

    __hash__ = int.__hash__


def chain_of_views(count: int) -> list[CountedSet]:
    """Return the sets of values each of which may be any earlier tensor, every second node."""
    sets, known = [CountedSet(1)], 1
    for number in range(1, count):
        known |= 1 << 2 * number
        sets.append(CountedSet(known))
    return sets


def test_equal_hashes_are_not_compared() -> None:
    """Python's hash of an int repeats after 61 bits."""
    count = 1_000
    closures = Closures([1 << node + 1 for node in range(2 * count)])
    sets = chain_of_views(count)
    assert len(set(map(hash, sets))) == 61
    CountedSet.comparisons = 0
    for nodes in sets:
        assert closures.of(nodes) == nodes << 1
    assert CountedSet.comparisons < 2 * count
