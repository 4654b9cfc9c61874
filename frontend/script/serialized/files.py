"""Files of serialized code, and their definitions.

Nothing is compiled here; a definition is created when its name is requested. Names are always
qualified in this language, so a class named `Size` or `Generator` does not hide a type.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from xdsl.ir import Attribute

from xdsl_torchscript.frontend.script.classes.bodies import ClassContext, definition_of
from xdsl_torchscript.frontend.script.context import Context, Definitions, Resolver, SugaredValue
from xdsl_torchscript.frontend.script.definitions import (
    ClassDefinition,
    Definition,
    FunctionDefinition,
)
from xdsl_torchscript.frontend.script.functions import context_in
from xdsl_torchscript.frontend.script.serialized.forms import Nested
from xdsl_torchscript.frontend.script.syntax import Script

_VERSION = "op_version_set"
_Node = ast.FunctionDef | ast.ClassDef


class SerializedFile:
    """The definitions of one file, by their names in it.

    Raises SourceError for text that is not Python, other statements, and duplicate names.
    """

    def __init__(
        self, script: Script, prefix: str, resolver: Resolver, program: Callable[[], Definitions]
    ) -> None:
        self._script = script
        self._prefix = prefix
        self._resolver = resolver
        self._program = program
        self.nodes: dict[str, _Node] = {}
        for node in script.parse().body:
            if _has_no_effect(node):
                continue
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                message = "only classes and functions are allowed at the top of an archive's code"
                raise script.error(message, node)
            if node.name in self.nodes:
                raise script.error(f"there are two definitions of '{node.name}'", node)
            self.nodes[node.name] = node

    def define(self, name: str) -> Definition | None:
        """Return the definition of a name of the file, or None. Raises SourceError."""
        node = self.nodes.get(name)
        if node is None:
            return None
        full = self._prefix + name
        if isinstance(node, ast.FunctionDef):
            return self.function(full, node)
        made = definition_of(ClassContext(self._script, full, self._context), node)
        if isinstance(made, ClassDefinition):
            # Up to PyTorch 1.4 classes do not declare the attributes assigned in __init__.
            declares = any(isinstance(part, ast.AnnAssign) for part in node.body)
            made.inferred = not (made.is_module or declares)
            for method in made.methods.values():
                _take_functions(method)
        return made

    def function(
        self, name: str, node: ast.FunctionDef, self_type: Attribute | None = None
    ) -> FunctionDefinition:
        """Return the definition of a function of the file, or of a method at its top level."""
        made = FunctionDefinition(name, self._script, node, self._resolver, self_type)
        _take_functions(made)
        return made

    def _context(self) -> Context:
        return context_in(self._script, self._resolver, self._program())


def _has_no_effect(node: ast.stmt) -> bool:
    """Return whether it is a version line or an import of another file, as in older archives."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name == _VERSION
        case ast.Import() | ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case _:
            return False


# ---- functions inside of functions


def _take_functions(definition: FunctionDefinition) -> None:
    """Make nested functions available as names to the function's code, and to that of each other:
    a function has one name in all of the code."""
    nested = {node.name: Nested(node) for node in _nested(definition.node)}
    if not nested:
        return
    for node in (definition.node, *(function.node for function in nested.values())):
        _WithoutFunctions().of_body(node)
    definition.resolver = partial(_inside, nested, definition.resolver)


def _inside(
    nested: Mapping[str, SugaredValue], resolver: Resolver, name: str
) -> SugaredValue | None:
    return nested.get(name) or resolver(name)


def _nested(node: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    """Yield the functions nested in a function, at any depth, searching only statements."""
    pending: list[ast.stmt] = list(node.body)
    while pending:
        part = pending.pop()
        if isinstance(part, ast.FunctionDef):
            yield part
        for name in ("body", "orelse"):
            pending += getattr(part, name, ())


class _WithoutFunctions(ast.NodeTransformer):
    def of_body(self, node: ast.FunctionDef) -> None:
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        return ast.copy_location(ast.Pass(), node)
