"""PyTorch's passes as a judge of ours: which operations PyTorch removes and we leave.

Both sides get the same graph, whose values all have names that both keep: an operation is known
by the name of its first result. An operation without results is known by its kind alone, and may
be a node of PyTorch's graph whose results ours has dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import torch
from evidence import Evidence, nodes_of
from exceptions import EXEMPTIONS, Exemption
from variants import VARIANTS
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation
from xdsl.traits import IsolatedFromAbove, IsTerminator
from xdsl.transforms import get_all_passes
from xdsl.utils.exceptions import PassFailedException, VerifyException

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.runtime.interpreter.binding import operator_name
from xdsl_torchscript.runtime.passes import pass_factories


def _then_dce(run: Callable[[Any], object]) -> Callable[[Any], object]:
    """Return a pass that removes dead code last."""

    def run_both(graph: Any) -> None:
        run(graph)
        torch._C._jit_pass_dce_graph(graph)

    return run_both


TORCH_PASSES: Mapping[str, Callable[[Any], object]] = {
    "dce": torch._C._jit_pass_dce_graph,
    "cse": torch._C._jit_pass_cse,
    "constant-propagation": torch._C._jit_pass_constant_propagation,
    "constant-pooling": torch._C._jit_pass_constant_pooling,
    "peephole": _then_dce(torch._C._jit_pass_peephole),
    "canonicalize-ops": _then_dce(torch._C._jit_pass_canonicalize_graph_fuser_ops),
    "remove-mutation": _then_dce(torch._C._jit_pass_remove_mutation),
    "unroll-loops": _then_dce(torch._C._jit_pass_constant_loop_unrolling),
    "lower-all-tuples": _then_dce(torch._C._jit_pass_lower_all_tuples),
    "inline-fork-wait": _then_dce(torch._C._jit_pass_inline_fork_wait),
    "immutable-only": torch._C._jit_pass_constant_propagation_immutable_types,
    "remove-expands": _then_dce(torch._C._jit_pass_remove_expands),
    "remove-inplace-ops": _then_dce(torch._C._jit_pass_remove_inplace_ops),
    "erase-number-types": _then_dce(torch._C._jit_pass_erase_number_types),
}
"""PyTorch's pass for each of ours."""

AVAILABLE = get_all_passes() | pass_factories()
FOLDING = ("constant-propagation", "immutable-only")
RENEWED = ("prim::Constant", "prim::Uninitialized")
"""PyTorch's constant propagation computes these too, into new constants: one is left if unused."""

OURS: Mapping[str, str] = {
    "dce": "dce",
    "cse": "cse",
    "constant-propagation": "constant-propagation,dce",
    "constant-pooling": "constant-pooling",
    "peephole": "peephole,dce",
    "canonicalize-ops": "canonicalize-ops,dce",
    "remove-mutation": "remove-mutation,dce",
    "unroll-loops": "unroll-loops{constant-only=true},dce",
    "lower-all-tuples": "lower-all-tuples,dce",
    "inline-fork-wait": "inline-fork-wait,dce",
    "immutable-only": "constant-propagation{immutable-only=true},dce",
    "remove-expands": "remove-expands,dce",
    "remove-inplace-ops": "remove-inplace-ops,dce",
    "erase-number-types": "erase-number-types,dce",
}
"""Our pipeline for each; PyTorch's constant propagation removes dead code last."""

JUDGED = tuple(TORCH_PASSES)

ONLY: Mapping[str, Collection[str]] = {
    "unroll-loops": ("prim::Loop",),
    "lower-all-tuples": ("prim::TupleUnpack", "prim::TupleIndex", "prim::TupleSlice"),
}
"""The kinds that count where operations of ours keep the names of those that they replace. Tuples
are still constructed where a text shows them; PyTorch shows their elements."""


WITH_NEEDS = ("dce", "remove-inplace-ops")
"""The passes whose exempt operations keep alive those that they depend on."""


@dataclass(frozen=True)
class Left:
    """Operations of one kind that PyTorch removes from a graph and we leave."""

    graph: str
    pass_name: str
    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Judgement:
    """The number of values that PyTorch's pass removes, and the operations that ours leaves."""

    removed: int
    left: tuple[Left, ...]


class UnreadableGraphError(ValueError):
    """A graph of PyTorch that we do not read, or on which our pass fails."""


def judge(
    name: str, graph: Any, pass_name: str, exemptions: Sequence[Exemption] = EXEMPTIONS
) -> Iterator[Judgement]:
    """Run PyTorch's pass and ours on variants of `graph`, which is left as it is. Exempt operations
    are omitted. Raises UnreadableGraphError if we do not read one, or if our pass fails.
    """
    rows = [row for row in exemptions if row.pass_name == pass_name]
    for vary in VARIANTS[pass_name]:
        variant = graph.copy()
        vary(variant)
        yield _judge(f"{name}, {vary.__name__}", variant, pass_name, rows)


