"""Strings of odd texts: what PyTorch computes of their bytes is what we compute.

Programs get and give strings as lists of bytes, so that a string need not be UTF-8.
"""

from __future__ import annotations

import itertools

import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")

TEXTS: dict[str, bytes] = {
    "empty": b"",
    "letters": b"aB cD",
    "digits": b"+12",
    "umlauts": "Grüße Öl".encode(),
    "CJK": "漢字".encode(),
    "emoji": "a😀b".encode(),
    "combining mark": "e\u0301A".encode(),
    "white space that is no ASCII": "a\u2028b\u00a0c\u0085d".encode(),
    "white space and separators": b" a\t\r\n\x0b\x0c\x1c\x1f ",
    "NUL": b"a\0b",
    "digits that are no ASCII": "٣²".encode(),
    "half a character": b"\xc3",
    "the other half": b"\xbcb",
    "surrogate in bytes": b"\xed\xa0\x80",
    "no UTF-8": b"\xff\x80a",
    "places": b"{}%s",
}

INT, TEXT, LIST = "r", "listed(r)", "[listed(x) for x in r]"
PARTS = "[listed(r[0]), listed(r[1]), listed(r[2])]"
EXPRESSIONS: list[tuple[str, str]] = [
    *[(f"s.{name}()", TEXT) for name in (
        "upper", "lower", "capitalize", "title", "swapcase", "strip", "lstrip", "rstrip",
        "expandtabs",
    )],
    *[(f"s.{name}()", INT) for name in (
        "isdigit", "isalpha", "isalnum", "isdecimal", "islower", "isnumeric", "isprintable",
        "isspace", "istitle", "isupper",
    )],
    *[(f"s.{name}(t, i, j)", INT) for name in (
        "find", "rfind", "index", "rindex", "startswith", "endswith",
    )],
    *[(f"s.{name}(k, t)", TEXT) for name in ("center", "ljust", "rjust")],
    *[(f"s.{name}(t)", TEXT) for name in ("strip", "lstrip", "rstrip")],
    *[(f"s {sign} t", INT) for sign in ("==", "!=", "<", "<=", ">", ">=", "in")],
    *[(f"s.{name}(t)", PARTS) for name in ("partition", "rpartition")],
    ("len(s)", INT), ("ord(s)", INT), ("int(s)", INT), ("float(s)", INT), ("hash(s)", INT),
    ("hash((s, t))", INT), ("s[i]", TEXT), ("s[i:j]", TEXT), ("s[::-1]", TEXT), ("s + t", TEXT),
    ("s[:k] + s[k:]", TEXT), ("s.zfill(k)", TEXT), ("s.expandtabs(k)", TEXT), ("list(s)", LIST),
    ("s.split()", LIST), ("s.split(t, i)", LIST), ("s.splitlines(True)", LIST),
    ("t.join([s, s, t])", TEXT), ("s.format(t)", TEXT), ("'{}-{}'.format(s, t)", TEXT),
    ("s % t", TEXT), ("'%s|%c' % (s, k + 190)", TEXT), ("'%c' % s", TEXT),
    ("str([s, t])", TEXT), ("str({s: 1})", TEXT), ("sorted([s, t, 'é'])", LIST),
    ("[s, t, s].count(t)", INT), ("[t, s].index(s)", INT), ("s in [t]", INT),
    ("{s: 1, t: 2}[s]", INT), ("list({s: 1, t: 2, s: 3}.keys())", LIST),
]  # fmt: skip
"""Expressions of strings s and t and of ints i, j, k, and how the result is told."""

PROGRAM = """
def listed(r: str) -> List[int]:
    return [ord(c) for c in r]

def text(codes: List[int]) -> str:
    return "".join([chr(code) for code in codes])

def f(a: List[int], b: List[int], i: int, j: int, k: int):
    s = text(a)
    t = text(b)
    r = {}
    return {}
"""

SCRIPTED: list[tuple[str, tuple[object, ...]]] = [
    ('len("ü"), "é" + s, len(s)', ("ü",)),
    ("s[0] + s[1]", ("ü",)),
    ("s[0]", ("ü",)),
    ("[s[1:]]", ("€",)),
    ("{s[0]: 1}", ("€",)),
    ("(1, s[:1])", ("€",)),
    ("s", ("\ud800",)),
]


def _answer(function, arguments):
    try:
        return function(*arguments)
    except UnicodeDecodeError:
        return "not UTF-8"
    except (RuntimeError, TypeError):
        return "refused"


def _endless(expression: str, t: bytes) -> bool:
    """PyTorch looks for the next empty part without end."""
    return not t and "split(t" in expression


@pytest.mark.parametrize(("expression", "told"), EXPRESSIONS, ids=lambda value: str(value))
def test_bytes(expression: str, told: str) -> None:
    source = PROGRAM.format(expression, told)
    theirs, ours = torch.jit.CompilationUnit(source).f, ts.compile(source).f
    numbers = itertools.cycle([(0, -1, 3), (1, 2, 7), (-1, 5, 1), (-3, -2, 4)])
    names = itertools.product(TEXTS, TEXTS)
    asked = answered = 0
    for (first, second), extra in zip(names, numbers, strict=False):
        if _endless(expression, TEXTS[second]):
            continue
        arguments = [list(TEXTS[first]), list(TEXTS[second]), *extra]
        expected = _answer(theirs, arguments)
        assert _answer(ours, arguments) == expected, (first, second, extra)
        asked += 1
        answered += expected != "refused"
    assert asked >= 240 and answered


@pytest.mark.parametrize(("expression", "arguments"), SCRIPTED, ids=lambda value: ascii(value))
def test_strings_enter_and_leave(expression: str, arguments: tuple[object, ...]) -> None:
    source = f"def f(s: str):\n    return {expression}\n"
    theirs, ours = torch.jit.CompilationUnit(source).f, ts.compile(source).f
    assert _answer(ours, arguments) == _answer(theirs, arguments)


def test_each_byte() -> None:
    told = "(listed(r[3]), [listed(x) for x in r[0]], [listed(x) for x in r[1]], r[2])"
    source = PROGRAM.format("s.split(), s.splitlines(), s.isspace(), s.upper()", told)
    theirs, ours = torch.jit.CompilationUnit(source).f, ts.compile(source).f
    for byte in range(256):
        for arguments in ([[byte]], [[97, byte, 98, byte]]):
            arguments = [*arguments, [], 0, 0, 0]
            assert ours(*arguments) == theirs(*arguments), byte
