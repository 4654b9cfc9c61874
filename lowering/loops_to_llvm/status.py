"""The status that a function returns: null, or the message of the failure that ended it.

    llvm.func @f(%x: !llvm.ptr) -> (!llvm.ptr {ts.status})

A message is a string of C. A function that fails first frees the memory that is allocated there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from xdsl.dialects import func, llvm
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, StringAttr, UnitAttr, i8
from xdsl.ir import Block, Operation, Region, SSAValue

from xdsl_torchscript.lowering.core.diagnostics import nearest_location

OperationT = TypeVar("OperationT", bound=Operation)

STATUS = "ts.status"
"""Attribute of a function's only result, if that is a status."""

STATUS_RESULT = ArrayAttr([DictionaryAttr({STATUS: UnitAttr()})])
"""The result attributes of a function that returns a status."""

MemoryOf: TypeAlias = Callable[[Operation], SSAValue | None]
"""Returns the memory that an operation allocates, or frees; None for other operations."""


def returns_status(function: func.FuncOp | llvm.FuncOp) -> bool:
    attributes = function.res_attrs
    return attributes is not None and any(STATUS in result.data for result in attributes)


def message_global(name: str, text: str, source: Operation) -> llvm.GlobalOp:
    """Return a global that holds a message, with the location of `source`."""
    value = StringAttr(text + "\0")
    type = llvm.LLVMArrayType(len(value.data.encode()), i8)
    message = llvm.GlobalOp(type, name, "private", constant=True, value=value)
    message.location = nearest_location(source)
    return message


def memory_at(
    region: Region, wanted: type[OperationT], allocated: MemoryOf, freed: MemoryOf
) -> Iterator[tuple[OperationT, tuple[SSAValue, ...]]]:
    """Yield each operation of the class `wanted` that control reaches, and the memory that is
    allocated before it, in order. Blocks are visited along control flow."""
    first = region.blocks.first
    pending: list[tuple[Block, tuple[SSAValue, ...]]] = [(first, ())] if first is not None else []
    seen = {block for block, _ in pending}
    while pending:
        block, memory = pending.pop()
        for op in block.ops:
            if isinstance(op, wanted):
                yield op, memory
            if (new := allocated(op)) is not None:
                memory = (*memory, new)
            elif (gone := freed(op)) is not None:
                memory = tuple(value for value in memory if value is not gone)
        successors = block.last_op.successors if block.last_op is not None else ()
        for successor in [block for block in successors if block not in seen]:
            seen.add(successor)
            pending.append((successor, memory))
