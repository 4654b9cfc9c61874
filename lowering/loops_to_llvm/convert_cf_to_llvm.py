"""Branches between blocks become branches of LLVM, and block arguments take LLVM's types.

    cf.cond_br %c, ^body(%i : index), ^done
  ^body(%k : index):

becomes

    llvm.cond_br %c, ^body(%i : i64), ^done
  ^body(%k : i64):

`llvm.loop_annotation` on a branch becomes its `loop_annotation`. A `cf.assert` that does not hold
stops the program.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects import cf, llvm
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from xdsl_torchscript.dialects.extended.llvm import SwitchOp
from xdsl_torchscript.dialects.extended.llvm_intrinsics import TrapOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops_to_llvm.conversion import (
    LlvmConversion,
    llvm_rules,
)
from xdsl_torchscript.lowering.loops_to_llvm.lower_scf_to_cf import LOOP_ANNOTATION

RULES = llvm_rules()


@RULES.rule(cf.BranchOp)
def _(to: LlvmConversion, op: cf.BranchOp) -> None:
    _annotate(to.emit(llvm.BrOp(op.successor, *to.operands(op.arguments))), op)


@RULES.rule(cf.ConditionalBranchOp)
def _(to: LlvmConversion, op: cf.ConditionalBranchOp) -> None:
    branch = llvm.CondBrOp(
        to.value(op.cond),
        op.then_block,
        to.operands(op.then_arguments),
        op.else_block,
        to.operands(op.else_arguments),
    )
    _annotate(to.emit(branch), op)


@RULES.rule(cf.SwitchOp)
def _(to: LlvmConversion, op: cf.SwitchOp) -> None:
    numbers = op.case_values.get_values() if op.case_values is not None else ()
    cases: list[tuple[int, Block, Sequence[SSAValue]]] = [
        (int(number), block, to.operands(operands))
        for number, block, operands in zip(numbers, op.case_blocks, op.case_operand, strict=True)
    ]
    default = (op.default_block, to.operands(op.default_operands))
    to.emit(SwitchOp(to.value(op.flag), default, cases))


def _annotate(branch: Operation, source: Operation) -> None:
    if LOOP_ANNOTATION in source.attributes:
        branch.attributes["loop_annotation"] = source.attributes[LOOP_ANNOTATION]


@RULES.rule(cf.AssertOp)
def _(to: LlvmConversion, op: cf.AssertOp) -> None:
    """Split the block, and branch to the rest or to a trap."""
    block, region = op.parent, op.parent_region()
    if block is None or region is None:
        fail(op, "is not in a function")
    rest, trap = block.split_before(op), Block()
    region.insert_block_after(trap, rest)
    Emitter.at_end(block, op)(llvm.CondBrOp(to.value(op.arg), rest, [], trap, []))
    emit = Emitter.at_end(trap, op)
    emit(TrapOp())
    emit(llvm.UnreachableOp())


@dataclass(frozen=True)
class ConvertCfToLlvmPass(TsPass):
    """Convert cf to the llvm dialect."""

    name = "convert-cf-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-cf",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        to = LlvmConversion(RULES)
        for branch in nested_operations(module):
            if branch.name in RULES:
                to.at(branch, InsertPoint.before(branch)).convert_arguments(branch.successors)
        to.run(module)
