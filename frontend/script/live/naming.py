"""Qualified names of live objects, as PyTorch gives them."""

from __future__ import annotations

import re
from typing import Any

_MANGLED = re.compile(r"___torch_mangle_(\d+)")


def qualified_name(of: Any) -> str:
    """Return the qualified name: `__torch__.package.module.name`, or `__torch__.name` in the main
    program.

    A class may set `__torchscript_home__` to override the module.
    """
    module = getattr(of, "__torchscript_home__", None) or of.__module__
    home = "__torch__" if module in ("__main__", None) else f"__torch__.{module}"
    return f"{home}.{of.__name__}"


class Namer:
    """Makes definitions' names unique: the second `__torch__.m.f` is
    `__torch__.m.___torch_mangle_0.f`."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._mangled = 0

    def unique(self, name: str) -> str:
        home, _, last = name.rpartition(".")
        while name in self._taken:
            name = f"{home}.___torch_mangle_{self._mangled}.{last}"
            self._mangled += 1
        self._taken.add(name)
        return name


def plain_name(name: str) -> str:
    """Return a qualified name without the parts that made it unique."""
    return ".".join(part for part in name.split(".") if not _MANGLED.fullmatch(part))
