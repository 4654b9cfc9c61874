"""The one error of this package."""

from __future__ import annotations

from dataclasses import dataclass, replace


class ArchiveError(Exception):
    """An archive that cannot be read.

    `file` and `record` say where (`record` is None for the zip file itself), `offset` is the byte
    in the unpacked record, or in the file; `found` and `expected` say what is wrong.
    """

    def __init__(
        self, file: str, record: str | None, offset: int | None, found: str, expected: str
    ) -> None:
        super().__init__(file, record, offset, found, expected)
        self.file = file
        self.record = record
        self.offset = offset
        self.found = found
        self.expected = expected

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.record) if part is not None)
        at = "" if self.offset is None else f" at byte {self.offset}"
        return f"{place}{at}: {self.found}; expected {self.expected}"


@dataclass(frozen=True)
class Place:
    """A file and a record of it: what an error needs to know beside the offset."""

    file: str
    record: str | None = None

    def within(self, record: str) -> Place:
        return replace(self, record=record)

    def error(self, found: str, expected: str, offset: int | None = None) -> ArchiveError:
        return ArchiveError(self.file, self.record, offset, found, expected)


def shown(value: object, most: int = 60) -> str:
    """A value of the file for a message: printable, on one line, short.

    Only the beginning of a long text is looked at.
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
