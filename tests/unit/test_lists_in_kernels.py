"""Lists of numbers that functions index at run time: one kernel, with the interpreter's results and
errors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault

pytestmark = pytest.mark.usefixtures("compiled_now")

TEXT = """
def looked_up(n: int, k: int) -> int:
    costs = [1, 2, 4, 8, 16, 3, 5, 7]
    total = 0
    for i in range(n):
        total += costs[(i * 7 + total) % 8 - k]
    return total

def distance(a: Tensor, b: Tensor) -> int:
    n = b.size(0)
    row = [0] * (n + 1)
    for j in range(n + 1):
        row[j] = j
    for i in range(a.size(0)):
        following = [i + 1] + [0] * n
        for j in range(n):
            cost = 0 if int(a[i]) == int(b[j]) else 1
            least = min(following[j] + 1, row[j + 1] + 1)
            following[j + 1] = min(least, row[j] + cost)
        row = following
    return row[n]

def counting_sort(x: Tensor) -> Tensor:
    counts = [0] * 8
    for i in range(x.size(0)):
        counts[int(x[i])] += 1
    ordered = torch.zeros_like(x)
    place = 0
    for value in range(len(counts)):
        for _ in range(counts[value]):
            ordered[place] = value
            place += 1
    return ordered

def bubbles(x: Tensor) -> int:
    n = x.size(0)
    numbers = [0] * n
    for i in range(n):
        numbers[i] = int(x[i])
    for i in range(n):
        for j in range(n - 1 - i):
            if numbers[j] > numbers[j + 1]:
                numbers[j], numbers[j + 1] = numbers[j + 1], numbers[j]
    total = 0
    for number in numbers:
        total = total * 8 + number
    return total

def decoded(scores: Tensor, penalty: float) -> Tensor:
    steps, words = scores.size(0), 5
    used = [0.0] * 5
    out = torch.zeros(steps, dtype=torch.int64)
    for t in range(steps):
        best = 0
        for k in range(words):
            if float(scores[t, k]) - used[k] > float(scores[t, best]) - used[best]:
                best = k
        used[best] += penalty
        out[t] = best
        if best == 4:
            break
    return out

def moved(n: int) -> int:
    a, b = [0] * 4, [1] * 4
    for i in range(n):
        a[i % 4] = b[(i + 1) % 4] + i
        a, b = b, a
    return a[0] + 10 * a[1] + 100 * b[2] + 1000 * b[3]

def chosen(n: int, k: int) -> int:
    a = [n] * 3
    for i in range(n):
        b = [i] * 3
        b[i % 3] -= a[k]
        if a[i % 3] > 2:
            a = b
    return a[0] + 10 * a[1] + 100 * a[2]

def copied(n: int) -> int:
    a = [3, 1, 4]
    b = a.copy()
    for i in range(n):
        a[i % 3] += 1
        b = list(a)
        b[0] = i
    return a[0] + 10 * b[0] + 100 * a[1] + 1000 * b[1]

def left_early(n: int) -> int:
    a = [0] * 4
    for i in range(n):
        a[i % 4] += i
        if a[i % 4] > 10:
            return a[0] + 10 * a[1]
        if a[i % 4] == 9:
            break
    return a[2] + 100 * a[3]

def appended(k: int) -> List[int]:
    numbers = [1, 2]
    for i in range(12):
        numbers.append(numbers[k] + numbers[-1] + i)
        numbers[k] += len(numbers)
    return numbers

def catalan(k: int) -> int:
    numbers = [1]
    for i in range(1, 20):
        total = 0
        for j in range(i):
            total += numbers[j] * numbers[i - 1 - j]
        numbers.append(total)
    return numbers[k]

def halves(k: int) -> Tuple[List[float], List[bool]]:
    numbers = [float(i) * 0.5 for i in range(30)]
    flags = [False for _ in range(9)]
    for i in range(k):
        numbers[i] += numbers[i - 1]
        flags[i % 9] = not flags[i % 5]
    return numbers, flags

def best_words(scores: Tensor) -> List[int]:
    words: List[int] = []
    last = 0
    for t in range(scores.size(0)):
        best = 0
        for k in range(5):
            if float(scores[t, k]) > float(scores[t, best]) and k != last:
                best = k
        words.append(best)
        last = words[-1]
    return words

