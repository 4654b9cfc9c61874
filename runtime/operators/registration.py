"""`ts.register_operator`: an operator of one's own, declared and implemented at once.

    ts.register_operator("my::twice(Tensor x, *, int by=2) -> Tensor", lambda x, by: x * by)

From then on text, scripts and archives that name the operator can be run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import register_schema
from xdsl_torchscript.dialects.types import StrType, TensorType
from xdsl_torchscript.runtime.operators.table import register_implementation
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


def register_operator(schema: str, function: Callable[..., Any]) -> FunctionSchema:
    """Adds the operator that `schema` declares. `function` gets a value for each argument of the
    schema, in order, tensors as `ts.Tensor`; it may give numpy arrays for tensors, and gives a
    tuple for several results. What is not of the declared type is an error of the run.

    Raises SchemaTextError for a malformed text and ValueError for a name that is taken.
    """
    declared = register_schema(schema)
    register_implementation(declared.op_name, _checked(declared, function))
    return declared


_CLASSES: dict[Attribute, type | tuple[type, ...]] = {
    TensorType.get(): Tensor,
    i64: int,
    i1: bool,
    f64: (float, int),
    StrType(): str,
}
"""What a value of a declared type is; others are taken as they come."""


def _checked(schema: FunctionSchema, function: Callable[..., Any]) -> Callable[..., Value]:
    """TypeError where the function does not give what its schema declares."""

    @wraps(function)
    def run(*values: Value) -> Value:
        result = function(*values)
        if len(schema.returns) == 1:
            return _value(schema, schema.returns[0].type, result)
        if not schema.returns:
            return None
        if not isinstance(result, tuple) or len(cast("tuple[Any, ...]", result)) != len(
            schema.returns
        ):
            raise TypeError(
                f"the function of '{schema.full_name}' gave no tuple of {len(schema.returns)} "
                f"values, which its schema declares"
            )
        pairs = zip(schema.returns, cast("tuple[Any, ...]", result), strict=True)
        return tuple(_value(schema, declared.type, value) for declared, value in pairs)

    return run


def _value(schema: FunctionSchema, declared: Attribute, result: Any) -> Value:
    if isinstance(result, np.ndarray | np.generic):
        result = _from_numpy(declared, result)
    expected = _CLASSES.get(declared)
    if expected is not None and not isinstance(result, expected):
        raise TypeError(
            f"the function of '{schema.full_name}' gave a value of Python's type "
            f"'{type(result).__name__}' where its schema declares {declared}"
        )
    return result


def _from_numpy(declared: Attribute, result: Any) -> Value:
    is_number = isinstance(result, np.generic) and declared in (i64, i1, f64)
    return cast(Any, result).item() if is_number else Tensor.of(result)
