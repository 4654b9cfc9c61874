"""The input of ts-opt: bytes to text, in one piece or in several."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_torchscript.frontend.source import SourceError, decode
from xdsl_torchscript.tools.opt.diagnostics import UnreadableError, from_source_error

_SEPARATOR = b"// -----"


@dataclass(frozen=True)
class Chunk:
    """A piece of a file. Empty lines stand for what comes before it, so that each line of the
    text has the number that it has in the file."""

    data: bytes
    filename: str

    def text(self) -> str:
        """The text. Raises UnreadableError for bytes that are not UTF-8."""
        try:
            return decode(self.data, self.filename)
        except SourceError as error:
            raise UnreadableError([from_source_error(error)]) from error

    def lines(self) -> list[str]:
        """The lines for messages, whatever the bytes are."""
        return self.data.decode("utf-8", errors="replace").split("\n")


def split(data: bytes, filename: str, *, at_separators: bool) -> list[Chunk]:
    """The chunks of an input, in order: one, or one between any two `// -----`."""
    if not at_separators:
        return [Chunk(data, filename)]
    chunks: list[Chunk] = []
    lines_before = 0
    for piece in data.split(_SEPARATOR):
        chunks.append(Chunk(b"\n" * lines_before + piece, filename))
        lines_before += piece.count(b"\n")
    return chunks
