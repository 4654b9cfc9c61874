"""The error of this package."""

from __future__ import annotations

from dataclasses import dataclass


class ArchiveError(Exception):
    """An archive that cannot be read, or contents that cannot be written.

    `file` and `record` are the place; `record` is None for the zip file itself. `offset` counts
    bytes of the unpacked record, or of the file if `in_file` (for records that cannot be unpacked).
    `found` and `expected` describe the fault.
    """

    def __init__(self, place: Place, offset: int | None, found: str, expected: str) -> None:
        super().__init__(place, offset, found, expected)
        self.file = place.file
        self.record = place.record
        self.in_file = place.in_file
        self.offset = offset
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.record) if part is not None)
        of = " of the file" if self.in_file else ""
        at = "" if self.offset is None else f" at byte {self.offset}{of}"
        return f"{place}{at}: {self.found}; expected {self.expected}"


@dataclass(frozen=True)
class Place:
    """A file and a record of it: the place of an error, without the offset."""

    file: str
    record: str | None = None
    in_file: bool = False

    def within(self, record: str) -> Place:
        """Return the place of a record, with offsets into its unpacked bytes."""
        return Place(self.file, record)

    def of_entry(self, entry: str) -> Place:
        """Return the place of an entry that cannot be unpacked, with offsets into the file."""
        return Place(self.file, entry.partition("/")[2] or entry, in_file=True)

    def error(self, found: str, expected: str, offset: int | None = None) -> ArchiveError:
        return ArchiveError(self, offset, found, expected)


def short_repr(value: object, most: int = 60) -> str:
    """Return a value of the file for a message: printable, on one line, short.

    Long texts are truncated before printing.
    """
    if isinstance(value, str | bytes):
        return repr(value) if len(value) <= most else f"{value[:most]!r}..."
    if isinstance(value, int) and value.bit_length() > 64:
        return f"an integer of {value.bit_length()} bits"
    if value is None or isinstance(value, bool | int | float | complex):
        return repr(value)
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}"  # pyright: ignore[reportUnknownArgumentType]
    return getattr(value, "noun", type(value).__name__)


def encode_utf8(text: str, place: Place) -> bytes:
    """Encode a text in UTF-8. Raises ArchiveError for lone surrogates."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        found = f"the lone surrogate {text[error.start]!r} in a text"
        raise place.error(found, "text that UTF-8 can hold") from None
