"""The arguments through which a function returns results: the memory that it may write to, and
tensors of te that it assigns to."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.llvm import LLVMPointerType
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.te import AssignOp
from xdsl_torchscript.runtime.levels.execution import LoweredFunction

_READ_OPERANDS: Mapping[str, int] = {
    "memref.load": 0,
    "memref.dim": 0,
    "memref.copy": 0,
    "vector.load": 0,
    "vector.maskedload": 0,
    "vector.transfer_read": 0,
    "llvm.load": 0,
    "llvm.intr.masked.load": 0,
    "llvm.intr.memcpy": 1,
    "llvm.intr.memmove": 1,
}
"""The operand through which an operation only reads."""


def is_memory(value: SSAValue) -> bool:
    return isinstance(value.type, MemRefType | LLVMPointerType)


def written_arguments(function: LoweredFunction) -> list[int]:
    """Return the positions of memrefs and pointers that the function, or a callee, may write to,
    and of tensors that it assigns to."""
    arguments = enumerate(function.body.blocks[0].args)
    return [n for n, argument in arguments if _is_assigned(argument) or _is_written(argument)]


def _is_assigned(argument: SSAValue) -> bool:
    return any(isinstance(use.operation, AssignOp) for use in argument.uses)


def _is_written(memory: SSAValue) -> bool:
    for use in memory.uses if is_memory(memory) else ():
        views = [result for result in use.operation.results if is_memory(result)]
        is_read = _READ_OPERANDS.get(use.operation.name) == use.index
        if any(map(_is_written, views)) or not (views or is_read):
            return True
    return False
