"""The layout of torch.save before PyTorch 1.6: consecutive pickles and raw storages.

The pickles are a magic number, the format version, a dictionary about the machine, the value, and
the storages' keys. Each key is followed by the number of its elements, in eight bytes, and the
elements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.frontend.archive.checkpoint import Checkpoint
from xdsl_torchscript.frontend.archive.checkpoint_pickle import CheckpointUnpickler
from xdsl_torchscript.frontend.archive.container import FileBytes
from xdsl_torchscript.frontend.archive.element_types import element_bytes
from xdsl_torchscript.frontend.archive.errors import short_repr
from xdsl_torchscript.frontend.archive.limits import Limits
from xdsl_torchscript.frontend.archive.model import (
    DictValue,
    ListValue,
    PickledValue,
    StorageRecord,
)
from xdsl_torchscript.frontend.archive.pickled_layout import load_storages
from xdsl_torchscript.frontend.archive.storages import ByteOrder
from xdsl_torchscript.frontend.archive.tensor_table import TensorTable

MAGIC = b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19."
"""The first pickle of such a file."""
_VERSION = 1001
_COUNT_BYTES = 8


@dataclass(frozen=True)
class _UnlocatedStorages:
    """The storages before their positions are known: each may be as large as the file."""

    limits: Limits
    file_bytes: int

    def __contains__(self, name: str) -> bool:
        return True

    def size(self, name: str) -> int:
        return self.file_bytes


@dataclass(frozen=True)
class _LocatedStorages:
    """The bytes of each storage, copied: the file does not align them."""

    source: FileBytes
    spans: Mapping[str, slice]

    def view(self, name: str) -> memoryview:
        return memoryview(bytearray(self.source.data[self.spans[name]]))


def read_legacy_checkpoint(source: FileBytes, limits: Limits) -> Checkpoint:
    """Read a checkpoint of this layout. Raises ArchiveError if it is damaged."""
    pickles = _Pickles(source, limits)
    version = pickles.next()
    if version != _VERSION:
        raise source.place.error(f"format version {short_repr(version)}", f"{_VERSION}")
    machine = pickles.next()
    little = dict(machine.items).get("little_endian") if isinstance(machine, DictValue) else None
    if not isinstance(little, bool):
        raise source.place.error(f"{short_repr(little)} as 'little_endian'", "a bool")
    order = "little" if little else "big"
    value = pickles.next()
    keys = pickles.next()
    tensors = pickles.tensors
    spans = _spans(keys, tensors.storages, source, pickles.end, order)
    return Checkpoint(
        file=source.place.file,
        record=None,
        layout="legacy",
        value=value,
        unknown=tuple(tensors.unknown),
        surplus={},
        byte_order=order,
        storage_records=tensors.storages,
        storages=load_storages(_LocatedStorages(source, spans), tensors, order),
    )


class _Pickles:
    """The pickles after the magic number; they share one table of storages."""

    def __init__(self, source: FileBytes, limits: Limits) -> None:
        self.tensors = TensorTable(_UnlocatedStorages(limits, len(source.data)))
        self.end = len(MAGIC)
        self._data = bytes(source.data[: limits.pickle_bytes])
        self._place = source.place

    def next(self) -> PickledValue:
        unpickler = CheckpointUnpickler(self._data, self._place, self.tensors, "", start=self.end)
        value, self.end = unpickler.load_first()
        return value


def _spans(
    keys: PickledValue,
    storages: Mapping[str, StorageRecord],
    source: FileBytes,
    start: int,
    order: ByteOrder,
) -> dict[str, slice]:
    """Return the byte range of each storage.

    Raises ArchiveError unless the file contains exactly the storages of the value.
    """
    place = source.place
    listed = list(keys.items) if isinstance(keys, ListValue) else []
    if len(listed) != len(storages) or set(listed) != set(storages):
        raise place.error(f"{len(listed)} storages", f"the {len(storages)} of the value", start)
    spans: dict[str, slice] = {}
    for record in (storages[str(key)] for key in listed):
        begin = start + _COUNT_BYTES
        count = int.from_bytes(source.data[start:begin], order, signed=True)
        size = record.elements * (element_bytes(BY_TORCH_NAME[record.dtype]) or 0)
        # Untyped storages count bytes.
        if count not in (record.elements, size):
            found = f"{short_repr(count)} elements of storage {short_repr(record.key)}"
            raise place.error(found, f"{record.elements}, as declared", start)
        start = begin + size
        if start > len(source.data):
            found = f"storage {short_repr(record.key)} to byte {start}"
            raise place.error(found, f"a file of that size, not {len(source.data)} bytes", begin)
        spans[record.key] = slice(begin, start)
    if start != len(source.data):
        found = f"{len(source.data) - start} bytes after the last storage"
        raise place.error(found, "the end of the file", start)
    return spans
