"""The directory of a zip file, read strictly: each file has a single interpretation.

Zip readers are tolerant of bytes before and after, duplicate names, overlapping entries, and
directories that contradict the entries. Such files mean different things to different readers, or
unpack to huge sizes. Here the entries, the directory and its end must be adjacent, consistent and
distinct. After APPNOTE.TXT 6.3.10 of PKWARE, section 4.3.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from xdsl_torchscript.frontend.archive.errors import Place, short_repr
from xdsl_torchscript.frontend.archive.limits import Limits

STORED = 0
DEFLATED = 8

LOCAL = struct.Struct("<4sHHHHHIIIHH")
CENTRAL = struct.Struct("<4sHHHHHHIIIHHHHHII")
END = struct.Struct("<4sHHHHIIH")
END_64 = struct.Struct("<4sQHHIIQQQQ")
LOCATOR_64 = struct.Struct("<4sIQI")
EXTRA = struct.Struct("<HH")
_U64 = struct.Struct("<Q")

LOCAL_MAGIC = b"PK\3\4"
CENTRAL_MAGIC = b"PK\1\2"
END_MAGIC = b"PK\5\6"
END_64_MAGIC = b"PK\6\6"
LOCATOR_64_MAGIC = b"PK\6\7"

FULL_16 = 0xFFFF
FULL_32 = 0xFFFFFFFF
ZIP64_EXTRA = 1
_ENCRYPTED = 1 << 0 | 1 << 6 | 1 << 13
_SIZES_FOLLOW = 1 << 3
_PATCHED = 1 << 5

_NO_GAP = (0,)
_DESCRIPTORS = (0, 12, 16, 20, 24)
"""The possible sizes of a trailing data descriptor: narrow or wide, with or without a mark."""


@dataclass(frozen=True)
class ZipEntry:
    """An entry, packed in bytes `start` to `start + packed` of the file."""

    name: str
    method: int
    crc: int
    packed: int
    size: int
    start: int


@dataclass(frozen=True)
class _Central:
    name: bytes
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    header: int
    offset: int


@dataclass(frozen=True)
class _End:
    """The size and position of the directory, its number of entries, and where the end records
    begin."""

    count: int
    size: int
    offset: int
    begin: int


def read_directory(data: memoryview, place: Place, limits: Limits) -> dict[str, ZipEntry]:
    """Read the entries of a zip file by name, without folders. Raises ArchiveError if malformed."""
    end = _read_end(data, place)
    if end.count > limits.entries:
        raise place.error(f"{end.count} entries", f"at most {limits.entries}", end.begin)
    if end.offset + end.size != end.begin:
        found = f"a directory of {end.size} bytes at {end.offset}"
        raise place.error(found, f"a directory that ends at byte {end.begin}", end.begin)
    listed = _read_central(data, end, place, limits)
    entries: dict[str, ZipEntry] = {}
    position, allowed = 0, _NO_GAP
    for central in sorted(listed, key=lambda c: c.header):
        _check_gap(central.header - position, allowed, position, place)
        entry = _read_local(data, central, end.offset, place)
        position = entry.start + entry.packed
        allowed = _DESCRIPTORS if central.flags & _SIZES_FOLLOW else _NO_GAP
        if entry.name in entries:
            raise place.error(
                f"two entries named {short_repr(entry.name)}", "different names", central.offset
            )
        entries[entry.name] = entry
    _check_gap(end.offset - position, allowed, position, place)
    _check_sizes(entries, len(data), place, limits)
    return {name: entry for name, entry in entries.items() if not name.endswith("/")}


def _read_end(data: memoryview, place: Place) -> _End:
    """Read the end record, which must be the last bytes of the file, comment included."""
    lowest = max(0, len(data) - END.size - FULL_16)
    tail = bytes(data[lowest:])
    found = len(tail)
    while (found := tail.rfind(END_MAGIC, 0, found)) >= 0:
        if len(tail) - found < END.size:
            continue
        fields = END.unpack_from(tail, found)
        if found + END.size + fields[7] == len(tail):
            return _read_end_64(data, lowest + found, fields, place)
    raise place.error(
        "no zip directory at the end", "a whole zip file, as torch.jit.save writes", len(data)
    )


def _read_end_64(data: memoryview, begin: int, fields: tuple[int, ...], place: Place) -> _End:
    """Read the zip64 end record if a locator precedes the end record."""
    _, disk, first_disk, here, count, size, offset, _ = fields
    locator = begin - LOCATOR_64.size
    if locator < 0 or bytes(data[locator : locator + 4]) != LOCATOR_64_MAGIC:
        if disk or first_disk or here != count:
            raise place.error("a zip file in several parts", "one file", begin)
        return _End(count, size, offset, begin)
    _, part, wide, parts = LOCATOR_64.unpack_from(data, locator)
    if part or parts > 1 or wide + END_64.size != locator:
        raise place.error(
            "a locator that points elsewhere", "the zip64 end record before it", locator
        )
    magic, record, _, _, *rest = END_64.unpack_from(data, wide)
    disk, first_disk, here, wide_count, wide_size, wide_offset = rest
    if magic != END_64_MAGIC or record + 12 != END_64.size:
        raise place.error("no zip64 end record", "the record at the locator's offset", wide)
    if disk or first_disk or here != wide_count:
        raise place.error("a zip file in several parts", "one file", wide)
    narrow = ((count, wide_count, FULL_16), (size, wide_size, FULL_32))
    for value, wider, full in (*narrow, (offset, wide_offset, FULL_32)):
        if value not in (wider, full):
            raise place.error(
                f"{value} in one end record and {wider} in the other", "the same", begin
            )
    return _End(wide_count, wide_size, wide_offset, wide)


def _read_central(data: memoryview, end: _End, place: Place, limits: Limits) -> list[_Central]:
    listed: list[_Central] = []
    position = end.offset
    for _ in range(end.count):
        if position + CENTRAL.size > end.begin:
            raise place.error("the end of the directory", f"{end.count} entries", position)
        fields = CENTRAL.unpack_from(data, position)
        (magic, _, _, flags, method, _, _, crc, packed, size, name_size, extra_size) = fields[:12]
        comment_size, disk, _, _, header = fields[12:]
        if magic != CENTRAL_MAGIC:
            raise place.error(f"{short_repr(magic)}", "an entry of the directory", position)
        extra_begin = position + CENTRAL.size + name_size
        following = extra_begin + extra_size + comment_size
        if following > end.begin:
            raise place.error("an entry past the end", "the end of the directory", position)
        if name_size > limits.name_bytes:
            raise place.error(
                f"a name of {name_size} bytes", f"at most {limits.name_bytes}", position
            )
        if disk:
            raise place.error("an entry in another part", "one file", position)
        name = bytes(data[position + CENTRAL.size : extra_begin])
        extra = bytes(data[extra_begin : extra_begin + extra_size])
        wide = _widen((size, packed, header), extra, place, position)
        size, packed, header = wide
        listed.append(_Central(name, flags, method, crc, packed, size, header, position))
        position = following
    if position != end.begin:
        raise place.error(f"{end.begin - position} bytes too many", "the end", position)
    return listed


def _widen(
    values: tuple[int, int, int], extra: bytes, place: Place, offset: int
) -> tuple[int, int, int]:
    """Replace sizes and offsets that are all ones by the values of the zip64 field."""
    if FULL_32 not in values:
        return values
    field = _zip64_field(extra)
    missing = values.count(FULL_32)
    if field is None or len(field) < missing * _U64.size:
        raise place.error("a size of 4 GiB", "its zip64 field", offset)
    wide = iter([_U64.unpack_from(field, i * _U64.size)[0] for i in range(missing)])
    size, packed, header = (next(wide) if value == FULL_32 else value for value in values)
    return size, packed, header


def _zip64_field(extra: bytes) -> bytes | None:
    position = 0
    while position + EXTRA.size <= len(extra):
        tag, size = EXTRA.unpack_from(extra, position)
        position += EXTRA.size
        if tag == ZIP64_EXTRA:
            return extra[position : position + size]
        position += size
    return None


def _read_local(data: memoryview, central: _Central, limit: int, place: Place) -> ZipEntry:
    """Read the local header of a directory entry."""
    name = _entry_name(central, place)
    inner = place.of_entry(name)
    _check_method(central, inner)
    header = central.header
    if header + LOCAL.size > limit:
        raise inner.error("an entry outside of the file", f"one before byte {limit}", header)
    fields = LOCAL.unpack_from(data, header)
    magic, _, flags, method, _, _, crc, packed, size, name_size, extra_size = fields
    name_end = header + LOCAL.size + name_size
    start = name_end + extra_size
    if magic != LOCAL_MAGIC:
        raise inner.error(short_repr(magic), "the header of an entry", header)
    if start + central.packed > limit:
        raise inner.error(
            f"{central.packed} bytes", f"at most the {max(0, limit - start)} left", start
        )
    if bytes(data[header + LOCAL.size : name_end]) != central.name:
        raise inner.error("another name in its header", "the directory's", header)
    if method != central.method or (flags ^ central.flags) & (_ENCRYPTED | _SIZES_FOLLOW):
        raise inner.error("another method in its header", "the directory's", header)
    allowed = (0, FULL_32) if flags & _SIZES_FOLLOW else (FULL_32,)
    pairs = ((packed, central.packed), (size, central.size))
    if any(own != listed and own not in allowed for own, listed in pairs):
        raise inner.error("other sizes in its header", "the directory's", header)
    if crc != central.crc and not (flags & _SIZES_FOLLOW and crc == 0):
        raise inner.error("another checksum in its header", "the directory's", header)
    if method == STORED and central.packed != central.size:
        raise inner.error(
            f"{central.packed} bytes stored as {central.size}", "equal sizes", central.offset
        )
    return ZipEntry(name, method, central.crc, central.packed, central.size, start)


def _check_gap(gap: int, allowed: tuple[int, ...], position: int, place: Place) -> None:
    if gap < 0:
        raise place.error("an entry that lies over the one before", "one after it", position)
    if gap not in allowed:
        raise place.error(f"{gap} bytes that belong to no entry", "the next entry", position)


def _check_method(central: _Central, inner: Place) -> None:
    if central.flags & _ENCRYPTED:
        raise inner.error("an encrypted entry", "a plain one", central.offset)
    if central.flags & _PATCHED or central.method not in (STORED, DEFLATED):
        raise inner.error(
            f"compression method {central.method}", "stored or deflated", central.offset
        )


def is_inner_path(name: str) -> bool:
    """Return whether a name is a printable path that stays inside the archive."""
    odd = any(part in ("", ".", "..") for part in name.split("/"))
    return not odd and "\\" not in name and name.isprintable()


def _entry_name(central: _Central, place: Place) -> str:
    try:
        name = central.name.decode("utf-8")
    except UnicodeDecodeError:
        raise place.error(f"the name {short_repr(central.name)}", "UTF-8", central.offset) from None
    if not is_inner_path(name.removesuffix("/")):
        raise place.error(
            f"the name {short_repr(name)}", "a path inside of the archive", central.offset
        )
    if name.endswith("/") and central.size:
        raise place.error(
            f"a folder {short_repr(name)} with content", "an empty one", central.offset
        )
    return name


def _check_sizes(entries: dict[str, ZipEntry], size: int, place: Place, limits: Limits) -> None:
    for entry in entries.values():
        if entry.size > max(limits.ratio_free_bytes, entry.packed * limits.ratio):
            raise place.of_entry(entry.name).error(
                f"{entry.packed} bytes that unpack to {entry.size}",
                f"at most {limits.ratio} times their size",
                entry.start,
            )
    unpacked = sum(entry.size for entry in entries.values())
    most = (64 << 20) + limits.unpacked_ratio * size
    if unpacked > most:
        raise place.error(f"{unpacked} bytes when unpacked", f"at most {most}")
