"""Definitions of live functions.

Annotations and defaults that Python has already evaluated are not compiled from text. In the tree,
a name with their source text refers to the evaluated object. Thus `Optional[P]` is right wherever
`P` was defined, and errors still show the source.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from xdsl.ir import Attribute

from xdsl_torchscript.frontend.script.context import SugaredValue
from xdsl_torchscript.frontend.script.definitions import FunctionDefinition
from xdsl_torchscript.frontend.script.live.scopes import MISSING, PythonScope, evaluate, scope_of
from xdsl_torchscript.frontend.script.live.source import source_of
from xdsl_torchscript.frontend.script.names import outside

Meaning = Callable[[Any], SugaredValue | None]
"""A function from an object of Python to its meaning in a program, or None."""


def make_definition(
    function: FunctionType,
    name: str,
    around: Mapping[str, Any],
    meaning: Meaning,
    self_type: Attribute | None = None,
) -> FunctionDefinition:
    """Return the definition of `function` under a qualified name, or of a method under its own.

    `around` has names that the function's own scope may lack. Raises SourceError for a function
    without source.
    """
    script, node = source_of(function)
    scope = scope_of(function, around)
    written = _EvaluatedNames(scope).take(node, function)

    def resolve(name: str) -> SugaredValue | None:
        found = written.get(name, MISSING)
        if found is MISSING:
            found = scope(name)
        return outside(name) if found is MISSING else meaning(found)

    node.name = name.rpartition(".")[2]
    return FunctionDefinition(name, script, node, resolve, self_type)


class _EvaluatedNames:
    """Replaces annotations and defaults in a tree by names, and maps the names to objects."""

    def __init__(self, scope: PythonScope) -> None:
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
        """Replace an annotation by a name, unless Python cannot evaluate it.

        Its names may belong to a package that is not installed.
        """
        if node is None:
            return None
        meant = evaluate(ast.unparse(node) if known is None else known, self._scope)
        return node if meant is MISSING else self._name(node, meant)

    def _default(self, node: ast.expr, value: Any) -> ast.expr:
        """Replace a default by a name, unless it is a literal."""
        try:
            ast.literal_eval(node)
        except ValueError:
            return self._name(node, value)
        return node
