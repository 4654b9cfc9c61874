"""Attributes and methods of objects, and calls."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect

from xdsl_torchscript.dialects.call_syntax import CallSyntaxOp
from xdsl_torchscript.dialects.prim.effects import FreshResults
from xdsl_torchscript.dialects.types import ClassType, FunctionType, InterfaceType

ObjectType = ClassType | InterfaceType


@irdl_op_definition
class GetAttrOp(CallSyntaxOp):
    """`prim.GetAttr(%self) {name = "weight"} : (!ts.class<@M>) -> T`."""

    name = "prim.GetAttr"
    object = operand_def(ObjectType)
    attribute = prop_def(StringAttr, prop_name="name")
    result = result_def()
    traits = traits_def(MemoryReadEffect())

    def __init__(
        self, object: SSAValue | Operation, attribute: str, result_type: Attribute
    ) -> None:
        super().__init__(
            operands=[object],
            properties={"name": StringAttr(attribute)},
            result_types=[result_type],
        )


@irdl_op_definition
class SetAttrOp(CallSyntaxOp):
    """`prim.SetAttr(%self, %x) {name = "weight"} : (!ts.class<@M>, T) -> ()`."""

    name = "prim.SetAttr"
    object = operand_def(ObjectType)
    value = operand_def()
    attribute = prop_def(StringAttr, prop_name="name")
    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self, object: SSAValue | Operation, attribute: str, value: SSAValue | Operation
    ) -> None:
        super().__init__(operands=[object, value], properties={"name": StringAttr(attribute)})


@irdl_op_definition
class HasAttrOp(CallSyntaxOp):
    """`prim.HasAttr(%self) {name = "bias"} : (!ts.class<@M>) -> i1`."""

    name = "prim.HasAttr"
    object = operand_def()
    attribute = prop_def(StringAttr, prop_name="name")
    result = result_def(i1)
    traits = traits_def(MemoryReadEffect())

    def __init__(self, object: SSAValue | Operation, attribute: str) -> None:
        super().__init__(
            operands=[object], properties={"name": StringAttr(attribute)}, result_types=[i1]
        )


@irdl_op_definition
class CallMethodOp(CallSyntaxOp):
    """`prim.CallMethod(%self, %x) {name = "forward"} : (!ts.class<@M>, T) -> U`."""

    name = "prim.CallMethod"
    object = operand_def(ObjectType)
    arguments = var_operand_def()
    method = prop_def(StringAttr, prop_name="name")
    result = result_def()

    def __init__(
        self,
        object: SSAValue | Operation,
        method: str,
        arguments: Sequence[SSAValue | Operation],
        result_type: Attribute,
    ) -> None:
        super().__init__(
            operands=[object, arguments],
            properties={"name": StringAttr(method)},
            result_types=[result_type],
        )


@irdl_op_definition
class CallFunctionOp(CallSyntaxOp):
    """`prim.CallFunction(%f, %x) : (!ts.function<@f>, T) -> U`."""

    name = "prim.CallFunction"
    callee = operand_def(FunctionType)
    arguments = var_operand_def()
    result = result_def()

    def __init__(
        self,
        callee: SSAValue | Operation,
        arguments: Sequence[SSAValue | Operation],
        result_type: Attribute,
    ) -> None:
        super().__init__(operands=[callee, arguments], result_types=[result_type])


@irdl_op_definition
class CreateObjectOp(CallSyntaxOp):
    """`prim.CreateObject() : () -> !ts.class<@C>`: an object with empty slots."""

    name = "prim.CreateObject"
    result = result_def(ClassType)
    traits = traits_def(FreshResults())

    def __init__(self, result_type: ClassType) -> None:
        super().__init__(result_types=[result_type])


@irdl_op_definition
class EnterOp(CallSyntaxOp):
    """`prim.Enter(%manager) : (!ts.class<@C>) -> T`: the start of a `with` statement."""

    name = "prim.Enter"
    manager = operand_def(ObjectType)
    result = result_def()

    def __init__(self, manager: SSAValue | Operation, result_type: Attribute) -> None:
        super().__init__(operands=[manager], result_types=[result_type])


@irdl_op_definition
class ExitOp(CallSyntaxOp):
    """`prim.Exit(%manager) : (!ts.class<@C>) -> T`: the end of a `with` statement."""

    name = "prim.Exit"
    manager = operand_def(ObjectType)
    arguments = var_operand_def()
    outputs = var_result_def()

    def __init__(
        self,
        manager: SSAValue | Operation,
        arguments: Sequence[SSAValue | Operation] = (),
        result_types: Sequence[Attribute] = (),
    ) -> None:
        super().__init__(operands=[manager, arguments], result_types=[result_types])
