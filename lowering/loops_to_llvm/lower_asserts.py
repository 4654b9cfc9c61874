"""Make a kernel return a status: null, or the message of the first assertion that does not hold.

    func.func @f(%out: memref<4xf32>, %ok: i1) {
      %t = memref.alloc() : memref<4xf32>
      cf.assert %ok, "aten.take: index out of range"
      ...
      memref.dealloc %t : memref<4xf32>
      func.return
    }

becomes

    func.func @f(%out: memref<4xf32>, %ok: i1) -> (!llvm.ptr {ts.status}) {
      %t = memref.alloc() : memref<4xf32>
      cf.cond_br %ok, ^holds, ^fails
    ^holds:
      ...
      memref.dealloc %t : memref<4xf32>
      %0 = llvm.mlir.zero : !llvm.ptr
      func.return %0 : !llvm.ptr
    ^fails:
      memref.dealloc %t : memref<4xf32>
      %1 = llvm.mlir.addressof @f_message_0 : !llvm.ptr
      func.return %1 : !llvm.ptr
    }
    llvm.mlir.global private constant @f_message_0("aten.take: index out of range\00")

The way out frees the memory that is allocated there. A message is a string of C. A function that
returns results, or that is called in the module, is left unchanged; its assertions trap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects import cf, func, llvm, memref
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.lowering.loops_to_llvm.status import (
    STATUS_RESULT,
    memory_at,
    message_global,
)
from xdsl_torchscript.lowering.loops_to_llvm.types import POINTER


def refusal(function: func.FuncOp, called: frozenset[str]) -> str | None:
    """Return why the function cannot return a status, or None if it can."""
    if function.function_type.outputs.data:
        return "it returns results"
    if function.sym_name.data in called:
        return "it is called in the module"
    return None


def _allocated(op: Operation) -> SSAValue | None:
    return op.memref if isinstance(op, memref.AllocOp) else None


def _freed(op: Operation) -> SSAValue | None:
    return op.memref if isinstance(op, memref.DeallocOp) else None


@dataclass
class _CheckedFunction:
    """A function whose assertions become ways out, and its messages so far."""

    function: func.FuncOp
    messages: dict[str, str] = field(default_factory=dict[str, str])
    """The names of the globals by text."""

    def lower(self) -> None:
        region = self.function.body
        returns = [op for block in region.blocks for op in block.ops if type(op) is func.ReturnOp]
        for op, memory in list(memory_at(region, cf.AssertOp, _allocated, _freed)):
            self._lower_assert(op, memory)
        for end in returns:
            emit = Emitter.before(end)
            emit(func.ReturnOp(emit(llvm.ZeroOp.build(result_types=[POINTER])).res))
            Rewriter.erase_op(end)
        inputs = self.function.function_type.inputs
        self.function.function_type = FunctionType.from_lists(list(inputs), [POINTER])
        self.function.res_attrs = STATUS_RESULT

    def _lower_assert(self, op: cf.AssertOp, allocated: Sequence[SSAValue]) -> None:
        block, region = op.parent, self.function.body
        assert block is not None
        holds, fails = block.split_before(op), Block()
        region.add_block(fails)
        Emitter.at_end(block, op)(cf.ConditionalBranchOp(op.arg, holds, [], fails, []))
        emit = Emitter.at_end(fails, op)
        for memory in reversed(allocated):
            emit(memref.DeallocOp.get(memory))
        name = f"{self.function.sym_name.data}_message_{len(self.messages)}"
        message = emit(llvm.AddressOfOp(self.messages.setdefault(op.msg.data, name), POINTER))
        emit(func.ReturnOp(message.result))
        Rewriter.erase_op(op)

    def globals(self) -> list[llvm.GlobalOp]:
        return [message_global(name, text, self.function) for text, name in self.messages.items()]


@dataclass(frozen=True)
class LowerAssertsPass(TsPass):
    """Let kernels with assertions return a status."""

    name = "lower-asserts"
    level = "loops-to-llvm"
    requires = ("no-scf",)
    ensures = ()
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        called = frozenset(op.callee.string_value() for op in operations_of(module, func.CallOp))
        for function in [op for op in module.ops if isinstance(op, func.FuncOp)]:
            if not any(isinstance(op, cf.AssertOp) for op in nested_operations(function)):
                continue
            reason = refusal(function, called)
            if reason is not None:
                refuse(function, reason)
                continue
            kernel = _CheckedFunction(function)
            kernel.lower()
            module.body.block.add_ops(kernel.globals())
