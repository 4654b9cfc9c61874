"""Functions as bytes, for another process of the same version.

    data = dumps((function, [0, 2]))
    function, numbers = loads(data)

Values, operands too, are numbers in the order of their definition. A text would need no code, but
its parser takes ten times as long.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.walk import operations_in


class _ArgumentRecord(NamedTuple):
    """A block argument."""

    type: Attribute
    location: LocationAttr
    name: str | None


class _BlockRecord(NamedTuple):
    arguments: Sequence[_ArgumentRecord]
    ops: Sequence[_OpRecord]


class _OpRecord(NamedTuple):
    """An operation; `operands` are numbers of values, `names` those of the results."""

    kind: str
    operands: Sequence[int]
    results: Sequence[Attribute]
    names: Sequence[str | None]
    properties: Mapping[str, Attribute]
    attributes: Mapping[str, Attribute]
    regions: Sequence[Sequence[_BlockRecord]]
    location: LocationAttr


class _Encoder:
    """Turns a root operation into records. Raises PicklingError for successors, and for values from
    outside."""

    def __init__(self) -> None:
        self._numbers: dict[SSAValue, int] = {}

    def operation(self, op: Operation) -> _OpRecord:
        if op.successors or not all(value in self._numbers for value in op.operands):
            raise pickle.PicklingError(f"'{op.name}' has successors, or operands from outside")
        operands = [self._numbers[value] for value in op.operands]
        regions = [[self._block(block) for block in region.blocks] for region in op.regions]
        self._define(op.results)
        return _OpRecord(
            op.name,
            operands,
            op.result_types,
            [result.name_hint for result in op.results],
            op.properties,
            op.attributes,
            regions,
            op.location,
        )

    def _block(self, block: Block) -> _BlockRecord:
        self._define(block.args)
        arguments = [_ArgumentRecord(arg.type, arg.location, arg.name_hint) for arg in block.args]
        return _BlockRecord(arguments, [self.operation(op) for op in operations_in(block)])

    def _define(self, values: Sequence[SSAValue]) -> None:
        for value in values:
            self._numbers[value] = len(self._numbers)


class _Decoder:
    """Makes operations from records, in the order in which they were encoded."""

    def __init__(self) -> None:
        self._values: list[SSAValue] = []

    def operation(self, record: _OpRecord) -> Operation:
        operands = [self._values[number] for number in record.operands]
        regions = [Region([*map(self._block, blocks)]) for blocks in record.regions]
        op = (
            _context()
            .get_op(record.kind)
            .create(
                operands=operands,
                result_types=record.results,
                properties=record.properties,
                attributes=record.attributes,
                regions=regions,
                location=record.location,
            )
        )
        self._define(op.results, record.names)
        return op

    def _block(self, record: _BlockRecord) -> Block:
        block = Block(arg_types=[argument.type for argument in record.arguments])
        for arg, argument in zip(block.args, record.arguments, strict=True):
            arg.location = argument.location
        self._define(block.args, [argument.name for argument in record.arguments])
        block.add_ops(map(self.operation, record.ops))
        return block

    def _define(self, values: Sequence[SSAValue], names: Sequence[str | None]) -> None:
        for value, name in zip(values, names, strict=True):
            value.name_hint = name
        self._values += values


@cache
def _context() -> Context:
    return LazyContext.complete()


def _restore(record: _OpRecord) -> Operation:
    return _Decoder().operation(record)


def _reduce(op: Operation) -> tuple[Callable[[_OpRecord], Operation], tuple[_OpRecord]]:
    return _restore, (_Encoder().operation(op),)


_REDUCERS: Mapping[type, Callable[[Any], Any]] = {
    **copyreg.dispatch_table,
    FuncOp: _reduce,
    ModuleOp: _reduce,
}


def dumps(value: object) -> bytes:
    """Return the bytes of a value that may contain functions and modules of them. Raises
    PicklingError, and as `pickle.dumps`."""
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = _REDUCERS
    pickler.dump(value)
    return stream.getvalue()


loads = pickle.loads
