"""Branches and `while` loops that write lists and tensors: kernels write them in place, with the
interpreter's results.
"""

from __future__ import annotations

import numpy as np
import pytest
from test_lists_in_kernels import copied_tensor, outcome

import xdsl_torchscript as ts

pytestmark = pytest.mark.usefixtures("compiled_now")

TEXT = """
def knapsack(n: int, room: int) -> int:
    best = [0] * 1000
    for i in range(n):
        weight, value = (i * 37) % 23 + 1, (i * 53) % 47 + 1
        for j in range(room - weight + 1):
            w = room - j
            if best[w - weight] + value > best[w]:
                best[w] = best[w - weight] + value
    return best[room]

def primes(n: int, step: int) -> int:
    prime = [True] * 5000
    i = 2
    while i * i < n:
        if prime[i]:
            j = i * i
            while j < n:
                prime[j] = False
                j += i * step
        i += 1
    count = 0
    for k in range(2, n):
        if prime[k]:
            count += k
    return count

def inserted(n: int, k: int) -> float:
    a = [0.0] * 600
    for i in range(n):
        a[i] = float((i * 7919) % 1009) - 0.5
    for i in range(1, n):
        x, j = a[i], i - 1
        while j >= 0 and a[j] > x:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = x
    return a[k] + 1000.0 * a[k + 1]

def reached(n: int, k: int) -> int:
    stack, seen = [0] * 700, [False] * 700
    top, count = 1, 0
    while top > 0:
        top -= 1
        v = stack[top]
        if seen[v]:
            continue
        seen[v] = True
        count += 1
        if count == k:
            return v
        for factor in range(1, 4):
            w = (v * factor + factor) % n
            if not seen[w]:
                stack[top] = w
                top += 1
    return count

def both_sides(n: int, k: int) -> int:
    a, b = [0] * 600, [1] * 600
    for i in range(n):
        before = a.copy()
        if i % 2 == 0:
            if b[i] > 3:
                break
            a[i] = before[i + k] + i
        elif i % 5 != 0:
            b[i + 2] = a[i - 1] + b[i]
            a[i] += before[3]
        else:
            a[k] -= 1
    return a[k] + 100 * b[k + 2] + 10000 * a[3]

def replaced(n: int, k: int) -> int:
    a = [0] * 600
    for i in range(n):
        if i % 3 == k:
            a[i] += a[i - 1] + 1
        elif a[i] < 4:
            a = [i] * 600
            a[k] -= 1
    return a[0] + 100 * a[1] + 10000 * a[k]

def best_copied(n: int, k: int) -> int:
    a, best = [0] * 600, [0] * 600
    for i in range(n):
        a[i] = a[i - 1] + k
        if a[i] % 7 == 5:
            best = a.copy()
    return best[0] + 100 * best[k] + 10000 * a[k]

def best_kept(n: int, k: int) -> int:
    a, best = [0] * 600, [0] * 600
    for i in range(n):
        a[i] = a[i - 1] + k
        if a[i] % 7 != 5:
            best[3] += i
        else:
            best = a.copy()
    return best[0] + 100 * best[3] + 10000 * a[k]

def restarted(n: int, k: int) -> int:
    a, start, total = [0] * 600, [k] * 600, 0
    for i in range(n):
        if i % 10 == 9:
            a = start.copy()
        elif i % 10 == k:
            a = start.copy()
            a[k] += i
        else:
            a[i] = a[i - 1] + k
        total += a[k]
    return total + 1000 * start[k] + 100000 * a[3]

def kept(x: Tensor, k: int) -> Tensor:
    h = x * 2.0
    old = h
    for i in range(4):
        if i % 2 == k:
            old = h
            h = h + x
        else:
            h = h - old.flip(0)
    return h + old * 10.0

def turned(x: Tensor, k: int) -> Tensor:
    h = x * 2.0
    if k % 3 == 0:
        i = 0
        while i < 3 and k < 9:
            i += 1
            h = torch.cat([h[1:], h[:1]])
        h = h.flip(0)
    return h.cumsum(0)

def exchanged(x: Tensor, k: int) -> Tensor:
    a, b = x * 2.0, x + 1.0
    for i in range(3):
        if i % 2 == k:
            a, b = b, a
        else:
            a = a - b.flip(0)
    return a * 10.0 + b
"""

X = np.array([0.5, -1.0, 2.0, 3.5])

CALLS = {
    "knapsack": [(20, 999), (0, 7), (9, 40), (3, 1000)],
    "primes": [(5000, 1), (4, 1), (900, 2), (5001, 1)],
    "inserted": [(600, 30), (2, 0), (0, 598), (601, 0), (40, 599)],
    "reached": [(697, 0), (699, 40), (1, 5), (50, 700)],
    "both_sides": [(9, 1), (0, 3), (40, 2), (599, 0), (9, 600)],
    "replaced": [(9, 1), (0, 3), (40, 0), (9, 600)],
    "best_copied": [(9, 1), (0, 3), (40, 2), (600, 5), (601, 1)],
    "best_kept": [(9, 1), (0, 3), (40, 2), (600, 5), (601, 1)],
    "restarted": [(9, 1), (0, 3), (40, 2), (600, 5), (601, 1)],
    "kept": [(X, 0), (X, 1), (X, 2)],
    "turned": [(X, 0), (X, 1), (X, 12)],
    "exchanged": [(X, 0), (X, 1), (X, 2)],
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("engine", ["profile", "native"])
@pytest.mark.filterwarnings("error:.*interpreted:RuntimeWarning")
def test_a_kernel_writes_as_the_interpreter(name: str, engine: str) -> None:
    function = getattr(ts.compile(TEXT), name)
    for call in [CALLS[name][0]] * 3 + CALLS[name]:
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
