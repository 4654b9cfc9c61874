"""Names of variables: unique, and from the hints of values where they have one."""

from __future__ import annotations

import keyword
import re

from xdsl.ir import SSAValue

# Names that have a meaning in the text, or that the printer itself writes.
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
    """Return whether a program can write the name as an identifier: `x.name`, `name : int`."""
    return _WORD.fullmatch(name) is not None and not keyword.iskeyword(name)


def source_name(value: SSAValue) -> str | None:
    """Return the value's name in the source, None if it is a number."""
    hint = value.name_hint
    if hint is None:
        return None
    base = _COUNTED.sub("", hint)
    return None if _NUMBERED.fullmatch(base) else base


class Names:
    """The names used in one function."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def fresh(self, wanted: str | None) -> str:
        """Return `wanted`, or `_` for None, with a number appended if it is in use."""
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
