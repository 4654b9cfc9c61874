"""Operations on lists, tuples and dicts."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: [3, 1, 2]
def list_mutators(xs: List[int]) -> List[int]:
    xs.append(5)
    xs.extend([7, 8])
    xs.insert(1, 100)
    xs.remove(3)
    xs.reverse()
    return xs


#: [3, 1, 2]
def list_pops(xs: List[int]) -> Tuple[int, int, List[int]]:
    a = xs.pop()
    b = xs.pop(0)
    return a, b, xs


#: []
def pop_empty(xs: List[int]) -> int:
    return xs.pop()


#: [1, 2]
def remove_missing(xs: List[int]) -> List[int]:
    xs.remove(5)
    return xs


#: [3, 1, 2, 1]
def list_queries(xs: List[int]):
    return xs.index(1), xs.count(1), len(xs), 3 in xs, 9 in xs, 9 not in xs, min(xs), max(xs), sum(xs)


#: [1]
def index_missing(xs: List[int]) -> int:
    return xs.index(9)


#: [1, 2]
def list_copies(xs: List[int]):
    a = xs.copy()
    b = list(xs)
    c = xs[:]
    d = xs + [1]
    xs.clear()
    return a, b, c, d, xs


#: [3, 1, 2]
def list_sorts(xs: List[int]):
    a = sorted(xs)
    xs.sort(reverse=True)
    b = xs.copy()
    xs.sort()
    return a, b, xs


#: [2.5, -1.0]
def float_sorts(xs: List[float]):
    xs.sort()
    return xs, sorted(xs), min(xs), max(xs), sum(xs)


#: [True, False]
def bool_list(xs: List[bool]):
    return xs, any(xs), all(xs), xs + [True], sorted(xs)


#: [1, 2], [1, 2], [1, 3]
def list_equality(a: List[int], b: List[int], c: List[int]):
    return a == b, a != c, a == c, len(a) == len(b)


#: ["a"], ["a"]
def string_list_equality(a: List[str], b: List[str]):
    return a == b, a != b, "a" in a


#: [1.5], [1.5]
def float_list_equality(a: List[float], b: List[float]):
    return a == b, a != b, 1.5 in a


#: T(2), T(2)
def tensor_lists(a, b):
    xs = [a, b]
    xs.append(a + b)
    xs[0] = b * 2
    return xs, torch.cat(xs), torch.stack(xs, 1), len(xs)


#: [1, 2]
def list_arithmetic(xs: List[int]):
    return xs + [3], xs * 2, 2 * xs, [0] * 3, [xs] + [xs]


#: 3
def list_of_lists(n: int) -> List[List[int]]:
    out: List[List[int]] = []
    for i in range(n):
        out.append([i] * i)
    out[1][0] = 100
    out.append([n])
    return out


#: [[3, 1], [2]]
def inner_methods(xs: List[List[int]]) -> List[List[int]]:
    for row in xs:
        row.sort()
        row.append(0)
    return xs


#: ["b", "a"]
def list_of_strings(xs: List[str]):
    xs.sort()
    xs.append("c")
    return xs, xs.index("c"), xs[::-1]


#: 3
def empty_literals(n: int):
    a: List[int] = []
    b: List[Tensor] = []
    c = torch.jit.annotate(List[str], [])
    d: Dict[str, int] = {}
    a.append(n)
    c.append("x")
    return a, b, c, d, len(b)


#: [(2, "b"), (1, "a")]
def list_of_tuples(xs: List[Tuple[int, str]]):
    xs.append((3, "c"))
    return xs, xs[0][1], [n for n, s in xs]


#: (1, 2), (1, 2)
def tuple_equality(a: Tuple[int, int], b: Tuple[int, int]):
    return a == b, a != b


#: (1, 2), (3, "x")
def tuple_concatenation(a: Tuple[int, int], b: Tuple[int, str]):
    return a + b, a + (5,), (0,) + b


#: (1, 2.5, "x")
def tuple_parts(t: Tuple[int, float, str]):
    a, b, c = t
    return c, b, a, len(t), t[1:], (a,), ()


#: ((1, 2), (3, 4))
def tuple_of_tuples(t: Tuple[Tuple[int, int], Tuple[int, int]]):
    (a, b), c = t
    return a + b, c[0], t[1][1]


#: (1, 2, 3)
def tuple_to_list(t: Tuple[int, int, int]) -> List[int]:
    return list(t)


#: (1, [2, 3])
def tuple_with_list(t: Tuple[int, List[int]]):
    t[1].append(4)
    return t


#: {"b": 1, "a": 2}
def dict_queries(d: Dict[str, int]):
    return len(d), "a" in d, "z" in d, "z" not in d, d.keys(), d.values(), d.items(), d["a"]


#: {"b": 1}
def dict_gets(d: Dict[str, int]):
    a = d.get("b")
    b = d.get("z")
    c = d.get("z", 9)
    e = d.get("b", 9)
    return a, b, c, e


#: {"b": 1}
def dict_mutators(d: Dict[str, int]):
    d["a"] = 5
    d.update({"c": 3, "b": 7})
    x = d.pop("a")
    y = d.setdefault("k", 11)
    z = d.setdefault("b", 12)
    return d, x, y, z


#: {"b": 1}
def dict_pop_default(d: Dict[str, int]):
    return d.pop("z", 5), d.pop("b", 5), d


#: {"b": 1}
def dict_pop_missing(d: Dict[str, int]) -> int:
    return d.pop("z")


#: {"b": 1}
def dict_copies(d: Dict[str, int]):
    e = d.copy()
    f = dict(d)
    d.clear()
    return d, e, f


#: {"b": 1, "a": 2}
def dict_popitem(d: Dict[str, int]) -> int:
    k, v = d.popitem()
    return len(d) * 10 + len(k)


#: {"b": 1}
def dict_delete(d: Dict[str, int]):
    del d["b"]
    return d, len(d)


#: 3
def dict_literals(n: int):
    a = {"x": n, "y": n + 1}
    b = {1: "a", n: "b"}
    c = {1.5: [n], 2.5: [n, n]}
    d = {True: 1, False: 2}
    return a, b, c, d[n > 2]


#: 3
def dict_constructor(n: int):
    a = dict([("x", n), ("y", 2)])
    b = dict({"k": n})
    return a, b


#: T(2)
def dict_of_tensors(x):
    d = {"a": x, "b": x + 1}
    d["c"] = d["a"] * d["b"]
    total = torch.zeros(2)
    for k in d:
        total = total + d[k]
    return d, total


#: T(2)
def dict_by_tensor(x):
    d = {x: 1}
    return d[x], x in d, len(d)


#: {"a": [1]}
def dict_of_lists(d: Dict[str, List[int]]):
    d["a"].append(2)
    d["b"] = [0]
    d["b"].extend(d["a"])
    return d


#: {"a": {"b": 1}}
def dict_of_dicts(d: Dict[str, Dict[str, int]]):
    d["a"]["c"] = 2
    d["x"] = {"y": 3}
    return d, d["a"]["b"]


#: {"a": (1, "x")}
def dict_of_tuples(d: Dict[str, Tuple[int, str]]):
    d["b"] = (2, "y")
    n, s = d["a"]
    return d, n, s


#: {"a": 1}, {"a": 1}
def dict_order(d: Dict[str, int], e: Dict[str, int]):
    d["z"] = 1
    d["b"] = 2
    return d.keys(), [v for v in d.values()]


#: [5, 3, 9]
def builtins_on_lists(xs: List[int]):
    return min(xs), max(xs), sum(xs), sorted(xs), len(xs), any([x > 8 for x in xs]), all([x > 8 for x in xs])


#: [5, 3], [5, 4]
def list_extremes(a: List[int], b: List[int]):
    return min(a, b), max(a, b)


#: [1, 2, 3]
def reverses(xs: List[int]):
    ys = xs[::-1]
    xs.reverse()
    return ys, xs


#: [1, 2, 3]
def aliasing(xs: List[int]):
    a = xs
    b = [xs, a]
    a.append(4)
    b[0].append(5)
    return xs, b


def append_to(xs: List[int], x: int) -> List[int]:
    xs.append(x)
    return xs


#: [1]
def aliasing_through_call(xs: List[int]):
    ys = append_to(xs, 2)
    ys.append(3)
    return xs


#: [[1, 2], [3]]
def flattened(xs: List[List[int]]) -> List[int]:
    out: List[int] = []
    for x in xs:
        out += x
    return out


#: [1, 2, 3, 4], 2
def chunked(xs: List[int], n: int) -> List[List[int]]:
    return [xs[i : i + n] for i in range(0, len(xs), n)]


#: [None, 1]
def list_of_optionals(xs: List[Optional[int]]):
    xs.append(None)
    xs.append(5)
    return xs, len(xs)


#: [T(2), T(3)]
def list_of_tensors(xs: List[Tensor]):
    return [x.sum() for x in xs], xs[0] + xs[1][:2], [x.numel() for x in xs]


#: [[T(2)], [T(2), T(2)]]
def lists_of_tensors(xs: List[List[Tensor]]):
    return [torch.stack(x).sum() for x in xs]


#: 2
def mixed_tuple_in_list(n: int):
    xs = [(n, [n]), (n + 1, [n, n])]
    xs[0][1].append(9)
    return xs


#: 3
def mixed_list(n: int) -> str:
    xs = [n, "a", 2.5]
    out = ""
    for x in xs:
        if isinstance(x, int):
            out += "int " + str(x + 1)
        elif isinstance(x, str):
            out += "str " + x
        else:
            out += "float"
    return out


#: 3
def mixed_dict(n: int) -> int:
    d = {"a": n, "b": "text"}
    v = d["a"]
    assert isinstance(v, int)
    return v + len(d)


#: [1, 2, 3, 4]
def deletes_slices(xs: List[int]):
    del xs[1]
    del xs[-1]
    return xs


#: [1.5, 2.0]
def float_list(xs: List[float]):
    return sum(xs), [x * 2 for x in xs]
