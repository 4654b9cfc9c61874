"""Lists of objects, and floats with NaN: sorted, searched and compared as PyTorch does.

Among equals, and where a NaN has no order, PyTorch leaves the order open: `std::sort` moves them.
"""

from __future__ import annotations

import math

import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")

NAN = math.nan


class Card:
    def __init__(self, rank: int, name: int):
        self.rank = rank
        self.name = name

    def __lt__(self, other: Card) -> bool:
        assert self.rank >= 0
        return self.rank < other.rank


def in_order(ranks: list[int], reverse: bool):
    cards = [Card(ranks[i], i) for i in range(len(ranks))]
    cards.sort(reverse=reverse)
    return [card.name for card in cards]


def copied(ranks: list[int], reverse: bool):
    cards = [Card(ranks[i], i) for i in range(len(ranks))]
    return [card.name for card in sorted(cards)], cards[0].name


def in_tuples(ranks: list[int], reverse: bool):
    cards = [(rank // 10, Card(rank, rank)) for rank in ranks]
    cards.sort(reverse=reverse)
    return [card.name for _, card in cards]


@pytest.mark.parametrize("function", [in_order, copied, in_tuples], ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    ("ranks", "reverse"),
    [
        ([3, 1, 2], False),
        ([3, 1, 2], True),
        ([2, 2, 1, 2, 1], False),
        ([2, 2, 1, 2, 1], True),
        ([21, 10, 22, 11, 12, 20], False),
        ([21, 10, 22, 11, 12, 20], True),
        ([7], True),
        ([-1, -2, -3], False),
        ([], False),
        (list(range(40, 0, -1)), False),
        (list(range(40)), True),
    ],
)
def test_objects(function, ranks: list[int], reverse: bool) -> None:
    assert answer(ts.script(function), ranks, reverse) == answer(
        torch.jit.script(function), ranks, reverse
    )


def answer(function, *arguments):
    try:
        return function(*arguments)
    except (RuntimeError, torch.jit.Error):
        return "failed"


FLOATS = [[NAN, 1.0, 2.0], [1.0, NAN], [NAN], [2.0, 1.0, 2.0], [], [-0.0, 0.0], [NAN, NAN]]
EXPRESSIONS = [
    "y in x", "x.count(y)", "x.index(y)", "x == x", "x == list(x)", "x != list(x)", "max(x)",
    "min(x)", "max(x, [1.0, 2.0])", "min(x, [1.0, 2.0])", "max([1.0, 2.0], x)", "max(y, 1.0)",
    "min(y, 1.0)", "max(1.0, y)", "hash(y)",
    "{y: 1, 1.0: 2, y: 3}[1.0]",
]  # fmt: skip


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_floats(expression: str) -> None:
    source = f"def f(x: List[float], y: float):\n    return {expression}\n"
    theirs, ours = torch.jit.CompilationUnit(source).f, ts.compile(source).f
    for floats in FLOATS:
        for y in (NAN, 2.0, 0.0, -0.0):
            found = answer(ours, list(floats), y)
            assert repr(found) == repr(answer(theirs, list(floats), y)), (floats, y)


DICTS = """
def f(x: Dict[float, int], y: float):
    x[y] = 5
    x[y] = x.setdefault(y, 6) + 1
    n = x.get(y, 9)
    for key in x:
        x.pop(key, 0)
    return len(x), y in x, n, x.get(y)
"""


@pytest.mark.parametrize("y", [NAN, 0.0, -0.0, 1.0])
def test_dicts(y: float) -> None:
    theirs, ours = torch.jit.CompilationUnit(DICTS).f, ts.compile(DICTS).f
    assert ours({1.0: 2, 0.0: 3}, y) == theirs({1.0: 2, 0.0: 3}, y)


ITERATIONS = [
    "for k in x:\n        if len(x) < 5:\n            x[k + k] = 1\n        seen.append(k)",
    "for k, v in x.items():\n        x[k] = v + 1\n        seen.append(k)",
    "for k in x.keys():\n        x.pop(k)\n        seen.append(k)",
    "for k, v in x.items():\n        seen.append(k)\n        del x['a']",
    "x.pop('b')\n    x['b'] = 9\n    seen.append(x.popitem()[0])",
    "x.update({'a': 7, 'z': 8})\n    seen.append(str(x.setdefault('q', 4)))",
]


@pytest.mark.parametrize("body", ITERATIONS)
def test_dicts_keep_their_order(body: str) -> None:
    source = "def f(x: Dict[str, int]):\n    seen: List[str] = []\n"
    source += f"    {body}\n    return seen, x.items(), list(x.keys())\n"
    theirs, ours = torch.jit.CompilationUnit(source).f, ts.compile(source).f
    assert answer(ours, {"b": 1, "a": 2, "c": 3}) == answer(theirs, {"b": 1, "a": 2, "c": 3})
