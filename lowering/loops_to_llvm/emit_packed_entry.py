"""Adds to each kernel an entry that takes one pointer, to a table of its arguments.

    llvm.func @f(%n: i64, %x: !llvm.ptr, %s: f32)

gets a second entry

    llvm.func @f_packed(%args: !llvm.ptr) -> !llvm.ptr {
      %0 = llvm.load %args : !llvm.ptr -> i64
      %1 = llvm.getelementptr inbounds %args[1] : (!llvm.ptr) -> !llvm.ptr, i64
      %2 = llvm.load %1 : !llvm.ptr -> !llvm.ptr
      ...
      llvm.call @f(%0, %2, %4) : (i64, !llvm.ptr, f32) -> ()
      %5 = llvm.mlir.zero : !llvm.ptr
      llvm.return %5 : !llvm.ptr
    }

The table has a slot of 8 bytes per argument, in order. Each value is at the start of its slot, in
the byte order of the machine; `i1` is a byte. The kernel's results are written to the slots after
the arguments. So a caller from Python passes one address for any signature. The entry returns the
status of the kernel (see `lower-asserts` and `check-allocations`), or null if it has none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, DenseArrayBase, IntegerType, ModuleOp, i64
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops_to_llvm.conversion import LlvmConversion, llvm_rules
from xdsl_torchscript.lowering.loops_to_llvm.memory import from_memory, to_memory
from xdsl_torchscript.lowering.loops_to_llvm.status import returns_status
from xdsl_torchscript.lowering.loops_to_llvm.types import POINTER, memory_type

SUFFIX = "_packed"
SLOT_BITS = 64


def packed_name(function: str) -> str:
    """Return the name of the packed entry of a function."""
    return function + SUFFIX


def _entry_of(kernel: llvm.FuncOp) -> llvm.FuncOp:
    """Return the packed entry of a kernel."""
    block = Block(arg_types=[POINTER])
    table = block.args[0]
    table.name_hint, table.location = "args", kernel.location
    to = LlvmConversion(llvm_rules()).at(kernel, InsertPoint.at_end(block))
    inputs, output = kernel.function_type.inputs.data, kernel.function_type.output

    values = [_load(to, table, slot, kind) for slot, kind in enumerate(inputs)]
    for value, argument in zip(values, kernel.body.blocks[0].args, strict=True):
        value.name_hint = argument.name_hint
    returned = None if isinstance(output, llvm.LLVMVoidType) else output
    call = to.emit(llvm.CallOp(kernel.sym_name.data, *values, return_type=returned))
    if returns_status(kernel):
        to.emit(llvm.ReturnOp(call.results[0]))
    else:
        for slot, value in enumerate(_parts(to, call), start=len(inputs)):
            pointer = _slot(to, table, slot, value.type)
            to.emit(llvm.StoreOp(to_memory(to, value), pointer))
        to.emit(llvm.ReturnOp(to(llvm.ZeroOp.build(result_types=[POINTER]))))

    signature = llvm.LLVMFunctionType([POINTER], POINTER)
    name = packed_name(kernel.sym_name.data)
    entry = llvm.FuncOp(name, signature, llvm.LinkageAttr("external"), body=Region(block))
    entry.location = kernel.location
    return entry


def _slot(to: LlvmConversion, table: SSAValue, slot: int, kind: Attribute) -> SSAValue:
    fits = (
        kind.bitwidth <= SLOT_BITS if isinstance(kind, IntegerType | AnyFloat) else kind == POINTER
    )
    if not fits:
        fail(to.op, f"passes a value of type {kind}, which does not fit into a slot of 8 bytes")
    if slot == 0:
        return table
    return to(llvm.GEPOp.from_mixed_indices(table, [slot], i64, inbounds=True))


def _load(to: LlvmConversion, table: SSAValue, slot: int, kind: Attribute) -> SSAValue:
    pointer = _slot(to, table, slot, kind)
    return from_memory(to, to(llvm.LoadOp(pointer, memory_type(kind))), kind)


def _parts(to: LlvmConversion, call: llvm.CallOp) -> Sequence[SSAValue]:
    """Return a call's results, the fields of a struct separately."""
    struct = call.results[0].type if call.results else None
    if not isinstance(struct, llvm.LLVMStructType):
        return call.results
    return [
        to(llvm.ExtractValueOp(DenseArrayBase.from_list(i64, [index]), call.results[0], kind))
        for index, kind in enumerate(struct.types)
    ]


@dataclass(frozen=True)
class EmitPackedEntryPass(TsPass):
    """Add to each public function an entry point that takes one table of arguments."""

    name = "emit-packed-entry"
    level = "llvm"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = [function for function in module.ops if isinstance(function, llvm.FuncOp)]
        names = {function.sym_name.data for function in functions}
        for kernel in functions:
            if not kernel.body.blocks or kernel.linkage.linkage.data != "external":
                continue
            if packed_name(kernel.sym_name.data) in names:
                fail(kernel, f"has the entry '{packed_name(kernel.sym_name.data)}' already")
            module.body.block.insert_op_after(_entry_of(kernel), kernel)
