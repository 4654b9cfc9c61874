"""`Archive`: what `read_archive` gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from xdsl_torchscript.frontend.archive.model import (
    DebugRange,
    ScriptObject,
    StorageRecord,
    TensorRecord,
    Value,
)
from xdsl_torchscript.frontend.archive.storages import Array, ByteOrder, tensor_array

T = TypeVar("T")


class LazyTable(Mapping[str, T], Generic[T]):
    """A table whose values are read when they are first asked for, and kept."""

    def __init__(self, load: Mapping[str, Callable[[], T]]) -> None:
        self._load = load
        self._loaded: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._loaded:
            self._loaded[key] = self._load[key]()
        return self._loaded[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load)

    def __len__(self) -> int:
        return len(self._load)

    def __contains__(self, key: object) -> bool:
        return key in self._load


@dataclass(frozen=True, eq=False)
class Archive:
    """A TorchScript archive.

    `folder` is the name under which it was saved. `sources` is code, by path (`code/a.py`).
    `root` is the main module, `constants` the tensors that code calls `CONSTANTS.c0` and so on.
    `storage_records` says what each storage is, `storages` holds their elements; these,
    `extra_files` and `debug_ranges` (by the path of the source) are read when first asked for,
    and raise ArchiveError then if their records are damaged.
    """

    file: str
    folder: str
    version: int
    byte_order: ByteOrder
    serialization_id: str | None
    sources: Mapping[str, str]
    root: ScriptObject
    constants: tuple[Value, ...]
    storage_records: Mapping[str, StorageRecord]
    storages: Mapping[str, Array]
    debug_ranges: Mapping[str, tuple[DebugRange, ...]]
    extra_files: Mapping[str, bytes]
    other_records: tuple[str, ...]

    def array(self, tensor: TensorRecord) -> Array:
        """The elements of a tensor, sharing memory with every tensor of its storage."""
        return tensor_array(tensor, self.storages)

    def verify(self) -> None:
        """Reads all that is read on demand; ArchiveError if anything in it is damaged."""
        for table in (self.storages, self.debug_ranges, self.extra_files):
            for name in table:
                _ = table[name]
