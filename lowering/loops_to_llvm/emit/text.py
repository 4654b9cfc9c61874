"""Small rules of LLVM IR's syntax: names, strings, flags; and how an emitter refuses."""

import re
from collections.abc import Iterable

from xdsl.dialects.llvm import FastMathAttr, OverflowAttr, OverflowFlag
from xdsl.dialects.utils import FastMathFlag
from xdsl.utils.exceptions import PassFailedException

_PLAIN_NAME = re.compile(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*")


class Unsupported(PassFailedException):
    """Something has no form in LLVM IR. The emitter adds the operation and its place."""


def symbol(sigil: str, name: str) -> str:
    """`@name` or `%name`, in quotes where LLVM needs them."""
    return sigil + (name if _PLAIN_NAME.fullmatch(name) else quote_string(name.encode()))


def quote_string(data: bytes) -> str:
    """Return a string literal; characters other than printable ASCII become hexadecimal escapes."""
    return '"' + "".join(map(_character, data)) + '"'


def _character(byte: int) -> str:
    plain = 0x20 <= byte < 0x7F and byte not in b'"\\'
    return chr(byte) if plain else f"\\{byte:02X}"


def words(parts: Iterable[str]) -> str:
    """Join the parts that are not empty with spaces."""
    return " ".join(part for part in parts if part)


def fast_math(flags: FastMathAttr) -> str:
    """Return the flags in LLVM's order; the IR stores them in an unordered set."""
    if len(flags.data) == len(FastMathFlag):
        return "fast"
    return words(flag.value for flag in FastMathFlag if flag in flags.data)


def overflow(flags: OverflowAttr | None) -> str:
    if flags is None:
        return ""
    order = (OverflowFlag.NO_UNSIGNED_WRAP, OverflowFlag.NO_SIGNED_WRAP)
    return words(flag.value for flag in order if flag in flags.data)
