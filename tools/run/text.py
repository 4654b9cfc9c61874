"""Values as stable text, with so few digits that two correct engines print the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

import numpy as np
from xdsl.ir import Attribute

from xdsl_torchscript.dialects.type_text import print_type
from xdsl_torchscript.dialects.types import DictType, ListType, OptionalType, TupleType
from xdsl_torchscript.runtime.modules.objects import TypedDict, TypedList
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value, type_of
from xdsl_torchscript.tools.run.inputs import short_name

_DIGITS: dict[str, int] = {"f16": 3, "bf16": 2, "f32": 5, "c64": 5}
_MANY, _EDGE = 1000, 3


def _float(value: float, digits: int) -> str:
    text = f"{value:.{digits}g}"
    return text if any(c in text for c in ".ein") else f"{text}.0"


def _nested(array: Array, kind: str, whole: bool) -> str:
    if array.ndim == 0:
        value = float(array) if "float" in array.dtype.name else array.item()
        return _plain(value, _DIGITS.get(kind, 10))
    if whole or len(array) <= 2 * _EDGE:
        rows = [_nested(np.asarray(row), kind, whole) for row in array]
    else:
        first, last = array[:_EDGE], array[-_EDGE:]
        rows = [_nested(np.asarray(row), kind, whole) for row in first]
        rows += ["...", *(_nested(np.asarray(row), kind, whole) for row in last)]
    return "[" + ", ".join(rows) + "]"


def _plain(value: Value, digits: int = 10) -> str:
    match value:
        case bool():
            return str(value).lower()
        case float():
            return _float(value, digits)
        case complex():
            return f"({value:.{digits}g})"
        case list():
            return "[" + ", ".join(map(_plain, cast("list[Value]", value))) + "]"
        case dict():
            items = cast("dict[Value, Value]", value).items()
            return "{" + ", ".join(f"{_plain(key)}: {_plain(v)}" for key, v in items) + "}"
        case str():
            return repr(value)
        case _:
            return str(value)


def with_declared_type(value: Value, type: Attribute) -> Value:
    """Return the value; lists and dicts carry their declared type, which tells empty ones apart."""
    match value, type:
        case _, OptionalType() if value is not None:
            return with_declared_type(value, type.element)
        case list(), ListType():
            elements = cast("list[Value]", value)
            return TypedList([with_declared_type(e, type.element) for e in elements], type)
        case dict(), DictType():
            items = cast("dict[Value, Value]", value).items()
            return TypedDict([(k, with_declared_type(v, type.value)) for k, v in items], type)
        case tuple(), TupleType():
            elements = cast("tuple[Value, ...]", value)
            return tuple(map(with_declared_type, elements, type.elements))
        case _:
            return value


def leaves(name: str, value: Value) -> Iterator[tuple[str, Value]]:
    """Yield a value under its name.

    Elements of tuples, and of lists and dicts with tensors, are `name.0` and `name.key`.
    """
    if isinstance(value, tuple) or (isinstance(value, list | dict) and _holds_tensor(value)):
        for key, element in parts(value):
            yield from leaves(f"{name}.{key}", element)
    else:
        yield name, value


def parts(value: Value) -> Iterable[tuple[Any, Value]]:
    """Return the elements of a tuple or list by number, of a dict by key; otherwise none."""
    if isinstance(value, dict):
        return cast("dict[Any, Value]", value).items()
    return enumerate(cast("list[Value]", value) if isinstance(value, list | tuple) else ())


def _holds_tensor(value: Value) -> bool:
    return isinstance(value, Tensor) or any(_holds_tensor(part) for _, part in parts(value))


def elements_of(tensor: Tensor) -> Array:
    """Return the elements, the reals of quantised ones."""
    return tensor.reals if isinstance(tensor, QuantizedTensor) else tensor.array


def value_text(name: str, value: Value) -> str:
    """Return `name: f32[2,3] = [[...]]` or `name: int = 3`."""
    if isinstance(value, Tensor):
        kind, sizes = short_name(value.array.dtype), ",".join(map(str, value.shape))
        elements = elements_of(value)
        text = _nested(elements, short_name(elements.dtype), elements.size <= _MANY)
        return f"{name}: {kind}[{sizes}] = {text}"
    return f"{name}: {print_type(type_of(value))} = {_plain(value)}"
