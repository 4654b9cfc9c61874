"""Strings as the bytes that they are in UTF-8.

TorchScript's strings are bytes: the length of `"ü"` is 2, and its first element is no character.
Here a string is a str of Python. A byte that belongs to no character stands in it as a lone
surrogate, as Python's `surrogateescape` writes it. Each row of bytes has exactly one such str, so
that strings are equal, and have one hash, where their bytes are equal. Whatever puts strings
together, or takes them apart, therefore goes through here unless they are ASCII.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

_ENCODING, _LONE_BYTES = "utf-8", "surrogateescape"


def bytes_of(text: str) -> bytes:
    """The bytes of a string. UnicodeEncodeError for a surrogate that stands for no byte."""
    return text.encode(_ENCODING, _LONE_BYTES)


def text_of_bytes(data: bytes) -> str:
    return data.decode(_ENCODING, _LONE_BYTES)


def joined_bytes(text: str) -> str:
    """The one form of a text that was put together of parts: bytes that have met may be a
    character now."""
    return text if text.isascii() else text_of_bytes(bytes_of(text))


def is_utf8(text: str) -> bool:
    """Whether a str is one that PyTorch takes and gives: without surrogates."""
    if text.isascii():
        return True
    try:
        text.encode(_ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def given_to_python(text: str) -> str:
    """The same. UnicodeDecodeError, as PyTorch raises, for what is no UTF-8."""
    if text.isascii():
        return text
    try:
        return bytes_of(text).decode(_ENCODING)
    except UnicodeDecodeError as error:
        error.reason += "; strings leave a program as whole characters only"
        raise


def on_bytes(method: Callable[..., Any]) -> Callable[..., Any]:
    """An operator on strings by what it does to their bytes."""

    def run(*arguments: Any) -> Any:
        return _as_text(method(*map(_as_bytes, arguments)))

    return run


def _as_bytes(value: Any) -> Any:
    return bytes_of(value) if isinstance(value, str) else value


def _as_text(value: Any) -> Any:
    match value:
        case bytes():
            return text_of_bytes(value)
        case list():
            return [*map(text_of_bytes, cast("list[bytes]", value))]
        case tuple():
            return (*map(text_of_bytes, cast("tuple[bytes, ...]", value)),)
        case _:
            return value
