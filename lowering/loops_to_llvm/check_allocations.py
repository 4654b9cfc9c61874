"""A function that gets no memory frees what it has, and returns the status "not enough memory".

    llvm.func @f(%size: i64) {
      %x = llvm.call @aligned_alloc(%c64, %size) : (i64, i64) -> !llvm.ptr
      %y = llvm.call @aligned_alloc(%c64, %size) : (i64, i64) -> !llvm.ptr
      ...

becomes

    llvm.func @f(%size: i64) -> (!llvm.ptr {ts.status}) {
      ...
    ^one:
      %y = llvm.call @aligned_alloc(%c64, %size) : (i64, i64) -> !llvm.ptr
      %null = llvm.mlir.zero : !llvm.ptr
      %failed = llvm.icmp "eq" %y, %null : !llvm.ptr
      llvm.cond_br %failed, ^fails, ^two
      ...
    ^fails:
      llvm.call @free(%x) : (!llvm.ptr) -> ()
      %status = llvm.mlir.addressof @f_no_memory : !llvm.ptr
      llvm.return %status : !llvm.ptr
    }
    llvm.mlir.global private constant @f_no_memory("not enough memory\00")

A call of `ts_parallel_for` whose body may fail is checked as well: its status is passed on. A
function that returns results, or that is called in the module, traps instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.extended.llvm import ICmpOp
from xdsl_torchscript.dialects.extended.llvm_intrinsics import TrapOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.messages import NO_MEMORY
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops_to_llvm.convert_parallel_to_llvm import PARALLEL_FOR
from xdsl_torchscript.lowering.loops_to_llvm.functions import ALLOCATE, FREE, declare_function
from xdsl_torchscript.lowering.loops_to_llvm.status import (
    STATUS_RESULT,
    memory_at,
    message_global,
    returns_status,
)
from xdsl_torchscript.lowering.loops_to_llvm.types import POINTER

Functions = Mapping[str, llvm.FuncOp]
"""The functions of a module that have a body, by their names."""

Calls = Mapping[str, Sequence[llvm.CallOp]]
"""The calls in each function, by its name."""


def _callee(op: Operation) -> str | None:
    return op.callee.string_value() if isinstance(op, llvm.CallOp) and op.callee else None


def _allocated(op: Operation) -> SSAValue | None:
    return op.results[0] if _callee(op) == ALLOCATE else None


def _freed(op: Operation) -> SSAValue | None:
    return op.operands[0] if _callee(op) == FREE else None


def _may_fail(call: llvm.CallOp, safe: frozenset[str]) -> bool:
    """Return whether a call allocates, or runs a body that is not among the `safe` functions."""
    if _callee(call) != PARALLEL_FOR:
        return _callee(call) == ALLOCATE
    body = call.args[0].owner
    return not isinstance(body, llvm.AddressOfOp) or body.global_name.string_value() not in safe


def _safe_functions(functions: Functions, calls: Calls) -> frozenset[str]:
    """Return the names of the functions that return no failure."""
    safe = frozenset(name for name, function in functions.items() if _is_null(function))
    while unsafe := {name for name in safe if any(_may_fail(call, safe) for call in calls[name])}:
        safe -= unsafe
    return safe


def _is_null(function: llvm.FuncOp) -> bool:
    """Return whether all that a function returns is null, or nothing."""
    ends = (block.last_op for block in function.body.blocks)
    returned = [end.arg for end in ends if isinstance(end, llvm.ReturnOp)]
    return all(value is None or isinstance(value.owner, llvm.ZeroOp) for value in returned)


def refusal(function: llvm.FuncOp, called: frozenset[str]) -> str | None:
    """Return why the function cannot return a status, or None if it can."""
    if returns_status(function):
        return None
    if not isinstance(function.function_type.output, llvm.LLVMVoidType):
        return "it returns results"
    if function.sym_name.data in called:
        return "it is called in the module"
    return None


def _return_status(function: llvm.FuncOp) -> None:
    """Let a function without results return null."""
    for end in operations_of(function, llvm.ReturnOp):
        emit = Emitter.before(end)
        emit(llvm.ReturnOp(emit(llvm.ZeroOp.build(result_types=[POINTER])).res))
        Rewriter.erase_op(end)
    function.function_type = llvm.LLVMFunctionType(function.function_type.inputs.data, POINTER)
    function.res_attrs = STATUS_RESULT


def _branch_on_failure(call: llvm.CallOp) -> Block:
    """Split the block after a call, and return the new block to which it jumps if it failed."""
    block, region, following = call.parent, call.parent_region(), call.next_op
    assert block is not None and region is not None and following is not None
    rest, fails = block.split_before(following), Block()
    region.add_block(fails)
    emit = Emitter.at_end(block, call)
    null = emit(llvm.ZeroOp.build(result_types=[POINTER])).res
    is_failure = "eq" if _callee(call) == ALLOCATE else "ne"
    failed = emit(ICmpOp(call.results[0], null, is_failure)).res
    emit(llvm.CondBrOp(failed, fails, [], rest, []))
    return fails


def _leave(fails: Block, call: llvm.CallOp, allocated: Sequence[SSAValue], message: str) -> None:
    """Free memory, and return the status of a failed call."""
    emit = Emitter.at_end(fails, call)
    for memory in reversed(allocated):
        emit(llvm.CallOp(FREE, memory))
    is_allocation = _callee(call) == ALLOCATE
    status = emit(llvm.AddressOfOp(message, POINTER)).result if is_allocation else call.results[0]
    emit(llvm.ReturnOp(status))


def _trap(fails: Block, call: llvm.CallOp) -> None:
    emit = Emitter.at_end(fails, call)
    emit(TrapOp())
    emit(llvm.UnreachableOp())


def _check(function: llvm.FuncOp, failing: Sequence[llvm.CallOp], module: ModuleOp) -> None:
    """Let a function return a status after each of these calls."""
    memory = dict(memory_at(function.body, llvm.CallOp, _allocated, _freed))
    message = f"{function.sym_name.data}_no_memory"
    if not returns_status(function):
        _return_status(function)
    for call in failing:
        _leave(_branch_on_failure(call), call, memory.get(call, ()), message)
    if any(memory.get(call) for call in failing):
        declare_function(module, FREE, [POINTER], None, function)
    if any(_callee(call) == ALLOCATE for call in failing):
        module.body.block.add_op(message_global(message, NO_MEMORY, function))


@dataclass(frozen=True)
class CheckAllocationsPass(TsPass):
    """Let functions that get no memory return a status."""

    name = "check-allocations"
    level = "llvm"
    requires = ()
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        functions = {
            op.sym_name.data: op
            for op in module.ops
            if isinstance(op, llvm.FuncOp) and op.body.blocks
        }
        calls = {name: operations_of(op, llvm.CallOp) for name, op in functions.items()}
        called = frozenset(_callee(call) or "" for found in calls.values() for call in found)
        safe = _safe_functions(functions, calls)
        for name, function in functions.items():
            failing = [call for call in calls[name] if _may_fail(call, safe)]
            reason = refusal(function, called) if failing else None
            if reason is not None:
                refuse(function, reason)
                for call in failing:
                    _trap(_branch_on_failure(call), call)
            elif failing:
                _check(function, failing, module)
