"""`ts.register_operator`: an operator of one's own, declared and implemented at once.

    ts.register_operator("my::twice(Tensor x, *, int by=2) -> Tensor", lambda x, by: x * by)

From then on text, scripts and archives that name the operator can be run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import register_schema
from xdsl_torchscript.runtime.operators.table import register_implementation
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


def register_operator(schema: str, function: Callable[..., Any]) -> FunctionSchema:
    """Adds the operator that `schema` declares. `function` gets a value for each argument of the
    schema, in order, tensors as `ts.Tensor`; it may give numpy arrays for tensors, and gives a
    tuple for several results.

    Raises SchemaTextError for a malformed text and ValueError for a name that is taken.
    """
    declared = register_schema(schema)
    register_implementation(declared.op_name, _with_tensors(function))
    return declared


def _with_tensors(function: Callable[..., Any]) -> Callable[..., Value]:
    @wraps(function)
    def run(*values: Value) -> Value:
        return _value(function(*values))

    return run


def _value(result: Any) -> Value:
    if isinstance(result, tuple):
        return tuple(map(_value, result))  # pyright: ignore[reportUnknownArgumentType]
    return Tensor.of(result) if isinstance(result, np.ndarray | np.generic) else result
