"""Storages as numpy arrays, and tensors as views of them. The only file here that needs numpy."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME, Dtype
from xdsl_torchscript.frontend.archive.element_types import STORED_AS, element_bytes, number_bytes
from xdsl_torchscript.frontend.archive.errors import Place
from xdsl_torchscript.frontend.archive.model import StorageRecord, TensorRecord

Array: TypeAlias = NDArray[Any]
ByteOrder: TypeAlias = Literal["little", "big"]


class Views(Protocol):
    """Where the bytes of a storage can be had as memory that may be written to."""

    def view(self, name: str) -> memoryview: ...


def load_storage(container: Views, record: StorageRecord, order: ByteOrder) -> Array:
    """The elements of a storage, one dimension, in the byte order of this machine.

    Of `complex32`, which numpy lacks, two dimensions: pairs of float16. ArchiveError where the
    record is damaged. The array may be written to; a file on disk is never changed by that.
    """
    dtype = BY_TORCH_NAME[record.dtype]
    name, inner = STORED_AS.get(dtype.torch_name, (dtype.numpy or dtype.torch_name, ()))
    kind = np.dtype((_numpy_dtype(name), inner))
    if not record.elements:
        return np.empty(0, dtype=kind)
    array = np.frombuffer(container.view(record.key), dtype=kind, count=record.elements)
    return array if order == sys.byteorder else _swapped(array, dtype)


def storage_bytes(array: Array, record: StorageRecord, place: Place) -> memoryview:
    """The bytes of a storage in the byte order of this machine, no copy where it is contiguous;
    ArchiveError for an array that has fewer than the storage is declared with."""
    width = element_bytes(BY_TORCH_NAME[record.dtype]) or 0
    size = width * record.elements
    if array.nbytes < size:
        raise place.error(f"an array of {array.nbytes} bytes", f"{size} of {record.dtype}")
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data[:size]


def _numpy_dtype(name: str) -> np.dtype[Any]:
    return np.dtype(getattr(ml_dtypes, name, name))


def _swapped(array: Array, dtype: Dtype) -> Array:
    """The same numbers with their bytes turned round. As unsigned integers, since ml_dtypes has
    no other order of bytes."""
    return array.view(f"u{number_bytes(dtype)}").byteswap().view(array.dtype).reshape(array.shape)


def tensor_array(tensor: TensorRecord, storages: Mapping[str, Array]) -> Array:
    """The view that a tensor is of its storage; `conj` and `neg`, where set, are applied to a copy.

    Of `complex32` with a last dimension of two halves.
    """
    storage = _resolved(storages[tensor.storage], tensor)
    inner = storage.shape[1:]
    step = storage.strides[0]
    # numpy's own constructor checks a last time that the view stays inside of its buffer.
    return np.ndarray(
        (*tensor.shape, *inner),
        dtype=storage.dtype,
        buffer=storage.view(np.uint8),
        offset=tensor.offset * step,
        strides=(*(step * s for s in tensor.strides), *storage.strides[1:]),
    )


def _resolved(storage: Array, tensor: TensorRecord) -> Array:
    """A storage, as the flags of a tensor say conjugated or negated. All of it, since the tensor
    may have far more elements than its storage."""
    if tensor.conj:
        pairs = storage.dtype.kind != "c"
        storage = storage * np.array([1, -1], storage.dtype) if pairs else np.conj(storage)
    return np.negative(storage) if tensor.neg else storage
