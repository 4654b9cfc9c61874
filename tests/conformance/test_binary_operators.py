"""Every binary operator of the language on every pair of basic types: PyTorch and we accept the
same programs, and give them the same type of result."""

from __future__ import annotations

import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")

OPERATORS = (
    "+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^", "@",
    "<", "<=", "==", "!=", ">", ">=",
)  # fmt: skip
TYPES = ("int", "float", "bool", "complex", "Tensor", "str", "Optional[int]")


def _source(left: str, operator: str, right: str) -> str:
    return f"def f(a: {left}, b: {right}):\n    return a {operator} b\n"


def _theirs(source: str) -> str | None:
    try:
        return str(next(torch.jit.CompilationUnit(source).f.graph.outputs()).type())
    except RuntimeError:
        return None


def _ours(source: str) -> str | None:
    try:
        return str(next(iter(ts.CompilationUnit(source).f.graph.outputs())).type())
    except ts.SourceError:
        return None


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("left", TYPES)
def test_same_type_of_result(left: str, operator: str) -> None:
    sources = [_source(left, operator, right) for right in TYPES]
    assert list(map(_ours, sources)) == list(map(_theirs, sources))
