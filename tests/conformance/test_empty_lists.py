"""`[]` takes the type that a call wants; with an annotation or a name, it is a list of tensors."""

# pyright: basic
from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from test_loaded_differences import agree, outcome, saved  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402
from xdsl_torchscript.frontend.source import SourceError  # noqa: E402

HELPERS = """
def count(xs: List[int]) -> int:
    return len(xs)

def count_some(xs: Optional[List[int]]) -> int:
    return 7 if xs is None else len(xs)

"""
LITERALS = (
    "count([])", "count(([]))", "count(xs=[])", "count_some([])", "sorted([])", "len([])",
    "x.sum([])", "torch.zeros([])", "x.reshape([])", "[] == []", "max([1], [])", "sum([])",
    "[] + [1]", "[1] + []", "[1] in []", "any([])",
    "count(list())", "count([y for y in x])", "count(torch.jit.annotate(List[Tensor], []))",
    "sorted(torch.jit.annotate(List[Tensor], []))", "sorted([y - 1 for y in x])",
)  # fmt: skip
USES = (
    "count(l)", "count_some(l)", "sorted(l)", "l == m", "l != m", "l < m", "len(sorted(l + m))",
    "sum(l)", "all(l)", "max(l, m)", "torch.zeros(l)", "x.reshape(l)", "torch.mean(x, l)", "l + m",
    "l.copy()", "l.index(x)", "torch.stack(l)", "torch.sum(x, l)",
)  # fmt: skip
STARTS = {
    "annotated": "l: List[Tensor] = []\n    m: List[Tensor] = []\n",
    "plain": "l = []\n    m = []\n",
    "chained": "l = k = []\n    m = k + []\n",
    "numbered": "_0 = []\n    l = _0\n    m = [x]\n",
    "unpacked": "l, m = [], []\n",
}
X = torch.tensor([2.0])


def results(text: str) -> tuple[object, object]:
    """Return the outcomes of `f(X)` there and here; a program that is refused raises."""
    try:
        theirs = outcome(torch.jit.CompilationUnit(text).f, [X])
    except RuntimeError:
        theirs = "raises"
    try:
        return theirs, outcome(ts.compile(text).f, [ts.Tensor.of(X.numpy())])
    except SourceError:
        return theirs, "raises"


@pytest.mark.parametrize("expression", LITERALS)
def test_literals(expression: str) -> None:
    expected, found = results(f"{HELPERS}def f(x):\n    return {expression}\n")
    assert found == expected


@pytest.mark.parametrize("filled", [False, True], ids=["empty", "filled"])
@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("use", USES)
def test_variables(use: str, start: str, filled: bool) -> None:
    fill = "    l.append(x)\n    m.append(x + 1)\n" if filled else ""
    text = f"{HELPERS}def f(x):\n    {STARTS[start]}{fill}    return {use}\n"
    expected, found = results(text)
    assert found == expected


@pytest.mark.parametrize("result", ["sorted(l)", "l == m", "l.sort()", "len(sorted(l))"])
def test_loaded_programs(result: str) -> None:
    unit = torch.jit.CompilationUnit(
        "def f(x):\n"
        "    l: List[Tensor] = []\n"
        "    m: List[Tensor] = []\n"
        "    for i in range(3):\n"
        "        l.append(x - i)\n"
        "        m.append(x + i)\n"
        f"    r = {result}\n"
        "    return l, r\n"
    )
    assert agree(saved(unit.f), torch.tensor(1.0)) != "raises"
