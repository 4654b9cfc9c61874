"""The input of ts-opt: bytes to text, in one piece or in several."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl_torchscript.tools.opt.diagnostics import Diagnostic, UnreadableError

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
            return self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            before = self.data[: error.start].decode("utf-8")
            line, column = before.count("\n") + 1, error.start - before.rfind("\n")
            message = f"byte 0x{self.data[error.start]:02x} is not UTF-8 text"
            diagnostic = Diagnostic(self.filename, line, column, message)
            raise UnreadableError([diagnostic]) from error

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
