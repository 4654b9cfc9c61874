"""From a live function to its definition.

What Python has evaluated already, annotations and default values, is not compiled from text again:
it stands in the tree as one name, its own text, which resolves to the object that Python has. Thus
`Optional[P]` is right wherever `P` was defined, and errors still show what was written.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from xdsl.ir import Attribute

from xdsl_torchscript.frontend.script.context import Sugared
from xdsl_torchscript.frontend.script.definitions import FunctionDefinition
from xdsl_torchscript.frontend.script.live.scopes import MISSING, Scope, evaluated, scope_of
from xdsl_torchscript.frontend.script.live.source import source_of
from xdsl_torchscript.frontend.script.names import outside

Meaning = Callable[[Any], Sugared | None]
"""What an object of Python is in a program."""


def defined(
    function: FunctionType,
    name: str,
    around: Mapping[str, Any],
    meaning: Meaning,
    self_type: Attribute | None = None,
) -> FunctionDefinition:
    """The definition of `function` under a qualified name, of a method under its own.

    `around` holds names that the function's own scope may not have. Raises SourceError where
    there is no source.
    """
    script, node = source_of(function)
    scope = scope_of(function, around)
    written = _Evaluated(scope).take(node, function)

    def resolve(name: str) -> Sugared | None:
        found = written.get(name, MISSING)
        if found is MISSING:
            found = scope(name)
        return outside(name) if found is MISSING else meaning(found)

    node.name = name.rpartition(".")[2]
    return FunctionDefinition(name, script, node, resolve, self_type)


class _Evaluated:
    """Replaces annotations and defaults in a tree by names, and keeps what the names stand for."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._written: dict[str, Any] = {}

    def take(self, node: ast.FunctionDef, function: FunctionType) -> dict[str, Any]:
        args = node.args
        known = inspect.get_annotations(function)
        for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs):
            arg.annotation = self._annotation(arg.annotation, known.get(arg.arg))
        node.returns = self._annotation(node.returns, known.get("return"))
        for part in ast.walk(node):
            if isinstance(part, ast.AnnAssign):
                part.annotation = self._annotation(part.annotation, None) or part.annotation
        values = function.__defaults__ or ()
        args.defaults = [self._default(d, v) for d, v in zip(args.defaults, values, strict=True)]
        for index, arg in enumerate(args.kwonlyargs):
            default = args.kw_defaults[index]
            if default is not None and function.__kwdefaults__:
                args.kw_defaults[index] = self._default(default, function.__kwdefaults__[arg.arg])
        return self._written

    def _name(self, node: ast.expr, meant: Any) -> ast.expr:
        text = ast.unparse(node)
        self._written[text] = meant
        return ast.copy_location(ast.Name(text, ast.Load()), node)

    def _annotation(self, node: ast.expr | None, known: Any) -> ast.expr | None:
        """The tree stays where Python does not know the names either, as for a package that is
        not installed."""
        if node is None:
            return None
        meant = evaluated(ast.unparse(node) if known is None else known, self._scope)
        return node if meant is MISSING else self._name(node, meant)

    def _default(self, node: ast.expr, value: Any) -> ast.expr:
        """A literal stays a literal."""
        try:
            ast.literal_eval(node)
        except ValueError:
            return self._name(node, value)
        return node
