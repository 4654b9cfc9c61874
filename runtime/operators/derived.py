"""Operators that follow from others, by their schemas.

`aten.add_.Tensor` computes `aten.add.Tensor` and writes the result into its first operand,
`aten.add.out` writes it into `out`. `aten.index_put` runs `aten.index_put_` on a copy, and
`aten.unfold_copy` copies the view of `aten.unfold`. `aten.clip` is an alias of `aten.clamp`. A
family with a better way implements the operator directly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from xdsl_torchscript.dialects.families import ALIASES, functional_of
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import operator_table, schemas_of
from xdsl_torchscript.dialects.types import ListType
from xdsl_torchscript.runtime.operand_errors import BadValue
from xdsl_torchscript.runtime.operators.core import Implementation, Lookup
from xdsl_torchscript.runtime.operators.layout import PRESERVE, copy_array
from xdsl_torchscript.runtime.operators.outputs import (
    CONVERTED,
    GENERATED,
    TYPED,
    Outputs,
    check_apart,
    check_category,
    outputs_of,
)
from xdsl_torchscript.runtime.storage import refuse_repeated
from xdsl_torchscript.runtime.tensor import Tensor, dtype_of

_SAME_EVERYWHERE = ("conj_physical", "fill_diagonal", "index_fill", "masked_fill", "tril", "triu")
"""Operators that PyTorch lets write into expanded tensors."""

_KEEPING_SIZES = frozenset({"aten::split_copy"})

_IN_TYPE_OF_OUT = frozenset(f"aten::{n}" for n in ("sum", "prod", "mean", "cumsum", "cumprod"))


def _in_place(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """Compute and write into the first operand. Raises BadType if the result's category does not
    fit, such as float into integers. Raises BadValue if elements of the operand overlap."""
    refuse_repeated(self.array)
    check_apart(self, arguments)
    return _fill_with(function, self, *arguments)


def _in_its_type(function: Implementation, self: Tensor, *arguments: Any) -> Tensor:
    """Compute as `_in_place`, in the tensor's type unless another is requested."""
    *inputs, dtype = arguments
    return _in_place(function, self, *inputs, dtype_of(self.array).code if dtype is None else dtype)


