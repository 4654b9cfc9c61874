"""The input of ts-opt: bytes to text, whole or split at separators."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_torchscript.frontend.source import SourceError, decode
from xdsl_torchscript.tools.opt.diagnostics import UnreadableError, from_source_error

_SEPARATOR = b"// -----"


@dataclass(frozen=True)
class Chunk:
    """A piece of a file. Empty lines replace the text before it, which preserves line numbers."""

    data: bytes
    filename: str

    def text(self) -> str:
        """Return the text. Raises UnreadableError for bytes that are not UTF-8."""
        try:
            return decode(self.data, self.filename)
        except SourceError as error:
            raise UnreadableError([from_source_error(error)]) from error

    def lines(self) -> list[str]:
        """Return the lines for messages, with invalid bytes replaced."""
        return self.data.decode("utf-8-sig", errors="replace").split("\n")


def split(data: bytes, filename: str, *, at_separators: bool) -> list[Chunk]:
    """Return the chunks of an input in order, split at `// -----` if `at_separators` is set."""
    if not at_separators:
        return [Chunk(data, filename)]
    chunks: list[Chunk] = []
    lines_before = 0
    for piece in data.split(_SEPARATOR):
        chunks.append(Chunk(b"\n" * lines_before + piece, filename))
        lines_before += piece.count(b"\n")
    return chunks
