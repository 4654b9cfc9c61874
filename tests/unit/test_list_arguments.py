"""Lists of numbers as arguments of kernels, which take them as tensors."""

from __future__ import annotations

import math
from typing import Any

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.executors.engine import executor_of

pytestmark = pytest.mark.usefixtures("compiled_now")

INTS = """
def f(l: List[int], i: int):
    s = 0
    for v in l:
        s += v
    return s - l[i]
"""
FLOATS = INTS.replace("int]", "float]").replace("s = 0", "s = 0.0")
BOOLS = "def f(l: List[bool], i: int):\n    return l[i], len(l)\n"


def warm(text: str, *call: Any) -> Any:
    function = ts.compile(text).f
    for _ in range(4):
        function(*call)
    return function


def outcome(function: Any, *call: Any) -> Any:
    """Return the result of a call, or the message of its error."""
    try:
        return function(*call)
    except ts.RuntimeFault as error:
        return str(error)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (INTS, [3, -(2**63), 2**63 - 1, 0]),
        (FLOATS, [0.5, -0.0, math.inf, 2.0]),
        (BOOLS, [True, False, True, True]),
    ],
)
def test_a_list_of_any_length_is_passed_without_python(
    text: str, numbers: list[Any], python_calls: list[str]
):
    function = warm(text, numbers, 0)
    for length in (*range(5, 20), 40):
        function(numbers * length, -1)
    python_calls.clear()
    answers = [function(numbers * 9, -2), function(numbers, 1)]
    assert not python_calls
    old = ts.set_engine("interp")
    assert repr(answers) == repr([function(numbers * 9, -2), function(numbers, 1)])
    ts.set_engine(old)


@pytest.mark.parametrize("index", [4, -5, 2**40])
def test_an_index_out_of_range_fails_as_in_the_interpreter(index: int):
    function = warm(INTS, [1, 2, 3, 4], 0)
    with pytest.raises(ts.RuntimeFault, match="list index out of range"):
        function([1, 2, 3, 4], index)
    assert function([1, 2, 3, 4], -4) == 9


def test_other_elements_take_the_slow_path():
    calls = [([1, 2, 3], 0)] * 4
    calls += [([1, True, 3], 1), ([], 0), ([7], 0), ((1, 2, 3), 0), ([1, 2, 3], 2)]
    function = ts.compile(INTS.replace("return s - l[i]", "return s")).f
    found = [function(*call) for call in calls]
    assert found == [sum(numbers) for numbers, _ in calls]
    for odd in ([1, 2.5, 3], [1, 2**64, 3], [1, None, 3]):
        with pytest.raises(InputMismatch):
            function(odd, 0)


def test_lists_and_tensors_do_not_pass_for_each_other():
    function = warm(
        "def f(x, l: List[int], m: List[int]):\n    return x * l[0] + m[-1]\n",
        ts.ones(3),
        [1, 2],
        [3, 4],
    )
    shared = [5, 6]
    assert function(ts.ones(3), shared, shared).tolist() == [11, 11, 11]
    assert function(ts.ones(3), [1, 2], [3]).tolist() == [4, 4, 4]
    with pytest.raises(InputMismatch):
        function([1, 2, 3], shared, shared)
    with pytest.raises(InputMismatch):
        function(ts.ones(3), ts.tensor([1.0, 2.0]), shared)


def test_a_copy_is_written_and_the_list_is_not():
    text = (
        "def f(l: List[int], i: int):\n    m = list(l)\n"
        "    for k in range(3):\n        m[i] += l[k] + 1\n    return m\n"
    )
    numbers = [1, 2, 3, 4]
    function = warm(text, numbers, 1)
    assert function(numbers, 1) == [1, 11, 3, 4]
    assert numbers == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(l: List[int], i: int):\n    {}l[i] += k\n    return i", "'aten._set_item.t' needs"),
        ("def f(l: List[int], i: int):\n    {}l.append(k)\n    return i", "'aten.append.t' needs"),
        ("def f(l: List[int], i: int):\n    {}i += l[k]\n    return l, i", "the caller gets back"),
        ("def f(l: List[List[int]], i: int):\n    {}i += l[0][k]\n    return i", "a list of lists"),
        (
            "def f(l: List[int], i: List[int]):\n    {}i[0] += l[k]\n    return i[0]",
            "'l', which may be a list that is written",
        ),
    ],
)
def test_the_reason_why_a_list_is_left_to_the_interpreter(text: str, reason: str):
    function = ts.compile(text.format("for k in range(3):\n        ")).f
    lists: Any = [[1, 2, 3]] if "List[List" in text else [1, 2, 3]
    for _ in range(4):
        function(lists, [1] if "i: List" in text else 1)
    assert any(reason in found for found in executor_of(function).refusals.values())


@pytest.mark.parametrize("body", ["m[i] = 7", "m.append(i)", "m = l"])
def test_no_call_changes_or_returns_the_lists_of_its_caller(body: str):
    text = "def f(l: List[int], m: List[int], i: int):\n    s = 0\n"
    text += f"    for k in range(3):\n        {body}\n        s += l[k]\n    return s, m\n"
    function, shared = warm(text, [1, 2, 3], [4, 5, 6], 1), [1, 2, 3]
    total, returned = function(shared, shared, 1)
    assert (total, shared) == (6, [1, 2, 3])
    assert returned is not shared


PROGRAMS = {
    "length": (
        "best = [1] * len(l)\n    for k in range(len(l) - 1):\n"
        "        best[k + 1] = best[k] * 3 + l[k]\n    return best"
    ),
    "sum": "table = [0] * (i + 1)\n    for k in l:\n        table[k % i] += k\n    return table",
    "append": "s = [7]\n    for k in l:\n        s.append(s[-1] + k)\n    return s[i], s",
    "slice": "m = l[:]\n    for k in range(3):\n        m[k] += l[i]\n    return m, len(m)",
    "questions": (
        "n = 0\n    for k in range(i):\n        if k in l:\n            n += l.count(k)\n"
        "    return n, max(l), min(l), sum(l)"
    ),
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_lists_as_long_as_an_argument(body: str, python_calls: list[str]):
    """Lists that programs make are as long as their arguments are or say, and so are results."""
    function = ts.compile(f"def f(l: List[int], i: int):\n    {body}\n").f
    calls = [([k % 7 for k in range(length)], length % 5 + 2) for length in range(6, 24)]
    found = [function(*call) for call in calls]
    python_calls.clear()
    found += [function(*call) for call in calls]
    assert len(python_calls) <= 1  # one is tried before its plan
    others = [([1, 2, 3], -40), ([1, 2, 3], 1), ([1], 0), ([], 2), ([1, 2**62, 2**62], 2)]
    found += [outcome(function, *call) for call in others]
    old = ts.set_engine("interp")
    expected = [function(*call) for call in calls]
    expected += expected + [outcome(function, *call) for call in others]
    ts.set_engine(old)
    assert found == expected


def test_lists_of_a_method_are_passed_too(python_calls: list[str]):
    class Polynomial(ts.Module):
        def __init__(self) -> None:
            super().__init__()
            self.scale = 2.0

        def forward(self, x: ts.Tensor, factors: list[float]) -> ts.Tensor:
            y = x * 0.0
            for factor in factors:
                y = y * x + factor
            return y * self.scale

    module = ts.script(Polynomial())
    x = ts.arange(4.0)
    for _ in range(4):
        module(x, [1.0, 2.0, 3.0])
    python_calls.clear()
    assert module(x, [1.0, 2.0, 3.0]).tolist() == [6, 12, 22, 36]
    assert not python_calls
