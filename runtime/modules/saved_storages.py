"""Storages of tensors to be saved: shared memory is written once.

Tensors whose memory overlaps become views of one storage. It contains only the memory that they
cover: the row of a table is saved without the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np
from numpy.lib.array_utils import byte_bounds
from numpy.lib.stride_tricks import as_strided

from xdsl_torchscript.frontend.archive.model import QuantizerRecord, StorageRecord, TensorRecord
from xdsl_torchscript.runtime.quantized_tensor import QuantizedTensor
from xdsl_torchscript.runtime.quantizer import Quantizer, quantizer_of
from xdsl_torchscript.runtime.tensor import Array, Tensor


@dataclass
class _Piece:
    """The array of a tensor, with its memory's bounds."""

    tensor: Tensor
    array: Array
    low: int
    high: int


@dataclass
class _Storage:
    pieces: list[_Piece]
    low: int
    high: int
    device: str

    @property
    def elements(self) -> int:
        return (self.high - self.low) // self.pieces[0].array.itemsize

    def offset(self, piece: _Piece) -> int:
        return (piece.low - self.low) // piece.array.itemsize

    def contains(self, piece: _Piece) -> bool:
        """Return whether the piece, which begins no earlier, is a view of this storage."""
        first = self.pieces[0]
        one, two = first.array.dtype, piece.array.dtype
        alike = one == two and quantizer_of(one) is quantizer_of(two)
        alike = alike and self.device == piece.tensor.device
        aligned = (piece.low - self.low) % piece.array.itemsize == 0
        return alike and aligned and piece.low < self.high

    def assemble(self) -> Array:
        """Return all elements in one dimension, without a copy if one of the arrays covers them."""
        for piece in self.pieces:
            whole = (piece.low, piece.high) == (self.low, self.high)
            if whole and piece.array.flags.c_contiguous:
                return piece.array.reshape(-1)
        made = np.zeros(self.elements, self.pieces[0].array.dtype)
        for piece in self.pieces:
            array = piece.array
            as_strided(made[self.offset(piece) :], array.shape, array.strides)[...] = array
        return made


@dataclass
class TensorLayout:
    """The records of tensors by `id`, and the storages by key."""

    records: dict[int, TensorRecord] = field(default_factory=dict[int, TensorRecord])
    storage_records: dict[str, StorageRecord] = field(default_factory=dict[str, StorageRecord])
    arrays: Mapping[str, Array] = field(default_factory=dict[str, Array])


class _LazyStorages(Mapping[str, Array]):
    """The elements of storages, assembled on each access and not cached.

    At most one copy exists while an archive is written.
    """

    def __init__(self, storages: Mapping[str, _Storage]) -> None:
        self._storages = storages

    def __getitem__(self, key: str) -> Array:
        return self._storages[key].assemble()

    def __iter__(self) -> Iterator[str]:
        return iter(self._storages)

    def __len__(self) -> int:
        return len(self._storages)


def tensor_layout(tensors: Iterable[Tensor]) -> TensorLayout:
    """Return storages for these tensors. Raises NoValueError for a tensor without elements."""
    layout = TensorLayout()
    storages: dict[str, _Storage] = {}
    wanted = [*tensors]
    quantized = [tensor for tensor in wanted if isinstance(tensor, QuantizedTensor)]
    numbers = {id(tensor): _channel_numbers(tensor.quantizer) for tensor in quantized}
    for storage in _storages(map(_piece, chain(wanted, *numbers.values()))):
        key = f"s{len(storages)}"
        storages[key] = storage
        dtype = storage.pieces[0].tensor.dtype.torch_name
        layout.storage_records[key] = StorageRecord(key, dtype, storage.elements, storage.device)
        for piece in storage.pieces:
            array, tensor = piece.array, piece.tensor
            layout.records[id(piece.tensor)] = TensorRecord(
                dtype=dtype,
                shape=array.shape,
                strides=tuple(step // array.itemsize for step in array.strides),
                offset=storage.offset(piece),
                storage=key,
                requires_grad=tensor.requires_grad,
                device=tensor.device,
            )
    for tensor in quantized:
        channels = [layout.records[id(part)] for part in numbers[id(tensor)]]
        quantizer = _quantizer_record(tensor.quantizer, channels)
        layout.records[id(tensor)] = replace(layout.records[id(tensor)], quantizer=quantizer)
    layout.arrays = _LazyStorages(storages)
    return layout


def _channel_numbers(quantizer: Quantizer) -> list[Tensor]:
    """Return the scales and zero points of channels as tensors; none of a whole tensor."""
    if quantizer.axis is None:
        return []
    return [Tensor(quantizer.scales), Tensor(quantizer.zero_points)]


def _quantizer_record(quantizer: Quantizer, channels: list[TensorRecord]) -> QuantizerRecord:
    if not channels:
        return QuantizerRecord("per_tensor_affine", quantizer.scale, quantizer.zero_point)
    scales, zero_points = channels
    return QuantizerRecord("per_channel_affine", scales, zero_points, quantizer.axis)


def _piece(tensor: Tensor) -> _Piece:
    """Return the piece of a tensor; strides that archives cannot represent, as negative ones, are
    copied."""
    array = tensor.array
    if any(step < 0 for step in array.strides):
        array = np.array(array, order="C")
    low, high = byte_bounds(array) if array.size else (0, 0)
    return _Piece(tensor, array, low, high)


def _storages(pieces: Iterable[_Piece]) -> Iterator[_Storage]:
    open_now: list[_Storage] = []
    for piece in sorted(pieces, key=lambda p: (p.array.dtype.name, p.tensor.device, p.low)):
        if open_now and open_now[-1].contains(piece):
            storage = open_now[-1]
            storage.pieces.append(piece)
            storage.high = max(storage.high, piece.high)
            continue
        open_now.append(_Storage([piece], piece.low, piece.high, piece.tensor.device))
    return iter(open_now)
