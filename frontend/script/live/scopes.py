"""What a name means inside a live function: its closure, its globals, Python's builtins."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

from xdsl_torchscript.frontend.script.context import Sugared
from xdsl_torchscript.frontend.script.names import MODULES

MISSING: Final = object()
"""Stands for a name without a value; None is a value."""

Scope: TypeAlias = Callable[[str], Any]
"""The object behind a name, MISSING if there is none."""


def scope_of(function: FunctionType, around: Mapping[str, Any]) -> Scope:
    """The names that `function` sees; `around` holds what else is known where it is scripted, such
    as the class that an annotation of its own method names."""
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))

    def find(name: str) -> Any:
        if name in cells:
            try:
                return cells[name].cell_contents
            except ValueError:
                return MISSING
        for names in (function.__globals__, around, vars(builtins)):
            if name in names:
                return names[name]
        return MISSING

    return find


def known_module(module: ModuleType) -> str | None:
    """The name of a module whose functions are operators."""
    return module.__name__ if module.__name__ in MODULES else None


def known_function(value: Any) -> Sugared | None:
    """What a function of a known module is, however it was imported: `from math import sqrt`."""
    name = getattr(value, "__name__", None)
    if not isinstance(value, FunctionType | BuiltinFunctionType) or name is None:
        return None
    for module, known in MODULES.items():
        real = sys.modules.get(module)
        spelled = next((n for n in _spellings(name) if getattr(real, n, None) is value), None)
        if spelled is not None:
            return known.find(spelled)
    return None


def _spellings(name: str) -> tuple[str, ...]:
    """`torch.linalg.norm` calls itself `linalg_norm`."""
    _, prefixed, rest = name.partition("_")
    return (name, rest) if prefixed and rest else (name,)
