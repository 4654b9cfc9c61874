"""Lists, tuples, dicts and strings."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: [3, 1, 2]
def list_methods(xs: List[int]):
    ys = [x for x in xs]
    ys.append(4)
    ys.insert(0, 9)
    ys.extend([7, 8])
    last = ys.pop()
    ys.remove(9)
    ys.reverse()
    return ys, last, ys.index(4), ys.count(1), len(ys)


#: [3, 1, 2]
def list_sort(xs: List[int]):
    ys = list(xs)
    ys.sort()
    zs = sorted(xs)
    ys.sort(reverse=True)
    return ys, zs, xs


#: [1, 2, 3, 4, 5]
def list_slices(xs: List[int]):
    return xs[1:], xs[:2], xs[1:4:2], xs[-2:], xs[:], xs[::2]


#: [1, 2, 3]
def list_index(xs: List[int]):
    xs[0] = 10
    xs[-1] += 5
    return xs, xs[1]


#: [1, 2], [3]
def list_concat(a: List[int], b: List[int]):
    c = a + b
    c += [9]
    return c, a, [0] * 3, a == b, 2 in a


#: [1, 2, 3]
def list_comprehension(xs: List[int]):
    return [x * x for x in xs], [float(x) for x in range(3)], [str(x) for x in xs]


#: [1, 2]
def nested_lists(xs: List[int]):
    grid = [[x * y for y in xs] for x in xs]
    grid[0].append(100)
    return grid, grid[0][1], len(grid)


#: T(2), T(2)
def tensor_list(a, b):
    xs = [a, b]
    xs.append(a + b)
    return torch.stack(xs), torch.cat(xs, dim=0)


#: 3
def empty_list(n: int):
    r: List[int] = []
    s = torch.jit.annotate(List[str], [])
    for i in range(n):
        r.append(i)
    return r, s


#: [1, 2, 3]
def unpack_list(xs: List[int]):
    a, b, c = xs
    return a + b * c


#: [1, 2, 3]
def delete_element(xs: List[int]):
    del xs[0]
    return xs


#: (1, "a")
def tuple_index(t: Tuple[int, str]):
    return t[0], t[1], t[-1], len(t)


#: (1, 2.5, "x")
def tuple_slice(t: Tuple[int, float, str]):
    return t[1:], t[:2], t[0:1]


#: (1, (2.5, "x"))
def tuple_nested(t: Tuple[int, Tuple[float, str]]):
    a, (b, c) = t
    return (c, b), a, t[1][0]


#: 3
def tuple_of_one(n: int):
    return (n,)


#: (1, 2), (1, 3)
def tuple_compare(a: Tuple[int, int], b: Tuple[int, int]):
    return a == b, a != b


#: {"a": 1, "b": 2}
def dict_methods(d: Dict[str, int]):
    d["c"] = 3
    x = d.pop("a")
    y = d.get("zzz", 7)
    return d, x, y, len(d), "b" in d, "a" not in d, d.keys(), d.values()


#: 2
def dict_literal(n: int):
    d = {"x": n, "y": n * 2}
    e: Dict[int, float] = {}
    e[n] = 1.5
    return d, e, d["x"]


#: [1, 2]
def dict_comprehension(xs: List[int]):
    return {x: x * x for x in xs}


#: {"a": 1}
def dict_augmented(d: Dict[str, int]):
    d["a"] += 5
    return d


#: {"a": 1, "b": 2}
def dict_delete(d: Dict[str, int]):
    del d["a"]
    d.update({"z": 26})
    return d


#: {1: T(2)}
def dict_of_tensors(d: Dict[int, Tensor]):
    d[2] = d[1] + 1
    return d


#: "Hello World", 3
def string_methods(s: str, n: int):
    return s.upper(), s.lower(), s.split(" "), s.replace("l", "L"), s.find("o"), s.startswith("He"), s.endswith("x"), s.strip(), len(s)


#: "hello"
def string_index(s: str):
    return s[0], s[-1], s[1:3], s[:2], "ell" in s, "z" not in s


#: "a", 2, 1.5
def string_format(s: str, n: int, f: float):
    return "{} and {}".format(s, n), f"{s}={n}", "%s-%d" % (s, n), "x" + s + str(n)


#: ["a", "b"]
def string_join(xs: List[str]):
    return ",".join(xs), "".join(xs)


#: "12", "2.5"
def string_to_number(a: str, b: str):
    return int(a), float(b), str(3) + "x"


#: "a", "b"
def string_compare(a: str, b: str):
    return a == b, a != b, a + b == "ab"


#: "abc"
def string_repeat(s: str):
    return s + s, s.isdigit(), s.isalpha(), s.center(7, "*")


#: [1, 2, 3, 4]
def starred(xs: List[int]):
    t = (1, 2, 3)
    a, *b = t
    return a, b


#: [[1, 2], [3]]
def list_of_lists(xs: List[List[int]]):
    total = 0
    for row in xs:
        for x in row:
            total += x
    return total


#: [1.5, 2.5]
def float_lists(xs: List[float]):
    return sum(xs), max(xs), xs + [3.5]


#: [True, False]
def bool_lists(xs: List[bool]):
    return all(xs), any(xs)


#: ["b", "a"]
def sort_strings(xs: List[str]):
    xs.sort()
    return xs, sorted(xs)


#: [1, 2, 3]
def alias(xs: List[int]):
    ys = xs
    ys.append(4)
    return xs


#: [1, 2, 3]
def copied(xs: List[int]):
    ys = xs.copy()
    ys.clear()
    return xs, ys


#: [(1, "a"), (2, "b")]
def list_of_tuples(xs: List[Tuple[int, str]]):
    r = ""
    for n, s in xs:
        r += s + str(n)
    return r


#: 4
def list_of_range(n: int):
    return list(range(n)), [i for i in range(1, n)]


#: T(3)
def tensors_sorted(x):
    xs: List[Tensor] = []
    for i in range(3):
        xs.append(x[0] - i)
    ys = sorted(xs)
    xs.sort(reverse=True)
    zs = []
    zs.append(x.sum())
    zs.sort()
    return xs, ys, zs, len(sorted([e * 2 for e in xs]))


#: T(1)
def tensor_lists_compared(x):
    xs: List[Tensor] = []
    ys = []
    before = xs == ys
    xs.append(x)
    ys.append(x + 1)
    return before, xs == ys, xs != ys, xs == [x]


#: T(2)
def literal_without_elements(x):
    xs: List[int] = [1]
    if x.size(0) > 1:
        xs = []
    return sorted([]), max([1], []), x.sum([]), torch.zeros([]), xs, len([])
