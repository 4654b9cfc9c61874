"""The operands that a fusion group takes, and the results that operators make of them."""

from __future__ import annotations

from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.prim import GuardOp, ListConstructOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of_call
from xdsl_torchscript.lowering.ts.fusion.fusion_group_body import is_repeated_constant
from xdsl_torchscript.lowering.ts.fusion.group_writes import shows_part


def is_operand(value: SSAValue) -> bool:
    """Return whether a kernel takes the value: a tensor, a number, or a constant."""
    owner = value.owner
    constant = isinstance(owner, Operation) and is_repeated_constant(owner)
    return constant or isinstance(value.type, TensorType) or value.type in (i64, f64, i1)


def has_tensors(value: SSAValue) -> bool:
    """Return whether a value is a tensor, or a list that is made of some."""
    owner = value.owner
    elements = owner.elements if isinstance(owner, ListConstructOp) else ()
    return any(isinstance(each.type, TensorType) for each in (value, *elements))


def is_lasting_list(op: Operation) -> bool:
    """Return whether a list has tensors of stated types, which hold behind writes and in loops, as
    the weights of a recurrent network."""
    return isinstance(op, ListConstructOp) and all(map(_is_stated, op.elements))


def _is_stated(value: SSAValue) -> bool:
    type = value.type
    is_typed = isinstance(type, TensorType) and type.is_typed and is_on_cpu(type)
    return is_typed and not isinstance(value.owner, GuardOp)


def is_on_cpu(type: Attribute) -> bool:
    """Return whether the type says that a tensor is on the CPU."""
    return isinstance(type, TensorType) and type.device == "cpu"


def may_copy(op: Operation) -> bool:
    """Return whether an operation may return a view of its operand or a copy, as `reshape`."""
    if not isinstance(op, SchemaOp) or not any(map(shows_part, op.results)):
        return False
    return not aliasing_of_call(op).fresh_view
