"""Functions: arguments, defaults, annotations of all spellings, calls, constants of the file."""

# ruff: noqa
import math
import typing
from typing import Any, Dict, Final, List, Optional, Tuple, Union

import torch
import torch.nn.functional as F
from torch import Tensor

SCALE = 3
RATE: float = 0.5
LIMIT: Final[int] = 10


def helper(x: int, k: int = 3, name: str = "n") -> str:
    return name + str(x * k)


#: 2
def defaults(n: int):
    return helper(n), helper(n, 4), helper(n, 4, "m"), helper(n, name="k"), helper(x=n, k=1), helper(k=2, x=n)


def many_defaults(
    a: int = 1,
    b: float = 2.5,
    c: bool = True,
    d: str = "d",
    e: Optional[int] = None,
    g: Tuple[int, str] = (1, "x"),
):
    return a, b, c, d, e, g


#: 5
def calls_many_defaults(n: int):
    return many_defaults(), many_defaults(n), many_defaults(e=n), many_defaults(c=False, g=(n, "y"))


def keyword_only(n: int, *, scale: int, shift: int) -> int:
    return n * scale + shift


#: 2
def calls_keyword_only(n: int):
    return keyword_only(n, scale=5, shift=1), keyword_only(n, shift=0, scale=2), keyword_only(scale=1, n=n, shift=7)


def constant_default(n: int, scale: float = RATE, limit: int = LIMIT) -> float:
    return n * scale + limit


#: 2
def calls_constant_default(n: int):
    return constant_default(n), constant_default(n, 2.0)


def expression_default(n: int, k: int = 2 * 3, x: float = math.pi) -> float:
    return n * k + x


#: 2
def calls_expression_default(n: int) -> float:
    return expression_default(n)


#: 2, 3.5
def comment_signature(a, b):
    # type: (int, float) -> float
    return a * b


def comment_per_argument(
    a,  # type: int
    b,  # type: List[int]
):
    # type: (...) -> List[int]
    return [a] + b


#: 2
def calls_comment_per_argument(n: int) -> List[int]:
    return comment_per_argument(n, [n, n])


#: [1], {"a": 2.5}, (1, "b"), None
def pep_585(xs: list[int], d: dict[str, float], t: tuple[int, str], o: Optional[list[int]]) -> tuple[list[int], dict[str, float]]:
    return xs, d


#: None
#: 4
def pep_604(n: int | None) -> int:
    return 0 if n is None else n


#: 2, T(2)
def string_annotations(n: "int", x: "Tensor") -> "Tensor":
    return x * n


#: T(2), [T(2)]
def qualified(x: torch.Tensor, xs: typing.List[torch.Tensor]) -> torch.Tensor:
    return x + xs[0]


#: T(2)
def no_annotations(x):
    return x + 1


#: T(2), 2
def some_annotations(x, n: int):
    return x * n


#: [T(2), T(2)]
def nested_annotations(xs: List[Tensor]) -> Dict[str, List[Tuple[int, Tensor]]]:
    return {"a": [(i, x) for i, x in enumerate(xs)]}


#: 3
def any_result(n: int) -> Any:
    if n > 2:
        return n
    return "small"


#: 1
#: -1
def union_result(n: int) -> Union[int, str]:
    if n > 0:
        return n
    return "negative"


def no_result(xs: List[int]) -> None:
    xs.append(1)


#: [0]
def calls_no_result(xs: List[int]):
    no_result(xs)
    r = no_result(xs)
    return xs, r is None


def implicit_none(xs: List[int]):
    xs.append(2)


#: [0]
def calls_implicit_none(xs: List[int]) -> List[int]:
    implicit_none(xs)
    return xs


def inferred(n: int):
    return n, [n], str(n)


#: 2
def calls_inferred(n: int):
    a, b, c = inferred(n)
    return c, b, a


def three(n: int) -> int:
    return two(n) + two(n + 1)


def two(n: int) -> int:
    return one(n) * 2


def one(n: int) -> int:
    if n % 2 == 0:
        return n
    return -n


#: 3
def chain_of_calls(n: int) -> int:
    return three(n) + two(n) + one(n)


def mutates(x: Tensor, d: Dict[str, int]) -> Tensor:
    x.add_(1)
    d["seen"] = d.get("seen", 0) + 1
    return x


#: T(2), {}
def effects_of_calls(x, d: Dict[str, int]):
    y = mutates(x, d)
    z = mutates(y, d)
    return x, z, d


#: T(2)
def int_for_optional(x):
    return takes_optional(x, 2), takes_optional(x, None), takes_optional(x)


def takes_optional(x, n: Optional[int] = None):
    if n is not None:
        return x * n
    return x


#: T(2)
def implicit_scalars(x):
    return takes_float(x.sum()), takes_int(x.sum().long())


def takes_float(v: float) -> float:
    return v * 2


def takes_int(v: int) -> int:
    return v * 2


#: T(3)
def implicit_result(x) -> float:
    return x.sum()


#: T(3), 2
def implicit_variable(x, n: int) -> float:
    y = 0.0
    for i in range(n):
        y = x.sum()
    return y + 1


def empty_list_argument(xs: List[int], ys: Optional[List[str]] = None) -> int:
    return len(xs) + (0 if ys is None else len(ys))


#: 1
def passes_empty_list(n: int) -> int:
    return empty_list_argument([]) + empty_list_argument([n], [])


#: 2
def result_of_call_in_expression(n: int) -> int:
    return one(n) + one(one(n)) * (two(n) if one(n) > 0 else three(n))


#: 3, 4
def positional_star(a: int, b: int) -> str:
    t = (a, b)
    return helper(*t)


#: 3
def docstring(n: int) -> int:
    """Return the argument."""
    "another string"
    return n


#: 3, 5
def unused(n: int, m: int = 5) -> int:
    k = m
    return n


#: T(2)
def scripting(x):
    if torch.jit.is_scripting():
        return x + 1
    else:
        return python_only(x)


def python_only(x):
    return [lambda: 1]


#: T(2)
def not_scripting(x):
    if not torch.jit.is_scripting():
        return x.no_such_thing()
    return x


#: 5
def annotate_calls(n: int):
    a = torch.jit.annotate(Optional[int], None)
    b = torch.jit.annotate(List[float], [])
    c = torch.jit.annotate(Dict[int, str], {})
    d = torch.jit.annotate(Optional[Tensor], None)
    if n > 3:
        a = n
        b.append(1.5)
        c[n] = "x"
    return a, b, c, d


#: T(3)
def functional(x):
    return F.relu(x - 1), F.softmax(x, dim=0), torch.nn.functional.gelu(x)


#: 2.5
def math_module(x: float):
    return math.sqrt(x) + math.pi, math.floor(x)


#: 3
def nested_conditions(n: int) -> int:
    return (1 if n > 2 else 2) if n > 1 else (3 if n > 0 else 4)


#: 3
def local_shadows_global(n: int) -> int:
    SCALE = n
    return SCALE * 10


#: 3
def shadows_function(n: int) -> int:
    helper = n + 1
    return helper
