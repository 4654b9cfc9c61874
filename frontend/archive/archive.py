"""`ArchiveContents`, what an archive says, and `Archive`, what `read_archive` gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

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


NEWEST_VERSION = 10
"""The newest version of the format that PyTorch 2.13 knows."""


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, eq=False, kw_only=True)
class ArchiveContents:
    """What an archive is to say, wherever it lies.

    `root` is the main module, `sources` is code, by path (`code/__torch__.py`), and `version` tells
    which meaning of the operators the code counts on. `constants` are the values that code calls
    `CONSTANTS.c0` and so on. `storage_records` says what each storage is, `storages` holds their
    elements, in one dimension each; `debug_ranges` is by the path of the source.
    """

    root: ScriptObject
    sources: Mapping[str, str] = field(default_factory=_nothing)
    constants: tuple[Value, ...] = ()
    storage_records: Mapping[str, StorageRecord] = field(default_factory=_nothing)
    storages: Mapping[str, Array] = field(default_factory=_nothing)
    debug_ranges: Mapping[str, Sequence[DebugRange]] = field(default_factory=_nothing)
    extra_files: Mapping[str, bytes] = field(default_factory=_nothing)
    version: int = NEWEST_VERSION

    def array(self, tensor: TensorRecord) -> Array:
        """The elements of a tensor, sharing memory with every tensor of its storage."""
        return tensor_array(tensor, self.storages)


@dataclass(frozen=True, eq=False, kw_only=True)
class Archive(ArchiveContents):
    """A TorchScript archive that was read.

    `folder` is the name under which it was saved. `storages`, `extra_files` and `debug_ranges` are
    read when first asked for, and raise ArchiveError then if their records are damaged. `unknown`
    are the names of functions and classes that a lenient reading did not know, `surplus` the bytes
    that records have behind their storages.
    """

    file: str
    folder: str
    byte_order: ByteOrder
    serialization_id: str | None
    other_records: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    surplus: Mapping[str, int] = field(default_factory=_nothing)

    def verify(self) -> None:
        """Reads all that is read on demand; ArchiveError if anything in it is damaged."""
        for table in (self.storages, self.debug_ranges, self.extra_files):
            for name in table:
                _ = table[name]