def listed(x: Tensor, n: int) -> Tuple[List[float], Tensor]:
    y = x
    for i in range(n):
        y = y + i
    numbers: List[float] = y.tolist()
    return numbers, y * 2

def counted(n: int, k: int) -> int:
    a = [0] * 4
    for i in range(n):
        a[i + k] = i
    return len(a)

def numbered(x: Tensor, k: int) -> Tuple[int, int, Tensor]:
    a = [1, 2, 3]
    a[k] = 5
    return len(a), x.dim(), x * 2

def shared(n: int) -> int:
    a = [0] * 4
    b = [1] * 4
    c = a
    for i in range(n):
        c[i % 4] += i
        if i % 3 == 0:
            c = b
        else:
            c = a
    return a[0] + 10 * b[1] + 100 * c[2]
"""

RANDOM = np.random.default_rng(0)
WORDS = [RANDOM.integers(0, 4, size) for size in (9, 9, 12)]
SCORES = RANDOM.standard_normal((7, 5))

CALLS: dict[str, list[tuple[Any, ...]]] = {
    "looked_up": [(50, 0), (50, 3), (0, 0), (3, 8), (5, -1), (50, 9)],
    "distance": [(WORDS[0], WORDS[1]), (WORDS[0], WORDS[2]), (WORDS[0][:0], WORDS[2])],
    "counting_sort": [(WORDS[0],), (WORDS[2],), (WORDS[0] - 2,), (WORDS[0] + 6,)],
    "bubbles": [(WORDS[0],), (WORDS[1],), (WORDS[2],)],
    "decoded": [(SCORES, 0.5), (SCORES, 0.0), (SCORES[:3], 0.1)],
    "moved": [(7,), (0,), (1,)],
    "chosen": [(9, 1), (9, -3), (0, 7), (9, 7)],
    "copied": [(5,), (0,)],
    "left_early": [(3,), (9,), (40,)],
    "appended": [(1,), (-2,), (2,), (-3,), (13,)],
    "catalan": [(19,), (-1,), (-20,), (20,)],
    "halves": [(30,), (0,), (31,)],
    "listed": [(SCORES[0], 3), (SCORES[0], 0), (SCORES[:, 0], 2)],
    "counted": [(4, 0), (5, 0), (3, 1), (3, 2), (2, -6)],
    "numbered": [(SCORES, 2), (SCORES, 3), (SCORES, -3), (SCORES, -4)],
    "best_words": [(np.tile(SCORES, (2, 1)),), (np.tile(-SCORES, (2, 1)),)],
}


def outcome(function: Any, *inputs: Any) -> object:
    """Return the result of a call as text, or its error."""
    try:
        return str(function(*map(copied_tensor, inputs)))
    except RuntimeFault as error:
        return str(error)


def copied_tensor(value: Any) -> Any:
    return ts.Tensor(np.array(value)) if hasattr(value, "dtype") else value


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("engine", ["profile", "native"])
@pytest.mark.filterwarnings("error:.*interpreted:RuntimeWarning")
def test_a_kernel_does_as_the_interpreter(name: str, engine: str) -> None:
    function = getattr(ts.compile(TEXT), name)
    calls = CALLS[name]
    for call in [calls[0]] * 3 + calls * 2:
        ts.set_engine(engine)
        found = outcome(function, *call)
        ts.set_engine("interp")
        assert found == outcome(function, *call)


@pytest.mark.parametrize("name", CALLS)
def test_a_function_is_one_kernel(name: str) -> None:
    function = getattr(ts.compile(TEXT), name)
    call = list(map(copied_tensor, CALLS[name][0]))
    for _ in range(3):
        function(*call)
    plan, _, _ = str(function.graph_for(*call)).partition("with prim::")
    assert plan.count("prim::TensorExprGroup") == 1 and "prim::Loop" not in plan


def test_a_returned_list_is_new_in_each_call() -> None:
    function = ts.compile(TEXT).appended
    lists = [function(1) for _ in range(5)]
    lists[-1].append(7)
    assert lists[0] == lists[3] == function(1) != lists[-1]


def test_a_list_with_two_names_is_left_to_the_interpreter() -> None:
    function = ts.compile(TEXT).shared
    for _ in range(4):
        assert function(7) == 120
    assert "prim::TensorExprGroup" not in str(function.graph_for(7))
    ts.set_engine("native")
    with pytest.raises(ts.NativeUnsupported, match=r"aten\.mul\.left_t"):
        function(7)
