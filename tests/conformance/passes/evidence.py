"""The results of PyTorch's alias analysis on the values of a graph, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import takewhile
from typing import Any

_COMPARES = ("aten::__is__", "aten::__isnot__")


def nodes_of(block: Any) -> Iterator[Any]:
    """Yield the nodes of a graph or block, those of nested blocks too."""
    for node in block.nodes():
        yield node
        for nested in node.blocks():
            yield from nodes_of(nested)


def _is_write(kind: str) -> bool:
    return kind.endswith("_") and not kind.endswith("__")


class Evidence:
    """The aliases of a graph that has not been changed yet."""

    def __init__(self, graph: Any) -> None:
        self._graph = graph

    def reaches_caller(self, name: str) -> bool:
        """Return whether the caller may write the value after the call."""
        return self._may_alias(name, self._ends)

    def is_compared(self, name: str) -> bool:
        """Return whether an operation may compare the identity of the value."""
        return self._may_alias(name, self._compared)

    def is_shared(self, name: str, before: str) -> bool:
        """Return whether the tensor of a name has another name when `before` is computed, or is
        the caller's. Results of writes, which are the tensor that is written, do not count."""
        value = self._values.get(name)
        if value is None:  # an argument
            return True
        earlier = takewhile(lambda item: item[0] != before, self._values.items())
        others = (v for n, v in earlier if n != name and not _is_write(v.node().kind()))
        return any(
            self._aliases.may_contain_alias(value, other)
            for other in [*self._graph.inputs(), *others]
        )

    def _may_alias(self, name: str, others: Sequence[Any]) -> bool:
        value = self._values.get(name)
        return value is not None and any(
            self._aliases.may_contain_alias(value, other) for other in others
        )

    @cached_property
    def _aliases(self) -> Any:
        return self._graph.alias_db()

    @cached_property
    def _values(self) -> dict[str, Any]:
        outputs = (output for node in nodes_of(self._graph) for output in node.outputs())
        return {output.debugName(): output for output in outputs}

    @cached_property
    def _compared(self) -> Sequence[Any]:
        """The operands of comparisons of two objects, neither of which is None."""
        pairs = (list(n.inputs()) for n in nodes_of(self._graph) if n.kind() in _COMPARES)
        return [v for pair in pairs if not any(map(_is_none, pair)) for v in pair]

    @cached_property
    def _ends(self) -> Sequence[Any]:
        """The values that the caller holds. PyTorch's analysis forgets that a loop which never
        runs hands on its initial values, so these follow from the results."""
        ends = [*self._graph.outputs(), *self._graph.inputs()]
        for node in reversed([n for n in nodes_of(self._graph) if n.kind() == "prim::Loop"]):
            for initial, result in zip(list(node.inputs())[2:], node.outputs(), strict=True):
                if any(self._aliases.may_contain_alias(result, end) for end in ends):
                    ends.append(initial)
        return ends


def _is_none(value: Any) -> bool:
    return value.type().kind() == "NoneType"
