"""Annotations, Optional, Union, functions that call each other."""

# ruff: noqa
import math
from typing import Any, Dict, List, Optional, Tuple, Union

import torch
from torch import Tensor


#: T(2), 3
#: None, 3
#: T(2), None
def optionals(x: Optional[Tensor], n: Optional[int]):
    if x is None:
        x = torch.ones(2)
    if n is not None:
        x = x + n
    return x


#: None
#: 4
def optional_return(n: Optional[int]) -> Optional[int]:
    if n is None:
        return None
    return n + 1


#: None
#: 4
def optional_early(n: Optional[int]) -> int:
    if n is None:
        return -1
    return n * 2


#: None, 2
#: 3, None
#: 3, 2
def optional_and(a: Optional[int], b: Optional[int]) -> int:
    if a is not None and b is not None:
        return a + b
    if a is None or b is None:
        return -1
    return 0


#: None
#: 4
def optional_assert(n: Optional[int]) -> int:
    assert n is not None
    return n + 1


#: None
#: 5
def optional_ternary(n: Optional[int]) -> int:
    return n if n is not None else 0


#: 3
def optional_variable(n: int):
    best: Optional[int] = None
    for i in range(n):
        if i > 1:
            best = i
    if best is None:
        return -1
    return best


#: 3
#: "abc"
def union_isinstance(u: Union[int, str]) -> int:
    if isinstance(u, int):
        return u + 1
    else:
        return len(u)


#: 3
def static_isinstance(n: int):
    if isinstance(n, int):
        r = "int"
    else:
        r = "other"
    return r


#: 3
def annotated_variables(n: int):
    a: int = n
    b: float = 2.5
    c: List[int] = [n]
    d: Dict[str, int] = {"a": n}
    return a, b, c, d


#: 3, 2.5
def type_comment(a, b):
    # type: (int, float) -> float
    return a * b


#: [1], {"a": 2.5}, (1, "b")
def modern_annotations(xs: list[int], d: dict[str, float], t: tuple[int, str]):
    return xs, d, t


#: None
#: 4
def modern_optional(n: int | None) -> int:
    if n is None:
        return 0
    return n


def helper(x, k: int = 3, name: str = "n"):
    return x * k


#: T(2)
def calls_with_defaults(x):
    return helper(x), helper(x, 1), helper(x, name="m", k=2)


def first(n: int) -> int:
    return second(n) + 1


def second(n: int) -> int:
    if n > 5:
        return n
    return n * 10


#: 3
#: 7
def calls_of_calls(n: int) -> int:
    return first(n) * second(n)


#: 3
def is_scripting(n: int):
    if torch.jit.is_scripting():
        return "script"
    else:
        return "python"


#: 3
def annotate(n: int):
    a = torch.jit.annotate(Optional[int], None)
    b = torch.jit.annotate(List[float], [])
    return a, b


#: T(2)
def untyped(x):
    return x


def keyword_only(n: int, *, scale: int):
    return n * scale


#: 2
def calls_keyword_only(n: int):
    return keyword_only(n, scale=5)


#: T(2)
def none_result(x) -> None:
    y = x + 1
    return None


#: 3
def unreachable(n: int) -> int:
    return n
    return n + 1


#: T(2), [T(2), T(2)]
def star_in_list(x, xs: List[Tensor]):
    a = [x] + xs
    return torch.stack(a)


#: 3
def docstring(n: int) -> int:
    """Says what it does."""
    return n


#: 3
def deleted(n: int) -> int:
    a = n
    b = a + 1
    del a
    return b


#: (1, None)
#: (1, "x")
def optional_in_tuple(t: Tuple[int, Optional[str]]):
    n, s = t
    if s is None:
        return str(n)
    return s


#: [None, 2]
def optional_in_list(xs: List[Optional[int]]) -> int:
    total = 0
    for x in xs:
        if x is not None:
            total += x
    return total


#: 3
def multiple_assignment(n: int):
    a = b = n + 1
    (c, d), e = (a, b), n
    return a, b, c, d, e


def takes_optional(n: Optional[int]) -> Optional[int]:
    if n is None:
        return 0
    return n + 1


#: 3
def passes_less(n: int) -> Optional[int]:
    a = takes_optional(n)
    b = takes_optional(None)
    if a is not None and b is not None:
        return a * 10 + b
    return None


#: 3
def returns_less(n: int) -> Optional[int]:
    return n


#: T(3)
def list_of_tensor(x):
    return list(x), [row * 2 for row in x]


#: 0
#: 1
#: 2
#: 3
#: 4
#: 5
def containers_in_any(n: int):
    a: Any = torch.jit.annotate(List[int], [])
    if n == 1:
        a = torch.jit.annotate(List[str], [])
    if n == 2:
        a = torch.jit.annotate(Dict[str, int], {})
    if n == 3:
        a = {}
    if n == 4:
        a = torch.jit.annotate(List[Optional[int]], [None])
    if n == 5:
        a = (n, [n])
    r: List[bool] = []
    r.append(isinstance(a, List[int]))
    r.append(isinstance(a, List[str]))
    r.append(isinstance(a, Dict[str, int]))
    r.append(isinstance(a, Dict[str, Tensor]))
    r.append(isinstance(a, List[Optional[int]]))
    r.append(isinstance(a, List[Tensor]))
    return r
