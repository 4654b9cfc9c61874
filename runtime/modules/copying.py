"""Copies of objects: deep copies, and copies of the module tree alone."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from xdsl_torchscript.runtime.modules.objects import NamedTupleValue, Object
from xdsl_torchscript.runtime.tensor import Array, Tensor
from xdsl_torchscript.runtime.values import Value


def deep_copy(value: Value, memo: dict[int, Any]) -> Value:
    """Return a deep copy of a value.

    Shared objects and shared memory remain shared within the copy; `memo` is the memo of
    `copy.deepcopy`.
    """
    known = memo.get(id(value))
    if known is not None:
        return known
    match value:
        case Object():
            made = memo[id(value)] = Object(value.class_name, {})
            made.slots.update((name, deep_copy(v, memo)) for name, v in value.slots.items())
            return made
        case Tensor():
            return _memoize(memo, value, _copy_tensor(value, memo))
        case list():
            elements = cast("list[Value]", value)
            return _memoize(memo, elements, [deep_copy(v, memo) for v in elements])
        case NamedTupleValue():
            return NamedTupleValue([deep_copy(v, memo) for v in value], value.type)
        case tuple():
            return tuple(deep_copy(v, memo) for v in cast("tuple[Value, ...]", value))
        case dict():
            items = cast("dict[Value, Value]", value).items()
            return _memoize(memo, value, {deep_copy(k, memo): deep_copy(v, memo) for k, v in items})
        case _:
            return copy.deepcopy(value, memo)


def _memoize(memo: dict[int, Any], value: Value, made: Value) -> Value:
    memo[id(value)] = made
    return made


def _copy_tensor(tensor: Tensor, memo: dict[int, Any]) -> Tensor:
    """Return a view of a copy of the tensor's memory.

    Memory of unusual layout is copied for each tensor.
    """
    root = array = tensor.array
    while isinstance(root.base, np.ndarray):  # until the array that allocated the memory
        root = root.base
    if not root.flags.c_contiguous:
        return _with_array(tensor, array.copy())
    known = memo.get(id(root))
    if known is None:
        known = _memoize(memo, root, root.copy())
    offset = array.ctypes.data - root.ctypes.data
    buffer = known.reshape(-1).view(np.uint8)
    view = np.ndarray(array.shape, array.dtype, buffer.data, offset, array.strides)
    made = view if array.size else array.copy()
    return _with_array(tensor, made)


def _with_array(tensor: Tensor, array: Array) -> Tensor:
    made = copy.copy(tensor)
    made.array = array
    return made


def tree_copy(value: Object, is_child: Callable[[Value], bool]) -> Object:
    """Copy an object and those in its slots for which `is_child` holds; share all other values."""
    made: dict[Object, Object] = {}

    def copy(original: Object) -> Object:
        if original not in made:
            twin = made[original] = Object(original.class_name, {})
            twin.slots.update((n, copy(v) if is_child(v) else v) for n, v in original.slots.items())
        return made[original]

    return copy(value)
