"""The attributes of objects that a function reads, by their paths: `self.hidden.weight`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import (
    GetAttrOp,
    GuardOp,
    ListTensorOp,
    ListUnpackOp,
    ProfileOp,
    SetAttrOp,
    SizeValueOp,
    TupleUnpackOp,
    TypeCheckOp,
    UncheckedCastOp,
)

Path: TypeAlias = tuple[str, ...]
"""The names of attributes, from the object on."""


@dataclass(frozen=True)
class ValueSource:
    """The origin of a value: an argument, a result, or the attribute that a path from one leads
    to."""

    root: SSAValue
    path: Path = ()


def source_of(value: SSAValue) -> ValueSource:
    """Return the origin of a value, through reads of attributes, and through casts and checks,
    which pass their operands on. That of the tensor of a list is the list."""
    root, reads = _origin(value)
    return ValueSource(root, tuple(read.attribute.data for read in reversed(reads)))


def _origin(value: SSAValue) -> tuple[SSAValue, Sequence[GetAttrOp]]:
    """Return the origin of a value, and the reads of attributes on the way to it."""
    reads: list[GetAttrOp] = []
    while True:
        match owner_of(value):
            case GetAttrOp() as read:
                reads.append(read)
                value = read.object
            case UncheckedCastOp() as cast:
                value = cast.value
            case GuardOp() as guard:
                value = guard.value
            case SizeValueOp() as size:
                value = size.size
            case ListTensorOp() as tensor:
                value = tensor.list_
            case ProfileOp(values=[profiled]):
                value = profiled
            case TypeCheckOp() as check if value is not check.passed:
                value = check.inputs[check.refined.index(value)]
            case _:
                return value, reads


def container_of(element: SSAValue) -> SSAValue | None:
    """Return the list, tuple or dict of which a value is an element; None for another value."""
    unpack = owner_of(element)
    if not isinstance(unpack, ListUnpackOp | TupleUnpackOp):
        return None
    (container,) = unpack.operands
    values = owner_of(container)
    is_dict = values is not None and values.name == "aten.values.str"
    return values.operands[0] if values and is_dict else container


ClassSlot: TypeAlias = tuple[Attribute, str]
"""The name of an attribute, with the class that has it."""


def written_slots(function: FuncOp) -> Set[ClassSlot]:
    """Return the attributes that operations of a function set, of any object of their classes."""
    writes = [op for op in function.walk() if isinstance(op, SetAttrOp)]
    return {(op.object.type, op.attribute.data) for op in writes}


def passes_through(value: SSAValue, slots: Set[ClassSlot]) -> bool:
    """Return whether the path to a value contains one of these attributes."""
    _, reads = _origin(value)
    return any((read.object.type, read.attribute.data) in slots for read in reads)


def attribute_reads(method: FuncOp) -> Iterator[tuple[GetAttrOp, Path]]:
    """Yield the reads of attributes of the first argument of `method`, with their paths."""
    root = method.body.block.args[0]
    for op in list(method.body.walk()):
        if isinstance(op, GetAttrOp) and (source := source_of(op.result)).root is root:
            yield op, source.path


def read_sources(
    function: FuncOp, block: Block, sources: Iterable[ValueSource]
) -> Sequence[SSAValue]:
    """Copy the sources of values of `function` into a new block with the same number of arguments;
    return their values. A source is an argument, a constant, an attribute, or an element of a list
    attribute."""
    arguments = zip(function.body.block.args, block.args, strict=True)
    values = {ValueSource(old): SSAValue.get(new) for old, new in arguments}
    reads = {source_of(op.result): op for op in function.walk() if isinstance(op, GetAttrOp)}

    def read(source: ValueSource) -> SSAValue:
        if source in values:
            return values[source]
        op = reads[source] if source.path else source.root.owner
        assert isinstance(op, Operation)
        operands = {operand: read(source_of(operand)) for operand in op.operands}
        copies = op.clone(operands).results
        for result, copy in zip(op.results, copies, strict=True):
            copy.name_hint = result.name_hint
            values[source_of(result)] = copy
        block.add_op(copies[0].op)
        return values[source]

    return [read(source) for source in sources]
