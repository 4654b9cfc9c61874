"""Numbers, comparisons and boolean operators."""

# ruff: noqa
import math
from typing import Dict, List, Optional, Tuple, Union

import torch


#: 7, 2
#: -7, 2
def int_operators(a: int, b: int):
    return a + b, a - b, a * b, a // b, a % b, a / b, -a


#: 7.5, 2.0
#: -7.5, 0.5
def float_operators(a: float, b: float):
    return a + b, a - b, a * b, a // b, a % b, a / b, -a, a**b if a > 0 else a


#: 3, 2.5
def mixed_numbers(a: int, b: float):
    return a + b, b - a, a * b, a / b, b // a, a < b, a == b


#: 12, 5
def bit_operators(a: int, b: int):
    return a & b, a | b, a ^ b, a << 2, a >> 1


#: 2, 5
def int_power(a: int, b: int):
    return a**b, a**2, float(a) ** 2


#: 3, 4
#: 4, 3
def comparisons(a: int, b: int):
    return a < b, a <= b, a > b, a >= b, a == b, a != b


#: 1
#: 5
#: 11
def chained_comparison(a: int):
    return 0 < a < 10, 0 <= a <= 5 <= 7


#: True, False
#: False, True
def bool_operators(a: bool, b: bool):
    return a and b, a or b, not a, a == b, (a or b) and not (a and b)


#: 0
#: 5
def short_circuit(n: int):
    ok = n != 0 and 10 // n > 1
    other = n == 0 or 10 // n > 5
    return ok, other


#: 3.7
#: -3.7
def casts(x: float):
    return int(x), float(int(x)), bool(x), str(int(x)), int(True)


#: 2.0
def math_functions(x: float):
    return math.sqrt(x), math.exp(x), math.log(x), math.sin(x), math.floor(x), math.ceil(x), math.pi, math.pow(x, 3.0)


#: -3, 2.5
def builtin_functions(a: int, b: float):
    return abs(a), abs(b), min(a, 2), max(a, 2), round(b), min(b, 1.0), max(a, b)


#: [3, 1, 2]
def reductions_of_lists(xs: List[int]):
    return min(xs), max(xs), sum(xs), len(xs), sorted(xs)


#: 7, 2
def int_divmod(a: int, b: int):
    return divmod(a, b)


#: 5
#: -5
def ternary(a: int):
    return "positive" if a > 0 else "negative"


#: 3
def augmented(a: int):
    b = a
    b += 2
    b *= 3
    b -= 1
    b %= 5
    return b


#: 2.0
def float_augmented(a: float):
    a /= 4.0
    a **= 2.0
    return a


#: 5
def unary_minus(a: int):
    return -a, -1, -2.5, - -a


#: 97
def characters(n: int):
    return chr(n), ord("b"), hex(n), bin(n), oct(n)


#: 2.5, 3.5
def complex_numbers(a: float, b: float):
    c = complex(a, b)
    return c, c + 2.0, c * c, abs(c)


#: 3
def nested_ternary(n: int):
    return 1 if n < 2 else 2 if n < 4 else 3


#: 3, 4
def tuple_swap(a: int, b: int):
    a, b = b, a
    return a, b


#: 10
def constants(n: int):
    return n + 1_000, n + 0x10, 1e-3, float("inf") > n, 1.5e300
