"""Comprehensions of lists and dicts."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: [1, 2, 3]
def of_list(xs: List[int]) -> List[int]:
    return [x * x for x in xs]


#: 4
def of_range(n: int) -> List[int]:
    return [i + 1 for i in range(n)]


#: 4
def of_range_of_three(n: int) -> List[float]:
    return [i / 2 for i in range(n, 0, -1)]


#: "abc"
def of_string(s: str) -> List[str]:
    return [c.upper() for c in s]


#: T(2, 3)
def of_tensor(x):
    return [row.sum() for row in x]


#: {"a": 1, "b": 2}
def of_dict(d: Dict[str, int]) -> Tuple[List[str], List[int], List[str]]:
    return [k for k in d], [v for v in d.values()], [k + str(v) for k, v in d.items()]


#: [(1, "a"), (2, "b")]
def of_tuples(xs: List[Tuple[int, str]]) -> List[str]:
    return [s + str(n) for n, s in xs]


#: (1, 2, 3)
def of_tuple(t: Tuple[int, int, int]) -> List[int]:
    return [x + 1 for x in t]


#: [1, 2], [3, 4]
def of_zip(xs: List[int], ys: List[int]) -> List[int]:
    return [x * y for x, y in zip(xs, ys)]


#: ["a", "b"]
def of_enumerate(xs: List[str]) -> List[str]:
    return [x + str(i) for i, x in enumerate(xs)]


#: [[1, 2], [3]]
def nested(xs: List[List[int]]) -> List[List[int]]:
    return [[x + 1 for x in row] for row in xs]


#: [1, 2, 3]
def of_comprehension(xs: List[int]) -> List[int]:
    return [y + 1 for y in [x * 2 for x in xs]]


#: [1, -2, 3]
def with_ternary(xs: List[int]) -> List[int]:
    return [x if x > 0 else 0 for x in xs]


#: [None, 2]
def with_refinement(xs: List[Optional[int]]) -> List[int]:
    return [x if x is not None else 0 for x in xs]


def double(x: int, k: int = 2) -> int:
    return x * k


#: [1, 2]
def with_call(xs: List[int]) -> List[int]:
    return [double(x) + double(x, k=5) for x in xs]


#: [1, 2], 10
def uses_outer(xs: List[int], n: int) -> List[int]:
    return [x + n for x in xs]


#: [1, 2]
def keeps_outer(xs: List[int]) -> Tuple[int, List[int]]:
    x = 100
    ys = [x for x in xs]
    return x, ys


#: [1, 2, 3]
def makes_tuples(xs: List[int]) -> List[Tuple[int, float]]:
    return [(x, x / 2) for x in xs]


#: [1, 2, 3]
def makes_lists(xs: List[int]) -> List[List[int]]:
    return [[x, x * x] for x in xs]


#: []
def of_empty(xs: List[int]) -> List[str]:
    return [str(x) for x in xs]


#: [1, 2]
def of_tensors(xs: List[int]):
    return torch.stack([torch.full([2], float(x)) for x in xs])


#: [1, 2]
def dict_of_list(xs: List[int]) -> Dict[int, str]:
    return {x: str(x) for x in xs}


#: {"a": 1, "b": 2}
def dict_of_items(d: Dict[str, int]) -> Dict[int, str]:
    return {v: k for k, v in d.items()}


#: 3
def dict_of_range(n: int) -> Dict[int, List[int]]:
    return {i: [j for j in range(i)] for i in range(n)}


#: ["a", "b"]
def dict_of_enumerate(xs: List[str]) -> Dict[str, int]:
    return {x: i for i, x in enumerate(xs)}


#: ["a", "b"], [1, 2]
def dict_of_zip(ks: List[str], vs: List[int]) -> Dict[str, int]:
    return {k: v for k, v in zip(ks, vs)}


#: [1, 2, 3]
def sum_of(xs: List[int]) -> Tuple[int, int, bool, bool]:
    return sum([x * x for x in xs]), max([x % 3 for x in xs]), all([x > 0 for x in xs]), any([x > 2 for x in xs])


#: T(2, 3)
def in_index(x):
    return x[[i for i in range(2)]], [int(v) for v in x[0]]


#: [1, 2, 3]
def in_loop(xs: List[int]) -> int:
    total = 0
    for y in [x * 2 for x in xs]:
        total += y
    return total


#: 3
def in_condition(n: int) -> bool:
    if n in [i * i for i in range(5)]:
        return True
    return False


#: T(6)
def of_chunk(x):
    return [p.sum() for p in x.chunk(3)], [p + 1 for p in x.split(4)]


#: T(2, 3)
def of_shape(x) -> List[int]:
    return [d * 2 for d in x.shape]


#: [1.5, 2.5]
def of_floats(xs: List[float]) -> List[int]:
    return [int(x) for x in xs]


#: [1, 2, 3]
def of_bools(xs: List[int]) -> List[bool]:
    return [x > 1 for x in xs]


#: [1, -2]
def generators(xs: List[int]):
    return sum(x * x for x in xs), any(x < 0 for x in xs), all(x < 0 for x in xs), max(x for x in xs)


#: 2
def with_outer_list(n: int) -> List[int]:
    out = [0]
    ys = [len(out) for _ in range(n)]
    return out + ys
