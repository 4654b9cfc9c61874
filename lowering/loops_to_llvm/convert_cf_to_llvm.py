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

from xdsl_torchscript.dialects.extended.llvm import SwitchOp
from xdsl_torchscript.dialects.extended.llvm_intrinsics import TrapOp
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops_to_llvm.conversion import (
    Casts,
    Lowered,
    Lowering,
    RuleTable,
    convert_arguments,
)
from xdsl_torchscript.lowering.loops_to_llvm.lower_scf_to_cf import LOOP_ANNOTATION

TABLE = RuleTable()


@TABLE.rule(cf.BranchOp)
def _(lower: Lowering, op: cf.BranchOp) -> Lowered:
    _annotated(lower.emit(llvm.BrOp(op.successor, *lower.values(op.arguments))), op)
    return None


@TABLE.rule(cf.ConditionalBranchOp)
def _(lower: Lowering, op: cf.ConditionalBranchOp) -> Lowered:
    branch = llvm.CondBrOp(
        lower.value(op.cond),
        op.then_block,
        lower.values(op.then_arguments),
        op.else_block,
        lower.values(op.else_arguments),
    )
    _annotated(lower.emit(branch), op)
    return None


@TABLE.rule(cf.SwitchOp)
def _(lower: Lowering, op: cf.SwitchOp) -> Lowered:
    numbers = op.case_values.get_values() if op.case_values is not None else ()
    cases: list[tuple[int, Block, Sequence[SSAValue]]] = [
        (int(number), block, lower.values(operands))
        for number, block, operands in zip(numbers, op.case_blocks, op.case_operand, strict=True)
    ]
    default = (op.default_block, lower.values(op.default_operands))
    lower.emit(SwitchOp(lower.value(op.flag), default, cases))
    return None


def _annotated(branch: Operation, source: Operation) -> None:
    if LOOP_ANNOTATION in source.attributes:
        branch.attributes["loop_annotation"] = source.attributes[LOOP_ANNOTATION]


def _lower_assert(op: cf.AssertOp) -> None:
    """Splits the block: on to the rest, or to a trap."""
    block = op.parent
    region = op.parent_region()
    if block is None or region is None:
        fail(op, "is not in a function")
    rest = block.split_before(op)
    trap = Block()
    region.insert_block_after(trap, rest)
    Emitter.at_end(block, op)(cf.ConditionalBranchOp(op.arg, rest, [], trap, []))
    emit = Emitter.at_end(trap, op)
    emit(TrapOp())
    emit(llvm.UnreachableOp())
    op.detach()
    op.erase()


@dataclass(frozen=True)
class ConvertCfToLlvmPass(TsPass):
    """Turns branches and block arguments into those of the llvm dialect."""

    name = "convert-cf-to-llvm"
    level = "loops-to-llvm"
    requires = ()
    ensures = ("no-cf",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for check in list(module.walk()):
            if isinstance(check, cf.AssertOp):
                _lower_assert(check)
        casts = Casts()
        for branch in list(module.walk()):
            if branch.name in TABLE.rules:
                convert_arguments(branch.successors, branch, casts)
        TABLE.convert(module)
        casts.drop_unused()
