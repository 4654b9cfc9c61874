"""`ts.explain`: the text, the page, and that explaining changes nothing for the caller."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.executors.stages import Stage

ROOT = Path(__file__).resolve().parents[2]
TEXT = """
def scale(x, s: float):
    return x * s

def f(x):
    y = torch.tanh(scale(x, 2.0)) + 1
    x.cauchy_()
    z = torch.relu(torch.sort(y)[0]) * 3
    print("called")
    return torch.argsort(z), torch.neg(x)
"""
X, W = np.ones((30, 40), np.float32), np.ones((40, 5), np.float32)

EXPECTED = """\
Groups of f
  group              at               execution  operators
  TensorExprGroup_0  <compile>:3:12   native     aten::mul, aten::tanh, aten::add
  TensorExprGroup_1  <compile>:8:9    native     aten::relu, aten::mul
  TensorExprGroup_2  <compile>:10:30  native     aten::neg

Kernels of f
"""
OUTSIDE = """\
Outside of groups in f
  operator       at  time  reason
  aten::cauchy_  <compile>:7:5  TIME  has an effect besides its results
  aten::sort     <compile>:8:20  TIME  has a faster algorithm in the interpreter's libraries
  aten::argsort  <compile>:10:12  TIME  its part 'aten.sort' has a faster algorithm in the interpreter's libraries

Schedule of TensorExprGroup_"""  # noqa: E501
LAST = """\
Guards of f
  If one fails, a fallback graph runs instead.
  value  type                                        reason
  x      Float(30, 40, requires_grad=0, device=cpu)  the plan is made for the profiled calls

Graph of f
"""
END = """\
Specialisations
  Each is made once, after this number of calls of the function or fallback graph.
  plan of  calls run                            calls  groups  for tensors
  f        under a plan for the profiled sizes      1       3  Float(30, 40, requires_grad=0,
                                                               device=cpu)

Calls
  call  time  afterwards, calls run
     1  TIME  under a plan for the profiled sizes
     2  TIME  under a plan for the profiled sizes"""


pytestmark = pytest.mark.usefixtures("kept_options")


@pytest.fixture
def explanation(capsys: pytest.CaptureFixture[str]) -> ts.Explanation:
    found = ts.explain(ts.compile(TEXT).f, X)
    assert "called" in capsys.readouterr().out
    return found


def mask_times(text: str) -> str:
    """Return a text without times, the widths of their columns and what depends on these."""
    text = re.sub(r" *\d+\.\d\d? [mu]s", "  TIME", text)
    text = re.sub(r"\s+interpreter's libraries", " interpreter's libraries", text)
    return re.sub(r"(call|at) +time", r"\1  time", text)


def test_the_text(explanation: ts.Explanation) -> None:
    found = mask_times(str(explanation))
    first = "'f' runs under a plan for the profiled sizes\n\nTime of a call\n  A call takes  TIME"
    assert found.startswith(first)
    position = 0
    for part in (EXPECTED, OUTSIDE, LAST, END):
        position = found.index(part, position)
    assert found.endswith(END)
    head, *rows = found[found.index("  part ") : found.index("\n\nGroups")].splitlines()
    assert head.split() == ["part", "runs", "time", "share"]
    names = {row[2:].split("  ")[0] for row in rows}
    assert {"TensorExprGroup_0", "TensorExprGroup_1", "control flow"} <= names
    assert {"aten::sort <compile>:8:20", "prim::TypeCheck <compile>:5:1"} <= names


def test_tables_fit_a_terminal(explanation: ts.Explanation) -> None:
    text = str(explanation)
    graph = text[text.index("Graph of f") : text.index("Specialisations")]
    assert max(map(len, text.replace(graph, "").splitlines())) <= 100


class _Page(HTMLParser):
    """Collects the text of a page, by the elements around it. Raises AssertionError for an end that
    has no start."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.attributes: set[str] = set()
        self.links: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes.update(name for name, _ in attrs)
        self.links += [value for name, value in attrs if name == "href"]
        if tag != "meta":
            self.open.append(tag)
        if tag in ("td", "pre"):
            self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "td" in self.open or "pre" in self.open:
            self.cells[-1] += data


