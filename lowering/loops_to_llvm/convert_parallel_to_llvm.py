"""The body of a parallel loop becomes a function, which threads of the runtime call.

    scf.parallel (%chunk) = (%c0) to (%c16) step (%c1) {
      ... %x[%chunk]
      scf.reduce
    }

becomes

    %context = llvm.alloca %one x !llvm.struct<(ptr)> : (i64) -> !llvm.ptr
    %0 = llvm.getelementptr %context[0, 0]
    llvm.store %x, %0
    %body = llvm.mlir.addressof @f_parallel : !llvm.ptr
    %status = llvm.call @ts_parallel_for(%body, %context, %c16) : (...) -> !llvm.ptr

    func.func private @f_parallel(%begin: index, %end: index, %context: !llvm.ptr)
        -> (!llvm.ptr {ts.status}) {
      %x = ... loaded from %context
      scf.for %chunk = %begin to %end step %c1 {
        ... %x[%chunk]
      }
      %null = llvm.mlir.zero : !llvm.ptr
      func.return %null : !llvm.ptr
    }

The context holds the values from outside that the body uses; constants are repeated instead.
`ts_parallel_for` calls the body for parts of the range, on any thread. It returns when all of it is
done, or the status of a part that fails (see `check-allocations`). These loops are left to
`lower-scf-to-cf`, which runs them sequentially. They are nested or multi-dimensional, or have
reductions, assertions or other bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from xdsl.context import Context
from xdsl.dialects import arith, cf, func, llvm, scf
from xdsl.dialects.builtin import (
    IndexType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    UnrealizedConversionCastOp,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import constant_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_around, operations_of
from xdsl_torchscript.lowering.loops_to_llvm.memory import vector_alignment
from xdsl_torchscript.lowering.loops_to_llvm.status import STATUS_RESULT
from xdsl_torchscript.lowering.loops_to_llvm.types import POINTER, llvm_type

PARALLEL_FOR = "ts_parallel_for"
"""The function of the runtime that shares a range among threads."""

_ALIGNMENT = 64
"""The alignment of the context in bytes."""


def refusal(loop: scf.ParallelOp) -> str | None:
    """Return why a parallel loop must run on one thread, or None if threads can share it."""
    if len(loop.lowerBound) != 1:
        return "it has several dimensions"
    if loop.initVals:
        return "it reduces"
    if any(isinstance(around, scf.ParallelOp) for around in operations_around(loop)):
        return "it is inside of another one, whose iterations are shared"
    if any(isinstance(op, cf.AssertOp) for op in nested_operations(loop)):
        return "it asserts, and a failure ends the whole function"
    if constant_of(loop.lowerBound[0]) != 0 or constant_of(loop.step[0]) != 1:
        return "it does not count from 0 by 1"
    return None


def _cast(emit: Emitter, value: SSAValue, type: Attribute) -> SSAValue:
    """Return a value under another type, for operations that other passes convert."""
    if value.type == type:
        return value
    return emit.create(UnrealizedConversionCastOp, [value], [type]).results[0]


def _field(emit: Emitter, context: SSAValue, struct: llvm.LLVMStructType, number: int) -> SSAValue:
    """Emit the address of a field of the context."""
    place = llvm.GEPOp.from_mixed_indices(context, [0, number], struct, inbounds=True)
    return emit(place).results[0]


def _body_function(
    name: str,
    loop: scf.ParallelOp,
    constants: Iterable[Operation],
    captured: Sequence[SSAValue],
    struct: llvm.LLVMStructType,
) -> func.FuncOp:
    """Return the function that runs a part of the loop, whose body it takes."""
    types = (IndexType(), IndexType(), POINTER), (POINTER,)
    function = func.FuncOp(name, types, visibility="private", res_attrs=STATUS_RESULT)
    function.location = loop.location
    block = function.body.block
    begin, end, context = block.args
    for argument, hint in zip(block.args, ("begin", "end", "context"), strict=True):
        argument.name_hint, argument.location = hint, loop.location
    emit = Emitter.at_end(block, loop)
    values: dict[SSAValue, SSAValue] = {}
    for constant in constants:
        values[constant.results[0]] = emit(constant.clone()).results[0]
    for number, (value, type) in enumerate(zip(captured, struct.types, strict=True)):
        field, alignment = _field(emit, context, struct, number), vector_alignment(type, loop)
        loaded = emit(llvm.LoadOp(field, type, alignment), value.name_hint)
        values[value] = _cast(emit, loaded.dereferenced_value, value.type)
    for op in nested_operations(loop):
        op.operands = [values.get(operand, operand) for operand in op.operands]
    body = loop.detach_region(loop.body)
    reduce = body.block.last_op
    assert reduce is not None
    Rewriter.replace_op(reduce, scf.YieldOp())
    emit(scf.ForOp(begin, end, emit.index(1), (), body))
    emit(func.ReturnOp(emit(llvm.ZeroOp.build(result_types=[POINTER])).res))
    return function


def _outline(loop: scf.ParallelOp, function: func.FuncOp, name: str) -> func.FuncOp:
    """Replace a parallel loop by a call of the runtime; return its body's function."""
    # The values from outside that the body uses, in order of first use.
    used = (operand for op in nested_operations(loop) for operand in op.operands)
    values = [value for value in dict.fromkeys(used) if not loop.is_ancestor(value.owner)]
    constants = [v.owner for v in values if isinstance(v.owner, arith.ConstantOp)]
    captured = [value for value in values if not isinstance(value.owner, arith.ConstantOp)]
    struct = llvm.LLVMStructType.from_type_list([llvm_type(v.type, loop) for v in captured])
    # Memory for them is allocated once for a call of the function.
    emit, first = Emitter.before(loop), function.body.blocks[0].first_op
    assert first is not None
    start = Emitter(InsertPoint.before(first), emit.location)
    one = start(llvm.ConstantOp(IntegerAttr(1, i64), i64)).result
    context = start(llvm.AllocaOp(one, struct, _ALIGNMENT), "context").res
    for field, (value, type) in enumerate(zip(captured, struct.types, strict=True)):
        stored = _cast(emit, value, type)
        alignment = vector_alignment(type, loop)
        emit(llvm.StoreOp(stored, _field(emit, context, struct, field), alignment))
    pointer = emit(llvm.AddressOfOp(name, POINTER), "body").result
    number = _cast(emit, loop.upperBound[0], i64)
    emit(llvm.CallOp(PARALLEL_FOR, pointer, context, number, return_type=POINTER), "status")
    outlined = _body_function(name, loop, constants, captured, struct)
    Rewriter.erase_op(loop)
    return outlined


