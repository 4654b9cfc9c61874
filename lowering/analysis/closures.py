"""What sets of nodes of a graph reach, asked again and again while the graph grows.

The closure of a union is the union of the closures. So nodes are followed from the youngest on,
until those that are left are a set with a known closure: a set costs what it has more than a set
that was asked for before.
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
        self._known: dict[int, int] = {}
        self._covered: int = 0

    def of(self, start: int, followed: int = 0) -> int:
        """Return what `start` refers to, and what the `followed` nodes among that refer to."""
        found, pending = 0, start
        while pending:
            known = self._known.get(pending)
            if known is not None:
                found |= known
                break
            number = pending.bit_length() - 1
            new = self._edges[number] & ~found
            found |= new
            pending ^= 1 << number
            pending |= new & followed
        self._known[start] = found
        self._covered |= start | found & followed
        return found

    def change(self, node: int) -> None:
        """Forget the closures that an edge of the node, given as a set, may belong to."""
        if node & self._covered:
            self._known.clear()
            self._covered = 0
