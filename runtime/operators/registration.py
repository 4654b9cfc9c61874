"""`ts.register_operator`: declare and implement a custom operator.

    ts.register_operator("my::twice(Tensor x, *, int by=2) -> Tensor", lambda x, by: x * by)

Afterwards text, scripts and archives that name the operator can be run. With rules for the
compiler, it is typed and compiled, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from xdsl.dialects.builtin import f64, i1, i64
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import register_schema
from xdsl_torchscript.dialects.types import StrType, TensorType
from xdsl_torchscript.lowering.analysis.alias_facts import OperatorAliasing, stated_aliasing
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.lowering.ts.decomposition.decompositions import as_decomposition
from xdsl_torchscript.runtime.operator_rules import table_of
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value

if TYPE_CHECKING:
    from xdsl_torchscript.lowering.analysis.result_types import TypeRule
    from xdsl_torchscript.lowering.ts_to_te.conversion import TeRule
    from xdsl_torchscript.runtime.modules.script_function import ScriptFunction


def register_operator(
    schema: str,
    function: Callable[..., Any] | None = None,
    *,
    result_types: TypeRule | None = None,
    aliasing: Callable[[OperatorAliasing], OperatorAliasing] | None = None,
    decomposition: ScriptFunction | None = None,
    te_lowering: TeRule | None = None,
) -> FunctionSchema:
    """Add the operator that `schema` declares, with its rules (`OperatorRules`).

    Args:
        function: Gets a value for each argument of the schema, in order, tensors as `ts.Tensor`;
            returns tensors or numpy arrays, several results as a tuple. A result that is not of the
            declared type is an error of the run.
        result_types: Returns the types of the results of an op, given what is known of operands.
        aliasing: Changes the aliasing that the schema states.
        decomposition: A scripted function that computes the same from other operators. It runs in
            place of `function` if that is not given.
        te_lowering: How the operator becomes tensor expressions (`pointwise_lowering` makes one).

    Raises SchemaTextError for a malformed text. Raises ValueError for an existing name and for a
    decomposition of another type.
    """
    declared = register_schema(schema)
    rules = {
        "implementation": function and _check(declared, function),
        "result_types": result_types,
        "aliasing": aliasing and aliasing(stated_aliasing(declared.op_name)),
        "decomposition": decomposition
        and as_decomposition(
            inline_into_copy(decomposition.op, decomposition.program), declared.op_name
        ),
        "te_lowering": te_lowering,
    }
    for name, rule in rules.items():
        if rule is not None:
            table_of(name).register(declared.op_name, rule)
    return declared


_CLASSES: dict[Attribute, type | tuple[type, ...]] = {
    TensorType.get(): Tensor,
    i64: int,
    i1: bool,
    f64: (float, int),
    StrType(): str,
}
"""The Python class of values of a declared type; other types are not checked."""


def _check(schema: FunctionSchema, function: Callable[..., Any]) -> Callable[..., Value]:
    """Return the function; it raises TypeError for results that the schema does not declare."""

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
        is_number = isinstance(result, np.generic) and declared in (i64, i1, f64)
        result = cast(Any, result).item() if is_number else Tensor.of(result)
    expected = _CLASSES.get(declared)
    if expected is not None and not isinstance(result, expected):
        raise TypeError(
            f"the function of '{schema.full_name}' gave a value of Python's type "
            f"'{type(result).__name__}' where its schema declares {declared}"
        )
    return result
