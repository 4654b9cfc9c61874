"""`ArchiveContents`, an archive's contents, and `Archive`, the result of `read_archive`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from xdsl_torchscript.frontend.archive.model import (
    DebugRange,
    PickledObject,
    PickledValue,
)
from xdsl_torchscript.frontend.archive.storages import ByteOrder, StoredTensors

T = TypeVar("T")


class LazyTable(Mapping[str, T], Generic[T]):
    """A table that reads each value on first access and keeps it."""

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
"""The newest version of the format in PyTorch 2.13."""


def _nothing() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, eq=False, kw_only=True)
class ArchiveContents(StoredTensors):
    """An archive's contents, read or to be written.

    `root` is the main module, `sources` is code by path (`code/__torch__.py`). `version` selects
    the meaning of operators whose semantics changed. `constants` are the values that code names
    `CONSTANTS.c0` and so on. `storage_records` describes the storages, and `storages` has their
    elements, each as a one-dimensional array. `debug_ranges` is keyed by the source's path.
    """

    root: PickledObject
    sources: Mapping[str, str] = field(default_factory=_nothing)
    constants: tuple[PickledValue, ...] = ()
    debug_ranges: Mapping[str, Sequence[DebugRange]] = field(default_factory=_nothing)
    extra_files: Mapping[str, bytes] = field(default_factory=_nothing)
    version: int = NEWEST_VERSION


@dataclass(frozen=True, eq=False, kw_only=True)
class Archive(ArchiveContents):
    """A TorchScript archive, as read.

    `folder` is the name under which it was saved. `storages`, `extra_files` and `debug_ranges` are
    read on first access, and raise ArchiveError then if their records are damaged. `unknown` are
    the names of functions and classes unknown to a lenient reader. `surplus` has the bytes that
    records contain beyond their storages.
    """

    file: str
    folder: str
    byte_order: ByteOrder
    serialization_id: str | None
    other_records: tuple[str, ...]
    unknown: tuple[str, ...] = ()
    surplus: Mapping[str, int] = field(default_factory=_nothing)

    def verify(self) -> None:
        """Read everything that is read on demand. Raises ArchiveError if any of it is damaged."""
        for table in (self.storages, self.debug_ranges, self.extra_files):
            for name in table:
                _ = table[name]
