"""The call of an operator on given values as an operation with exact types, for type rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.prim import ConstantOp, ListConstructOp
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema_op import schema_op
from xdsl_torchscript.dialects.types import ListType, OptionalType, TensorType, VarType
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value, type_of

TypeOfTensor: TypeAlias = Callable[[Tensor], TensorType]

_CONSTANTS: Mapping[type, Callable[[Any], ConstantOp]] = {
    bool: ConstantOp.from_bool,
    int: ConstantOp.from_int,
    float: ConstantOp.from_float,
    str: ConstantOp.from_str,
    type(None): lambda _: ConstantOp.none(),
}


def exact_type(tensor: Tensor) -> TensorType:
    """Return all that is known of a tensor."""
    return TensorType.get(
        tensor.array.shape,
        tensor.dtype.type,
        strides=tensor.strides,
        device=str(tensor.device),
        requires_grad=False,
    )


def call_operation(
    schema: FunctionSchema, operands: Sequence[Value], type_of_tensor: TypeOfTensor = exact_type
) -> Operation:
    """Return the call in a separate block: tensors are arguments, numbers are constants."""
    block = Block()
    values = [
        _value(block, operand, argument.type, type_of_tensor)
        for operand, argument in zip(operands, schema.arguments, strict=True)
    ]
    types = [returned.type for returned in schema.returns]
    op = schema_op(schema.op_name).create(
        operands=values,
        result_types=[TensorType.get() if isinstance(t, VarType) else t for t in types],
    )
    block.add_op(op)
    return op


def _value(block: Block, value: Any, declared: Attribute, type_of_tensor: TypeOfTensor) -> SSAValue:
    inner = declared.element if isinstance(declared, OptionalType) else declared
    if isinstance(value, Tensor):
        return block.insert_arg(type_of_tensor(value), len(block.args))
    if value.__class__ in _CONSTANTS:
        op = _CONSTANTS[value.__class__](value)
    elif isinstance(value, list | tuple) and isinstance(inner, ListType):
        parts = cast("Sequence[Any]", value)
        elements = [_value(block, part, inner.element, type_of_tensor) for part in parts]
        element = inner.element
        if isinstance(element, VarType):  # left open by the schema
            is_of_tensors = not parts or isinstance(parts[0], Tensor)
            element = TensorType.get() if is_of_tensors else type_of(parts[0])
        op = ListConstructOp(elements, element)
    else:
        try:
            known = type_of(value)
        except TypeError:
            known = declared
        return block.insert_arg(known, len(block.args))
    block.add_op(op)
    return op.results[0]
