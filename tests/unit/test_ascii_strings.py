"""Loops over strings: few are tested for ASCII, and results are those of the plain loop."""

from __future__ import annotations

import random
from textwrap import indent

import pytest
from test_scalar_loops import iteration_by_iteration, outcome, texts

WORDS = ["", "x", "ü", "yz", "aü9"]

TESTED: dict[str, tuple[str, list[str]]] = {
    "from outside": ("found.append(len(s))\nfound.append(len(s[i:].upper()))", ["v1"]),
    "made in the loop": ("w = words[i]\nfound.append(len(w))\nfound.append(len(w[1:]))", ["v4"]),
    "two parts": ("w = words[i] + s\nfound.append(len(w))", ["v2", "v5"]),
    "many parts": (
        "w = words[0] + words[1] + words[2] + words[3] + words[4]\nfound.append(len(w + s))",
        ["v2", "v5", "v6", "v8", "v10", "v11", "v12"],
    ),
    "constants": ("w = 'a' if i > 1 else 'b'\nfound.append(len(w + '#'))", []),
    "a constant outside of ASCII": ("found.append(len('ü' + str(i)))", ["v3", "k4", "v5"]),
    "made in a branch": (
        "w = s\nif i > 1:\n    w = words[i]\n    found.append(len(w))\nfound.append(len(w))",
        ["v5", "v7"],
    ),
    "made in both branches": (
        "if i > 1:\n    w = words[i]\n    found.append(len(w))\n"
        "else:\n    w = words[0]\n    found.append(len(w))\n"
        "found.append(len(w))",
        ["v4", "v7", "v6"],
    ),
    "the same in both branches": ("w = s\nif i > 1:\n    w = s[i:]\nfound.append(len(w))", ["v1"]),
    "carried": ("t = t + s\nfound.append(len(t))", ["v1", "v3", "v7"]),
    "not set yet": (
        "if i > 0:\n    if i > 2:\n        break\n    w = words[i]\nelse:\n    w = s\n"
        "found.append(len(w))",
        ["v10"],
    ),
}


def in_loop(body: str) -> str:
    return f"""
def f(s: str, words: List[str], n: int):
    t, found = "", [0]
    for i in range(n):
{indent(body, "        ")}
    return [ord(byte) for byte in t], found
"""


@pytest.mark.parametrize("name", TESTED)
def test_the_tests_of_strings(name: str) -> None:
    body, expected = TESTED[name]
    source = in_loop(body)
    pieces = texts(source)[0].split(".isascii()")
    assert [piece.split()[-1] for piece in pieces[:-1]] == expected
    for s in ("", "abc", "üa"):
        assert outcome(source, s, WORDS, 5) == iteration_by_iteration(source, s, WORDS, 5)


class Writer:
    """A random function `f` of two strings, a list of them and a count."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def string(self, depth: int = 2) -> str:
        if depth == 0:
            return self.random.choice(["a", "b", "c", "'xy'", "'ü'", "words[i]"])
        one, two = self.string(depth - 1), self.string(depth - 1)
        return self.random.choice(
            [
                *[f"({one} + {two})", f"{one}[{self.number()}:]", f"{one}[:{self.number()}]"],
                *[f"{one}.upper()", f"{one}.strip()", f"{one}.lower()", self.string(0)],
            ]
        )

    def number(self) -> str:
        return self.random.choice(["i", "1", "-1", "2", f"len({self.string(0)})"])

    def condition(self) -> str:
        method = self.random.choice(["isalpha", "isalnum", "isspace", "isupper"])
        tests = [f"{self.string(1)}.{method}()", f"len({self.string(1)}) > i", "a < b"]
        return self.random.choice(["", "not "]) + self.random.choice(tests)

    def block(self, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(self.random.randint(1, 3)))

    def statement(self, depth: int) -> str:
        name = self.random.choice("abc")
        plain = f"{name} = {self.string()}[:9]"
        if depth == 0:
            return self.random.choice([plain, plain, f"n += len({self.string()})"])
        inner = self.block(depth - 1)
        if self.random.random() < 0.3:
            inner += self.random.choice(["\nbreak", "\ncontinue", f"\nreturn [len({name})], n"])
        return self.random.choice(
            [
                plain,
                f"if {self.condition()}:\n{indent(inner, '    ')}",
                f"for i in range(3):\n    if {self.condition()}:\n{indent(inner, '        ')}",
                f"for {name} in {self.string(1)}:\n    if i > 1:\n{indent(inner, '        ')}",
            ]
        )

    def text(self) -> str:
        return f"""
def f(a: str, b: str, words: List[str], n: int):
    c = ""
    for i in range(4):
{indent(self.block(3), "        ")}
    return [ord(byte) for byte in a + "|" + b + "|" + c], n
"""


@pytest.mark.parametrize("seed", range(30))
def test_random_programs(seed: int) -> None:
    source = Writer(seed).text()
    assert texts(source)
    for a, b in (("", "ab"), ("Ab c", "ü"), ("aüb", "\N{NO-BREAK SPACE}é")):
        arguments = a, b, WORDS, 0
        assert outcome(source, *arguments) == iteration_by_iteration(source, *arguments), source
