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
class ClassCode:
    """A class: its signatures, and the names of its parameters and buffers.

    `called` are the last parts of the names that its methods call, such as `dropout`.
    """

    base: str
    parameters: tuple[str, ...]
    buffers: tuple[str, ...]
    methods: tuple[str, ...]
    called: frozenset[str]


@dataclass
class CodeSummary:
    """All code of an archive. Operators are counted by occurrence; `places` has one line of each.

    `constants` are the names accessed on `CONSTANTS.`.
    """

    classes: dict[str, ClassCode] = field(default_factory=dict[str, ClassCode])
    functions: dict[str, str] = field(default_factory=dict[str, str])
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
    signatures = {f"{module}.{node.name}": signature(node) for node in functions}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            _count(program, node, path)
        elif isinstance(node, ast.Attribute) and _is_name(node.value, "CONSTANTS"):
            program.constants.add(node.attr)
    program.classes |= found
    program.functions |= signatures


def _class(node: ast.ClassDef) -> ClassCode:
    listed = dict(_listed_names(node))
    return ClassCode(
        base=ast.unparse(node.bases[0]) if node.bases else "",
        parameters=listed.get("__parameters__", ()),
        buffers=listed.get("__buffers__", ()),
        methods=tuple(signature(m) for m in node.body if isinstance(m, ast.FunctionDef)),
        called=frozenset(
            call.func.attr
            for call in ast.walk(node)
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
        ),
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


def signature(node: ast.FunctionDef) -> str:
    """Return the first line of a function, on one line: `forward(self, x: Tensor) -> Tensor`."""
    for argument in node.args.args:
        if argument.arg == "self" or (argument is node.args.args[0] and _is_own_class(argument)):
            argument.annotation = None
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){returns}"


def _is_own_class(argument: ast.arg) -> bool:
    """Return whether it is the object of a method, whatever its name is."""
    return argument.annotation is not None and _dotted(argument.annotation).startswith("__torch__.")


def _count(program: CodeSummary, call: ast.Call, path: str) -> None:
    root, _, rest = _dotted(call.func).partition(".")
    operator = _operator(root, rest)
    if (root, rest) == ("torch", "device"):
        constants = (a.value for a in call.args if isinstance(a, ast.Constant))
        program.devices.update(value for value in constants if isinstance(value, str))
    elif operator is not None:
        program.operators[operator] += 1
        program.places.setdefault(operator, f"{path}:{call.lineno}")
    elif rest or root not in _SYNTAX:
        program.calls += 1


def _operator(root: str, rest: str) -> str | None:
    """Return the operator that a call of `root.rest` stands for, or None."""
    if not rest:
        return _CONVERSIONS.get(root)
    return {"torch": f"aten::{rest}", "ops": rest.replace(".", "::", 1)}.get(root)


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _dotted(node: ast.expr) -> str:
    """Return an attribute path `a.b.c` as text; other expressions have an empty root."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id if isinstance(node, ast.Name) else "", *reversed(parts)])
