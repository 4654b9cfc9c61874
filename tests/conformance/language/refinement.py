"""Optional, Union, Any: refinement of types by conditions."""

# ruff: noqa
from typing import Any, Dict, List, Optional, Tuple, Union

import torch
from torch import Tensor


#: None
#: 3
def if_is_none(n: Optional[int]) -> int:
    if n is None:
        return -1
    else:
        return n + 1


#: None
#: 3
def if_is_not_none(n: Optional[int]) -> int:
    if n is not None:
        return n + 1
    return -1


#: None
#: 3
def replaced_if_none(n: Optional[int]) -> int:
    if n is None:
        n = 7
    return n + 1


#: None
#: 3
def not_is_none(n: Optional[int]) -> int:
    if not (n is None):
        return n + 1
    return -1


#: None
#: 3
def not_is_not_none(n: Optional[int]) -> int:
    if not n is not None:
        return -1
    return n + 1


#: None
#: 3
def none_on_the_left(n: Optional[int]) -> int:
    if None is n:
        return -1
    return n + 1


#: None
#: 3
def raise_if_none(n: Optional[int]) -> int:
    if n is None:
        raise ValueError("none")
    return n + 1


#: None
#: 3
def assert_not_none(n: Optional[int]) -> int:
    assert n is not None, "no n"
    return n + 1


#: None, None
#: 3, None
#: None, 4
#: 3, 4
def both(a: Optional[int], b: Optional[int]) -> int:
    if a is not None and b is not None:
        return a + b
    elif a is not None:
        return a
    elif b is not None:
        return b
    return 0


#: None, None
#: 3, None
#: 3, 4
def either_none(a: Optional[int], b: Optional[int]) -> int:
    if a is None or b is None:
        return -1
    return a + b


#: None
#: 3
#: -3
def used_in_and(n: Optional[int]) -> bool:
    return n is not None and n > 0


#: None
#: 3
#: -3
def used_in_or(n: Optional[int]) -> bool:
    return n is None or n > 0


#: None
#: 3
def in_ternary(n: Optional[int]) -> int:
    return n + 1 if n is not None else 0


#: None
#: 3
def in_ternary_reversed(n: Optional[int]) -> int:
    return 0 if n is None else n * 2


#: None
#: 3
def in_while(n: Optional[int]) -> int:
    total = 0
    while n is not None and total < 10:
        total += n if n is not None else 0
    return total


#: 5
def while_none(limit: int) -> int:
    found: Optional[int] = None
    i = 0
    while found is None and i < limit:
        if i * i > 10:
            found = i
        i += 1
    return -1 if found is None else found


#: [None, 1, None, 2]
def in_loop(xs: List[Optional[int]]) -> int:
    total = 0
    for x in xs:
        if x is not None:
            total += x
    return total


#: [None, 1, None, 2]
def last_not_none(xs: List[Optional[int]]) -> Optional[int]:
    last: Optional[int] = None
    for x in xs:
        if x is not None:
            last = x
    return last


#: [None, 1]
def in_comprehension(xs: List[Optional[int]]) -> List[int]:
    return [0 if x is None else x + 1 for x in xs]


#: None
#: T(2)
def optional_tensor(x: Optional[Tensor]):
    if x is not None:
        return x.sum()
    return torch.zeros(1)


#: None, 2
#: T(2), 2
def tensor_default(x: Optional[Tensor], n: int):
    y = x if x is not None else torch.ones(n)
    return y * 2


#: None
#: [1, 2]
def optional_list(xs: Optional[List[int]]) -> List[int]:
    if xs is None:
        xs = []
    xs.append(9)
    return xs


#: None
#: "ab"
def optional_string(s: Optional[str]) -> int:
    return len(s) if s is not None else -1


#: None
#: (1, 2)
def optional_tuple(t: Optional[Tuple[int, int]]) -> int:
    if t is None:
        return 0
    a, b = t
    return a + b


#: {"a": None, "b": 2}
def dict_of_optionals(d: Dict[str, Optional[int]]) -> int:
    total = 0
    for k in d:
        v = d[k]
        if v is not None:
            total += v
    return total


#: {"a": 1}, "a"
#: {"a": 1}, "b"
def optional_get(d: Dict[str, int], k: str) -> int:
    v = d.get(k)
    if v is None:
        return -1
    return v


def maybe(n: int) -> Optional[int]:
    if n > 0:
        return n
    return None


#: 3
#: -3
def optional_of_call(n: int) -> int:
    v = maybe(n)
    if v is None:
        return 0
    return v * 2


#: 3
def passes_optional(n: int) -> Tuple[int, int]:
    return or_zero(n), or_zero(None)


def or_zero(n: Optional[int]) -> int:
    return 0 if n is None else n


#: 3
def default_none(n: int) -> Tuple[int, int, int]:
    return plus(n), plus(n, 1), plus(n, k=None)


