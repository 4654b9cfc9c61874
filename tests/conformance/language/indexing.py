"""Indexing and slicing, read and written."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: T(2, 3, 4)
def ints(x):
    return x[0], x[1, 2], x[-1, -2, -3], x[0][1][2]


#: T(5)
def slices(x):
    return x[1:3], x[:2], x[2:], x[:], x[-2:], x[:-1], x[::2], x[1:4:2]


#: T(4, 5)
def slices_of_two(x):
    return x[1:3, 2:4], x[:, 1], x[2, :], x[::2, ::3], x[-1:, :-2]


#: T(5), 1, 4, 2
def variable_slices(x, a: int, b: int, s: int):
    return x[a:b], x[a:b:s], x[:b], x[a:], x[::s], x[a - 1 : b + 1]


#: T(5), None, 3
#: T(5), 2, None
def optional_bounds(x, a: Optional[int], b: Optional[int]):
    return x[a:b]


#: T(2, 3, 4)
def ellipses(x):
    return x[..., :], x[..., 0], x[0, ...], x[..., 1:3], x[0, ..., 1], x[..., None]


#: T(2, 3)
def nones(x):
    return x[None], x[:, None], x[None, :, None], x[0, None], x[:, :, None], x[None, ..., None]


#: T(2, 3)
def none_and_slice(x):
    return x[:, None, 1:], x[None, 0], x[1:, None, 0]


#: T(3, 4)
def masks(x):
    return x[x > 2], x[x[:, 0] > 1], x[~(x > 3)]


#: T(3, 4)
def mask_of_rows(x):
    m = torch.tensor([True, False, True])
    return x[m], x[m, 1], x[:, torch.tensor([True, False, False, True])]


#: T(4, 3), I(3)
def tensors(x, i):
    return x[i], x[i, i], x[:, i], x[i, 1], x[1, i]


#: T(4, 3, 2), I(2)
def tensors_between(x, i):
    return x[:, i], x[i, :, i], x[i, 1:, 0]


#: T(4, 3)
def lists(x):
    return x[[0, 2]], x[:, [0, 1]], x[[0, 1], [1, 2]], x[[True, False, True, False]]


#: T(4, 3), [1, 3]
def list_variable(x, idx: List[int]):
    return x[idx], x[idx, 0], x[idx, 1:]


#: T(4, 3), I(2)
def mixed(x, i):
    return x[i, None], x[None, i], x[i][:, 1:], x[1:, [0, 1]], x[[1, 2], ..., None]


#: T(4, 3), I(2, 2)
def index_matrix(x, i):
    return x[i], x[i, 0], x[:, i]


#: T(3)
def zero_dim_index(x):
    i = torch.tensor(1)
    return x[i], x[int(i)]


#: T(3)
def index_out_of_range(x):
    return x[5]


#: T(2, 2)
def too_many(x):
    return x[0, 0, 0]


#: [10, 20, 30, 40], 1
def list_indices(xs: List[int], i: int):
    return xs[0], xs[-1], xs[i], xs[i + 1], xs[-i]


#: [1, 2], 2
#: [1, 2], -3
#: [1, 2], 1
def list_index_error(xs: List[int], i: int) -> int:
    return xs[i]


#: [1, 2, 3, 4, 5], 1, 3
def list_slices(xs: List[int], a: int, b: int):
    return xs[a:b], xs[:a], xs[b:], xs[:], xs[-2:], xs[:-1], xs[::2], xs[::-1], xs[4:1:-1], xs[10:], xs[-10:2]


#: [1, 2, 3]
def list_slice_is_copy(xs: List[int]) -> Tuple[List[int], List[int]]:
    ys = xs[:]
    ys[0] = 100
    return xs, ys


#: [[1, 2], [3, 4]]
def nested_lists(xs: List[List[int]]):
    return xs[0][1], xs[-1], xs[1:][0], xs[0][::-1]


#: "hello", 1
def strings(s: str, i: int):
    return s[0], s[-1], s[i], s[1:3], s[:2], s[2:], s[:], s[-3:], s[::2], s[i:-i]


#: "abc", 5
def string_index_error(s: str, i: int) -> str:
    return s[i]


#: (1, 2.5, "x")
def tuples(t: Tuple[int, float, str]):
    return t[0], t[-1], t[1], t[0:2], t[1:], t[:-1], t[:]


#: (1, 2, 3), 2
def tuple_by_variable(t: Tuple[int, int, int], i: int) -> int:
    return t[i] + t[i - 1]


#: ((1, 2), [3, 4], {"a": 5})
def nested_tuples(t: Tuple[Tuple[int, int], List[int], Dict[str, int]]):
    return t[0][1], t[1][0], t[2]["a"]


#: {"a": 1, "b": 2}, "b"
def dicts(d: Dict[str, int], k: str):
    return d["a"], d[k]


#: {"a": 1}, "z"
def dict_key_error(d: Dict[str, int], k: str) -> int:
    return d[k]


#: {1: 2.5}
def dict_of_int(d: Dict[int, float]):
    d[2] = d[1] * 2
    return d[2], d


#: {0.5: 1}
def dict_of_float(d: Dict[float, int]):
    d[1.5] = 3
    return d[0.5] + d[1.5]


#: {"a": [1, 2]}, "a"
def dict_of_lists(d: Dict[str, List[int]], k: str):
    d[k].append(3)
    d["b"] = d[k][1:]
    return d


#: [{"a": 1}, {"a": 2}]
def list_of_dicts(xs: List[Dict[str, int]]):
    return xs[0]["a"] + xs[1]["a"]


#: T(3, 3)
def writes(x):
    x[0] = x[1]
    x[:, 2] = x[:, 0]
    x[1:, 1:] = 7
    return x


#: T(2, 3, 2)
def writes_ellipsis(x):
    x[..., 0] = 1
    x[0, ..., 1] = torch.tensor([5.0, 6.0, 7.0])
    return x


#: T(2, 3)
def writes_none(x):
    x[:, None] = 4.0
    x[None, 0] = torch.ones(1, 3)
    return x


#: T(3, 3), I(2)
def writes_tensors(x, i):
    x[i, i] = 50
    x[:, i] += 1
    x[i] = x[i] * 2
    return x


#: [1, 2, 3], 1
def writes_list(xs: List[int], i: int):
    xs[i] = xs[i - 1]
    xs[-1] = i
    return xs


#: T(2, 3, 4)
def selects(x):
    return x.select(0, 1), x.narrow(2, 1, 2), torch.index_select(x, 1, torch.tensor([0, 2])), x.index_select(0, torch.tensor([1]))


#: T(3, 3)
def gathers(x):
    i = torch.tensor([[0, 1], [2, 0], [1, 1]])
    return x.gather(1, i), torch.gather(x, 0, i), x.take(torch.tensor([0, 4, 8]))


#: T(3, 3)
def mask_functions(x):
    m = x > 2
    return x.masked_fill(m, 0.0), torch.masked_select(x, m), torch.where(m, x, -x), m.nonzero()


#: T(3, 3)
def scatters(x):
    i = torch.tensor([[0, 1, 2]])
    return x.scatter(0, i, 9.0), x.scatter_add(0, i, torch.ones(1, 3)), x.index_fill(1, torch.tensor([0]), 5.0)


#: T(2, 2)
def tuple_as_index(x):
    return x[(0, 1)], x[(slice_start(), 0)]


def slice_start() -> int:
    return 1


#: T(3, 4)
def size_as_bound(x):
    n = x.size(1)
    return x[:, : n // 2], x[:, n // 2 :], x[: len(x) - 1]
