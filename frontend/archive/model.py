"""An archive's contents as plain data: values, objects and tensors.

A list, object or tensor shared in the file is a shared Python object.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias


@dataclass(frozen=True, eq=False, slots=True)
class QuantizerRecord:
    """The affine map from the integers of a tensor to reals.

    `scheme` is PyTorch's name ("per_tensor_affine"). The scales and zero points are numbers, or
    tensors with an entry for each index of the dimension `axis`.
    """

    scheme: str
    scales: float | TensorRecord
    zero_points: int | TensorRecord
    axis: int | None = None


@dataclass(frozen=True, eq=False, slots=True)
class TensorRecord:
    """A view of a storage: element (i, j, ...) is number `offset + i*strides[0] + ...` of it.

    Sizes, strides and offset count elements, and stay inside the storage. `dtype` is PyTorch's name
    ("float32"); `storage` is the key of `Archive.storages`. With `conj` or `neg` the tensor is the
    conjugate or the negative of the stored elements. A quantised tensor has a `quantizer`.
    """

    noun: ClassVar[str] = "a tensor"

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int
    storage: str
    requires_grad: bool
    device: str
    conj: bool = False
    neg: bool = False
    quantizer: QuantizerRecord | None = None

    @property
    def elements(self) -> int:
        return math.prod(self.shape)


@dataclass(frozen=True, eq=False, slots=True)
class ListValue:
    """A list; `type` is TorchScript's spelling (`List[int]`), None if the file omits it."""

    noun: ClassVar[str] = "a list"

    type: str | None
    items: Sequence[PickledValue]


@dataclass(frozen=True, eq=False, slots=True)
class DictValue:
    """A dictionary in insertion order; `type` as in `ListValue`."""

    noun: ClassVar[str] = "a dictionary"

    type: str | None
    items: Sequence[tuple[PickledValue, PickledValue]]


@dataclass(frozen=True)
class DeviceValue:
    """`torch.device`, as text: "cpu", "cuda:0"."""

    noun: ClassVar[str] = "a device"

    name: str


@dataclass(frozen=True)
class DtypeValue:
    """`torch.dtype`, by PyTorch's name: "float32"."""

    noun: ClassVar[str] = "a dtype"

    name: str


@dataclass(frozen=True, eq=False, slots=True)
class PickledEnum:
    """A member of an enum class, by its value."""

    noun: ClassVar[str] = "an enum member"

    class_name: str
    value: PickledValue


@dataclass(frozen=True, eq=False, slots=True)
class PickledObject:
    """An object of a TorchScript class, which `Archive.sources` defines.

    With `has_state`, `state` is the argument for the class's `__setstate__`; other objects have
    `attributes`. Only objects of a model.json set the last two fields: the source of the methods,
    and the parameter names. Newer archives write these into the class.
    """

    noun: ClassVar[str] = "an object"

    class_name: str
    attributes: Mapping[str, PickledValue]
    has_state: bool = False
    state: PickledValue = None
    source: str | None = None
    parameters: tuple[str, ...] | None = None


@dataclass(frozen=True, eq=False, slots=True)
class OpaqueValue:
    """A value of an unknown class, or the result of an unknown function, called `name`.

    `parts` are the values that it was made from. Only lenient readers produce such values.
    """

    noun: ClassVar[str] = "a value of an unknown class"

    name: str
    parts: list[PickledValue]


Leaf: TypeAlias = (
    "bool | int | float | complex | str | bytes | DeviceValue | DtypeValue | TensorRecord | None"
)
Composed: TypeAlias = "ListValue | DictValue | PickledEnum | PickledObject | OpaqueValue"
PickledValue: TypeAlias = "Leaf | tuple[PickledValue, ...] | Composed"


@dataclass(frozen=True)
class StorageRecord:
    """The declaration of a storage: `elements` of `dtype` in the record `key`."""

    noun: ClassVar[str] = "a storage"

    key: str
    dtype: str
    elements: int
    device: str


@dataclass(frozen=True)
class DebugRange:
    """The origin of a piece of generated code.

    The code from byte `offset` on comes from bytes `start` to `end` of `text` in UTF-8. `text` is a
    piece of the original program that begins at line `first_line` of `filename`. For unknown
    origins PyTorch writes an empty text, and `end` may exceed it.
    """

    offset: int
    text: str
    filename: str | None
    first_line: int
    start: int
    end: int


def children(value: PickledValue) -> Sequence[PickledValue]:
    """Return the values directly inside a value."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, ListValue):
        return value.items
    if isinstance(value, DictValue):
        return [part for pair in value.items for part in pair]
    if isinstance(value, PickledEnum):
        return (value.value,)
    if isinstance(value, OpaqueValue):
        return value.parts
    if isinstance(value, PickledObject):
        return (value.state,) if value.has_state else tuple(value.attributes.values())
    if isinstance(value, TensorRecord) and value.quantizer is not None:
        return (value.quantizer.scales, value.quantizer.zero_points)
    return ()
