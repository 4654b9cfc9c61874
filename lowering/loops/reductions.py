"""Loops that reduce elements to one value, and whether these may be taken in another order."""

from __future__ import annotations

from xdsl.dialects import arith, scf, vector
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.core.emitter import Emitter

_Kind = vector.CombiningKindFlag

KINDS: dict[str, tuple[_Kind, int | None]] = {
    "arith.addf": (_Kind.ADD, 0),
    "arith.mulf": (_Kind.MUL, 1),
    "arith.addi": (_Kind.ADD, 0),
    "arith.muli": (_Kind.MUL, 1),
    "arith.maximumf": (_Kind.MAXIMUMF, None),
    "arith.minimumf": (_Kind.MINIMUMF, None),
    "arith.maxsi": (_Kind.MAXSI, None),
    "arith.minsi": (_Kind.MINSI, None),
    "arith.andi": (_Kind.AND, None),
    "arith.ori": (_Kind.OR, None),
}
"""The kind of a reduction by its operation, and its neutral value; None if a value may be combined
twice, so that every lane starts from the initial one."""


def combination_of(loop: scf.ForOp) -> Operation | None:
    """Return the operation that combines the carried value, which nothing else uses, or None."""
    end = loop.body.block.last_op
    result = None if end is None or len(end.operands) != 1 else end.operands[0]
    if not isinstance(result, OpResult):
        return None
    accumulator, op = loop.body.block.args[1], result.op
    alone = accumulator.has_one_use() and op.results[0].has_one_use()
    inside = op.parent is loop.body.block and accumulator in op.operands
    return op if op.name in KINDS and alone and inside else None


def may_reorder(op: Operation) -> bool:
    """Return whether a combination may take the elements in another order."""
    flags = op.properties.get("fastmath")
    allowed = isinstance(flags, arith.FastMathFlagsAttr) and FastMathFlag.REASSOC in flags.data
    return allowed or op.name not in ("arith.addf", "arith.mulf")


def neutral_value(emit: Emitter, op: Operation, type: Attribute) -> SSAValue | None:
    """Emit the neutral value of a combination; None if a value may be combined twice."""
    neutral = KINDS[op.name][1]
    return None if neutral is None else ArithBuilder(emit).constant(neutral, type)


def combine(
    emit: Emitter, op: Operation, accumulator: SSAValue, initial: SSAValue, total: SSAValue
) -> SSAValue:
    """Emit the combination of an initial value, in the place of `accumulator`, with another one."""
    operands = [initial if operand is accumulator else total for operand in op.operands]
    return emit(
        type(op).create(
            operands=operands,
            result_types=op.result_types,
            properties=dict(op.properties),
        )
    ).results[0]
