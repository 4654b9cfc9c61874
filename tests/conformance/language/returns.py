"""Leaving functions and loops early, in every shape."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: 1
#: 12
#: 30
def chain_of_returns(n: int) -> str:
    if n < 5:
        return "small"
    if n < 20:
        return "medium"
    return "large"


#: 1
#: -3
#: 0
def return_in_elif(n: int) -> int:
    if n > 0:
        return 1
    elif n < 0:
        return -1
    else:
        return 0


#: 1, 1
#: 1, -1
#: -1, 1
#: -1, -1
def nested_both_return(a: int, b: int) -> int:
    if a > 0:
        if b > 0:
            return 1
        else:
            return 2
    else:
        if b > 0:
            return 3
        else:
            return 4


#: 1, 1
#: 1, -1
#: -1, 1
def nested_one_returns(a: int, b: int) -> int:
    r = 10
    if a > 0:
        if b > 0:
            return r
        r = r + 1
    else:
        r = r + 5
    return r * 2


#: [1, 2, 3], 2
#: [1, 2, 3], 9
#: [], 9
def return_index(xs: List[int], wanted: int) -> int:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return -1


#: [1, 2, 3], 2
#: [1, 2, 3], 9
def return_optional(xs: List[int], wanted: int) -> Optional[int]:
    for x in xs:
        if x == wanted:
            return x
    return None


#: 3
#: 100
def return_from_while(n: int) -> int:
    i = 0
    while i < n:
        if i * i > 50:
            return i
        i += 1
    return -i


#: 3
#: 100
def return_from_while_true(n: int) -> int:
    i = 0
    while True:
        if i >= n or i > 7:
            return i
        i += 2
    return -1


#: [[1, 2], [3, 4]], 3
#: [[1, 2], [3, 4]], 7
#: [[1, 2], [3, 4]], 1
def return_from_both_loops(xs: List[List[int]], wanted: int) -> Tuple[int, int]:
    for i, row in enumerate(xs):
        for j, x in enumerate(row):
            if x == wanted:
                return i, j
        if row[0] > 5:
            return i, -1
    return -1, -1


#: [1, -2, 3]
#: [1, 2, 3]
#: [0]
def return_break_continue(xs: List[int]) -> int:
    total = 0
    for x in xs:
        if x == 0:
            return -100
        if x < 0:
            break
        if x == 1:
            continue
        total += x
    return total


#: T(3)
#: T(1)
def return_tensor_or_late(x):
    if x.numel() == 1:
        return x
    y = x * 2
    if bool(y.sum() > 1):
        return y + 1
    return y


#: 1
#: 0
def return_none_early(n: int) -> None:
    if n == 1:
        return
    n = n + 1


#: [1, 2, 3]
def bare_return_in_loop(xs: List[int]):
    for x in xs:
        if x == 2:
            return
        xs.append(x)
        if len(xs) > 5:
            return


#: 5
#: 0
def return_in_else_of_while(n: int) -> int:
    while n > 0:
        n -= 1
        if n == 2:
            n = 100
            break
    if n == 100:
        return 1
    return 0


#: 3
#: 0
def returns_expression_of_loop(n: int) -> Tuple[int, int]:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
        if b > 100:
            return a, b
    return a, b


#: 2, True
#: 2, False
#: -2, True
def return_under_three_ifs(n: int, flag: bool) -> str:
    if n > 0:
        if flag:
            if n > 1:
                return "deep"
        else:
            return "no flag"
    return "end"


#: 2
#: -2
def code_behind_return(n: int) -> int:
    if n > 0:
        return 1
        n = 5
    return n
    n = 7


#: 4
#: 0
def break_only(n: int) -> int:
    i = 0
    while True:
        if i == n:
            break
        i += 1
    return i


#: 6
def continue_only(n: int) -> List[int]:
    out: List[int] = []
    for i in range(n):
        if i % 2 == 0:
            continue
        out.append(i)
    return out


#: 5
def break_inner_only(n: int) -> List[Tuple[int, int]]:
    out: List[Tuple[int, int]] = []
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            if (i + j) % 2 == 1:
                continue
            out.append((i, j))
    return out


#: 5
def break_outer_by_flag(n: int) -> List[int]:
    out: List[int] = []
    done = False
    for i in range(n):
        for j in range(n):
            if i * j == 6:
                done = True
                break
            out.append(i * j)
        if done:
            break
    return out


#: 5
def break_in_while_in_for(n: int) -> int:
    total = 0
    for i in range(n):
        k = i
        while k > 0:
            if k == 3:
                break
            k -= 1
            total += 1
        total += 10 * k
    return total


#: 10
def continue_in_while(n: int) -> int:
    total = 0
    while n > 0:
        n -= 1
        if n % 3 == 0:
            continue
        if n == 7:
            continue
        total += n
    return total


#: 6
def both_branches_leave(n: int) -> int:
    count = 0
    for i in range(n):
        if i < 3:
            continue
        else:
            count += i
            break
    return count


#: 3
#: 9
def loop_after_loop(n: int) -> int:
    for i in range(n):
        if i == 5:
            return 5
    for i in range(n):
        if i == 2:
            return 2 * n
    return 0


#: [3, 5, 8]
#: [3, 5, 7]
#: [3, -1, 7]
def raise_or_return(xs: List[int]) -> int:
    for x in xs:
        if x < 0:
            raise ValueError("negative: " + str(x))
        if x % 2 == 0:
            return x
    raise RuntimeError("no even number")


#: 4
#: 3
def all_paths_raise_or_return(n: int) -> int:
    if n % 2 == 0:
        return n // 2
    else:
        raise ValueError("odd")


#: {"a": 1, "b": 2}, "b"
#: {"a": 1, "b": 2}, "c"
def return_from_dict_loop(d: Dict[str, int], key: str) -> int:
    for k, v in d.items():
        if k == key:
            return v
    return -1


#: T(4)
def return_from_tensor_loop(x) -> Tensor:
    for row in x:
        if row > 0.5:
            return row
    return x


#: 3
#: 4
def state_machine(n: int) -> List[str]:
    state = "start"
    trace: List[str] = []
    while state != "end":
        trace.append(state)
        if state == "start":
            state = "even" if n % 2 == 0 else "odd"
        elif state == "even":
            n += 1
            if n > 8:
                state = "end"
                continue
            state = "odd"
        elif state == "odd":
            n += 2
            if len(trace) > 20:
                break
            state = "even" if n < 9 else "end"
    trace.append(str(n))
    return trace


#: 20
#: 3
def assigned_before_break(n: int) -> Tuple[int, str]:
    why = "ran out"
    i = 0
    for i in range(n):
        if i * i > n:
            why = "square"
            break
        elif i == 7:
            why = "seven"
            break
    return i, why


#: 5
def loop_with_maybe_return_tuple(n: int) -> Tuple[int, Optional[str]]:
    for i in range(n):
        if i == 3:
            return i, "three"
    return n, None


#: 2
#: 8
def ternary_in_return(n: int) -> int:
    return n if n > 5 else (n * 10 if n > 1 else 0)


#: 5
def while_decreasing(n: int) -> List[int]:
    out: List[int] = []
    while n:
        out.append(n)
        n -= 1
    return out


#: 100
def while_and_condition(n: int) -> int:
    i = 0
    total = 0
    while i < n and total < 50:
        total += i
        i += 1
    return total


#: T(3)
def while_on_tensor(x):
    count = 0
    while x.sum() < 20:
        x = x * 2
        count += 1
    return x, count


#: T(1), 3
def if_on_tensor(x, n: int):
    if x:
        n += 1
    if not x:
        n += 10
    if (x == 0) and n > 0:
        n += 100
    return n


#: [], "", {}
#: [1], "a", {"k": 2}
def if_on_containers(xs: List[int], s: str, d: Dict[str, int]) -> List[str]:
    out: List[str] = []
    if xs:
        out.append("list")
    if not s:
        out.append("no string")
    while d:
        d.clear()
        out.append("dict")
    out.append(str(bool(xs)))
    return out


#: 3
def if_with_pass(n: int) -> int:
    if n > 2:
        pass
    else:
        n = 0
    for i in range(3):
        pass
    while n < 0:
        pass
    return n
