"""The names and places of operations in an explanation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from xdsl.ir import Operation

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.dialects.prim import FallbackGraphOp, SubgraphOp, TensorExprGroupOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.runtime.errors import place
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor


def kind_of(op: Operation) -> str:
    """Return the name in TorchScript, `aten::mul`."""
    return op.schema.kind if isinstance(op, SchemaOp) else op.name.replace(".", "::", 1)


def place_of(op: Operation) -> str:
    """Return `file:line:col`, or an empty text."""
    return place(file_position(nearest_location(op))).removesuffix(": ")


def own_operations(function: Operation) -> Iterator[Operation]:
    """Yield the operations of a plan and of its forks, without those in groups and fallbacks."""
    for op in nested_operations(function):
        if not isinstance(op.parent_op(), TensorExprGroupOp | FallbackGraphOp):
            yield op


def fallbacks_of(executor: ProfilingExecutor) -> Iterator[tuple[Operation, ProfilingExecutor]]:
    """Yield the fallback graphs of an executor's plan with the executors that run them."""
    if executor.graph is not None and executor.stage.is_optimized:
        ops = (op for op in subgraph_names(executor.graph) if isinstance(op, FallbackGraphOp))
        yield from zip(ops, executor.fallbacks, strict=False)


def subgraph_names(graph: Operation, within: str = "") -> dict[Operation, str]:
    """Return the names of subgraphs in the graph's text: `TensorExprGroup_0`, or `TensorExprGroup_0
    of fork_1`, as each graph numbers its own."""
    names: dict[Operation, str] = {}
    numbers = count()
    for op in nested_operations(graph):
        if isinstance(op, SubgraphOp) and op not in names:
            name = f"{op.name.removeprefix('prim.')}_{next(numbers)}{within}"
            names |= {op: name, **subgraph_names(op, f" of {name}")}
    return names