def plus(n: int, k: Optional[int] = None) -> int:
    if k is None:
        k = 100
    return n + k


#: 3
def annotated_none(n: int) -> Optional[int]:
    r: Optional[int] = None
    if n > 2:
        r = n
    return r


#: 3
def unwrap(n: Optional[int]) -> int:
    return torch.jit._unwrap_optional(n) + 1


#: 3
#: "abc"
def union_of_two(u: Union[int, str]) -> int:
    if isinstance(u, int):
        return u + 1
    else:
        return len(u)


#: 3
#: "abc"
#: 2.5
def union_of_three(u: Union[int, str, float]) -> str:
    if isinstance(u, int):
        return "int " + str(u + 1)
    elif isinstance(u, str):
        return "str " + u
    else:
        return "float " + str(u + 0.25)


#: 3
#: "abc"
#: None
def union_with_none(u: Union[int, str, None]) -> str:
    if u is None:
        return "none"
    if isinstance(u, int):
        return str(u + 1)
    return u


#: 3
#: "abc"
#: 2.5
def isinstance_of_tuple(u: Union[int, str, float]) -> str:
    if isinstance(u, (int, float)):
        return "number"
    else:
        return u + "!"


#: 3
#: [1, 2]
def union_of_list(u: Union[int, List[int]]) -> List[int]:
    if isinstance(u, int):
        return [u]
    return u


#: 3
#: {"a": 1}
def union_of_dict(u: Union[int, Dict[str, int]]) -> int:
    if isinstance(u, int):
        return u
    else:
        return u["a"]


#: T(2)
#: 3
def union_of_tensor(u: Union[Tensor, int]) -> Tensor:
    if isinstance(u, Tensor):
        return u * 2
    else:
        return torch.full([2], float(u))


#: T(2)
#: [T(2), T(3)]
def union_of_tensors(u: Union[Tensor, List[Tensor]]) -> Tensor:
    if isinstance(u, torch.Tensor):
        return u.sum()
    return torch.cat(u).sum()


#: 3
def union_reassigned(n: int) -> str:
    u: Union[int, str] = n
    if isinstance(u, int):
        u = str(u) + "!"
    return u


#: 3
#: "x"
def union_to_any(u: Union[int, str]) -> Any:
    return u


#: 3
#: "x"
#: [1, 2]
#: 2.5
def any_isinstance(u: Any) -> str:
    if isinstance(u, int):
        return "int " + str(u + 1)
    if isinstance(u, str):
        return "str " + u
    if isinstance(u, List[int]):
        return "list " + str(len(u))
    return "other"


#: (1, "x")
#: 3
def any_tuple(u: Any) -> bool:
    return isinstance(u, tuple)


#: [1]
#: 3
def any_list(u: Any) -> bool:
    return isinstance(u, list)


#: 1, "x"
def tuple_of_any(a: Any, b: Any) -> Tuple[Any, Any]:
    return b, a


#: 3
def static_checks(n: int):
    a = isinstance(n, int)
    b = isinstance(n, float)
    c = isinstance(n, (float, int))
    d = isinstance([n], list)
    e = isinstance((n, 1), tuple)
    f = isinstance("x", str)
    return a, b, c, d, e, f


#: 3
def static_branch(n: int):
    if isinstance(n, int):
        return n + 1
    else:
        return n.no_such_method()


#: 3
def none_branch(n: int):
    x = None
    if x is None:
        return n
    else:
        return x.no_such_method()


#: None
#: 3
def pep_604(n: int | None) -> int | str:
    if n is None:
        return "none"
    return n


#: None
#: 3
def assigned_in_both(n: Optional[int]) -> int:
    if n is None:
        m = 0
    else:
        m = n
    return m


#: None, True
#: 3, True
#: 3, False
def three_way_and(n: Optional[int], flag: bool) -> int:
    if flag and n is not None and n > 2:
        return n
    return 0


#: None, None
#: 1, None
#: 1, 2
def nested_checks(a: Optional[int], b: Optional[int]) -> int:
    if a is not None:
        if b is not None:
            return a + b
        return a
    return -1


#: None
#: (1, None)
#: (1, 2)
def optional_nested(t: Optional[Tuple[int, Optional[int]]]) -> int:
    if t is None:
        return 0
    a, b = t
    if b is None:
        return a
    return a + b


#: None
#: T(2, 2)
def refined_attribute(x: Optional[Tensor]) -> List[int]:
    if x is None:
        return []
    return x.shape


#: True
#: False
def joined_optional(flag: bool) -> Optional[int]:
    if flag:
        x: Optional[int] = 1
    else:
        x = None
    return x


#: True
#: False
def ternary_none(flag: bool) -> Optional[int]:
    return 1 if flag else None


#: None
#: 5
def early_assert_chain(n: Optional[int]) -> int:
    assert n is not None and n > 3
    return n * 2
