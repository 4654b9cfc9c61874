"""PyTorch's passes as a judge: operations that they remove, ours of that name remove, too.

The default is a slice of the corpus, drawn with a fixed seed. `TS_JUDGE=all` judges the whole
corpus and 1,000 random programs, as `make judge` does; `TS_JUDGE=N` draws N cases.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from corpus import Case, corpus_slice, whole_corpus  # noqa: E402
from exceptions import EXEMPTIONS, Exemption  # noqa: E402
from judge import JUDGED, Left, judge  # noqa: E402

RANDOM_PROGRAMS = 1000
SLICE = 40
SEED = 0


def cases() -> list[Case]:
    wanted = os.environ.get("TS_JUDGE", str(SLICE))
    corpus = whole_corpus(RANDOM_PROGRAMS)
    return corpus if wanted == "all" else corpus_slice(corpus, int(wanted), SEED)


CASES = cases()


def _left(name: str, graph: Any, pass_name: str) -> list[Left]:
    return [left for found in judge(name, graph, pass_name) for left in found.left]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nothing_is_left_that_pytorch_removes(case: Case) -> None:
    with case.graph() as graph:
        if graph is None:
            pytest.skip("PyTorch refuses the program")
        left = [left for name in JUDGED for left in _left(case.name, graph, name)]
    assert not left, "\n".join(map(str, left))


@pytest.mark.parametrize("row", EXEMPTIONS, ids=lambda row: row.graph)
def test_exemptions_are_needed(row: Exemption) -> None:
    case = next(case for case in whole_corpus(RANDOM_PROGRAMS) if case.name == row.graph)
    others = [other for other in EXEMPTIONS if other is not row]
    with case.graph() as graph:
        found = list(judge(case.name, graph, row.pass_name, others))
    assert any(each.left for each in found), f"nothing is left of {row.graph} for: {row.reason}"


REMOVABLE = """
def f(x: Tensor, c: bool, n: int):
    a = x * (n + 2)
    b = x * (n + 2)
    r = a
    if c:
        r = torch.neg(b)
    return r
"""


@pytest.mark.parametrize(
    ("pass_name", "kinds"),
    [
        ("dce", {"aten::neg", "aten::add", "aten::mul", "prim::If", "prim::Constant"}),
        ("cse", {"aten::mul", "aten::add"}),
        ("constant-propagation", {"aten::add", "prim::If"}),
    ],
)
def test_a_pass_that_does_nothing_is_convicted(
    pass_name: str, kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge sees operations with and without results, in blocks too."""
    monkeypatch.setattr("judge._run", lambda name, module, pass_name: None)
    program = torch.jit.CompilationUnit(REMOVABLE).f
    assert kinds <= {left.kind for left in _left("removable", program.graph, pass_name)}


TWO_EQUAL = """graph(%x : Tensor):
  %unused : NoneType = prim::Constant()
  %used : NoneType = prim::Constant()
  %r : bool = aten::__is__(%x, %used)
  return (%r)
"""


def test_either_of_two_equal_constants_may_stay() -> None:
    """PyTorch keeps the first of them; ours erases it, as it is unused."""
    assert not _left("two_equal", torch._C.parse_ir(TWO_EQUAL), "cse")
