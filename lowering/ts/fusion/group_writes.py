"""Writes of a fusion group to tensors from outside it.

    %k = prim.GetAttr(%self) {attribute = "keys"}
    %w = aten.index_copy_(%k, %zero, %at, %row)              joins the group that computes %row
    %y = aten.matmul(%q, %k)                                 joins it, too

The kernel of the group writes the tensor in place (`functionalize`, with `arguments`), if it finds
at run time that no other input overlaps it. So a group neither writes what another input is known
to show a part of, nor takes a value of a part that is known to be written.

A kernel whose check fails has written nothing, so its group is interpreted, to raise the error.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantChunkOp, ListUnpackOp
from xdsl_torchscript.dialects.schema.effects import is_random
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.subtyping import is_subtype_of
from xdsl_torchscript.lowering.analysis.memory import Locations
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.core.write_backs import is_write_back
from xdsl_torchscript.lowering.ts.modules.attribute_paths import ValueSource, source_of
from xdsl_torchscript.lowering.ts.mutation.functionalize import functionalize
from xdsl_torchscript.lowering.ts.mutation.remove_inplace_ops import (
    functional_name,
    only_writes_elements,
)

EnteringValues: TypeAlias = Callable[[Sequence[SSAValue]], Sequence[SSAValue]]
"""Returns the values that enter a group for operands of a member."""


def is_groupable_write(op: Operation) -> bool:
    """Return whether an operation writes elements of its first operand, a tensor, and does nothing
    else."""
    return isinstance(op, SchemaOp) and only_writes_elements(op) and not is_random(op.schema)


def name_written_tensors(function: FuncOp) -> None:
    """Use the tensors that operations write in place of their results, which are the same."""
    for op in operations_of(function, SchemaOp):
        if is_groupable_write(op) and is_subtype_of(op.operands[0].type, op.results[0].type):
            op.results[0].replace_all_uses_with(op.operands[0])


@contextmanager
def as_value(op: Operation) -> Generator[Operation]:
    """Yield the operation that would make a new tensor in place of a write, and erase it at the
    end. Yield another operation itself."""
    name = functional_name(op) if is_groupable_write(op) else None
    if name is None:
        yield op
        return
    form = schema_op(name).create(operands=op.operands, result_types=[op.operands[0].type])
    yield form
    form.erase()


def writes_are_functional(body: FuncOp) -> bool:
    """Return whether all writes of a group's body, given as a function, can be postponed to its
    end. They are."""
    functionalize(body, arguments=True)
    writes = (op for op in operations_of(body, SchemaOp) if op.schema.is_mutable)
    return all(map(is_write_back, writes))


def base_of(value: SSAValue) -> ValueSource:
    """Return the origin of the tensor that a value shows a part of, as far as it is known."""
    source = source_of(value)
    while not source.path and shows_part(source.root):
        assert isinstance(source.root.owner, Operation)
        source = source_of(source.root.owner.operands[0])
    return source


def shows_part(value: SSAValue) -> bool:
    """Return whether a value is, or may be, a view of another tensor."""
    op = value.owner
    if isinstance(op, ConstantChunkOp | ListUnpackOp):
        return True
    return isinstance(op, SchemaOp) and any(r.alias is not None for r in op.schema.returns)


@dataclass
class GroupWrites:
    """The reads and writes of a group's members, by the values that enter it."""

    written: Locations = 0
    """The memory of the tensors that it writes."""
    _bases: dict[ValueSource, set[SSAValue]] = field(
        default_factory=dict[ValueSource, set[SSAValue]]
    )
    """The values that enter, by the tensor that they show a part of."""
    _written_bases: set[ValueSource] = field(default_factory=set[ValueSource])

    def conflicts(self, op: Operation, sources: EnteringValues) -> bool:
        """Return whether values that enter for a member, and those that entered before, are
        different parts of one tensor that is written."""
        written = set(self._written_bases)
        if is_groupable_write(op):
            written.add(base_of(op.operands[0]))
        entered: dict[ValueSource, set[SSAValue]] = {}
        for value in sources(op.operands):
            base = base_of(value)
            entered.setdefault(base, set(self._bases.get(base, ()))).add(value)
        return any(len(entered[base]) > 1 for base in written & entered.keys())

    def add(self, op: Operation, sources: EnteringValues, written: Locations) -> None:
        """Note a member and the memory that it writes."""
        for value in sources(op.operands):
            self._bases.setdefault(base_of(value), set[SSAValue]()).add(value)
        if written:
            self.written |= written
            self._written_bases.add(base_of(op.operands[0]))
