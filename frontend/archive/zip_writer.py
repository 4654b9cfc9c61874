"""A writer of zip files as PyTorch's: stored entries, each beginning at a multiple of 64 bytes.

Storages can thus be mapped from the file. The padding is a field of the entry's header with
PyTorch's mark `FB`. The file depends on neither the time nor the machine. After APPNOTE.TXT 6.3.10
of PKWARE, sections 4.3 to 4.5.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from xdsl_torchscript.frontend.archive.errors import Place, short_repr
from xdsl_torchscript.frontend.archive.limits import DEFAULT_LIMITS
from xdsl_torchscript.frontend.archive.zip_directory import (
    CENTRAL,
    CENTRAL_MAGIC,
    END,
    END_64,
    END_64_MAGIC,
    END_MAGIC,
    EXTRA,
    FULL_16,
    FULL_32,
    LOCAL,
    LOCAL_MAGIC,
    LOCATOR_64,
    LOCATOR_64_MAGIC,
    STORED,
    ZIP64_EXTRA,
    is_inner_path,
)

ByteBuffer: TypeAlias = "bytes | memoryview"

ALIGNMENT = 64
_PIECE = 1 << 20
_UTF_8 = 1 << 11
_FIRST_OF_1980 = 0x21
_VERSION, _VERSION_64 = 20, 45
_PADDING_TAG = int.from_bytes(b"FB", "little")


class Stream(Protocol):
    """A writable binary stream."""

    def write(self, data: ByteBuffer, /) -> object: ...


@dataclass(frozen=True)
class WrittenEntry:
    """The directory's data of one written entry."""

    name: bytes
    crc: int
    size: int
    offset: int


class ZipWriter:
    """A writer of a zip file from its first byte to its last.

    `widest` is the largest number for the narrow fields; larger ones go into the fields of zip64.
    Tests lower it to write small zip64 files.
    """

    def __init__(self, stream: Stream, place: Place, widest: int = FULL_32 - 1) -> None:
        self.entries: list[WrittenEntry] = []
        self._stream = stream
        self._place = place
        self._widest = widest
        self._position = 0
        self._names: set[str] = set()

    def add(self, name: str, data: ByteBuffer) -> None:
        """Append an entry. Raises ArchiveError if the name is invalid or already present."""
        if not is_inner_path(name):
            raise self._place.error(f"the name {short_repr(name)}", "a path inside of the archive")
        if len(name.encode()) > DEFAULT_LIMITS.name_bytes:
            raise self._place.error(
                f"the name {short_repr(name)}", f"at most {DEFAULT_LIMITS.name_bytes} bytes"
            )
        if name in self._names:
            raise self._place.error(f"two entries named {short_repr(name)}", "different names")
        self._names.add(name)
        view = memoryview(data)
        crc = 0
        for piece in _pieces(view):
            crc = zlib.crc32(piece, crc)
        entry = WrittenEntry(name.encode(), crc, view.nbytes, self._position)
        self._write(self._header(entry))
        for piece in _pieces(view):
            self._write(piece)
        self.entries.append(entry)

    def finish(self) -> None:
        """Write the directory and the end of the file."""
        begin = self._position
        for entry in self.entries:
            size = self._narrow(entry.size)
            extra = self._wide_field(entry.size, entry.size, entry.offset)
            version = _version(extra)
            fixed = CENTRAL.pack(
                CENTRAL_MAGIC, version, version, _UTF_8, STORED, 0, _FIRST_OF_1980,
                entry.crc, size, size, len(entry.name), len(extra), 0, 0, 0, 0,
                self._narrow(entry.offset),
            )  # fmt: skip
            self._write(fixed + entry.name + extra)
        size = self._position - begin
        count = len(self.entries)
        if count >= FULL_16 or max(size, begin) > self._widest:
            record = END_64.pack(
                END_64_MAGIC, END_64.size - 12, _VERSION_64, _VERSION_64, 0, 0, count, count, size,
                begin,
            )  # fmt: skip
            self._write(record + LOCATOR_64.pack(LOCATOR_64_MAGIC, 0, self._position, 1))
        count = min(count, FULL_16)
        end = END.pack(END_MAGIC, 0, 0, count, count, self._narrow(size), self._narrow(begin), 0)
        self._write(end)

    def _write(self, data: ByteBuffer) -> None:
        self._stream.write(data)
        self._position += len(data)

    def _narrow(self, value: int) -> int:
        return FULL_32 if value > self._widest else value

    def _wide_field(self, *values: int) -> bytes:
        """Return the zip64 field with the values that exceed their narrow fields."""
        wide = [value for value in values if value > self._widest]
        data = struct.pack(f"<{len(wide)}Q", *wide)
        return EXTRA.pack(ZIP64_EXTRA, len(data)) + data if wide else b""

    def _header(self, entry: WrittenEntry) -> bytes:
        size = self._narrow(entry.size)
        extra = self._wide_field(entry.size, entry.size)
        start = entry.offset + LOCAL.size + len(entry.name) + len(extra) + EXTRA.size
        padding = -start % ALIGNMENT
        extra += EXTRA.pack(_PADDING_TAG, padding) + b"Z" * padding
        fixed = LOCAL.pack(
            LOCAL_MAGIC, _version(extra), _UTF_8, STORED, 0, _FIRST_OF_1980,
            entry.crc, size, size, len(entry.name), len(extra),
        )  # fmt: skip
        return fixed + entry.name + extra


def _version(extra: bytes) -> int:
    """Return the version of the format that an entry with these fields needs."""
    return _VERSION_64 if extra.startswith(struct.pack("<H", ZIP64_EXTRA)) else _VERSION


def _pieces(view: memoryview) -> Iterator[memoryview]:
    return (view[at : at + _PIECE] for at in range(0, view.nbytes, _PIECE))