@dataclass(frozen=True)
class ConvertParallelToLlvmPass(TsPass):
    """Outline the bodies of parallel loops, which threads of the runtime share."""

    name = "convert-parallel-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = [op for op in module.ops if isinstance(op, func.FuncOp) and op.body.blocks]
        outlined = [new for function in functions for new in self._convert(function, module)]
        if outlined:
            types = [POINTER, POINTER, i64]
            signature = llvm.LLVMFunctionType(types, POINTER)
            declaration = llvm.FuncOp(PARALLEL_FOR, signature, llvm.LinkageAttr("external"))
            declaration.location = outlined[0].location
            module.body.block.add_op(declaration)

    def _convert(self, function: func.FuncOp, module: ModuleOp) -> Iterator[func.FuncOp]:
        taken = {op.properties.get("sym_name") for op in module.ops}
        base = f"{function.sym_name.data}_parallel"
        numbered = (f"{base}_{number}" if number else base for number in count())
        names = (name for name in numbered if StringAttr(name) not in taken)
        loops = operations_of(function, scf.ParallelOp)
        reasons = [refusal(loop) for loop in loops]
        for loop, reason in zip(loops, reasons, strict=True):
            if reason is not None:
                refuse(loop, reason)
                continue
            body = _outline(loop, function, next(names))
            Rewriter.insert_op(body, InsertPoint.after(function))
            yield body
