"""Operators that follow from others, by their schemas.

`aten.add_.Tensor` computes `aten.add.Tensor` and writes the result into its first operand;
`aten.add.out` writes it into `out`; `aten.index_put` is `aten.index_put_` on a copy;
`aten.unfold_copy` copies the view of `aten.unfold`; `aten.clip` is a second name of `aten.clamp`.
A family that has a better way implements the operator by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, cast

import numpy as np

from xdsl_torchscript.dialects.families import ALIASES, functional_of
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.runtime.operators.core import Implementation
from xdsl_torchscript.runtime.operators.layout import empty_with, preserved_steps
from xdsl_torchscript.runtime.operators.pointwise.casts import castable
from xdsl_torchscript.runtime.storage import refuse_overlap, refuse_repeated
from xdsl_torchscript.runtime.tensor import NumpyDtype, Tensor, dtype_of

Lookup: TypeAlias = Callable[[str], Implementation | None]

_SAME_EVERYWHERE = frozenset(
    f"aten::{name}_"
    for name in ("conj_physical", "fill_diagonal", "index_fill", "masked_fill", "tril", "triu")
)
"""Operators that PyTorch lets write into expanded tensors."""

_IN_TYPE_OF_OUT = frozenset(f"aten::{n}" for n in ("sum", "prod", "mean", "cumsum", "cumprod"))


def _check_category(source: NumpyDtype, target: NumpyDtype) -> None:
    if not castable(source, target):
        raise TypeError(f"a result of type {source} cannot be written into a {target} tensor")


def _in_place(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """TypeError where the result does not fit the tensor's category, as float into integers;
    ValueError where the tensor cannot be written as a whole."""
    refuse_repeated(self.array)
    _check_apart(self, arguments)
    return _filled_with(function, self, *arguments)


def _filled_with(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    result: Tensor = function(self, *arguments)
    _check_category(result.array.dtype, self.array.dtype)
    if result.array.shape != self.array.shape:
        raise ValueError(
            f"a result of shape {list(result.array.shape)} cannot be written into a tensor of "
            f"shape {list(self.array.shape)}"
        )
    np.copyto(self.array, result.array, casting="unsafe")
    return self


def _check_apart(target: Tensor, operands: Iterable[object]) -> None:
    for operand in operands:
        if isinstance(operand, Tensor):
            refuse_overlap(target.array, operand.array)


def _turned(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """The tensor becomes another view of its memory."""
    self.array = function(self, *arguments).array
    return self


def _check_writable(out: Tensor, result: Tensor) -> None:
    """Raises what `written` would."""
    _check_category(result.array.dtype, out.array.dtype)
    if out.array.shape == result.array.shape:
        refuse_repeated(out.array)


def all_written(outs: Sequence[Tensor], results: Sequence[Tensor | None]) -> tuple[Tensor, ...]:
    """`written` for several: all or, where one is refused, none. What was not asked for is None,
    and not written."""
    if len(outs) != len(results):
        raise ValueError(f"{len(results)} results cannot be written into {len(outs)} tensors")
    pairs = list(zip(outs, results, strict=True))
    for out, result in pairs:
        if result is not None:
            _check_writable(out, result)
    return tuple(out if result is None else written(out, result) for out, result in pairs)


def written(out: Tensor, result: Tensor) -> Tensor:
    """`out` with the elements of the result; it takes on the shape of the result."""
    _check_category(result.array.dtype, out.array.dtype)
    if out.array.shape != result.array.shape:
        out.array = empty_with(result.array.shape, preserved_steps(result.array), out.array.dtype)
    return out.copy_(result)


def _into(function: Implementation, *arguments: Any) -> Any:
    """`out` comes last; it is a list where the results are one."""
    *inputs, out = arguments
    if isinstance(out, list):
        return list(all_written(cast("list[Tensor]", out), function(*inputs)))
    _check_apart(out, inputs)
    return written(out, function(*inputs))


def _into_its_type(function: Implementation, *arguments: Any) -> Any:
    """As `_into`, computed in the type of `out` where no other is asked for."""
    *inputs, dtype, out = arguments
    code = dtype_of(out.array).code if dtype is None else dtype
    return _into(function, *inputs, code, out)


def _into_several(function: Implementation, count: int, *arguments: Any) -> tuple[Tensor, ...]:
    results = function(*arguments[:-count])
    return all_written(arguments[-count:], results)


def _copied(value: Any) -> Any:
    """New tensors with the elements of views."""
    if isinstance(value, Tensor):
        return value.over(value.array.copy())
    return type(value)(map(_copied, value))


def _copying(function: Implementation, *arguments: Any) -> Any:
    return _copied(function(*arguments))


def _on_copy(function: Implementation, self: Tensor, *arguments: Any) -> Any:
    return function(self.over(self.array.copy(order="K")), *arguments)


_OPTIONS = frozenset({"dtype", "layout", "device", "pin_memory"})
"""What a new tensor is to be, and a tensor to write is already."""


def _created(function: Implementation, names: Sequence[str], *arguments: Any) -> Tensor:
    """`out` comes last, and the new elements are of its type."""
    *inputs, out = arguments
    values, code = iter(inputs), dtype_of(out.array).code
    options = {name: code if name == "dtype" else None for name in _OPTIONS}
    return written(out, function(*[options[n] if n in _OPTIONS else next(values) for n in names]))


def _creating(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    """Of `aten.zeros.out`, by the operator that makes a new tensor from the same arguments."""
    *inputs, out = schema.arguments
    wanted = [(a.name, a.type) for a in inputs]
    for other in schemas_of(schema.kind):
        given = [(a.name, a.type) for a in other.arguments if a.name not in _OPTIONS]
        function = found(other.op_name) if given == wanted and out.name == "out" else None
        if function is not None and other.argument_index("dtype") is not None:
            return partial(_created, function, [a.name for a in other.arguments])
    return None


def _writing(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    """Of an operator that writes, by the one that does not."""
    functional = functional_of(schema.op_name)
    function = None if functional is None else found(functional.op_name)
    if functional is None or function is None:
        return _creating(schema, found)
    outputs = len(schema.arguments) - len(functional.arguments)
    if outputs == 0:
        if "inplace_view" in schema.tags:
            return partial(_turned, function)
        adapter = _filled_with if schema.kind in _SAME_EVERYWHERE else _in_place
        return partial(adapter, function)
    if schema.kind in _IN_TYPE_OF_OUT:
        return partial(_into_its_type, function)
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


def derived(name: str, known: Lookup) -> Implementation | None:
    """The function of an operator by those that `known` knows; None where none leads to it."""
    schema = operator_table().get(name)
    if schema is None:
        return None

    def found(other: str) -> Implementation | None:
        return known(other) or _related(operator_table()[other], known)

    return (_writing(schema, found) if schema.is_mutable else None) or _related(schema, known)
