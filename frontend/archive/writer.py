"""`write_archive`: write the file that `torch.jit.save` writes for the same contents."""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeAlias

from xdsl_torchscript.frontend.archive.archive import ArchiveContents
from xdsl_torchscript.frontend.archive.debug_ranges import debug_table
from xdsl_torchscript.frontend.archive.errors import Place, encode_utf8, short_repr
from xdsl_torchscript.frontend.archive.model import PickledValue
from xdsl_torchscript.frontend.archive.pickler import Pickler
from xdsl_torchscript.frontend.archive.storages import storage_bytes
from xdsl_torchscript.frontend.archive.zip_writer import ByteBuffer, Stream, ZipWriter

ArchiveDestination: TypeAlias = "str | os.PathLike[str] | Stream"

_FOLDER = "archive"
_Record: TypeAlias = "tuple[str, ByteBuffer]"

_VERSION_OF_VALUES = b"3\n"
_BYTE_ORDER: _Record = ("byteorder", sys.byteorder.encode())


def write_archive(contents: ArchiveContents, target: ArchiveDestination) -> None:
    """Write an archive to a path, or to a file open for writing in binary.

    Equal contents give equal bytes, in a folder named after the file as in PyTorch. A path is
    replaced once the file is complete; on failure the previous file remains. Raises ArchiveError
    for contents that an archive cannot represent, OSError if a file cannot be written.
    """
    if not isinstance(target, str | os.PathLike):
        place = Place("<memory>")
        _write(_records(contents, place), target, place, _FOLDER)
        return
    path = Path(target)
    place = Place(str(path))
    with _replacing(path) as file:
        _write(_records(contents, place), file, place, path.stem)


def write_values(value: PickledValue, contents: ArchiveContents, path: Path) -> None:
    """Write a value without a program, as `torch.save` in a script does; `torch.load` reads it.

    The storages are `contents`. Raises as `write_archive`.
    """
    place = Place(str(path))
    version = ("version", _VERSION_OF_VALUES)
    records = [*_pickle(contents, "data", value, place), version, _BYTE_ORDER]
    with _replacing(path) as file:
        _write(records, file, place, _FOLDER)


def _write(records: Iterable[_Record], stream: Stream, place: Place, folder: str) -> None:
    writer = ZipWriter(stream, place)
    for name, data in records:
        writer.add(f"{folder}/{name}", data)
    # Forty digits that identify the archive, from the names and checksums of all records.
    digest = hashlib.blake2b(digest_size=16)
    for entry in writer.entries:
        digest.update(b"%s\0%d\0%d\0" % (entry.name, entry.crc, entry.size))
    identity = f"{int.from_bytes(digest.digest()):040}"
    writer.add(f"{folder}/.data/serialization_id", identity.encode())
    writer.finish()


def _records(contents: ArchiveContents, place: Place) -> Iterator[_Record]:
    """Yield all records in PyTorch's order, each made on demand."""
    for name, data in contents.extra_files.items():
        yield f"extra/{name}", data
    yield from _pickle(contents, "data", contents.root, place)
    for path in contents.sources:
        if not path.startswith("code/") or not path.endswith(".py"):
            raise place.error(f"the code {short_repr(path)}", 'a path as "code/__torch__.py"')
        yield path, encode_utf8(contents.sources[path], place.within(path))
        ranges = contents.debug_ranges.get(path)
        if ranges:
            record = f"{path}.debug_pkl"
            yield record, Pickler({}, place.within(record)).dump(debug_table(ranges))
    yield from _pickle(contents, "constants", contents.constants, place)
    yield "version", f"{contents.version}\n".encode()
    yield _BYTE_ORDER


def _pickle(
    contents: ArchiveContents, name: str, value: PickledValue, place: Place
) -> Iterator[_Record]:
    """Yield a pickle after the storages that it uses."""
    records = contents.storage_records
    pickler = Pickler(records, place.within(f"{name}.pkl"))
    data = pickler.dump(value)
    for key, number in pickler.numbers.items():
        record = f"{name}/{number}"
        yield record, storage_bytes(contents.storages[key], records[key], place.within(record))
    yield f"{name}.pkl", data


@contextmanager
def _replacing(path: Path) -> Generator[BinaryIO]:
    """Yield a file that replaces the one at `path` when the block succeeds.

    The target of a link is replaced, not the link; devices and pipes are written directly.
    """
    real = Path(os.path.realpath(path))
    if real.exists() and not real.is_file():
        with real.open("wb") as file:
            yield file
        return
    part = real.with_name(f".{real.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
        part.replace(real)
    finally:
        part.unlink(missing_ok=True)
