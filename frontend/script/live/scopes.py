"""Names inside live functions: closures, globals and builtins."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, FunctionType
from typing import Any, Final, ForwardRef, TypeAlias

from xdsl_torchscript.frontend.script.context import SugaredValue
from xdsl_torchscript.frontend.script.names import MODULES

MISSING: Final = object()
"""Marks a name without a value; None is a value."""

PythonScope: TypeAlias = Callable[[str], Any]
"""A function from a name to its object, or MISSING."""


def scope_of(function: FunctionType, around: Mapping[str, Any]) -> PythonScope:
    """Return the scope of `function`.

    `around` has further names visible where it is scripted, such as the class that an annotation of
    its method names.
    """
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


class _EvaluationScope(dict[str, Any]):
    """A scope as a mapping for `eval`."""

    def __init__(self, scope: PythonScope) -> None:
        super().__init__()
        self._scope = scope

    def __missing__(self, name: str) -> Any:
        found = self._scope(name)
        if found is MISSING:
            raise KeyError(name)
        return found


def evaluate(text: Any, scope: PythonScope) -> Any:
    """Evaluate an annotation that Python kept as text; return MISSING if a name is unknown.

    A name may belong to a package that is not installed.
    """
    while isinstance(text, str | ForwardRef):
        text = text.__forward_arg__ if isinstance(text, ForwardRef) else text
        try:
            text = eval(text, {}, _EvaluationScope(scope))
        except (NameError, AttributeError, TypeError, SyntaxError, ValueError, KeyError):
            return MISSING
    return text


def known_function(value: Any) -> SugaredValue | None:
    """Return the meaning of a function of a known module, however imported: `from math import
    sqrt`."""
    name = getattr(value, "__name__", None)
    if not isinstance(value, FunctionType | BuiltinFunctionType) or name is None:
        return None
    # `torch.linalg.norm` is called `linalg_norm`.
    _, prefixed, rest = name.partition("_")
    spellings = (name, rest) if prefixed and rest else (name,)
    for module, known in MODULES.items():
        real = sys.modules.get(module)
        spelled = next((n for n in spellings if getattr(real, n, None) is value), None)
        if spelled is not None:
            return known.find(spelled)
    return None


def scope_of_class(kind: type, around: Mapping[str, Any]) -> PythonScope:
    """Return the scope of annotations in the body of a class."""
    module = sys.modules.get(kind.__module__)
    tables = (around, {} if module is None else vars(module), vars(builtins))

    def find(name: str) -> Any:
        return next((table[name] for table in tables if name in table), MISSING)

    return find
