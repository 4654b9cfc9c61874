"""Functions as bytes, for another process of the same version, and back.

    exchange = Exchange()
    request = exchange.dumps((function, [0, 2]))
    answer = exchange.loads(answer_to(request))

Values, operands too, are numbers in the order of their definition. Text would need no code, but its
parser takes ten times as long.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import IO, Any, NamedTuple

from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, LocationAttr, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.walk import operations_in


class _ArgumentRecord(NamedTuple):
    """A block argument, with its name hint."""

    type: Attribute
    location: LocationAttr
    hint: str | None


class _BlockRecord(NamedTuple):
    arguments: Sequence[_ArgumentRecord]
    ops: Sequence[_OpRecord]


class _OpRecord(NamedTuple):
    """An operation: its operands as numbers, and the types and name hints of its results."""

    name: str
    operands: Sequence[int]
    results: Sequence[Attribute]
    hints: Sequence[str | None]
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
        op_class = _context().get_op(record.name)
        op = op_class.create(
            operands=operands,
            result_types=record.results,
            properties=record.properties,
            attributes=record.attributes,
            regions=regions,
            location=record.location,
        )
        self._define(op.results, record.hints)
        return op

    def _block(self, record: _BlockRecord) -> Block:
        block = Block(arg_types=[argument.type for argument in record.arguments])
        for arg, argument in zip(block.args, record.arguments, strict=True):
            arg.location = argument.location
        self._define(block.args, [argument.hint for argument in record.arguments])
        block.add_ops(map(self.operation, record.ops))
        return block

    def _define(self, values: Sequence[SSAValue], hints: Sequence[str | None]) -> None:
        for value, hint in zip(values, hints, strict=True):
            value.name_hint = hint
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


class Exchange:
    """A request and its answer, at one end. Names of files come back as the same objects: the lines
    of a location are found by the identity of its name."""

    def __init__(self) -> None:
        self._names: list[StringAttr] = []

    def dumps(self, value: object) -> bytes:
        """Return the bytes of a value that may contain functions and modules of them. Raises
        PicklingError, and as `pickle.dumps`."""
        stream = io.BytesIO()
        _FunctionPickler(stream, self._names).dump(value)
        files = [name.data for name in self._names]
        return pickle.dumps((files, stream.getvalue()), pickle.HIGHEST_PROTOCOL)

    def loads(self, data: bytes | memoryview) -> Any:
        """Return the value. Raises as `pickle.loads`."""
        files, body = pickle.loads(data)
        self._names += map(StringAttr, files[len(self._names) :])
        return _FunctionUnpickler(body, self._names).load()


class _FunctionPickler(pickle.Pickler):
    def __init__(self, stream: IO[bytes], names: list[StringAttr]) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = _REDUCERS
        self._names, self._numbers = names, {id(name): n for n, name in enumerate(names)}

    def persistent_id(self, obj: object) -> int | None:
        """Return the number of a name of a file, None for anything else."""
        if type(obj) is FileLineColLoc and id(obj.filename) not in self._numbers:
            self._numbers[id(obj.filename)] = len(self._names)
            self._names.append(obj.filename)
        return self._numbers.get(id(obj))


class _FunctionUnpickler(pickle.Unpickler):
    def __init__(self, data: bytes, names: Sequence[StringAttr]) -> None:
        super().__init__(io.BytesIO(data))
        self._names = names

    def persistent_load(self, pid: int) -> StringAttr:
        """Return the name of a file."""
        return self._names[pid]
