"""Strings: TorchScript's methods and operators on their bytes.

A method of `bytes` knows letters, digits and white space of ASCII alone, as C does.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Any, AnyStr

from xdsl_torchscript.dialects.byte_strings import (
    SPACE,
    byte_count,
    bytes_of,
    canonical_text,
    join_texts,
    on_bytes,
    text_of_bytes,
)
from xdsl_torchscript.runtime.operand_errors import BadIndex, BadType, BadValue
from xdsl_torchscript.runtime.operators.core import Implementation, Table
from xdsl_torchscript.runtime.operators.language.text import format_text, percent_text, text_of

_CODE_POINTS = 0x110000


# ---- parts


def _element(self: str, index: int) -> str:
    """Return a byte. Raises BadIndex out of bounds."""
    data: str | bytes = self if self.isascii() else bytes_of(self)
    if not -len(data) <= index < len(data):
        raise BadIndex("string index out of range")
    found = data[index]
    return found if isinstance(found, str) else text_of_bytes(bytes([found]))


def _slice(self: str, start: int | None, end: int | None, step: int) -> str:
    if self.isascii():
        return self[start:end:step]
    return text_of_bytes(bytes_of(self)[start:end:step])


def _elements(self: str) -> list[str]:
    if self.isascii():
        return list(self)
    return [text_of_bytes(bytes([byte])) for byte in bytes_of(self)]


def _only(data: bytes) -> bytes:
    """Return the only byte. Raises BadType for another number of bytes."""
    if len(data) != 1:
        raise BadType(f"one byte is needed, not a string of {len(data)} bytes")
    return data


def _ord(self: str) -> int:
    """Return the number of the only byte. Raises BadType for another number of bytes."""
    return _only(bytes_of(self))[0]


def _chr(code: int) -> str:
    """Return the low byte of a code point. Raises BadValue for another number."""
    if not 0 <= code < _CODE_POINTS - 1:
        raise BadValue(f"{code} is not a code point, expected 0 to {_CODE_POINTS - 2}")
    return text_of_bytes(bytes([code % 256]))


def _join(separator: str, values: list[str]) -> str:
    return canonical_text(separator.join(values))


# ---- splitting

_LINE_END = re.compile(b"([\n\r\v\f\x1c\x1d\x1e\x85\xe2\x80\xa8\xa9])")
_SPACES = re.compile(b"[\t\n\v\f\r\x1c\x1d\x1e \x80\x85\xa8\xa9\xe2]+")
"""PyTorch splits at each single byte of U+2028 and U+2029, and so inside other characters, too."""


def _split(self: bytes, separator: bytes | None, most: int) -> list[bytes]:
    """Split; at white space `most` is ignored."""
    if separator is None:
        return [part for part in _SPACES.split(self) if part]
    return self.split(separator, most)


def _split_ascii(self: str, separator: str | None, most: int) -> list[str]:
    if separator is None:
        return [*map(text_of_bytes, _split(bytes_of(self), None, most))]
    return self.split(separator, most)


def _split_lines(self: bytes, keep_ends: bool) -> list[bytes]:
    """Split into lines; with `keep_ends`, line ends are separate elements."""
    pieces = _LINE_END.split(self)
    lines = pieces if pieces[-1] else pieces[:-1]
    return lines if keep_ends else lines[::2]


def _partition(self: bytes, separator: bytes) -> tuple[bytes, bytes, bytes]:
    return self.partition(separator) if separator else (b"", b"", self)


def _partition_at_last(self: bytes, separator: bytes) -> tuple[bytes, bytes, bytes]:
    return self.rpartition(separator) if separator else (self, b"", b"")


# ---- searching


def _places(self: str | bytes, start: int, end: int) -> tuple[int, int]:
    """Return the bounds counted from the front. An end of -1 is behind the last byte, as in
    TorchScript, and -2 before it."""
    size = len(self)
    return (
        start if start >= 0 else max(0, size + start),
        end if end >= 0 else max(0, size + end + 1),
    )


def _outside(start: int, size: int) -> BadIndex:
    return BadIndex(f"place {start} in a string of {size} bytes")


def _make_search(method: Callable[[AnyStr, AnyStr], int]) -> Implementation:
    """Return the search for a part between two bounds, -1 if it is missing. Raises BadIndex for a
    start behind the end of the string."""

    def run(self: AnyStr, part: AnyStr, start: int, end: int) -> int:
        start, end = _places(self, start, end)
        if len(self) < start < end:
            raise _outside(start, len(self))
        place = method(self[start : max(start, end)], part)
        return place if place < 0 else start + place

    return run


def _require(search: Implementation) -> Implementation:
    """Return the search; it raises BadValue if the part is missing."""

    def run(self: bytes, part: bytes, start: int, end: int) -> int:
        place = search(self, part, start, end)
        if place < 0:
            raise BadValue(f"'{text_of_bytes(part)}' is not in '{text_of_bytes(self)}'")
        return place

    return run


def _make_test(method: Callable[[AnyStr, AnyStr], bool]) -> Implementation:
    """Return a test of the part between two bounds, or from the first one if the second precedes
    it. Raises BadIndex for a start behind the end of the string."""

    def run(self: AnyStr, part: AnyStr, start: int, end: int) -> bool:
        start, end = _places(self, start, end)
        if start > len(self):
            raise _outside(start, len(self))
        return method(self[start:end] if end >= start else self[start:], part)

    return run


def _count(self: AnyStr, part: AnyStr, start: int, end: int) -> int:
    """Count the occurrences between two bounds, without overlap."""
    start, end = _places(self, start, end)
    return self[start : end + len(part) - 1].count(part) if start < end else 0


# ---- forms


def _fill(method: Callable[[bytes, int, bytes], bytes]) -> Implementation:
    """Fill up to a width. Raises BadType for a filling of another number of bytes than one."""

    def run(self: bytes, width: int, filling: bytes) -> bytes:
        return method(self, width, _only(filling))

    return run


def _zfill(self: bytes, width: int) -> bytes:
    """Fill with zeros, before a sign as in TorchScript."""
    return self.rjust(width, b"0")


def _expand_tabs(self: bytes, size: int) -> bytes:
    """Replace tabs by spaces up to the next multiple of the size, counted from the start of the
    string."""
    first, *others = self.split(b"\t")
    text = first
    for part in others:
        text += b" " * (size - len(text) % size if size > 0 else 0) + part
    return text


def _is_space(self: str) -> bool:
    """Return whether the string is white space of C; `str.isspace` knows more of it."""
    return self.isspace() and not self.strip(SPACE)


def _whole(test: Callable[[str], bool]) -> Callable[[bytes], bool]:
    """Return a test that bytes outside of ASCII fail."""

    def run(self: bytes) -> bool:
        return self.isascii() and test(self.decode("ascii"))

    return run


_METHODS = (
    "lower upper capitalize title swapcase strip lstrip rstrip replace rsplit isdigit isalpha "
    "isalnum islower istitle isupper"
).split()
"""Methods that take the arguments of the schema by position. Those of `str` do the same on ASCII;
`str.isspace` does not."""

ON_BYTES: dict[str, Callable[..., Any]] = {
    **{name: getattr(bytes, name) for name in _METHODS},
    "center": _fill(bytes.center),
    "ljust": _fill(bytes.ljust),
    "rjust": _fill(bytes.rjust),
    "isdecimal": bytes.isdigit,
    "isnumeric": bytes.isdigit,
    "isidentifier": _whole(str.isidentifier),
    "isprintable": _whole(str.isprintable),
    "zfill": _zfill,
    "expandtabs": _expand_tabs,
    "split.str": _split,
    "splitlines": _split_lines,
    "partition": _partition,
    "rpartition": _partition_at_last,
    "find": _make_search(bytes.find),
    "rfind": _make_search(bytes.rfind),
    "index.str": _require(_make_search(bytes.find)),
    "rindex": _require(_make_search(bytes.rfind)),
    "count": _count,
    "startswith": _make_test(bytes.startswith),
    "endswith": _make_test(bytes.endswith),
    "lt.str": operator.lt,
    "le.str": operator.le,
    "gt.str": operator.gt,
    "ge.str": operator.ge,
}

ON_ASCII: dict[str, Callable[..., Any]] = {
    **{name: getattr(str, name) for name in _METHODS},
    **{name: ON_BYTES[name] for name in "count lt.str le.str gt.str ge.str".split()},
    "isdecimal": str.isdigit,
    "isnumeric": str.isdigit,
    "isidentifier": str.isidentifier,
    "isprintable": str.isprintable,
    "split.str": _split_ascii,
    "find": _make_search(str.find),
    "rfind": _make_search(str.rfind),
    "startswith": _make_test(str.startswith),
    "endswith": _make_test(str.endswith),
}
"""Methods that do the same on ASCII strings, without a copy of their bytes."""

STRINGS: Table = {
    **{f"aten.{name}": on_bytes(method, ON_ASCII.get(name)) for name, method in ON_BYTES.items()},
    "aten.isspace": _is_space,
    "aten.len.str": byte_count,
    "aten.__getitem__.str": _element,
    "prim.StringIndex": _element,
    "aten.slice.str": _slice,
    "aten.list": _elements,
    "aten.ord": _ord,
    "aten.chr": _chr,
    "aten.add.str": join_texts,
    "aten.join": _join,
    "aten.format": format_text,
    "aten.percentFormat": percent_text,
    "aten.str": text_of,
    "aten.hex": hex,
    "aten.oct": oct,
    "aten.bin": bin,
}
