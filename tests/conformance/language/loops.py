"""Loops over everything that a loop can run over."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: 5
#: 0
#: -3
def range_of_one(n: int) -> List[int]:
    out: List[int] = []
    for i in range(n):
        out.append(i)
    return out


#: 10, 0, -3
#: 0, 10, 3
#: 0, 10, -1
#: 5, 5, 1
def range_of_three(a: int, b: int, step: int) -> List[int]:
    return [i for i in range(a, b, step)]


#: 0
def range_step_zero(step: int) -> List[int]:
    return [i for i in range(0, 5, step)]


#: T(3)
def range_of_size(x) -> List[int]:
    out: List[int] = []
    for i in range(x.size(0)):
        out.append(i * 2)
    for i in range(x.shape[0], 0, -1):
        out.append(i)
    return out


#: I(4)
def range_of_tensor(x) -> int:
    total = 0
    for i in range(int(x[2])):
        total += i + 1
    return total


#: 4
def range_as_list(n: int) -> Tuple[List[int], List[int]]:
    return list(range(n)), list(range(n, 0, -2))


#: 4
def range_value(n: int) -> Tuple[int, int]:
    r = range(2, 3 * n, 2)
    return len([i for i in r]), n


#: [1.5, 2.5]
def over_floats(xs: List[float]) -> float:
    total = 0.0
    for x in xs:
        total += x
    return total


#: ["a", "bc"]
def over_strings(xs: List[str]) -> str:
    out = ""
    for x in xs:
        out = out + x + "-"
    return out


#: "hello"
def over_characters(s: str) -> List[str]:
    out: List[str] = []
    for ch in s:
        out.append(ch + ch)
    return out


#: [(1, "a"), (2, "b")]
def over_tuples(xs: List[Tuple[int, str]]) -> Tuple[int, str]:
    total, text = 0, ""
    for n, s in xs:
        total += n
        text += s
    return total, text


#: [[1, 2], [3]]
def over_lists(xs: List[List[int]]) -> int:
    total = 0
    for row in xs:
        for x in row:
            total += x
    return total


#: [[1, 2], [3, 4]]
def unpacked_lists(xs: List[List[int]]) -> int:
    total = 0
    for a, b in xs:
        total += a * b
    return total


#: [((1, 2), "a"), ((3, 4), "b")]
def nested_targets(xs: List[Tuple[Tuple[int, int], str]]) -> Tuple[int, str]:
    total, text = 0, ""
    for (a, b), s in xs:
        total += a * b
        text += s
    return total, text


#: {"a": 1, "b": 2}
def over_keys(d: Dict[str, int]) -> List[str]:
    out: List[str] = []
    for k in d.keys():
        out.append(k)
    for k in d:
        out.append(k)
    return out


#: {"a": 1, "b": 2}
def over_values(d: Dict[str, int]) -> int:
    total = 0
    for v in d.values():
        total += v
    return total


#: {1: "x", 2: "y"}
def over_items(d: Dict[int, str]) -> str:
    out = ""
    for k, v in d.items():
        out += str(k) + v
    return out


#: {1: [1, 2], 2: [3]}
def over_items_of_lists(d: Dict[int, List[int]]) -> int:
    total = 0
    for k, vs in d.items():
        for v in vs:
            total += k * v
    return total


#: {"a": 1, "b": 2}
def enumerate_dict(d: Dict[str, int]) -> List[Tuple[int, str]]:
    out: List[Tuple[int, str]] = []
    for i, k in enumerate(d):
        out.append((i, k))
    return out


#: {"a": 1, "b": 2}
def enumerate_items(d: Dict[str, int]) -> List[Tuple[int, str, int]]:
    out: List[Tuple[int, str, int]] = []
    for i, (k, v) in enumerate(d.items()):
        out.append((i, k, v))
    return out


#: [1, 2, 3], [4.5, 5.5]
def zip_of_two(xs: List[int], ys: List[float]) -> float:
    total = 0.0
    for x, y in zip(xs, ys):
        total += x * y
    return total


#: [1, 2, 3], [4.5, 5.5], ["a", "b", "c"]
def zip_of_three(xs: List[int], ys: List[float], zs: List[str]) -> str:
    out = ""
    for x, y, z in zip(xs, ys, zs):
        out += str(x) + z
    return out


#: [1, 2, 3], "abcd", 2, T(3)
def zip_of_four(xs: List[int], s: str, n: int, t: Tensor) -> List[str]:
    out: List[str] = []
    for x, ch, i, row in zip(xs, s, range(n), t):
        out.append(str(x) + ch + str(i) + str(int(row)))
    return out


#: [1, 2, 3]
def zip_of_one(xs: List[int]) -> int:
    total = 0
    for (x,) in zip(xs):
        total += x
    return total


#: [1, 2], [3, 4], [5, 6]
def zip_of_zip(a: List[int], b: List[int], c: List[int]) -> int:
    total = 0
    for (x, y), z in zip(zip(a, b), c):
        total += x * y * z
    return total


#: {"a": 1, "b": 2}, [10, 20]
def zip_dict(d: Dict[str, int], xs: List[int]) -> List[Tuple[str, int]]:
    out: List[Tuple[str, int]] = []
    for k, x in zip(d, xs):
        out.append((k, x))
    return out


#: ["a", "b"], 5
def enumerate_start(xs: List[str], n: int) -> List[str]:
    out: List[str] = []
    for i, x in enumerate(xs, 1):
        out.append(str(i) + x)
    for i, x in enumerate(xs, start=n):
        out.append(str(i) + x)
    return out


#: ["a", "b"]
def enumerate_as_tuple(xs: List[str]) -> List[Tuple[int, str]]:
    out: List[Tuple[int, str]] = []
    for pair in enumerate(xs):
        out.append(pair)
    return out


#: T(2, 3)
def enumerate_tensor(x):
    total = torch.zeros(3)
    for i, row in enumerate(x):
        total = total + row * i
    return total


#: [1, 2], [3, 4]
def enumerate_zip_start(a: List[int], b: List[int]) -> int:
    total = 0
    for i, (x, y) in enumerate(zip(a, b), 10):
        total += i * x * y
    return total


#: [1, 2], 3
def enumerate_range(xs: List[int], n: int) -> int:
    total = 0
    for i, j in enumerate(range(n, 0, -1)):
        total += i * j
    return total


#: T(2, 3)
def over_rows(x):
    out: List[Tensor] = []
    for row in x:
        for value in row:
            out.append(value * 2)
    return torch.stack(out)


#: T(2, 3)
def over_unbind(x):
    total = torch.zeros(2)
    for column in x.unbind(1):
        total += column
    return total


#: (1, 2.5, "x")
def over_tuple(t: Tuple[int, float, str]) -> List[str]:
    out: List[str] = []
    for v in t:
        out.append(str(v))
    return out


#: 3
def over_tuple_literal(n: int) -> int:
    total = 0
    for v in (1, 2, n):
        total += v * n
    return total


#: 3
def over_list_literal(n: int) -> int:
    total = 0
    for v in [1, 2, n]:
        if v == 2:
            continue
        total += v * n
    return total


#: [1, 2, 3]
def over_slice(xs: List[int]) -> int:
    total = 0
    for x in xs[1:]:
        total += x
    for x in xs[::-1]:
        total = total * 2 + x
    return total


#: [3, 1, 2]
def over_sorted(xs: List[int]) -> List[int]:
    out: List[int] = []
    for x in sorted(xs):
        out.append(x)
    return out


#: 4
def nested_three(n: int) -> int:
    total = 0
    for i in range(n):
        for j in range(i):
            for k in range(j, n):
                if k == j:
                    continue
                total += i * j * k
    return total


#: 4
def loop_variable_after(n: int) -> int:
    i = -1
    for i in range(n):
        pass
    return i


#: [1, 2, 3]
def changes_list_in_loop(xs: List[int]) -> List[int]:
    for i in range(len(xs)):
        xs[i] = xs[i] * 2
        if xs[i] == 4:
            xs.append(0)
    return xs


#: [1, 2, 3]
def index_target(xs: List[int]) -> List[int]:
    for i in range(len(xs)):
        xs[i], xs[0] = xs[0], xs[i]
    return xs


#: T(3), 4
def loop_carries_many(x, n: int):
    a, b, c = x, x + 1, 0
    for i in range(n):
        a, b = b, a + b
        c += i
    return a, b, c


#: [None, 1, 2]
def over_optionals(xs: List[Optional[int]]) -> int:
    total = 0
    for x in xs:
        if x is None:
            continue
        else:
            total += x
    return total


#: 6
def gcd_of(n: int) -> List[int]:
    out: List[int] = []
    for i in range(1, n):
        a, b = n, i
        while b != 0:
            a, b = b, a % b
        out.append(a)
    return out


#: 3
def matrix(n: int) -> List[List[int]]:
    rows: List[List[int]] = []
    for i in range(n):
        row: List[int] = []
        for j in range(n):
            row.append(i * n + j)
        rows.append(row)
    return rows


#: "the cat the dog"
def word_count(s: str) -> Dict[str, int]:
    counts: Dict[str, int] = {}
    for word in s.split(" "):
        if word in counts:
            counts[word] += 1
        else:
            counts[word] = 1
    return counts


#: T(3, 2)
def over_shape(x) -> int:
    n = 1
    for d in x.shape:
        n *= d
    for d in x.size():
        n += d
    return n