def _judge(name: str, graph: Any, pass_name: str, exemptions: Sequence[Exemption]) -> Judgement:
    for number, node in enumerate(nodes_of(graph)):
        for index, output in enumerate(node.outputs()):
            output.setDebugName(f"n{number}r{index}")
    module, theirs = _read(name, str(graph)).clone(), graph.copy()
    before = {value: op_kind(op) for value, op in _named_results(module).items()}
    literals = _literals(module)
    try:
        TORCH_PASSES[pass_name](theirs)
    except RuntimeError:  # PyTorch's pass refuses the graph: nothing to compare.
        return Judgement(0, ())
    outputs = [output for node in nodes_of(theirs) for output in node.outputs()]
    kept = {output.debugName().partition(".")[0] for output in outputs}  # `n1r0.2` is a copy
    _run(name, module, pass_name)

    named = _rename_constants(_named_results(module), literals, kept).items()
    stay = {value: op for value, op in named if before.get(value) == op_kind(op)}
    surplus = {v: op for v, op in stay.items() if v not in kept and not _is_renewed(pass_name, op)}
    suspects = _ops(module) if pass_name in WITH_NEEDS else surplus.values()
    evidence = Evidence(graph)
    exempt = {op for op in suspects if any(row.holds(op, evidence) for row in exemptions)}
    if pass_name in WITH_NEEDS:
        exempt = _with_needs(exempt)
    left: dict[str, list[str]] = {}
    for value, op in surplus.items():
        if op not in exempt:
            left.setdefault(op_kind(op), []).append(value)
    ours = Counter(op_kind(op) for op in _ops(module) if not op.results and op not in exempt)
    expected = Counter(node.kind() for node in nodes_of(theirs) if not _has_result_in(node, stay))
    for kind, count in (ours - expected).items():
        left.setdefault(kind, []).extend(["no result"] * count)
    kinds = ONLY.get(pass_name, left)
    counted = {kind: names for kind, names in sorted(left.items()) if kind in kinds}
    rows = tuple(Left(name, pass_name, kind, tuple(names)) for kind, names in counted.items())
    return Judgement(len(before.keys() - kept), rows)


def _has_result_in(node: Any, names: Collection[str]) -> bool:
    return any(output.debugName() in names for output in node.outputs())


def _is_renewed(pass_name: str, op: Operation) -> bool:
    used = any(result.uses for result in op.results)
    return pass_name in FOLDING and op_kind(op) in RENEWED and used


def op_kind(op: Operation) -> str:
    """Return PyTorch's kind of an operation: `aten::add` of `aten.add.Tensor`."""
    return "::".join(operator_name(op).split(".")[:2])


def _ops(module: ModuleOp) -> Iterator[Operation]:
    """Return our operations for these nodes, without terminators and subgraphs."""
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
    """Return the operation of each name."""
    results = [result for op in _ops(module) for result in op.results]
    return {r.name_hint: r.op for r in results if r.name_hint is not None}


def _literals(module: ModuleOp) -> dict[str, tuple[Attribute | None, Attribute]]:
    """Return the literal of each constant and its type, by name."""
    constants = ((op, op.result.name_hint) for op in _ops(module) if isinstance(op, ConstantOp))
    return {name: (op.value, op.type) for op, name in constants if name is not None}


def _rename_constants(
    ours: Mapping[str, Operation], literals: Mapping[str, object], kept: Collection[str]
) -> dict[str, Operation]:
    """Name our constants like equal ones that PyTorch keeps and ours erased.

    The choice between equal constants is left to the pass.
    """
    free: dict[object, list[str]] = {}
    for name in sorted(literals.keys() & set(kept) - ours.keys()):
        free.setdefault(literals[name], []).append(name)
    found: dict[str, Operation] = {}
    for name, op in ours.items():
        equal = free.get(literals[name]) if name in literals and name not in kept else None
        found[equal.pop() if equal else name] = op
    return found


def _with_needs(ops: Collection[Operation]) -> set[Operation]:
    """Return the operations with their dependencies: the operations of their operands, and those
    around them.
    """
    pending = list(ops)
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


@lru_cache(maxsize=4)
def _read(name: str, text: str) -> ModuleOp:
    """Return a module that callers copy: most passes are judged on the same variants."""
    try:
        module = parse_graph(text, name)
        module.verify()
    except (SourceError, VerifyException) as error:
        raise UnreadableGraphError(f"{name}: {error}") from error
    return module


def _run(name: str, module: ModuleOp, pass_name: str) -> None:
    try:
        run_pipeline(build_pipeline(OURS[pass_name], AVAILABLE), LazyContext.complete(), module)
        module.verify()
    except (PassFailedException, VerifyException) as error:
        raise UnreadableGraphError(f"{name}: '{pass_name}' failed: {error}") from error
