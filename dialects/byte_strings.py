"""Strings as byte strings in UTF-8.

TorchScript's strings are bytes: the length of `"ü"` is 2, and its first element is not a character.
Here a string is a Python str. A byte outside any character is a lone surrogate, as in Python's
`surrogateescape`. This form is canonical: equal bytes give equal strings with equal hashes.
Operators that join or split strings therefore use these functions, except on ASCII.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

_ENCODING, _LONE_BYTES = "utf-8", "surrogateescape"
SPACE = " \t\n\v\f\r"
"""White space, as in C."""


def bytes_of(text: str) -> bytes:
    """Return the bytes of a string. Raises UnicodeEncodeError for an invalid surrogate."""
    return text.encode(_ENCODING, _LONE_BYTES)


def text_of_bytes(data: bytes) -> str:
    return data.decode(_ENCODING, _LONE_BYTES)


def byte_count(text: str) -> int:
    return len(text) if text.isascii() else len(bytes_of(text))


def join_texts(text: str, other: str) -> str:
    return canonical_text(text + other)


def canonical_text(text: str) -> str:
    """Return the canonical form of a joined text: adjacent bytes may now form a character."""
    return text if text.isascii() else text_of_bytes(bytes_of(text))


def is_utf8(text: str) -> bool:
    """Return whether a str has no surrogates, as PyTorch requires at its boundary."""
    if text.isascii():
        return True
    try:
        text.encode(_ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def to_python_string(text: str) -> str:
    """Return a str for Python. Raises UnicodeDecodeError, as PyTorch, unless it is UTF-8."""
    if text.isascii():
        return text
    try:
        return bytes_of(text).decode(_ENCODING)
    except UnicodeDecodeError as error:
        error.reason += "; strings leave a program as whole characters only"
        raise


def on_bytes(
    method: Callable[..., Any], on_ascii: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Return an operator on strings from a method on their bytes. `on_ascii` does the same on
    ASCII strings."""

    def run(*arguments: Any) -> Any:
        value = method(*map(_as_bytes, arguments))
        match value:
            case bytes():
                return text_of_bytes(value)
            case list():
                return [*map(text_of_bytes, cast("list[bytes]", value))]
            case tuple():
                return (*map(text_of_bytes, cast("tuple[bytes, ...]", value)),)
            case _:
                return value

    if on_ascii is None:
        return run

    def run_on_ascii(*arguments: Any) -> Any:
        for argument in arguments:
            if isinstance(argument, str) and not argument.isascii():
                return run(*arguments)
        return on_ascii(*arguments)

    return run_on_ascii


def _as_bytes(value: Any) -> Any:
    return bytes_of(value) if isinstance(value, str) else value
