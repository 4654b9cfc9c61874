"""Reachability of sets of nodes in a growing graph, for repeated queries.

The closure of a union is the union of the closures. So nodes are followed from the youngest on,
until the remaining ones form a set with a known closure. A set thus costs only its difference from
an earlier one.
"""

from __future__ import annotations

from collections.abc import Sequence


class Closures:
    """The closures of sets of nodes under the edges of a growing graph.

    `edges[node]` is the set that the node refers to; sets are the bits of an int. A closure is kept
    until an edge changes it.
    """

    def __init__(self, edges: Sequence[int]) -> None:
        self._edges = edges
        self._known: dict[tuple[int, int], int] = {}
        self._covered: int = 0

    def of(self, start: int, followed: int = 0) -> int:
        """Return the nodes that `start` refers to, directly or through `followed` nodes."""
        if not start:
            return 0
        key = _key(start)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._compute(start, followed)
            self._covered |= start | found & followed
        return found

    def _compute(self, pending: int, followed: int) -> int:
        found = 0
        while pending:
            number = pending.bit_length() - 1
            new = self._edges[number] & ~found
            found |= new
            pending = pending ^ 1 << number | new & followed
            if (known := self._known.get(_key(pending))) is not None:
                return found | known
        return found

    def change(self, node: int) -> None:
        """Drop the closures that may contain an edge of the node, given as a set."""
        if node & self._covered:
            self._known.clear()
            self._covered = 0


def _key(nodes: int) -> tuple[int, int]:
    """Return a key for a set: its hash alone repeats after 61 bits, the Mersenne prime of Python.

    So `1 << n` and `1 << n + 61` collide, as do many sets that grow in a regular way.
    """
    return nodes.bit_length(), nodes
