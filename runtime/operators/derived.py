"""Operators that follow from others, by their schemas.

`aten.add_.Tensor` computes `aten.add.Tensor` and writes the result into its first operand;
`aten.add.out` writes it into `out`; `aten.index_put` is `aten.index_put_` on a copy;
`aten.unfold_copy` copies the view of `aten.unfold`; `aten.clip` is a second name of `aten.clamp`.
A family that has a better way implements the operator by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from xdsl_torchscript.dialects.families import ALIASES, functional_of
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.runtime.operators.casts import castable
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor

Lookup: TypeAlias = Callable[[str], Implementation | None]


def _check_category(source: NumpyDtype, target: NumpyDtype) -> None:
    if not castable(source, target):
        raise TypeError(f"a result of type {source} cannot be written into a {target} tensor")


def _in_place(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """TypeError where the result does not fit the tensor's category, as float into integers."""
    result: Tensor = function(self, *arguments)
    _check_category(result.array.dtype, self.array.dtype)
    if result.array.shape != self.array.shape:
        raise ValueError(
            f"a result of shape {result.array.shape} cannot be written into {self.array.shape}"
        )
    return self.copy_(result)


def _turned(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """The tensor becomes another view of its memory."""
    self.array = function(self, *arguments).array
    return self


def _written(out: Tensor, result: Tensor) -> Tensor:
    """`out` with the elements of the result; it takes on the shape of the result."""
    _check_category(result.array.dtype, out.array.dtype)
    if out.array.shape != result.array.shape:
        out.array = np.empty(result.array.shape, out.array.dtype)
    return out.copy_(result)


def _into(function: Implementation, *arguments: Any) -> Tensor:
    """`out` comes last."""
    *inputs, out = arguments
    return _written(out, function(*inputs))


def _into_several(function: Implementation, count: int, *arguments: Any) -> tuple[Tensor, ...]:
    results = function(*arguments[:-count])
    return tuple(map(_written, arguments[-count:], results))


def _copied(value: Any) -> Any:
    """New tensors with the elements of views."""
    if isinstance(value, Tensor):
        return value.over(value.array.copy())
    return type(value)(map(_copied, value))


def _copying(function: Implementation, *arguments: Any) -> Any:
    return _copied(function(*arguments))


def _on_copy(function: Implementation, self: Tensor, *arguments: Any) -> Any:
    return function(self.over(self.array.copy(order="K")), *arguments)


def _writing(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    """Of an operator that writes, by the one that does not."""
    functional = functional_of(schema.op_name)
    function = None if functional is None else found(functional.op_name)
    if functional is None or function is None:
        return None
    outputs = len(schema.arguments) - len(functional.arguments)
    if outputs == 0:
        adapter = _turned if "inplace_view" in schema.tags else _in_place
        return partial(adapter, function)
    return partial(_into, function) if outputs == 1 else partial(_into_several, function, outputs)


def _relatives(schema: FunctionSchema) -> Iterator[tuple[str, Implementation | None]]:
    """Other kinds whose overload of the same arguments gives this one, and how: None is as is."""
    space, name = schema.kind.split("::", 1)
    if name in ALIASES:
        yield f"{space}::{ALIASES[name]}", None
    if "view_copy" in schema.tags:
        yield f"{space}::{name.removesuffix('_copy')}", _copying
    if not schema.is_mutable:
        yield f"{space}::{name}_", _on_copy


def _same_arguments(schema: FunctionSchema, kind: str) -> Iterator[str]:
    wanted = [(a.name, a.type) for a in schema.arguments]
    for other in schemas_of(kind):
        if [(a.name, a.type) for a in other.arguments] == wanted:
            yield other.op_name


def _related(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    for kind, adapter in _relatives(schema):
        functions = (found(name) for name in _same_arguments(schema, kind))
        function = next((f for f in functions if f is not None), None)
        if function is not None:
            return function if adapter is None else partial(adapter, function)
    return None


def derived(name: str, written: Lookup) -> Implementation | None:
    """The function of an operator by those that `written` knows; None where none leads to it."""
    schema = operator_table().get(name)
    if schema is None:
        return None

    def found(other: str) -> Implementation | None:
        return written(other) or _related(operator_table()[other], written)

    return (_writing(schema, found) if schema.is_mutable else None) or _related(schema, written)
