"""`isinstance` of lists and dicts whose static type is a Union or Any, empty ones too."""

# pyright: basic
from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))

from test_loaded_differences import agree, saved  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402

CONTAINERS = {
    "List[int]": ("[]", "[1]"),
    "List[str]": ("[]", "['a']"),
    "List[Optional[int]]": ("[]", "[None]", "[1, None]"),
    "List[Tensor]": ("[]", "[x]"),
    "Dict[str, int]": ("{}", "{'a': 1}"),
    "Dict[int, str]": ("{}", "{1: 'a'}"),
    "Dict[str, Tensor]": ("{}", "{'a': x}"),
}
QUESTIONS = "".join(f"    r.append(isinstance(a, {type}))\n" for type in CONTAINERS)
ROUTES = {
    "variable": "    a: Any = {0}\n    if n > 0:\n        a = n\n",
    "branch": "    a: Any = n\n    if n == 0:\n        a = {0}\n",
    "union": (
        "    a: Union[int, {1}, Tuple[int, int]] = n\n    if n == 0:\n        a = {0}\n"
        "    if n > 5:\n        a = (1, 2)\n"
    ),
    "loop": "    a: Any = n\n    for i in range(2):\n        if i > n:\n            a = {0}\n",
    "filled later": "    l: {1} = {0}\n    a: Any = l\n    if n > 0:\n        a = n\n",
}
HEAD = f"def ask(a: Any) -> List[bool]:\n    r: List[bool] = []\n{QUESTIONS}    return r\n"
CASES = [(type, literal) for type, literals in CONTAINERS.items() for literal in literals]


def program(body: str) -> bytes:
    unit = torch.jit.CompilationUnit(f"def f(x: Tensor, n: int) -> List[bool]:\n{body}")
    return saved(unit.f)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize(("type", "literal"), CASES)
def test_containers_keep_their_type(type: str, literal: str, route: str) -> None:
    made = f"torch.jit.annotate({type}, {literal})"
    text = ROUTES[route].format(made, type)
    body = f"{text}    r: List[bool] = []\n{QUESTIONS}    return r\n"
    answers = agree(program(body), torch.ones(1), 0)
    assert answers != "raises" and True in answers


@pytest.mark.parametrize(("type", "literal"), CASES)
def test_arguments_keep_their_type(type: str, literal: str) -> None:
    made = f"    a = torch.jit.annotate({type}, {literal})\n"
    text = f"{HEAD}def f(x: Tensor) -> List[bool]:\n{made}    return ask(a)\n"
    expected = torch.jit.CompilationUnit(text).f(torch.ones(1))
    assert True in expected and ts.compile(text).f(ts.ones(1)) == expected


@pytest.mark.parametrize("literal", ["[]", "{}"])
def test_literals_without_annotation(literal: str) -> None:
    body = f"    a: Any = n\n    if n == 0:\n        a = {literal}\n    r: List[bool] = []\n"
    answers = agree(program(f"{body}{QUESTIONS}    return r\n"), torch.ones(1), 0)
    assert answers != "raises" and True in answers
