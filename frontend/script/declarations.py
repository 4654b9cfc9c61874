"""The top level of a text: its definitions, constants and imports. Nothing is executed."""

from __future__ import annotations

import ast
from collections.abc import Callable

from xdsl_torchscript.frontend.script.classes.bodies import (
    ClassContext,
    check_decorators,
    definition_of,
    named_tuple_call,
)
from xdsl_torchscript.frontend.script.context import Context, Definitions, Resolver, SugaredValue
from xdsl_torchscript.frontend.script.definitions import Definition, FunctionDefinition
from xdsl_torchscript.frontend.script.functions import context_in
from xdsl_torchscript.frontend.script.names import MODULES
from xdsl_torchscript.frontend.script.refusals import REFUSED
from xdsl_torchscript.frontend.script.syntax import Script
from xdsl_torchscript.frontend.script.values import Literal, ModuleValue

_SILENT = ("typing", "__future__", "collections", "collections.abc", "enum", "dataclasses")
"""Modules whose names the compiler provides without an import."""


class TopLevel:
    """The names of one text; a resolver for its functions."""

    def __init__(self, script: Script, prefix: str, outer: Resolver, program: Definitions) -> None:
        self._script = script
        self._prefix = prefix
        self._outer = outer
        self._program = program
        self._names: dict[str, SugaredValue] = {}
        self._defined: set[str] = set()

    def __call__(self, name: str) -> SugaredValue | None:
        found = self._names.get(name)
        if found is None and name in self._defined:
            found = self._program.find(self._prefix + name)
        return found or self._outer(name)

    def definitions(self, define: Callable[[Definition], object]) -> list[str]:
        """Define the text's definitions, and return their names. Raises SourceError."""
        found: list[Definition] = []
        for node in self._script.parse().body:
            made = self._top(node)
            if made is not None:
                found.append(made)
        for definition in found:
            define(definition)
        return [definition.name for definition in found]

    def context(self) -> Context:
        """Return the context for code at the top level of the text."""
        return context_in(self._script, self, self._program)

    def _top(self, node: ast.stmt) -> Definition | None:
        match node:
            case ast.FunctionDef():
                check_decorators(self._script, node.decorator_list)
                name = self._define(node.name, "functions", node)
                return FunctionDefinition(name, self._script, node, self)
            case ast.ClassDef():
                name = self._define(node.name, "classes", node)
                return definition_of(ClassContext(self._script, name, self.context), node)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as called):
                return self._define_call(name, called, node)
            case ast.Import():
                for alias in node.names:
                    self._import(alias)
            case ast.ImportFrom():
                for alias in node.names:
                    self._import_from(node.module or "", alias)
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                self._names[name] = Literal(self._literal(node))
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.AsyncFunctionDef():
                raise self._script.error(REFUSED[type(node)], node)
            case _:
                raise self._script.error(
                    "statement outside of a function; expected a function, a class, "
                    "an import or a constant",
                    node,
                )
        return None

    def _define(self, name: str, kind: str, node: ast.stmt) -> str:
        if name in self._defined:
            raise self._script.error(f"there are two {kind} '{name}'", node)
        self._defined.add(name)
        return self._prefix + name

    def _define_call(self, name: str, called: ast.Call, node: ast.Assign) -> Definition | None:
        place = ClassContext(self._script, self._prefix + name, self.context)
        made = named_tuple_call(place, called)
        if made is None:
            self._names[name] = Literal(self._literal(node))
        else:
            self._define(name, "classes", node)
        return made

    def _import(self, alias: ast.alias) -> None:
        if alias.name in _SILENT:
            return
        if alias.name not in MODULES:
            raise self._script.error(f"the module '{alias.name}' is not known in scripts", alias)
        root = alias.name if alias.asname else alias.name.split(".")[0]
        self._names[alias.asname or root] = MODULES[root]

    def _import_from(self, module: str, alias: ast.alias) -> None:
        """Import a name. Names of types need no entry: annotations resolve them."""
        if module in _SILENT:
            return
        source: ModuleValue | None = MODULES.get(module)
        found = MODULES.get(f"{module}.{alias.name}") or (source and source.find(alias.name))
        if found is None:
            raise self._script.error(f"'{module}.{alias.name}' is not known in scripts", alias)
        self._names[alias.asname or alias.name] = found

    def _literal(self, node: ast.Assign | ast.AnnAssign) -> int | float | bool | str | None:
        value = None if node.value is None else node.value
        try:
            known = None if value is None else ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            known = Ellipsis
        if not isinstance(known, int | float | bool | str | None):
            message = "outside of functions, only numbers and strings can be named"
            raise self._script.error(f"{message}; move it into the function", node)
        return known
