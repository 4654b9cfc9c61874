"""Names of variables that text cannot have: `_0`, which is a number there, and letters beyond
ASCII."""

from __future__ import annotations

import ast

import pytest
from script_programs import files

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.source import SourceError
from xdsl_torchscript.lowering.ts.script_compiler import compile_source


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.arg = self.names.get(node.arg, node.arg)
        self.generic_visit(node)
        return node


def _rename(function: ast.FunctionDef, pattern: str) -> str:
    """Return the text of the function with its assigned names replaced."""
    assigned = [
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    ]
    names = {name: pattern.format(i) for i, name in enumerate(dict.fromkeys(assigned))}
    return ast.unparse(_Renamed(names).visit(function))


@pytest.mark.parametrize("pattern", ["_{}", "é{}"])
@pytest.mark.parametrize("file", ["control", "loops", "returns", "refinement"])
def test_programs_with_other_names(file: str, pattern: str) -> None:
    (path,) = (path for path in files() if path.stem == file)
    tree = ast.parse(path.read_text())
    plain = [
        node for node in tree.body if isinstance(node, ast.FunctionDef) and _is_self_contained(node)
    ]
    assert len(plain) > 5
    for function in plain:
        compile_source(_rename(function, pattern), path.name).verify()


def _is_self_contained(function: ast.FunctionDef) -> bool:
    """Return whether it uses only its arguments and operators."""
    try:
        compile_source(ast.unparse(function), function.name)
    except SourceError:
        return False
    return True


def test_a_number_is_no_hint() -> None:
    module = compile_source("def f(x):\n    _0 = x + 1\n    return _0\n", "f.py")
    assert "%2 = aten.add" in str(module)


def test_names_beyond_ascii_are_names() -> None:
    unit = ts.compile(
        "def f(ä: int) -> int:\n    for ü in range(3):\n        ä += ü\n    return ä\n"
    )
    assert unit.f(1) == 4
    assert unit.f(ä=2) == 5


def test_arguments_with_numbers() -> None:
    """A hint drops the number, a signature keeps it."""
    unit = ts.compile("def f(x_1: int, x_2: int = 3, _3: int = 0) -> int: return x_1 - x_2 - _3")
    assert str(unit.f.schema) == "f(int x_1, int x_2=3, int _3=0) -> int"
    assert unit.f(x_2=5, x_1=1) == -4
    assert "x_1: int" in unit.f.code
