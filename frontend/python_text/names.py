"""Names of variables: the hint of a value where it has one, made different from all others."""

from __future__ import annotations

import keyword
import re

from xdsl.ir import SSAValue

# What means something else where the text is read, or is written by the printer itself.
_MEANT = frozenset({
    "_", "aten", "attribute", "CONSTANTS", "fork", "awaitable", "getattr", "hasattr", "inf", "nan",
    "infj", "nanj", "ops", "__torch__", "torch", "annotate", "uninitialized", "unchecked_cast",
    "isinstance", "int", "float", "bool", "str", "complex", "print", "range", "sorted",
})  # fmt: skip
_RESERVED = _MEANT.union(keyword.kwlist)
_COUNTED = re.compile(r"\.\d+$")
_NUMBERED = re.compile(r"_?\d*")
_NOT_A_LETTER = re.compile(r"[^A-Za-z0-9_]")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def is_word(name: str) -> bool:
    """Whether a program can write the name as it is: `x.name`, `name : int`."""
    return _WORD.fullmatch(name) is not None and not keyword.iskeyword(name)


def meant_name(value: SSAValue) -> str | None:
    """The name that whoever wrote the program gave the value; a number is none."""
    hint = value.name_hint
    if hint is None:
        return None
    base = _COUNTED.sub("", hint)
    return None if _NUMBERED.fullmatch(base) else base


class Names:
    """The names that are taken in one function."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def fresh(self, wanted: str | None) -> str:
        """`wanted`, or `_` where nothing is, with a number behind it if that is taken."""
        base = _NOT_A_LETTER.sub("_", wanted or "_")
        if base[0].isdigit():
            base = f"_{base}"
        name = base
        while name in self._used or name in _RESERVED:
            number = self._next.get(base, 0)
            self._next[base] = number + 1
            name = f"{base}{number}"
        self._used.add(name)
        return name
