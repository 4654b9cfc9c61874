"""Facts about the weights of a program: constants that no function can write.

A resource is one tensor in all functions of a program. It keeps its elements if no object holds it
as an attribute, and if all operators that take it return new objects. So a write to any other
tensor, say of a counter that is an attribute, leaves the weights as they are.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.modules import ObjectOp
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.lowering.analysis.alias_facts import aliasing_of_call
from xdsl_torchscript.lowering.analysis.memory_effects import may_train
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts


class WeightFacts(TypeFacts):
    """The facts of one function, which know the constants that its whole program only reads: all
    but the `exposed` resources of the program."""

    def __init__(self, root: Operation, exposed: frozenset[str]) -> None:
        super().__init__(root)
        self._exposed = exposed

    def is_unwritten(self, value: SSAValue) -> bool:
        """Return whether a list or tensor keeps its elements."""
        if super().is_unwritten(value):
            return True
        constant = owner_of(value)
        if not isinstance(constant, ConstantOp):
            return False
        if isinstance(constant.value, DenseResourceAttr):
            return constant.value.resource_handle.data not in self._exposed
        return is_only_read(constant)


def exposed_resources(program: Operation) -> frozenset[str]:
    """Return the resources that attributes hold, or that operations may write or hand on."""
    resources = (literal for literal in _exposed(program) if isinstance(literal, DenseResourceAttr))
    return frozenset(resource.resource_handle.data for resource in resources)


def _exposed(program: Operation) -> Iterator[Attribute | None]:
    for op in program.walk():
        if isinstance(op, ObjectOp):
            yield from op.slots.data.values()
        elif isinstance(op, ConstantOp) and not is_only_read(op):
            yield op.value


def is_only_read(constant: ConstantOp) -> bool:
    """Return whether no operation that takes a constant can write it, or hand it on."""
    return all(_only_reads(use.operation) for use in constant.result.uses)


def _only_reads(op: Operation) -> bool:
    """Return whether `op` writes no operand, and no result shares memory with one."""
    if not isinstance(op, SchemaOp):
        return False
    facts = aliasing_of_call(op)
    writes = any(each.written or each.elements_written for each in facts.arguments)
    return facts.makes_new_objects and not writes and not (facts.statistics and may_train(op))
