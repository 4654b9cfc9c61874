"""`remove-mutation`: writes to local tensors, lists and dicts become new ones.

    %l = prim.ListConstruct(%x) : (!ts.tensor) -> !ts.list<!ts.tensor>
    %w = aten.append.t(%l, %y) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
    %r = aten.cat(%l, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor

becomes, after `dce`,

    %l = prim.ListConstruct(%x, %y) : (!ts.tensor, !ts.tensor) -> !ts.list<!ts.tensor>
    %r = aten.cat(%l, %dim) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor

A list or dict is constructed in the block of the write. Before the write, no container, branch or
unknown code refers to it (`versions.py`). The keys of a dict are constants. Tensors follow
`remove-inplace-ops`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import DictConstructOp, ListConstructOp
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.ts.functions import torchscript_functions
from xdsl_torchscript.lowering.ts.mutation.remove_inplace_ops import remove_inplace_ops
from xdsl_torchscript.lowering.ts.mutation.versions import VersionedWrite, Versions
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts

Elements = list[SSAValue]


def _append(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    elements.append(op.operands[1])
    return ()


def _extend(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    elements += facts.elements_before(op, op.operands[1])
    return ()


def _insert(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    elements.insert(facts.int_of(op.operands[1]), op.operands[2])
    return ()


def _set(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    elements[_place(elements, op, facts)] = op.operands[2]
    return ()


def _pop(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    return [elements.pop(_place(elements, op, facts))]


def _clear(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    elements.clear()
    return ()


def _reverse(elements: Elements, op: Operation, facts: Facts) -> Sequence[SSAValue]:
    elements.reverse()
    return ()


def _place(elements: Elements, op: Operation, facts: Facts) -> int:
    index = facts.int_of(op.operands[1])
    if not -len(elements) <= index < len(elements):
        raise NotConstantError("the index is out of range")
    return index


_WRITES: Mapping[str, Callable[[Elements, Operation, Facts], Sequence[SSAValue]]] = {
    "aten.append.t": _append,
    "aten.add_.t": _extend,
    "aten.extend.t": _extend,
    "aten.insert.t": _insert,
    "aten._set_item.t": _set,
    "aten.pop.t": _pop,
    "aten.clear.t": _clear,
    "aten.reverse.t": _reverse,
}
"""The effect of each write on the elements; returns its results other than the list."""

_SETS_ENTRY = ("aten._set_item.str", "aten._set_item.int", "aten._set_item.bool")


def write_to_list(op: Operation, versions: Versions) -> VersionedWrite:
    """Return the construction of the list after the write. Raises NotConstantError."""
    maker = owner_of(op.operands[0])
    if not isinstance(maker, ListConstructOp) or op.name not in _WRITES:
        raise NotConstantError("the elements of the list are not known")
    elements = [*maker.elements]
    taken = _WRITES[op.name](elements, op, versions.facts)
    new = ListConstructOp(elements, maker.element_type)
    results = taken or [new.result] * len(op.results)
    return [new], new.result, results


def write_to_dict(op: Operation, versions: Versions) -> VersionedWrite:
    """Return the construction of the dict after the write. Raises NotConstantError."""
    maker = owner_of(op.operands[0])
    if not isinstance(maker, DictConstructOp) or op.name not in _SETS_ENTRY:
        raise NotConstantError("the entries of the dict are not known")
    _, key, value = op.operands
    entries = versions.facts.entries_of(maker)
    wanted = versions.facts.constant_of(key)
    first, _ = entries.get(wanted, (key, value))
    entries[wanted] = first, value
    type = maker.result.type
    new = DictConstructOp([v for pair in entries.values() for v in pair], type.key, type.value)
    return [new], new.result, ()


def remove_container_writes(function: FuncOp, facts: TypeFacts) -> None:
    """Replace the writes to lists and dicts that only the function knows."""
    versions = Versions(facts)
    for op in list(function.body.walk()):
        if isinstance(op, ListConstructOp):
            versions.follow(op.result, write_to_list)
        elif isinstance(op, DictConstructOp):
            versions.follow(op.result, write_to_dict)


@dataclass(frozen=True)
class RemoveMutationPass(TsPass):
    """Replace writes to tensors, lists and dicts that only the function knows by new ones."""

    name = "remove-mutation"
    level = "ts"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in torchscript_functions(module):
            remove_container_writes(function, analyses.get(TypeFacts, function))
            analyses.invalidate(function)
            remove_inplace_ops(function, analyses.get(TypeFacts, function))
