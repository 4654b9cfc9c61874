"""Calls of external functions, such as libm and libc."""

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.location_copying import propagate_location
from xdsl_torchscript.lowering.loops_to_llvm.conversion import LlvmConversion
from xdsl_torchscript.lowering.loops_to_llvm.types import POINTER

ALLOCATE, FREE = "aligned_alloc", "free"
"""The functions of libc for memory on the heap."""

FRESH = ArrayAttr([DictionaryAttr({"llvm.noalias": UnitAttr()})])
"""Result attributes of a function that returns memory without other pointers to it."""


def module_of(op: Operation) -> ModuleOp:
    """Return the module around an operation."""
    module = op.get_toplevel_object()
    if not isinstance(module, ModuleOp):
        fail(op, "is not in a module")
    return module


def has_function(module: ModuleOp, name: str) -> bool:
    return any(isinstance(op, llvm.FuncOp) and op.sym_name.data == name for op in module.ops)


def declare_function(
    module: ModuleOp,
    name: str,
    operands: Sequence[Attribute],
    result: Attribute | None,
    source: Operation,
) -> None:
    """Declare a function at the end of the module if it is not there yet."""
    if has_function(module, name):
        return
    signature = llvm.LLVMFunctionType(operands, result)
    declaration = llvm.FuncOp(name, signature, llvm.LinkageAttr("external"))
    if result == POINTER:
        declaration.res_attrs = FRESH
    module.body.block.add_ops(propagate_location(source, [declaration]))


def call_function(
    to: LlvmConversion, name: str, operands: Sequence[SSAValue], result: Attribute | None
) -> llvm.CallOp:
    """Call a function; declare it at the end of the module if it is not there yet."""
    declare_function(module_of(to.op), name, [value.type for value in operands], result, to.op)
    return to.emit(llvm.CallOp(name, *operands, return_type=result))
