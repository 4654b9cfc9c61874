"""The order of the operations of a function, and sums over ranges of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.ir import Operation

from xdsl_torchscript.dialects.prim import AwaitableOp, ForkOp, GradOfOp, IfOp, SubgraphOp
from xdsl_torchscript.lowering.core.walk import nested_operations


class ProgramOrder:
    """Numbers the operations inside `root` in textual order.

    `first` is the number of an operation, `last` the greatest number nested in it.
    """

    def __init__(self, root: Operation) -> None:
        self.operations = list(nested_operations(root))
        self.first = {op: number for number, op in enumerate(self.operations)}
        self.last = dict(self.first)
        for op in reversed(self.operations):
            parent = op.parent_op()
            if parent is not None and parent in self.last:
                self.last[parent] = max(self.last[parent], self.last[op])

    def inside(self, op: Operation) -> Sequence[Operation]:
        """Return the operation and all operations nested in it."""
        return self.operations[self.first[op] : self.last[op] + 1]

    def between(self, earlier: Operation, later: Operation) -> range:
        """Return the numbers of operations that may run after `earlier` and before `later` begins.

        A loop around `later` alone may have iterated before, and a deferred body may run after
        anything.
        """
        end = self.first[later]
        for op in self.around(later, earlier):
            if isinstance(op, (ForkOp, AwaitableOp)):
                end = len(self.operations)
            elif may_repeat(op):
                end = max(end, self.last[op] + 1)
        return range(self.last[earlier] + 1, end)

    def around(self, op: Operation, other: Operation) -> Iterator[Operation]:
        """Yield the operations that contain `op` but not `other`, innermost first."""
        parent, inner = op.parent_op(), self.first[other]
        while parent is not None and parent in self.first:
            if self.first[parent] <= inner <= self.last[parent]:
                return
            yield parent
            parent = parent.parent_op()


def may_repeat(op: Operation) -> bool:
    """Return whether regions of the operation may run more than once per execution."""
    return not isinstance(op, (IfOp, SubgraphOp, GradOfOp))


class RangeUnion:
    """Unions of sets, given as ints, over ranges: built in linear, queried in logarithmic time.

    A segment tree: node `i` is the union of the nodes `2 i` and `2 i + 1`.
    """

    def __init__(self, sets: Sequence[int]) -> None:
        self._size = len(sets)
        self._tree = [*([0] * self._size), *sets]
        for node in range(self._size - 1, 0, -1):
            self._tree[node] = self._tree[2 * node] | self._tree[2 * node + 1]

    def over(self, numbers: range) -> int:
        """Return the union of the sets with these numbers."""
        found, low, high = 0, numbers.start + self._size, numbers.stop + self._size
        while low < high:
            if low & 1:
                found |= self._tree[low]
                low += 1
            if high & 1:
                high -= 1
                found |= self._tree[high]
            low >>= 1
            high >>= 1
        return found
