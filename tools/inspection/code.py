"""The declarations and calls in an archive's code, read as Python's syntax, never executed."""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

_CONVERSIONS = {
    "bool": "aten::Bool",
    "complex": "aten::Complex",
    "float": "aten::Float",
    "int": "aten::Int",
    "isinstance": "prim::isinstance",
    "print": "prim::Print",
    "str": "aten::str",
    "unchecked_cast": "prim::unchecked_cast",
    "uninitialized": "prim::Uninitialized",
}
"""The builtin functions of the printed language that stand for operators."""

_SYNTAX = {"annotate", "getattr", "range"}
"""The builtin functions that do not."""

_UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""Errors of Python's parser for text that is not Python or too deeply nested."""

_MOST_CHARACTERS = 8 << 20
"""The limit on code to parse; a syntax tree is a hundred times larger than its text."""


@dataclass(frozen=True)
class OwnAttribute:
    """An argument `self.name`."""

    name: str


@dataclass(frozen=True)
class CallSite:
    """A call of a name such as `torch.dropout`.

    An argument is a constant, an OwnAttribute or, for any other expression, `...`. Keywords do not
    count: printed code has them for few operators.
    """

    name: str
    arguments: tuple[object, ...]


@dataclass(frozen=True)
class ClassCode:
    """A class: its signatures, the names of its parameters and buffers, and its methods' calls."""

    base: str = ""
    parameters: tuple[str, ...] = ()
    buffers: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    calls: tuple[CallSite, ...] = ()


@dataclass(frozen=True)
class FunctionCode:
    """A function: its signature and its calls."""

    signature: str
    calls: tuple[CallSite, ...]


@dataclass
class CodeSummary:
    """All code of an archive. Operators are counted by occurrence; `places` has one line of each.

    `constants` are the names accessed on `CONSTANTS.`.
    """

    classes: dict[str, ClassCode] = field(default_factory=dict[str, ClassCode])
    functions: dict[str, FunctionCode] = field(default_factory=dict[str, FunctionCode])
    operators: Counter[str] = field(default_factory=Counter[str])
    places: dict[str, str] = field(default_factory=dict[str, str])
    devices: Counter[str] = field(default_factory=Counter[str])
    constants: set[str] = field(default_factory=set[str])
    calls: int = 0
    unreadable: dict[str, str] = field(default_factory=dict[str, str])


def read_program(sources: Mapping[str, str]) -> CodeSummary:
    """Parse the sources into a program; `unreadable` lists the sources that are not Python."""
    program = CodeSummary()
    left = _MOST_CHARACTERS
    for path, text in sources.items():
        left -= len(text)
        if left < 0:
            program.unreadable[path] = "too long"
            continue
        try:
            _read_source(program, path, _parse(text))
        except _UNREADABLE as error:
            line = error.lineno if isinstance(error, SyntaxError) else None
            program.unreadable[path] = "nested too deep" if line is None else f"line {line}"
    return program


def _parse(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _read_source(program: CodeSummary, path: str, tree: ast.Module) -> None:
    module = path.removeprefix("code/").removesuffix(".py").replace("/", ".")
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    found = {f"{module}.{node.name}": _class(node) for node in classes}
    called = {node.name: tuple(_calls(node)) for node in functions}
    signatures = {
        f"{module}.{node.name}": FunctionCode(signature(node), called[node.name])
        for node in functions
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            _count(program, node, path)
        elif isinstance(node, ast.Attribute) and (
            isinstance(node.value, ast.Name) and node.value.id == "CONSTANTS"
        ):
            program.constants.add(node.attr)
    program.classes |= found
    program.functions |= signatures


def _class(node: ast.ClassDef) -> ClassCode:
    listed = dict(_listed_names(node))
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    objects = [(m, m.args.args[0].arg if m.args.args else None) for m in methods]
    return ClassCode(
        base=ast.unparse(node.bases[0]) if node.bases else "",
        parameters=listed.get("__parameters__", ()),
        buffers=listed.get("__buffers__", ()),
        calls=tuple(call for method, self in objects for call in _calls(method, self)),
        methods=tuple(signature(method) for method in methods),
    )


def _listed_names(node: ast.ClassDef) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the attributes that list names: `__parameters__ = ["weight", "bias", ]` and the
    like."""
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=items)):
                texts = (i.value for i in items if isinstance(i, ast.Constant))
                yield name, tuple(text for text in texts if isinstance(text, str))
            case _:
                pass


def _calls(function: ast.FunctionDef, own: str | None = None) -> Iterator[CallSite]:
    """Yield the calls of names, also through a variable: `_0 = torch.dropout`, then `_0(x)`.

    `own` is the object of a method. A variable counts as a constant if it is always that constant.
    """
    names: dict[str, str] = {}
    values: dict[str, object] = {}

    def value_of(node: ast.expr) -> object:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Attribute(value=ast.Name(id=base), attr=name) if base == own:
                return OwnAttribute(name)
            case _:
                return ...

    calls: list[ast.Call] = []
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            calls.append(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, value = node.targets[0].id, value_of(node.value)
            values[name] = value if values.get(name, value) == value else ...
            names[name] = _dot(node.value)
    for call in calls:
        called = _dot(call.func)
        arguments = (
            values.get(arg.id, ...) if isinstance(arg, ast.Name) else value_of(arg)
            for arg in call.args
        )
        yield CallSite(names.get(called, called), tuple(arguments))


def signature(node: ast.FunctionDef) -> str:
    """Return the first line of a function, on one line: `forward(self, x: Tensor) -> Tensor`."""
    for argument in node.args.args:
        stated = "" if argument.annotation is None else _dot(argument.annotation)
        # The object of a method, whatever its name is.
        is_object = argument is node.args.args[0] and stated.startswith("__torch__.")
        if argument.arg == "self" or is_object:
            argument.annotation = None
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def _count(program: CodeSummary, call: ast.Call, path: str) -> None:
    root, _, rest = _dot(call.func).partition(".")
    named = {"torch": f"aten::{rest}", "ops": rest.replace(".", "::", 1)} if rest else _CONVERSIONS
    operator = named.get(root)
    if (root, rest) == ("torch", "device"):
        constants = (a.value for a in call.args if isinstance(a, ast.Constant))
        program.devices.update(value for value in constants if isinstance(value, str))
    elif operator is not None:
        program.operators[operator] += 1
        program.places.setdefault(operator, f"{path}:{call.lineno}")
    elif rest or root not in _SYNTAX:
        program.calls += 1


def _dot(node: ast.expr) -> str:
    """Return an attribute path `a.b.c` as text; other expressions have an empty root."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id if isinstance(node, ast.Name) else "", *reversed(parts)])
