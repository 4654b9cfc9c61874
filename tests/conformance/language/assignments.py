"""Assignment to everything: names, tuples, elements, slices; augmented assignment."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: 1, 2
def chained(a: int, b: int) -> Tuple[int, int, int]:
    x = y = z = a + b
    y += 1
    return x, y, z


#: [1, 2]
def chained_alias(xs: List[int]) -> Tuple[List[int], List[int]]:
    a = b = xs
    a.append(3)
    return a, b


#: 1, 2, 3
def rotate(a: int, b: int, c: int) -> Tuple[int, int, int]:
    a, b, c = c, a, b
    return a, b, c


#: (1, (2.5, "x"))
def nested_targets(t: Tuple[int, Tuple[float, str]]) -> Tuple[str, float, int]:
    a, (b, c) = t
    return c, b, a


#: (1, 2), (3, 4)
def nested_literal(p: Tuple[int, int], q: Tuple[int, int]) -> int:
    (a, b), (c, d) = p, q
    return a * 1000 + b * 100 + c * 10 + d


#: [1, 2, 3]
def list_targets(xs: List[int]) -> int:
    (a, b, c) = xs
    return a * 100 + b * 10 + c


#: [1, 2]
def wrong_count(xs: List[int]) -> int:
    a, b, c = xs
    return a + b + c


#: (1, 2, 3, 4)
def starred_middle(xs: Tuple[int, int, int, int]) -> Tuple[int, Tuple[int, int], int]:
    a, *rest, z = xs
    return a, rest, z


#: (1, 2, 3, 4)
def starred_end(xs: Tuple[int, int, int, int]) -> Tuple[int, Tuple[int, int, int]]:
    a, *rest = xs
    return a, rest


#: (1, 2.5, "x")
def starred_start(xs: Tuple[int, float, str]) -> Tuple[Tuple[int, float], str]:
    *rest, z = xs
    return rest, z


#: (1, 2.5, "x", "y")
def starred_tuple(t: Tuple[int, float, str, str]) -> Tuple[int, Tuple[float, str], str]:
    a, *rest, z = t
    return a, rest, z


#: (1, 2, 3)
def starred_of_tuple(t: Tuple[int, int, int]) -> Tuple[int, Tuple[int, int]]:
    a, *rest = t
    return a, rest


#: [1, 2, 3]
def element_targets(xs: List[int]) -> List[int]:
    xs[0], xs[2] = xs[2], xs[0]
    xs[1] = xs[-1] = 7
    return xs


#: {"a": 1}
def dict_targets(d: Dict[str, int]) -> Dict[str, int]:
    d["b"] = d["a"] + 1
    d["a"], d["c"] = 10, 11
    return d


#: 7, 3
def augmented_ints(a: int, b: int) -> List[int]:
    out: List[int] = []
    a += b
    out.append(a)
    a -= 1
    out.append(a)
    a *= b
    out.append(a)
    a <<= 2
    out.append(a)
    a >>= 1
    out.append(a)
    a &= 0xFF
    out.append(a)
    a |= 256
    out.append(a)
    a ^= 5
    out.append(a)
    return out


#: 7.5, 2.0
def augmented_floats(a: float, b: float) -> List[float]:
    out: List[float] = []
    a += b
    out.append(a)
    a -= 1.5
    out.append(a)
    a *= b
    out.append(a)
    a /= 4.0
    out.append(a)
    a **= 2.0
    out.append(a)
    a %= 3.0
    out.append(a)
    return out


#: 7, 2
def augmented_division(a: int, b: int) -> float:
    x = float(a)
    x /= b
    return x


#: "a"
def augmented_string(s: str) -> str:
    s += "b"
    s += s
    return s


#: [1], [2, 3]
def augmented_list(a: List[int], b: List[int]) -> Tuple[List[int], List[int]]:
    c = a
    a += b
    return a, c


#: [1, 2]
def augmented_list_times(a: List[int]) -> List[int]:
    b = a
    a *= 3
    return b


#: [1, 2, 3]
def augmented_element(xs: List[int]) -> List[int]:
    xs[0] += 10
    xs[-1] *= 5
    xs[1] -= 1
    return xs


#: [1.5, 2.0]
def augmented_float_element(xs: List[float]) -> List[float]:
    xs[0] /= 2.0
    xs[1] *= 3.0
    return xs


#: {"a": 1}
def augmented_dict_element(d: Dict[str, int]) -> Dict[str, int]:
    d["a"] += 5
    d["a"] *= 2
    return d


#: {"a": [1]}
def augmented_nested_element(d: Dict[str, List[int]]) -> Dict[str, List[int]]:
    d["a"][0] += 5
    d["a"] += [3]
    return d


#: [[1, 2], [3]]
def nested_element(xs: List[List[int]]) -> List[List[int]]:
    xs[0][1] = 9
    xs[1][0] += 1
    xs[1].append(xs[0][1])
    return xs


#: T(3)
def augmented_tensor(x):
    y = x
    x += 1
    x *= 2
    x -= 0.5
    x /= 2
    return x, y


#: T(3)
def augmented_tensor_rebinds(x):
    y = x
    x = x + 1
    x **= 2
    return x, y


#: I(4)
def augmented_int_tensor(x):
    x += 5
    x %= 3
    x <<= 2
    x |= 1
    x ^= 2
    x &= 7
    x >>= 1
    return x


#: T(2, 3)
def augmented_row(x):
    x[0] += 1
    x[1, 2] *= 10
    x[:, 0] -= 5
    return x


#: T(2, 3)
def augmented_slice(x):
    x[:, 1:] += 1
    x[..., 0] *= 3
    x[0:1] /= 2
    return x


#: T(2, 3)
def augmented_mask(x):
    x[x > 1] += 10
    x[x < 1] *= 2
    return x


#: T(4)
def augmented_by_list(x):
    x[[0, 2]] += 5
    return x


#: T(3, 3)
def view_shares(x):
    row = x[1]
    row += 100
    column = x[:, 0]
    column *= 2
    return x


#: T(3, 3)
def view_of_view(x):
    x[1:][0][1:] += 7
    y = x.view(9)
    y[0] = -1
    return x, y


#: T(3)
def in_place_methods(x):
    x.add_(1).mul_(2).sub_(0.5)
    x.clamp_(0.0, 3.0)
    x.neg_()
    return x


#: T(3)
def copy_and_fill(x):
    y = torch.zeros_like(x)
    y.copy_(x)
    z = y.clone()
    z.fill_(3.0)
    y.zero_()
    return x, y, z


#: T(2, 3)
def write_row(x):
    x[0] = 7
    x[1] = x[0] + 1
    return x


#: T(2, 3)
def write_column(x):
    x[:, 1] = torch.ones(2) * 9
    x[:, 2] = 0.5
    return x


#: T(4, 4)
def write_block(x):
    x[1:3, 1:3] = torch.zeros(2, 2)
    x[::2, -1] = 100
    x[-1, ...] = 5
    return x


#: T(3, 3)
def write_mask(x):
    x[x > 2] = -1
    x[x == 0] = 50.0
    return x


#: T(4, 2), I(2)
def write_index(x, i):
    x[i] = 9
    x[i, 1] = torch.tensor([1.5, 2.5])
    x[[3, 2]] = torch.ones(2, 2)
    return x


#: T(2, 2)
def write_bool(x):
    x[0, 0] = True
    x[1, 1] = 3
    return x


#: I(4)
def write_int_tensor(x):
    x[0] = 7
    x[1:3] = 9
    return x


#: T(2)
def annotated(x):
    a: Tensor = x + 1
    b: List[Tensor] = [a]
    c: Tuple[int, Optional[int]] = (1, None)
    d: Optional[Tensor] = None
    e: Dict[str, List[int]] = {}
    e["k"] = [1]
    return a, b, c, d, e


#: 3
def type_comments(n):
    # type: (int) -> List[int]
    a = [n, n]
    return a


#: 3
def shadows_builtin(n: int) -> int:
    len = n + 1
    sum = len * 2
    return sum


#: 3
def redefines(n: int):
    x = n
    y = [x]
    z = x + 1.5
    w = (x, y, z)
    return w


#: 3
def deletes(n: int) -> int:
    a = n
    b = [1, 2, 3]
    del a
    del b[0]
    a = b[0]
    return a


#: {"a": 1, "b": 2}
def deletes_key(d: Dict[str, int]) -> Dict[str, int]:
    del d["a"]
    return d


#: 5
def underscore(n: int) -> int:
    _, a = n, n + 1
    for _ in range(3):
        a += 1
    return a


#: T(2, 3)
def unpack_shape(x):
    a, b = x.shape
    c, d = x.size()
    return a + c, b * d


#: T(6)
def unpack_chunks(x):
    a, b = x.chunk(2)
    c, d, e = torch.split(x, 2)
    return a, b, c + d + e


#: T(2, 3)
def unpack_max(x):
    v, i = x.max(1)
    (w, j), k = torch.min(x, dim=0), 3
    return v, i, w, j, k


#: T(2)
def unpack_unbind(x):
    a, b = x.unbind()
    return a - b