def test_the_page(explanation: ts.Explanation, tmp_path: Path) -> None:
    explanation.save(tmp_path / "f.html")
    text = (tmp_path / "f.html").read_text()
    page = _Page()
    page.feed(text)
    page.close()
    assert not page.open
    (plan,) = explanation.facts.plans
    assert plan.graph in page.cells
    for group in plan.groups:
        assert ", ".join(group.operators) in page.cells
    schedules = [kernel.schedule for kernel in plan.kernels if kernel.schedule]
    passes = [step for schedule in schedules for step in schedule.passes]
    for shown in (*plan.groups, *plan.guards, *plan.outside, *plan.kernels, *passes):
        texts = [value for value in vars(shown).values() if isinstance(value, str)]
        assert texts and all(text in page.cells for text in texts)
    assert passes and all(schedule.loops in page.cells for schedule in schedules)
    assert all(f"<mark>{group.name}</mark>" in text for group in plan.groups)
    assert not {"src", "onload"} & page.attributes and "url(" not in text
    assert page.links and all(
        f'id="{(link or "").removeprefix("#")}"' in text for link in page.links
    )
    assert "prefers-color-scheme: dark" in text and 'name="viewport"' in text


def test_names_of_groups_are_those_of_the_graph(explanation: ts.Explanation) -> None:
    (plan,) = explanation.facts.plans
    assert all(f"prim::{group.name}(" in plan.graph for group in plan.groups)


def test_inputs_and_the_engine_stay_as_they_are() -> None:
    x, engine, mode = X.copy(), ts.set_engine("interp"), OPTIONS.compile
    ts.explain(ts.compile(TEXT).f, x)
    np.testing.assert_array_equal(x, X)
    assert (ts.set_engine(engine), OPTIONS.compile) == ("interp", mode)


def test_a_function_without_a_plan() -> None:
    found = ts.explain(ts.compile("def f(x, n: int):\n    return torch.median(x)\n").f, X, 0)
    (plan,) = found.facts.plans
    assert plan.calls is None and plan.state.startswith("in the interpreter")
    assert [o.reason for o in plan.outside] == [
        "has a faster algorithm in the interpreter's libraries"
    ]
    assert "aten::median" in plan.graph


def test_the_plan_of_a_fallback_graph() -> None:
    f = ts.compile("def f(x):\n    return torch.tanh(x) * 2\n").f
    ts.explain(f, X)
    first, second = ts.explain(f, W).facts.plans
    assert (first.of, second.of) == ("f", "FallbackGraph_1")
    assert first.guards[0].type.startswith("Float(30, 40,")
    assert second.guards[0].type.startswith("Float(40, 5,")


def test_a_group_that_is_interpreted() -> None:
    OPTIONS.native = False
    (plan,) = ts.explain(ts.compile(TEXT).f, X).facts.plans
    assert {group.execution for group in plan.groups} == {"interpreted: not compiled"}


def test_a_group_that_is_a_loop() -> None:
    text = "def g(n: int):\n    for i in range(n):\n        n = n * 3 % 7 + i\n    return n\n"
    explanation = ts.explain(ts.compile(text).g, 100_000)
    (group,) = explanation.facts.plans[0].groups
    assert group.operators == ("aten::mul", "aten::remainder", "aten::add")
    assert group.place == "<compile>:2:5"
    assert "<compile>:2:5" in str(explanation)
    assert "&lt;compile&gt;:2:5" in explanation.html()


def test_a_module() -> None:
    found = ts.explain(ts.load(ROOT / "examples/classifier.pt"), np.ones((4, 4), np.float32))
    assert found.facts.name == "Classifier.forward"


def test_parts_that_take_little_are_one(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "".join(f"    print({number})\n" for number in range(40))
    f = ts.compile(f"def f(x):\n{lines}    return torch.tanh(x) * 2\n").f
    *parts, others = ts.explain(f, X).facts.times.parts
    assert (len(parts), others.name) == (16, "other operations")
    assert 20 <= others.runs <= 40
    assert all(part.seconds >= others.seconds / others.runs for part in parts)


def test_programs_that_cannot_be_explained() -> None:
    with pytest.raises(TypeError, match="cannot explain 'int': expected a module or function"):
        ts.explain(1)


def test_a_step_that_a_thread_takes_ends_first() -> None:
    f = ts.compile("def f(x):\n    return torch.tanh(x * 2 + 1)\n").f
    OPTIONS.hot_seconds = 0
    for _ in range(3):
        f(X)
    assert ts.explain(f, X).facts.plans[0].state == Stage.STATIC.value