def _fill_with(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    result: Tensor = function(self, *arguments)
    check_category(result.array.dtype, self.array.dtype)
    if result.array.shape != self.array.shape:
        raise BadValue(
            f"a result of shape {list(result.array.shape)} cannot be written into a tensor of "
            f"shape {list(self.array.shape)}"
        )
    np.copyto(self.array, result.array, casting="unsafe")
    return self


def _set_view(function: Implementation, self: Tensor, *arguments: object) -> Tensor:
    """Make the tensor another view of its memory."""
    self.array = function(self, *arguments).array
    return self


def _into_its_type(function: Implementation, *arguments: Any) -> Any:
    """Write into `out`, computed in its type unless another is requested."""
    *inputs, dtype, out = arguments
    code = dtype_of(out.array).code if dtype is None else dtype
    return TYPED.into(function, *inputs, code, out)


def _into_as_they_are(function: Implementation, *arguments: Any) -> None:
    """Write a list of results into the list `out` without resizing its tensors."""
    *inputs, outs = arguments
    results = function(*inputs)
    if len(outs) != len(results):
        raise BadValue(f"{len(results)} results cannot be written into {len(outs)} tensors")
    for out, result in zip(outs, results, strict=True):
        out.copy_(result)


def _discard_result(function: Implementation, *arguments: Any) -> None:
    """Run without returning the written tensor."""
    function(*arguments)


def _copy_views(value: Any) -> Any:
    """Return new tensors with the elements of views."""
    if isinstance(value, Tensor):
        return value.over(value.array.copy())
    return type(value)(map(_copy_views, value))


def _copying(function: Implementation, *arguments: Any) -> Any:
    return _copy_views(function(*arguments))


def _on_copy(function: Implementation, self: Tensor, *arguments: Any) -> Any:
    return function(self.over(copy_array(self.array, self.array.dtype, PRESERVE)), *arguments)


_LINES = frozenset(f"aten::{name}" for name in ("arange", "range", "linspace", "logspace"))
"""Operators that make lines of numbers."""

_OPTIONS = frozenset({"dtype", "layout", "device", "pin_memory"})
"""Properties of a new tensor, which a tensor to write has already."""


def _create(
    way: Outputs, function: Implementation, names: Sequence[str], *arguments: Any
) -> Tensor:
    """Create the elements in the type of `out`, the last argument, and write them into it."""
    *inputs, out = arguments
    values, code = iter(inputs), dtype_of(out.array).code
    options = {name: code if name == "dtype" else None for name in _OPTIONS}
    given = [options[n] if n in _OPTIONS else next(values) for n in names]
    return way.write(out, function(*given))


def _fill_with_range(create: Implementation, *arguments: Any) -> Tensor:
    """Write a line of numbers into a tensor with as many elements, of any shape."""
    *inputs, out = arguments
    line = create(*inputs, out.over(np.empty(0, out.array.dtype)))
    count = line.array.size == out.array.size
    return CONVERTED.write(out, line.over(line.array.reshape(out.array.shape)) if count else line)


def _derive_creation_out(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    """Return `aten.zeros.out` by the operator that creates a tensor from the same arguments."""
    *inputs, out = schema.arguments
    wanted = [(a.name, a.type) for a in inputs]
    for other in schemas_of(schema.kind):
        given = [(a.name, a.type) for a in other.arguments if a.name not in _OPTIONS]
        function = found(other.op_name) if given == wanted and out.name == "out" else None
        if function is not None and other.argument_index("dtype") is not None:
            names = [a.name for a in other.arguments]
            create = partial(_create, outputs_of(schema), function, names)
            return partial(_fill_with_range, create) if schema.kind in _LINES else create
    return None


_ADAPTERS: dict[str, Callable[..., Tensor]] = {
    **{f"aten::{name}_": _fill_with for name in _SAME_EVERYWHERE},
    **{f"aten::{name}_": _in_its_type for name in ("cumsum", "cumprod")},
}


def _writing(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    """Return an operator that writes, by its functional form."""
    functional = functional_of(schema.op_name)
    function = None if functional is None else found(functional.op_name)
    if functional is None or function is None:
        return _derive_creation_out(schema, found)
    outputs = len(schema.arguments) - len(functional.arguments)
    if outputs == 0:
        if "inplace_view" in schema.tags:
            return partial(_set_view, function)
        return partial(_ADAPTERS.get(schema.kind, _in_place), function)
    if schema.kind in _KEEPING_SIZES:
        return partial(_into_as_they_are, function)
    way = outputs_of(schema)
    if schema.kind in _IN_TYPE_OF_OUT and way is not GENERATED:
        return partial(_into_its_type, function)
    if outputs > 1:
        return partial(way.into_several, function, outputs)
    is_list = isinstance(schema.arguments[-1].type, ListType)
    into = partial(way.into_list if is_list else way.into, function)
    return into if schema.returns else partial(_discard_result, into)


def _derive_by_kind(schema: FunctionSchema, found: Lookup) -> Implementation | None:
    wanted = [(a.name, a.type) for a in schema.arguments]
    space, name = schema.kind.split("::", 1)
    # Kinds whose overload with the same arguments computes this one, some with an adapter.
    relatives: list[tuple[str, Implementation | None]] = []
    if name in ALIASES:
        relatives.append((f"{space}::{ALIASES[name]}", None))
    if "view_copy" in schema.tags:
        relatives.append((f"{space}::{name.removesuffix('_copy')}", _copying))
    if not schema.is_mutable:
        relatives.append((f"{space}::{name}_", _on_copy))
    for kind, adapter in relatives:
        functions = (
            found(other.op_name)
            for other in schemas_of(kind)
            if [(a.name, a.type) for a in other.arguments] == wanted
        )
        function = next((f for f in functions if f is not None), None)
        if function is not None:
            return function if adapter is None else partial(adapter, function)
    return None


def derive(name: str, known: Lookup) -> Implementation | None:
    """Derive an operator's function from functions that `known` finds, or return None."""
    schema = operator_table().get(name)
    if schema is None:
        return None

    def found(other: str) -> Implementation | None:
        return known(other) or _derive_by_kind(operator_table()[other], known)

    return (_writing(schema, found) if schema.is_mutable else None) or _derive_by_kind(
        schema, known
    )


def from_python(found: Lookup, name: str) -> Implementation | None:
    """Return an overload's function with a number and `out` as Python calls it, else None.

    PyTorch's Python lacks these overloads: it calls the one with a tensor, which converts its
    result.
    """
    schema = operator_table().get(name)
    if schema is None or "generated" not in schema.tags:
        return None
    functional = functional_of(name) if schema.overload.endswith("Scalar_out") else None
    function = None if functional is None else found(functional.op_name)
    return None if function is None else partial(CONVERTED.into, function)
