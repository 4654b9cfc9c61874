"""Branches, loops, early exits."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: 3
#: -3
#: 0
def if_elif_else(n: int):
    if n > 0:
        r = "positive"
    elif n < 0:
        r = "negative"
    else:
        r = "zero"
    return r


#: T(2, 2), True
#: T(2, 2), False
def early_return(x, flag: bool):
    if flag:
        return x
    y = x * 2
    if bool(y.sum() > 3):
        return y
    return x + y


#: 5
#: -1
#: 50
def return_in_both(n: int) -> str:
    if n < 0:
        return "negative"
    else:
        if n < 10:
            return "small"
    return "large"


#: [1, 2, 3]
#: []
def for_list(xs: List[int]):
    total = 0
    for x in xs:
        total += x
    return total


#: 5
#: 0
def for_range(n: int):
    total = 0
    for i in range(n):
        total = total * 2 + i
    return total


#: 2, 11, 3
#: 11, 2, -3
#: 5, 5, 1
def for_range_of_three(a: int, b: int, s: int):
    r: List[int] = []
    for i in range(a, b, s):
        r.append(i)
    return r


#: 3, 6
def for_range_of_two(a: int, b: int):
    r = 1
    for i in range(a, b):
        r *= i
    return r


#: 10
def while_loop(n: int):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a, b


#: [1, -2, 3, 200, 4]
#: [1, 2]
def break_and_continue(xs: List[int]):
    total = 0
    for x in xs:
        if x < 0:
            continue
        if x > 100:
            break
        total += x
    return total


#: [1, 2, 3], 2
#: [1, 2, 3], 7
#: [], 1
def return_from_loop(xs: List[int], wanted: int) -> int:
    for i, x in enumerate(xs):
        if x == wanted:
            return i
    return -1


#: 5
def return_from_nested_loops(n: int) -> int:
    for i in range(n):
        for j in range(i):
            if i * j == 6:
                return i * 10 + j
    return -1


#: 7
#: 30
def while_true(n: int):
    i = 0
    while True:
        if i * i > n:
            break
        i += 1
    return i


#: 10
def while_with_continue(n: int):
    i = 0
    odd = 0
    while i < n:
        i += 1
        if i % 2 == 0:
            continue
        odd += i
    return odd, i


#: 6
def nested_loops(n: int):
    r: List[int] = []
    for i in range(n):
        if i % 2 == 0:
            continue
        for j in range(n):
            if j == i:
                break
            r.append(i * j)
    return r


#: 3
#: 20
def break_in_else(n: int):
    i = 0
    while i < 10:
        if i < n:
            i += 1
        else:
            break
        i += 1
    return i


#: 4
#: -4
def maybe_exit_then_rest(n: int):
    r = 0
    for i in range(10):
        if i > 2:
            if i * n > 10:
                break
            r += 100
        else:
            r += 1
        r += 10
    return r


#: 5
#: 12
#: 25
def return_in_nested_if(n: int) -> int:
    r = n
    if n > 10:
        if n > 20:
            return -n
        r = r * 2
    else:
        r = r + 1
    r += 1000
    return r


#: T(3, 2)
def for_tensor(x):
    total = torch.zeros(2)
    for row in x:
        total = total + row
    return total


#: [1, 2, 3], ["a", "b"]
def for_zip(xs: List[int], names: List[str]):
    r: List[str] = []
    for x, name in zip(xs, names):
        r.append(name + str(x))
    return r


#: ["a", "b"]
def for_enumerate(names: List[str]):
    r: List[str] = []
    for i, name in enumerate(names):
        r.append(name + str(i))
    for i, name in enumerate(names, 5):
        r.append(name + str(i))
    return r


#: [1, 2], [3, 4]
def enumerate_of_zip(xs: List[int], ys: List[int]):
    r = 0
    for i, (x, y) in enumerate(zip(xs, ys)):
        r += i * 100 + x * y
    return r


#: "abc"
def for_string(s: str):
    r = ""
    for ch in s:
        r = ch + r
    return r


#: {"a": 1, "b": 2}
def for_dict(d: Dict[str, int]):
    total = 0
    keys = ""
    for k in d:
        keys += k
        total += d[k]
    return keys, total


#: {"a": 1, "b": 2}
def for_items(d: Dict[str, int]):
    total = 0
    for k, v in d.items():
        if k != "a":
            total += v
    return total


#: (1, 2.5, "x")
def for_tuple(t: Tuple[int, float, str]):
    r = ""
    for e in t:
        r += str(e)
    return r


#: 3
def only_in_one_branch(n: int):
    if n > 2:
        y = n
        r = y * 2
    else:
        r = 0
    return r


#: T(2, 2)
def tensor_condition(x):
    if x.sum() > 2:
        return x * 2
    return x


#: 3
#: 0
def int_condition(n: int):
    if n:
        return "some"
    return "none"


#: 5
#: -5
def asserts(n: int):
    assert n > 0, "n must be positive"
    return n


#: 5
#: 50
def raises(n: int):
    if n > 10:
        raise ValueError("too large")
    return n


#: 5
#: 50
def raises_in_else(n: int) -> int:
    if n < 10:
        return n
    else:
        raise RuntimeError("too large")


#: 1
def passes(n: int):
    if n > 0:
        pass
    return n


#: 4
def loop_variable_before(n: int):
    i = 100
    for i in range(n):
        pass
    return i


#: T(2), 3
def loop_carries_tensor(x, n: int):
    for i in range(n):
        if i % 2 == 0:
            x = x + i
        else:
            x = x * 2
    return x


#: 3
def no_return(n: int):
    m = n + 1


#: 7
def collatz(n: int):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


#: [3, 1, 2]
def bubble_sort(xs: List[int]):
    ys = list(xs)
    for i in range(len(ys)):
        for j in range(len(ys) - 1 - i):
            if ys[j] > ys[j + 1]:
                t = ys[j]
                ys[j] = ys[j + 1]
                ys[j + 1] = t
    return ys


#: 20
def primes(n: int):
    found: List[int] = []
    for i in range(2, n):
        is_prime = True
        for p in found:
            if i % p == 0:
                is_prime = False
                break
        if is_prime:
            found.append(i)
    return found


#: True, True
#: False, True
#: False, False
def returns_of_one_loop(a: bool, b: bool) -> int:
    n = 0
    for i in range(5):
        if a:
            if i == 3:
                return 100 + n
        elif b:
            if i == 2:
                break
        n += i
    return n
