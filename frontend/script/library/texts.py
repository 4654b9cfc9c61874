"""The texts of the library, and the names that each defines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

_DEFINED = re.compile(r"^(?:def|class) (\w+)", re.MULTILINE)

TEXTS: Mapping[str, tuple[str, ...]] = {
    "__torch__.torch.nn.functional.": ("functional.txt", "unpooling.txt", "attention.txt"),
    "__torch__.torch.nn._reduction.": ("reduction.txt",),
    "__torch__.torch.functional.": ("functions.txt",),
}
"""The files for each prefix of qualified names; together they form one text."""


@cache
def text_of(prefix: str) -> str:
    folder = files(__name__.rpartition(".")[0])
    return "\n".join(folder.joinpath(name).read_text("utf-8") for name in TEXTS[prefix])


@cache
def names_of(prefix: str) -> tuple[str, ...]:
    """Return the names that a text defines, without the prefix."""
    return tuple(_DEFINED.findall(text_of(prefix)))


def overloads_of(prefix: str, name: str) -> tuple[str, ...]:
    """Return the qualified names of a function's overloads: `tensordot`, `tensordot__1`, ..."""
    found = [n for n in names_of(prefix) if n == name or n.startswith(f"{name}__")]
    return tuple(f"{prefix}{n}" for n in found)
