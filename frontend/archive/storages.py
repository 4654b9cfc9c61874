"""Storages as numpy arrays, and tensors as views of them; only this file here needs numpy."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.frontend.archive.element_types import STORED_AS, element_bytes, number_bytes
from xdsl_torchscript.frontend.archive.errors import Place
from xdsl_torchscript.frontend.archive.model import StorageRecord, TensorRecord

Array: TypeAlias = NDArray[Any]
ByteOrder: TypeAlias = Literal["little", "big"]


class Views(Protocol):
    """A source of the bytes of storages as writable memory."""

    def view(self, name: str) -> memoryview: ...


def load_storage(container: Views, record: StorageRecord, order: ByteOrder) -> Array:
    """Return a storage's elements as a one-dimensional array in native byte order.

    `complex32`, which numpy lacks, gives two dimensions: pairs of float16. The array is writable;
    writes never change a file on disk. Raises ArchiveError if the record is damaged.
    """
    dtype = BY_TORCH_NAME[record.dtype]
    name, inner = STORED_AS.get(dtype.torch_name, (dtype.numpy or dtype.torch_name, ()))
    kind = np.dtype((np.dtype(getattr(ml_dtypes, name, name)), inner))
    if not record.elements:
        return np.empty(0, dtype=kind)
    array = np.frombuffer(container.view(record.key), dtype=kind, count=record.elements)
    if order == sys.byteorder:
        return array
    # As unsigned integers: ml_dtypes has only native byte order.
    return array.view(f"u{number_bytes(dtype)}").byteswap().view(array.dtype).reshape(array.shape)


def storage_bytes(array: Array, record: StorageRecord, place: Place) -> memoryview:
    """Return the bytes of a storage in native byte order, without a copy if contiguous.

    Raises ArchiveError for an array with fewer bytes than the storage declares.
    """
    width = element_bytes(BY_TORCH_NAME[record.dtype]) or 0
    size = width * record.elements
    if array.nbytes < size:
        raise place.error(f"an array of {array.nbytes} bytes", f"{size} of {record.dtype}")
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data[:size]


class TensorArrays:
    """Tensors as views of their storages.

    A conjugate, a negative and `complex32`, which becomes `complex64`, are made once of the whole
    storage: a tensor may have far more elements, and a storage many tensors, which share memory.
    """

    def __init__(self, storages: Mapping[str, Array]) -> None:
        self._storages = storages
        self._decoded: dict[tuple[str, bool, bool], Array] = {}

    def array(self, tensor: TensorRecord) -> Array:
        """Return a tensor's view. numpy checks once more that it stays inside of its storage."""
        key = tensor.storage, tensor.conj, tensor.neg
        if key not in self._decoded:
            self._decoded[key] = _decode(self._storages[tensor.storage], tensor.conj, tensor.neg)
        storage = self._decoded[key]
        step = storage.itemsize
        return np.ndarray(
            tensor.shape,
            dtype=storage.dtype,
            buffer=storage.view(np.uint8),
            offset=tensor.offset * step,
            strides=tuple(step * s for s in tensor.strides),
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class StoredTensors:
    """Storages, each a one-dimensional array, and the tensors over them."""

    storage_records: Mapping[str, StorageRecord] = field(default_factory=dict[str, StorageRecord])
    storages: Mapping[str, Array] = field(default_factory=dict[str, Array])

    def array(self, tensor: TensorRecord) -> Array:
        """Return a tensor's elements, sharing memory with every tensor of its storage."""
        return self._arrays.array(tensor)

    @cached_property
    def _arrays(self) -> TensorArrays:
        return TensorArrays(self.storages)


def _decode(storage: Array, conj: bool, neg: bool) -> Array:
    if storage.ndim > 1:  # pairs of float16
        storage = storage.astype(np.float32).view(np.complex64)[:, 0]
    if conj:
        storage = np.conj(storage)
    return np.negative(storage) if neg else storage
