"""The attributes of objects that a function reads, by their paths: `self.hidden.weight`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import (
    GetAttrOp,
    GuardOp,
    ProfileOp,
    TypeCheckOp,
    UncheckedCastOp,
)
from xdsl_torchscript.lowering.ts.inlining import located_clone

Path: TypeAlias = tuple[str, ...]
"""The names of attributes, from the object on."""


@dataclass(frozen=True)
class ValueSource:
    """The origin of a value: an argument, a result, or the attribute that a path from one leads
    to."""

    root: SSAValue
    path: Path = ()


def source_of(value: SSAValue) -> ValueSource:
    """Return the origin of a value, through reads of attributes and through casts and checks, which
    pass their operands on."""
    names: list[str] = []
    while True:
        match owner_of(value):
            case GetAttrOp() as read:
                names.append(read.attribute.data)
                value = read.object
            case UncheckedCastOp() as cast:
                value = cast.value
            case GuardOp() as guard:
                value = guard.value
            case ProfileOp(values=[profiled]):
                value = profiled
            case TypeCheckOp() as check if value is not check.passed:
                value = check.inputs[check.refined.index(value)]
            case _:
                return ValueSource(value, tuple(reversed(names)))


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
        copies = located_clone(op, operands).results
        for result, copy in zip(op.results, copies, strict=True):
            copy.name_hint = result.name_hint
            values[source_of(result)] = copy
        block.add_op(copies[0].op)
        return values[source]

    return [read(source) for source in sources]
