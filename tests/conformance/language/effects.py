"""Errors and output: assert, raise, print; statements that do nothing."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: 3
#: -3
def assert_plain(n: int) -> int:
    assert n > 0
    return n


#: 3
#: -3
def assert_message(n: int) -> int:
    assert n > 0, "n must be positive"
    return n


#: 3
#: -3
def assert_formatted(n: int) -> int:
    assert n > 0, f"n must be positive, not {n}"
    return n


#: -3
def assert_format_method(n: int) -> int:
    assert n > 0, "n is {} and {}".format(n, "bad")
    return n


#: -3
def assert_percent(n: int) -> int:
    assert n > 0, "n is %d" % n
    return n


#: T(2)
#: T(1)
def assert_tensor(x):
    assert x.numel() == 1 and x.sum() == 0, "wrong tensor"
    return x


#: 3
#: -3
def raise_value_error(n: int) -> int:
    if n < 0:
        raise ValueError("negative")
    return n


#: 0
#: 1
#: 2
#: 3
#: 4
#: 5
def raise_kinds(n: int) -> int:
    if n == 0:
        raise RuntimeError("runtime")
    elif n == 1:
        raise TypeError("type")
    elif n == 2:
        raise IndexError("index " + str(n))
    elif n == 3:
        raise KeyError("key")
    elif n == 4:
        raise NotImplementedError("not implemented")
    return n


#: 0
def raise_without_text(n: int) -> int:
    if n == 0:
        raise ValueError()
    return n


#: 0
def raise_class(n: int) -> int:
    if n == 0:
        raise ValueError
    return n


#: 0
def raise_two_values(n: int) -> int:
    if n == 0:
        raise ValueError("a", n)
    return n


#: 3
def raise_from(n: int) -> int:
    raise ValueError("cause is dropped") from None


#: 3
def raise_f_string(n: int) -> int:
    raise ValueError(f"got {n}, {[n]} and {(n, 'a')}")


#: 3
def raise_in_loop(n: int) -> int:
    for i in range(n):
        if i == 2:
            raise IndexError(f"at {i}")
    return n


def checked(n: int) -> int:
    if n > 2:
        raise ValueError("too large: " + str(n))
    return n


#: 1
#: 5
def raise_in_call(n: int) -> int:
    return checked(n) + 1


#: 3
def print_values(n: int) -> int:
    print(n)
    print("text", n, 2.5, True, None)
    print()
    print([1, 2], (1, "a"), {"k": n}, ["x"])
    return n


#: 3
def print_f_string(n: int) -> int:
    print(f"n = {n}")
    print("%d items" % n)
    print("{} items".format(n))
    return n


#: 2.0, 1.5
def print_floats(x: float, y: float) -> float:
    print(x, y, x / 3, 1e20, 1e-9, -0.5, float("inf"))
    return x


#: T(3), T(2, 3)
def print_tensors(x, y):
    print(x)
    print(y, "and", x > 0.5)
    return x


#: I(4), T(2, 2, 2)
def print_more_tensors(x, y):
    print(x, x[1])
    print(y)
    print([x], (y[0, 0], 1))
    return x


#: 3
def print_in_loop(n: int) -> int:
    for i in range(n):
        if i == 1:
            continue
        print("turn", i)
    return n


#: None, 1
def print_optionals(a: Optional[int], b: Optional[int]) -> None:
    print(a, b)


#: T(2)
def print_facts(x):
    print(x.shape, x.dtype, x.device, x.dim(), x.requires_grad)
    return x


#: T(2)
def str_of_tensor(x) -> str:
    return "x is " + str(x) + "; " + f"{x[0]}"


#: 3
def passes(n: int) -> int:
    pass
    if n > 2:
        pass
    else:
        pass
    for i in range(n):
        pass
    return n


#: 3
def statement_expressions(n: int) -> int:
    n
    n + 1
    "text"
    [n]
    (n, n)
    return n


#: 3
def unreachable_after_raise(n: int) -> int:
    if n > 2:
        raise ValueError("stop")
        n = 100
    return n


#: True
#: False
def both_raise(flag: bool) -> int:
    if flag:
        raise ValueError("yes")
    else:
        raise ValueError("no")


#: [1, 2]
def deletes(xs: List[int]) -> List[int]:
    a = xs[0]
    del a
    del xs[0]
    return xs


#: T(2)
def side_effects_in_order(x):
    x.add_(1)
    print(x)
    y = x.mul_(2)
    print(x, y)
    x.zero_()
    return y
