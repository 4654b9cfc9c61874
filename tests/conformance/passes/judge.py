"""PyTorch's passes as a judge of ours: which operations PyTorch removes and we leave.

Both sides get the same graph, whose values all have names that both keep: an operation is known
by the name of its first result. An operation without results is known by its kind alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from exceptions import EXEMPTIONS
from variants import VARIANTS
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation
from xdsl.traits import IsolatedFromAbove, IsTerminator
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.registry import dialect_factories
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.runtime.interpreter.binding import operator_name
from xdsl_torchscript.runtime.passes import pass_factories

TORCH_PASSES: Mapping[str, Callable[[Any], object]] = {
    "dce": torch._C._jit_pass_dce_graph,
    "cse": torch._C._jit_pass_cse,
    "constant-propagation": torch._C._jit_pass_constant_propagation,
}
"""PyTorch's pass for each of ours."""

AVAILABLE = get_all_passes() | pass_factories()
RENEWED = ("prim::Constant", "prim::Uninitialized")
"""PyTorch's constant propagation computes these too, into new constants: one is left if unused."""

OURS: Mapping[str, str] = {
    "dce": "dce",
    "cse": "cse",
    "constant-propagation": "constant-propagation,dce",
}
"""Our pipeline for each; PyTorch's constant propagation removes dead code last."""

JUDGED = tuple(name for name in TORCH_PASSES if name in AVAILABLE)


@dataclass(frozen=True)
class Left:
    """Operations of one kind that PyTorch removes from a graph and we leave."""

    graph: str
    pass_name: str
    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Judgement:
    """How many values PyTorch's pass removes from a graph, and which operations ours leaves."""

    removed: int
    left: tuple[Left, ...]


class UnreadableGraphError(ValueError):
    """A graph of PyTorch that we do not read, or on which our pass fails."""


def judge(name: str, graph: Any, pass_name: str, *, excuse: bool = True) -> Iterator[Judgement]:
    """Run PyTorch's pass and ours on variants of `graph`, which is left as it is. What stays
    because of `EXEMPTIONS` is left out, unless `excuse` is False. Raises
    UnreadableGraphError if we do not read one, or if our pass fails."""
    for vary in VARIANTS[pass_name]:
        variant = graph.copy()
        vary(variant)
        yield _judge(f"{name}, {vary.__name__}", variant, pass_name, excuse)


def _judge(name: str, theirs: Any, pass_name: str, excuse: bool) -> Judgement:
    for number, node in enumerate(_nodes(theirs)):
        for index, output in enumerate(node.outputs()):
            output.setDebugName(f"n{number}r{index}")
    module = _read(name, str(theirs))
    before = {value: op_kind(op) for value, op in _named_results(module).items()}
    TORCH_PASSES[pass_name](theirs)
    kept = {output.debugName() for node in _nodes(theirs) for output in node.outputs()}
    _run(name, module, pass_name)

    left: dict[str, list[str]] = {}
    exempt = _exempt(module, pass_name) if excuse else set()
    for value, op in _named_results(module).items():
        kind = op_kind(op)
        renewed = _is_renewed(pass_name, op)
        if value not in kept and before.get(value) == kind and not renewed and op not in exempt:
            left.setdefault(kind, []).append(value)
    ours = Counter(op_kind(op) for op in _ops(module) if not op.results)
    expected = Counter(node.kind() for node in _nodes(theirs) if not node.outputsSize())
    for kind, surplus in (ours - expected).items():
        left.setdefault(kind, []).extend(["no result"] * surplus)
    rows = tuple(Left(name, pass_name, kind, tuple(names)) for kind, names in sorted(left.items()))
    return Judgement(len(before.keys() - kept), rows)


def _is_renewed(pass_name: str, op: Operation) -> bool:
    used = any(result.uses for result in op.results)
    return pass_name == "constant-propagation" and op_kind(op) in RENEWED and used


def op_kind(op: Operation) -> str:
    """Return PyTorch's kind of an operation: `aten::add` of `aten.add.Tensor`."""
    return "::".join(operator_name(op).split(".")[:2])


def _nodes(block: Any) -> Iterator[Any]:
    """The nodes of a graph or block, those of nested blocks too."""
    for node in block.nodes():
        yield node
        for nested in node.blocks():
            yield from _nodes(nested)


def _ops(module: ModuleOp) -> Iterator[Operation]:
    """Our operations for these nodes: no terminators, and none of subgraphs."""
    for function in module.ops:
        for region in function.regions:
            yield from (op for block in region.blocks for op in _ops_of(block))


def _ops_of(block: Block) -> Iterator[Operation]:
    for op in block.ops:
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            continue
        yield op
        if not op.has_trait(IsolatedFromAbove, value_if_unregistered=False):
            for region in op.regions:
                yield from (inner for nested in region.blocks for inner in _ops_of(nested))


def _named_results(module: ModuleOp) -> dict[str, Operation]:
    """The operation behind each name."""
    results = [result for op in _ops(module) for result in op.results]
    return {r.name_hint: r.op for r in results if r.name_hint is not None}


def _exempt(module: ModuleOp, pass_name: str) -> set[Operation]:
    """The operations of exempt kinds and, for `dce`, those that draw random numbers, with what
    they keep: what computes their operands, and what they are inside of. PyTorch forgets that
    without a draw the next one gives other numbers."""
    kinds = {row.kind for row in EXEMPTIONS if row.pass_name == pass_name}
    pending = [op for op in _ops(module) if op_kind(op) in kinds or _draws(op)]
    if pass_name != "dce":
        return set(pending)
    found: set[Operation] = set()
    while pending:
        op = pending.pop()
        if op in found:
            continue
        found.add(op)
        ends = [block.last_op for region in op.regions for block in region.blocks]
        needed = [value.owner for each in (op, *filter(None, ends)) for value in each.operands]
        pending += [owner for owner in needed if isinstance(owner, Operation)]
        parent = op.parent_op()
        pending += [parent] if parent is not None and not isinstance(parent, FuncOp) else []
    return found


def _draws(op: Operation) -> bool:
    return isinstance(op, SchemaOp) and aliasing_of(op.name).random


def _read(name: str, text: str) -> ModuleOp:
    try:
        module = parse_graph(text, name)
        module.verify()
    except (SourceError, VerifyException) as error:
        raise UnreadableGraphError(f"{name}: {error}") from error
    return module


def _run(name: str, module: ModuleOp, pass_name: str) -> None:
    try:
        run_pipeline(build_pipeline(OURS[pass_name], AVAILABLE), _context(), module)
        module.verify()
    except (PassFailedException, VerifyException) as error:
        raise UnreadableGraphError(f"{name}: '{pass_name}' failed: {error}") from error


def _context() -> Context:
    context = LazyContext()
    for name, factory in (get_all_dialects() | dialect_factories()).items():
        context.register_dialect(name, factory)
    return context
