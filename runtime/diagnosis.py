"""Diagnose a failed call of an operator: the only place that turns exceptions of numpy and Python
into operator errors.

An `OperandError` is reported unchanged. For any other exception, the preconditions of the operator
are checked on the operands. The first violated one is the error. If all hold, the exception's
message is reported, with the operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import cast

from numpy.exceptions import AxisError

from xdsl_torchscript.dialects.constants import NotConstantError
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import PromotionError
from xdsl_torchscript.lowering.analysis.rules.call import refusals
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.runtime.call_operation import call_operation
from xdsl_torchscript.runtime.operand_errors import (
    BadIndex,
    BadKey,
    BadType,
    BadValue,
    DivisionByZero,
    OperandError,
)
from xdsl_torchscript.runtime.operator_rules import table_of
from xdsl_torchscript.runtime.operators.preconditions import check_dim
from xdsl_torchscript.runtime.operators.quantized.forms import FORMS, rejection_of
from xdsl_torchscript.runtime.operators.requirements import (
    OperatorCall,
    is_elementwise,
    requirements_of,
)
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

_CLASSES: Mapping[type[Exception], Callable[[str], Exception]] = {
    IndexError: BadIndex,
    AxisError: BadIndex,
    ZeroDivisionError: DivisionByZero,
    OverflowError: BadValue,
    AttributeError: BadType,
    TypeError: BadType,
    ValueError: BadValue,
    PromotionError: BadType,
    KeyError: BadKey,
    MemoryError: MemoryError,
}
"""The class of the error for each class of exception that is diagnosed."""

DIAGNOSED = tuple(_CLASSES)

_UNANSWERED = (AttributeError, IndexError, TypeError, ValueError)
"""Exceptions of a check if an earlier operand is not as the schema says."""

_MOST_LISTED = 1024


def diagnose(error: Exception, op_name: str, operands: Sequence[Value]) -> Exception:
    """Return the error to raise for an exception of an implementation. It has the exception's
    class, which is PyTorch's, and a message about the operands.

    An exception of any other class, such as an OSError or one of a user, is returned as it is.
    """
    rejection = _reject_quantized(error, op_name, operands)
    if rejection is not None:
        return rejection
    make = _class_of(error)
    if make is None:
        return error
    schema = operator_table().get(op_name)
    if schema is None or len(schema.arguments) != len(operands):
        return make(_restate(error, operands))
    return make(
        _first_violation(schema, operands)
        or _axis_out_of_range(error)
        or _reject_element_types(error, schema, operands)
        or _reject_by_type_rule(schema, operands)
        or _restate(error, operands)
    )


def _reject_quantized(error: Exception, op_name: str, operands: Sequence[Value]) -> BadType | None:
    """Return the error of an operator that computes on numbers and got a quantised tensor."""
    if not isinstance(error, TypeError | ValueError | PromotionError):
        return None
    if isinstance(error, OperandError) and (op_name in FORMS or not isinstance(error, BadType)):
        return None
    lists = [cast("list[Value]", part) for part in operands if isinstance(part, list)]
    flat = chain(operands, *lists)
    found = [part for part in flat if isinstance(part, QuantizedTensor)]
    if not found or not op_name.startswith(("aten.", "prim.")):
        return None
    return BadType(rejection_of(op_name, found[0]))


def _class_of(error: Exception) -> Callable[[str], Exception] | None:
    kind = type(error)
    if kind in _CLASSES or not kind.__module__.startswith("numpy"):
        return _CLASSES.get(kind)
    return next((make for base, make in _CLASSES.items() if isinstance(error, base)), None)


def _first_violation(schema: FunctionSchema, operands: Sequence[Value]) -> str | None:
    """Return the first precondition of the operator that the operands violate, or None."""
    call = OperatorCall(schema, operands)
    for requirement in requirements_of(schema):
        try:
            requirement(call)
        except OperandError as violation:
            return str(violation)
        except _UNANSWERED:
            continue
    return None


def _reject_element_types(
    error: Exception, schema: FunctionSchema, operands: Sequence[Value]
) -> str | None:
    """Return the message for element types, the only reason of numpy for elementwise operators."""
    if not isinstance(error, TypeError) or not is_elementwise(schema):
        return None
    dtypes = {str(operand.array.dtype) for operand in operands if isinstance(operand, Tensor)}
    return f"'{schema.op_name}' is not defined on {' and '.join(sorted(dtypes))} tensors"


def _reject_by_type_rule(schema: FunctionSchema, operands: Sequence[Value]) -> str | None:
    """Return the reason why the operator's type rule rejects the operands, or None."""
    rule = table_of("result_types").lookup(schema.op_name)
    lists = [cast("list[Value]", operand) for operand in operands if isinstance(operand, list)]
    if rule is None or any(len(parts) > _MOST_LISTED for parts in lists):
        return None
    try:
        with refusals():
            rule(call_operation(schema, operands), STATED)
    except (ShapeError, PromotionError) as refusal:
        return str(refusal)
    except NotConstantError:
        pass
    return None


def _axis_out_of_range(error: Exception) -> str | None:
    if not isinstance(error, AxisError) or error.ndim is None:
        return None
    try:
        check_dim(cast(int, error.axis), error.ndim)
    except OperandError as violation:
        return str(violation)
    return "a tensor without dimensions has none to name"


def _restate(error: Exception, operands: Sequence[Value]) -> str:
    """Return the exception's message, with the operands if there are tensors among them."""
    if isinstance(error, ZeroDivisionError):
        return "division by zero"
    words = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    if isinstance(error, MemoryError):
        words = "not enough memory"
    if not any(map(_holds_tensor, operands)):
        return words
    return f"{words}; the operands are {', '.join(map(show_operand, operands))}"


def _holds_tensor(operand: Value) -> bool:
    parts = cast("list[Value]", operand) if isinstance(operand, list) else []
    return isinstance(operand, Tensor) or any(map(_holds_tensor, parts))


def show_operand(operand: Value) -> str:
    """Describe a tensor by type and sizes, `float32[2, 3]`; any other value by its `repr`."""
    if isinstance(operand, Tensor):
        dtype = operand.array.dtype
        name = operand.dtype.torch_name if dtype.names else dtype
        return f"{name}{list(operand.array.shape)}"
    if isinstance(operand, list):
        parts = cast("list[Value]", operand)
        more = [", ..."] if len(parts) > 8 else []
        return f"[{', '.join([*map(show_operand, parts[:8])])}{''.join(more)}]"
    return repr(operand)
