"""Operators whose weights absorb operations on their results: convolutions and linear layers.

%y = aten.conv2d(%x, %w, %b, ...)     the rank of a batch is 4, of a single image 3
%d = aten.dim(%y)
%n = aten.ne.int(%d, %four)
prim.If %n -> () { prim.RaiseException(...) ... } else { ... }
%z = aten.batch_norm(%y, ...)         here %y is a batch
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import (
    ContainerType,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    ShapedType,
)
from xdsl.ir import Attribute, Operation, SSAValue, TypedAttribute, Use
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.lazy import schema_op
from xdsl_torchscript.dialects.prim import ConstantOp, IfOp
from xdsl_torchscript.lowering.analysis.facts import Facts
from xdsl_torchscript.lowering.core.op_builder import OpBuilder
from xdsl_torchscript.lowering.ts.control_flow.branch_conditions import raises
from xdsl_torchscript.lowering.ts.inlining import replace_uses

WEIGHT, BIAS = 1, 2
"""The positions of both among the operands of an operator."""

GENERAL_CONVOLUTIONS = frozenset(
    {"aten.convolution", "aten._convolution", "aten._convolution.deprecated"}
)
"""Convolutions over any number of axes, transposed ones too, as traces have them. Unlike others
they take batches alone."""

_TRANSPOSED = 6

_RANKS: Mapping[str, int] = {
    f"aten.conv{axes}d{overload}": axes + 2 for axes in (1, 2, 3) for overload in ("", ".padding")
}
"""The rank of a batch, and of the weights."""

CONVOLUTIONS = _RANKS.keys() | GENERAL_CONVOLUTIONS
LINEAR = frozenset({"aten.linear"})

_QUERIES = frozenset({"aten.dim", "aten.size", "aten.size.int", "aten.numel"})
"""Operators that read only the sizes of their first operand."""

_RAISING_BRANCH = {"aten.ne.int": 0, "aten.eq.int": 1}
"""Comparisons, with the number of the branch that runs if their operands differ."""


def literal_type(tensor: SSAValue) -> Attribute | None:
    """Return the type of a constant tensor's literal, None for any other value."""
    owner = owner_of(tensor)
    literal = owner.value if isinstance(owner, ConstantOp) else None
    if not isinstance(literal, DenseIntOrFPElementsAttr | DenseResourceAttr):
        return None
    return cast("TypedAttribute", literal).get_type()


def literal_shape(tensor: SSAValue) -> tuple[int, ...] | None:
    """Return the sizes of a constant tensor, None for any other value."""
    type = literal_type(tensor)
    return type.get_shape() if isinstance(type, ShapedType) else None


def element_of(type: Attribute | None) -> Attribute | None:
    """Return the element type of a literal's type, None without one."""
    return None if type is None else cast("ContainerType[Attribute]", type).get_element_type()


def element_type(tensor: SSAValue, facts: Facts) -> Attribute | None:
    """Return the element type of a tensor, None if it is unknown."""
    return element_of(literal_type(tensor)) or facts.tensor_type_of(tensor).dtype


def is_early(value: SSAValue, source: Operation, facts: Facts) -> bool:
    """Return whether the tensor is there before `source`, and nothing writes it."""
    owner = owner_of(value)
    before = owner is None or owner.parent is not source.parent or owner.is_before_in_block(source)
    return before and facts.is_unwritten(value)


def is_constant(value: SSAValue) -> bool:
    return isinstance(value.owner, ConstantOp)


def is_absorbable(op: Operation) -> bool:
    """Return whether `op` alone reads the elements of its first operand, made in the same block."""
    source = owner_of(op.operands[0])
    others = [use for use in op.operands[0].uses if (use.operation, use.index) != (op, 0)]
    return source is not None and source.parent is op.parent and all(map(_queries_sizes, others))


def _queries_sizes(use: Use) -> bool:
    return use.operation.name in _QUERIES


def batch_rank(source: Operation, facts: Facts) -> int | None:
    """Return the rank of a batch for a linear layer or a convolution, None if it is transposed or
    the rank is not known."""
    if source.name not in GENERAL_CONVOLUTIONS:
        return _RANKS.get(source.name, 2)
    if facts.known_constant(source.operands[_TRANSPOSED]) is not False:
        return None
    weight = source.operands[WEIGHT]
    shape = literal_shape(weight) or facts.tensor_type_of(weight).shape
    return None if shape is None else len(shape)


def has_rank(source: Operation, rank: int, op: Operation, facts: Facts) -> bool:
    """Return whether the result of a convolution or linear layer has this rank where `op` runs: its
    input has it, or the operator or the program raises for others."""
    of_input = facts.tensor_type_of(source.operands[0]).rank
    if of_input == rank or source.name in GENERAL_CONVOLUTIONS:
        return True
    ranks = (use.operation for use in source.results[0].uses if use.operation.name == "aten.dim")
    tests = [use.operation for dim in ranks for use in dim.results[0].uses]
    checks = [
        use.operation
        for test in tests
        if _compares(test, rank, facts)
        for use in test.results[0].uses
        if _raises_unless_equal(use.operation, test)
    ]
    return any(_runs_before(check, op) for check in checks)


def _compares(test: Operation, rank: int, facts: Facts) -> bool:
    """Return whether an operation compares a rank with this one."""
    if test.name not in _RAISING_BRANCH:
        return False
    return rank in map(facts.known_constant, test.operands)


def _raises_unless_equal(op: Operation, test: Operation) -> bool:
    """Return whether an operation is a branch that raises if the compared numbers differ."""
    if not isinstance(op, IfOp):
        return False
    return raises(op.regions[_RAISING_BRANCH[test.name]].block)


def _runs_before(check: Operation, op: Operation) -> bool:
    """Return whether `check` has always run when `op` runs."""
    around = None if check.parent is None else check.parent.find_ancestor_op_in_block(op)
    return around is not None and around is not check and check.is_before_in_block(around)


def replace_source(
    op: Operation, source: Operation, weight: SSAValue, bias: SSAValue, b: OpBuilder
) -> Operation:
    """Replace `op` and the convolution or linear layer before it by one with these weights; queries
    of sizes read its result."""
    operands = [*source.operands]
    operands[WEIGHT], operands[BIAS] = weight, bias
    new = b(schema_op(source.name).create(operands=operands, result_types=source.result_types))
    new.results[0].name_hint = op.results[0].name_hint
    replace_uses(op.results[0], new.results[0])
    Rewriter.erase_op(op)
    source.results[0].replace_all_uses_with(new.results[0])
    Rewriter.erase_op(source)
    return new
