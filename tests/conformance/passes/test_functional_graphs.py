"""`create-functional-graphs` groups most operations that PyTorch's pass of this name groups.
PyTorch also moves operations across others although both may raise.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from corpus import Case, corpus_slice, functionals, graph_texts, language  # noqa: E402
from evidence import nodes_of  # noqa: E402
from xdsl.traits import IsTerminator  # noqa: E402

from xdsl_torchscript.dialects.lazy import LazyContext  # noqa: E402
from xdsl_torchscript.dialects.prim import ConstantOp, FunctionalGraphOp  # noqa: E402
from xdsl_torchscript.frontend.graph_text import parse_graph  # noqa: E402
from xdsl_torchscript.lowering.core.walk import nested_operations  # noqa: E402
from xdsl_torchscript.lowering.ts.mutation.create_functional_graphs import (  # noqa: E402
    CreateFunctionalGraphsPass,
)

_GRAPHS = 150
_LEAST_SHARE = 0.92


_GROUP = "prim::FunctionalGraph"


def count_grouped_by_torch(graph: Any) -> int:
    """Return the number of operations in functional graphs, without constants."""
    torch._C._jit_pass_create_functional_graphs(graph)
    groups = [node.g("Subgraph") for node in nodes_of(graph) if node.kind() == _GROUP]
    return sum(n.kind() != "prim::Constant" for group in groups for n in nodes_of(group))


def count_grouped_by_us(text: str, name: str) -> int:
    module = parse_graph(text, name)
    CreateFunctionalGraphsPass().apply(LazyContext(), module)
    module.verify()
    groups = [op for op in module.walk() if isinstance(op, FunctionalGraphOp)]
    inner = (op for group in groups for op in nested_operations(group))
    return sum(not (isinstance(op, ConstantOp) or op.has_trait(IsTerminator)) for op in inner)


def counts(case: Case) -> tuple[int, int]:
    """Return how many operations of a graph both group."""
    with case.graph() as graph:
        if graph is None:
            return 0, 0
        ours, theirs = count_grouped_by_us(str(graph), case.name), graph.copy()
        try:
            return count_grouped_by_torch(theirs), ours
        except IndexError:  # PyTorch's pass fails on graphs without a result that it can group
            return 0, 0


def test_the_share_of_grouped_operations() -> None:
    cases = corpus_slice([*graph_texts(), *language(), *functionals()], _GRAPHS, 0)
    found = [counts(case) for case in cases]
    theirs = sum(theirs for theirs, _ in found)
    assert theirs > _GRAPHS
    share = sum(min(pair) for pair in found) / theirs
    assert share > _LEAST_SHARE, f"{share:.1%} of {theirs} operations"
