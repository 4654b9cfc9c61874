"""Copies of values that keep which of them are one object and which share memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from xdsl_torchscript.runtime.modules.objects import NamedTupleValue, Object
from xdsl_torchscript.runtime.storage import address_of, memory_of, owner_of
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Value


class Copier:
    """Copies values; shared objects and memory remain shared across all calls."""

    def __init__(self) -> None:
        self._made: dict[int, Value] = {}
        self._memories: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self._originals: list[Value] = []  # an id is that of an object while the object lives

    def __call__(self, value: Value) -> Value:
        copy = _COPIES.get(type(value))
        if copy is None:
            return value
        if id(value) not in self._made:
            self._originals.append(value)
            copy(self, value)
        return self._made[id(value)]

    def _tensor(self, value: Tensor) -> None:
        made = Tensor(self._array(value.array), value.device, value.requires_grad)
        self._made[id(value)] = made

    def _array(self, array: np.ndarray) -> np.ndarray:
        if not array.size:
            return np.empty(array.shape, array.dtype)
        owner = owner_of(array)
        if id(owner) not in self._memories:
            memory = memory_of(owner)
            self._originals.append(owner)
            self._memories[id(owner)] = memory, memory.copy()
        old, new = self._memories[id(owner)]
        start = address_of(array) - address_of(old)
        return np.ndarray(array.shape, array.dtype, new, start, array.strides)

    def _list(self, value: list[Value]) -> None:
        made: list[Value] = []
        self._made[id(value)] = made
        made.extend(map(self, value))

    def _dict(self, value: dict[Value, Value]) -> None:
        made: dict[Value, Value] = {}
        self._made[id(value)] = made
        made.update((self(k), self(v)) for k, v in value.items())

    def _object(self, value: Object) -> None:
        made = self._made[id(value)] = Object(value.class_name, {})
        made.slots.update((name, self(slot)) for name, slot in value.slots.items())

    def _tuple(self, value: tuple[Value, ...]) -> None:
        self._made[id(value)] = tuple(map(self, value))

    def _named_tuple(self, value: NamedTupleValue) -> None:
        self._made[id(value)] = NamedTupleValue(map(self, value), value.type)


_COPIES: dict[type, Callable[[Copier, Any], None]] = {
    Tensor: Copier._tensor,
    list: Copier._list,
    dict: Copier._dict,
    Object: Copier._object,
    tuple: Copier._tuple,
    NamedTupleValue: Copier._named_tuple,
}
