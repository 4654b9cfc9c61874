"""Graphs made from a graph so that a pass has work to do: PyTorch's frontend has removed dead code
and folded constants of programs as they are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_KNOWN: Mapping[str, object] = {"IntType": 2, "FloatType": 0.5, "BoolType": True, "StringType": "a"}
"""The values of inputs that are made constants, by the kinds of their types."""


def as_written(graph: Any) -> None:
    """Leave the graph as it is."""


def without_results(graph: Any) -> None:
    """Drop all results, so that operations without effects are dead."""
    for _ in list(graph.outputs()):
        graph.eraseOutput(0)


def cut_in_the_middle(graph: Any) -> None:
    """Return the results of the middle node, so that operations after it without effects are
    dead."""
    nodes = [node for node in graph.nodes() if node.outputsSize()]
    if nodes:
        without_results(graph)
        graph.registerOutput(next(nodes[len(nodes) // 2].outputs()))


def with_known_inputs(graph: Any) -> None:
    """Make constants of the numbers, strings and optional values that the graph takes."""
    first = next(graph.nodes(), None)
    if first is None:
        return
    graph.setInsertPoint(first)
    for value in list(graph.inputs()):
        kind = value.type().kind()
        if kind in _KNOWN:
            value.replaceAllUsesWith(graph.insertConstant(_KNOWN[kind]))


VARIANTS: Mapping[str, tuple[Callable[[Any], None], ...]] = {
    "dce": (as_written, without_results, cut_in_the_middle),
    "cse": (as_written,),
    "constant-propagation": (as_written, with_known_inputs),
    "constant-pooling": (as_written,),
    "peephole": (as_written,),
    "canonicalize-ops": (as_written,),
    "remove-mutation": (as_written,),
    "unroll-loops": (as_written, with_known_inputs),
    "lower-all-tuples": (as_written,),
    "inline-fork-wait": (as_written,),
    "immutable-only": (as_written, with_known_inputs),
    "remove-expands": (as_written,),
    "remove-inplace-ops": (as_written,),
    "erase-number-types": (as_written,),
}
"""The variants on which each pass is judged: edits of a copy of the graph."""
