"""Operators as Python text: the same as their functions, in values and in failures."""

from __future__ import annotations

import re
from itertools import product

import pytest
from test_scalar_loops import iteration_by_iteration, outcome, outcome_of, texts

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.interpreter.codegen.operator_text import (
    EXPRESSIONS,
    ON_ASCII,
    STATEMENTS,
)
from xdsl_torchscript.runtime.interpreter.codegen.tier import tier

STRINGS = ["", "a", "Ab1", " \t", "\x1c", "ü", "aü", "\N{NO-BREAK SPACE}", "\N{LINE SEPARATOR}"]
INDICES = [-4, -1, 0, 1, 2, 5]
LISTS = [[], [3], [3, -1, 3]]
DICTS: dict[str, list[dict[object, int]]] = {
    "str": [{}, {"a": 1, "ü": 2}],
    "int": [{}, {1: 1, -1: 2}],
    "bool": [{}, {True: 1}],
}
KEYS: dict[str, list[object]] = {"str": ["a", "ü"], "int": [1, 2], "bool": [True, False]}

CASES: dict[str, tuple[str, str, list[list[object]]]] = {
    "aten.len.t": ("x: List[int]", "len(x)", [LISTS]),
    "aten.__getitem__.t": ("x: List[int], i: int", "x[i]", [LISTS, INDICES]),
    "aten.__contains__.int_list": ("x: List[int], i: int", "i in x", [LISTS, INDICES]),
    "aten.__contains__.str_list": (
        "x: List[str], s: str",
        "s in x",
        [[[], ["a", "ü"]], STRINGS],
    ),
    "aten.append.t": ("x: List[int], i: int", "x.append(i)", [LISTS, INDICES]),
    "aten.extend.t": ("x: List[int], y: List[int]", "x.extend(y)", [LISTS, LISTS]),
    "prim.Uninitialized": ("x: List[int]", "for i in x:\n            return [i]", [LISTS]),
    "aten.len.str": ("x: str", "len(x)", [STRINGS]),
    "aten.__getitem__.str": ("x: str, i: int", "x[i]", [STRINGS, INDICES]),
    "aten.slice.str": (
        "x: str, i: int, j: int, k: int",
        "x[i:j:k]",
        [STRINGS, INDICES, INDICES, [1, 2, 0]],
    ),
    "aten.add.str": ("x: str, y: str", "x + y", [STRINGS, STRINGS]),
    **{
        f"aten.{method}": ("x: str", f"x.{method}()", [STRINGS])
        for method in (
            "isalnum isalpha isdigit islower isspace istitle isupper lower upper".split()
        )
    },
    **{
        f"{name}{key}": (f"x: Dict[{key}, int], k: {key}", body, [DICTS[key], KEYS[key]])
        for key in DICTS
        for name, body in {
            "aten.len.Dict_": "len(x)",
            "aten.__contains__.": "k in x",
            "aten.get.default_": "x.get(k, 7)",
            "aten.__getitem__.Dict_": "x[k]",
            "aten._set_item.": "x[k] = 5",
        }.items()
    },
}


TEXTS = {**EXPRESSIONS, **ON_ASCII, **STATEMENTS}
_RESULTS = dict.fromkeys(
    ("aten.__getitem__.str", "aten.slice.str", "aten.add.str", "aten.lower", "aten.upper"), "str"
)
_TESTS = "__contains__ isalnum isalpha isdigit islower isspace istitle isupper".split()


def _source(name: str) -> str:
    """Return a function with the operator in a loop; strings are given by their bytes."""
    parameters, body, _ = CASES[name]
    if name in STATEMENTS or name == "prim.Uninitialized":
        return (
            f"def f({parameters}, n: int):\n    for _ in range(n):\n        {body}\n    return x\n"
        )
    kind = _RESULTS.get(name, "bool" if name.split(".")[1] in _TESTS else "int")
    result = "[[ord(byte) for byte in text] for text in found]" if kind == "str" else "found"
    return f"""
def f({parameters}, n: int):
    found: List[{kind}] = []
    for _ in range(n):
        found.append({body})
    return {result}
"""


def test_a_list_is_its_elements() -> None:
    source = """
def f(n: int) -> Tuple[List[List[int]], Any]:
    found, last = [[n]], [n]
    for i in range(n):
        empty: List[int] = []
        found.append(empty)
        found.append([i, n])
        last = [i]
    return found, torch.jit.annotate(Any, last)
"""
    (text,) = texts(source)
    elements = re.findall(r"= (\[.*\])$", text, re.MULTILINE)
    assert elements == ["[]", "[v6, v0]"], "the list that flows to Any carries its type"
    assert outcome(source, 3) == iteration_by_iteration(source, 3)


def test_the_cases_are_of_all_texts() -> None:
    assert CASES.keys() == TEXTS.keys()


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", CASES)
def test_a_text_is_its_function(name: str) -> None:
    source = _source(name)
    line = re.escape(TEXTS[name] if name in STATEMENTS else f"= {TEXTS[name]}")
    line = re.sub(r"\\\{\w\\\}", lambda _: r"\w+", line)
    if name in ON_ASCII:
        line += r" if a0( and a1)? else \w+\(.*\)"
    text, *_ = texts(source)
    assert re.search(rf"^  +(\w+ )?{line}$", text, re.MULTILINE), "two spaces: within the loop"
    operands = list(product(*CASES[name][2]))
    generated = outcomes(source, operands)
    with tier(enabled=False):
        assert generated == outcomes(source, operands)


def outcomes(source: str, calls: list[tuple[object, ...]]) -> list[object]:
    """Return the outcomes of calls of one function."""
    f = ts.compile(source).f
    return [outcome_of(f, *operands, 2) for operands in calls]
