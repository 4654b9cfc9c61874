"""The records of an archive: bytes by name, checked, mapped from disk where possible."""

from __future__ import annotations

import mmap
import os
import stat
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import TextIOBase
from pathlib import Path
from typing import BinaryIO, TypeAlias

from xdsl_torchscript.frontend.archive.errors import Place, short_repr
from xdsl_torchscript.frontend.archive.foreign import WANTED, kind_of_bytes
from xdsl_torchscript.frontend.archive.limits import Limits
from xdsl_torchscript.frontend.archive.zip_directory import STORED, ZipEntry, read_directory

ArchiveSource: TypeAlias = "str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO"

_MEMORY = "<memory>"


@dataclass(frozen=True)
class Container:
    """The records of one zip file, named without their common folder."""

    place: Place
    folder: str
    data: memoryview
    mapped: bool
    entries: Mapping[str, ZipEntry]
    limits: Limits

    def __contains__(self, name: str) -> bool:
        return name in self.entries

    def at(self, name: str) -> Place:
        return self.place.within(name)

    def size(self, name: str) -> int:
        """Return the unpacked size of a record. Raises ArchiveError if it does not exist."""
        return self._entry(name).size

    def read(self, name: str, most: int | None = None) -> bytes:
        """Return a record of at most `most` bytes. Raises ArchiveError if it is damaged or
        longer."""
        entry = self._entry(name)
        if most is not None and entry.size > most:
            raise self.at(name).error(f"{entry.size} bytes", f"at most {most}")
        return self._unpack(entry)

    def view(self, name: str) -> memoryview:
        """Return a record in writable memory, otherwise as `read`.

        A record stored uncompressed in a file on disk is mapped, copy-on-write.
        """
        entry = self._entry(name)
        if not self.mapped or entry.method != STORED:
            return memoryview(bytearray(self._unpack(entry)))
        packed = self._pack(entry)
        self._check(entry, zlib.crc32(packed))
        return packed

    def text(self, name: str, most: int) -> str:
        """Return a record as text. Raises ArchiveError unless it is UTF-8."""
        data = self.read(name, most)
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            found = f"the byte {data[error.start]:#04x}"
            raise self.at(name).error(found, "UTF-8 text", error.start) from None

    def _entry(self, name: str) -> ZipEntry:
        entry = self.entries.get(name)
        if entry is None:
            raise self.place.error("an archive without it", f"the record {short_repr(name)}")
        return entry

    def _pack(self, entry: ZipEntry) -> memoryview:
        return self.data[entry.start : entry.start + entry.packed]

    def _check(self, entry: ZipEntry, crc: int) -> None:
        if crc != entry.crc:
            raise self.place.of_entry(entry.name).error(
                f"the checksum {crc:#010x}", f"{entry.crc:#010x}", entry.start
            )

    def _unpack(self, entry: ZipEntry) -> bytes:
        packed = self._pack(entry)
        if entry.method == STORED:
            self._check(entry, zlib.crc32(packed))
            return bytes(packed)
        place = self.place.of_entry(entry.name)
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            # One byte more than declared: it exposes a longer entry without unpacking all of it.
            data = inflater.decompress(packed, entry.size + 1)
        except zlib.error:
            raise place.error("damaged compressed data", "deflate", entry.start) from None
        if len(data) != entry.size or not inflater.eof or inflater.unused_data:
            raise place.error("compressed data of another size", f"{entry.size} bytes", entry.start)
        self._check(entry, zlib.crc32(data))
        return data


@dataclass(frozen=True)
class FileBytes:
    """The bytes of a file; `mapped` if they are mapped from disk."""

    data: memoryview
    mapped: bool
    place: Place


def open_source(source: ArchiveSource) -> FileBytes:
    """Open a source of bytes.

    Raises OSError if it cannot be read, ArchiveError if it is empty, and TypeError for other
    objects.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return FileBytes(memoryview(source).cast("B"), False, Place(_MEMORY))
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        place = Place(str(path))
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if stat.S_ISFIFO(status.st_mode):  # `ts-inspect <(curl ...)`; pipes cannot be mapped.
                return FileBytes(memoryview(file.read()), False, place)
            if status.st_size == 0:
                raise place.error("an empty file", "a zip file, as torch.jit.save writes", 0)
            return FileBytes(
                memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)), True, place
            )
    name = getattr(source, "name", _MEMORY)
    place = Place(name if isinstance(name, str) else _MEMORY)
    if not hasattr(source, "read") or isinstance(source, TextIOBase):
        raise TypeError(
            f"not an archive: {type(source).__name__}; expected a path, bytes or a file opened in "
            "binary mode"
        )
    return FileBytes(memoryview(source.read()), False, place)


def read_container(source: FileBytes, limits: Limits) -> Container:
    """Read the directory of a zip file. Raises ArchiveError if damaged, or another kind of file."""
    place = source.place
    foreign = kind_of_bytes(source.data)
    if foreign is not None:
        raise place.error(foreign, WANTED)
    entries = read_directory(source.data, place, limits)
    folders = {name.partition("/")[0] for name in entries if "/" in name}
    plain = next((name for name in entries if "/" not in name), None)
    if plain is not None or len(folders) != 1:
        found = f"the entry {short_repr(plain)}" if plain else f"{len(folders)} folders at the top"
        raise place.error(found, "one folder that holds everything")
    (folder,) = folders
    inner = {name[len(folder) + 1 :]: entry for name, entry in entries.items()}
    return Container(place, folder, source.data, source.mapped, inner, limits)
