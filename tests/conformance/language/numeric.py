"""Numbers: int, float, bool, complex; math; conversions."""

# ruff: noqa
import math
from typing import List, Optional, Tuple, Union

import torch
from torch import Tensor


#: 7, 3
#: -7, 3
#: 7, -3
def int_arithmetic(a: int, b: int):
    return a + b, a - b, a * b, a / b, a // b, a % b, a**2, -a


#: 7, 0
def division_by_zero(a: int, b: int) -> int:
    return a // b


#: 7.5, 2.0
#: -7.5, 2.0
#: 7.5, -2.0
def float_arithmetic(a: float, b: float):
    return a + b, a - b, a * b, a / b, a // b, a % b, a**b if a > 0 else 0.0, -a


#: 7, 2.5
#: -7, 2.5
def mixed_arithmetic(a: int, b: float):
    return a + b, b - a, a * b, a / b, b / a, a // b, a % b, b % a, b**a


#: 2, 10
def powers(a: int, b: int):
    return a**b, a**-1, 2.0**a, a**0.5, pow(a, b), pow(2.0, a), math.pow(a, b)


#: 12, 10
def bits(a: int, b: int):
    return a & b, a | b, a ^ b, a << 3, a >> 2, -a >> 1


#: True, False
def bools(a: bool, b: bool):
    return a and b, a or b, not a, a & b, a | b, a ^ b, a == b, a != b


#: True, 3
def bools_as_ints(a: bool, n: int):
    return int(a), float(a), int(a) + n, bool(n), bool(0.0)


#: 3, 5
def comparisons(a: int, b: int):
    return a < b, a <= b, a > b, a >= b, a == b, a != b, a < 4.5, 2.5 > b, a == 3.0


#: 3
#: 15
def chained(a: int):
    return 0 < a < 10, 0 < a <= 3 < 20, a == a == 3


#: 3, 2.7
#: -3, -2.7
def conversions(a: int, b: float):
    return int(b), float(a), bool(a), str(a), int(str(a)), float(str(a))


#: 2.5
#: -2.5
#: 3.5
#: 0.1
def rounding(x: float):
    return math.floor(x), math.ceil(x), int(x), abs(x)


#: T(3)
def rounding_tensors(x):
    return round(x), torch.round(x), abs(x), x.round(decimals=1)


#: 0.5
def trigonometry(x: float):
    return math.sin(x), math.cos(x), math.tan(x), math.asin(x), math.acos(x), math.atan(x), math.atan2(x, 2.0)


#: 0.5
def hyperbolic(x: float):
    return math.sinh(x), math.cosh(x), math.tanh(x), math.asinh(x), math.acosh(x + 1), math.atanh(x)


#: 2.5
def exponentials(x: float):
    return math.exp(x), math.log(x), math.log10(x), math.sqrt(x), math.log1p(x), math.expm1(x), math.log(x, 2.0)


#: 2.5, -1.5
def float_parts(x: float, y: float):
    return math.fabs(y), math.copysign(x, y), math.fmod(x, y), math.modf(x), math.frexp(x), math.ldexp(x, 3), math.remainder(x, y)


#: 4.5
def gammas(x: float):
    return math.gamma(x), math.lgamma(x), math.erf(x), math.erfc(x), math.degrees(x), math.radians(x)


#: 12, 18
def integers(a: int, b: int):
    return math.gcd(a, b), math.factorial(5), abs(-a), divmod(b, a), divmod(-b, a)


#: 7.5, 2.0
def float_divmod(a: float, b: float):
    return divmod(a, b), divmod(-a, b)


#: 1.0
def specials(x: float):
    inf = float("inf")
    nan = float("nan")
    return math.isnan(nan), math.isinf(inf), math.isfinite(x), math.isinf(-inf), inf > x, nan == nan, math.pi, math.e, math.inf, math.isnan(math.nan), math.tau


#: 3, 5, 2.5
def extremes(a: int, b: int, c: float):
    return min(a, b), max(a, b), min(a, c), max(a, c), min(a, b, 1), max(a, b, 9)


#: 2.0, 3.0
def complexes(a: float, b: float):
    z = complex(a, b)
    w = z * 2 + 1j
    return z, w, z + w, z - w, z * w, z / w, -z, z == w, z != w


#: 2.0, 3.0
def complex_parts(a: float, b: float):
    z = complex(a, b)
    return abs(z), z**z


#: 2
def complex_from_ints(n: int):
    return complex(n, 1), complex(n, 0.5), 1j * n, 2.5 + 1j


#: 1.5
def float_methods(x: float):
    return x == 1.5, x is not None, -x == -1.5, x.is_integer() if False else True


#: 5
def ternaries(n: int):
    a = 1 if n > 3 else 2
    b = "x" if n > 10 else "y"
    c = n if n % 2 == 0 else -n
    d = 1 if n < 0 else 2 if n < 3 else 3
    return a, b, c, d


#: 5, True
def short_circuits(n: int, flag: bool):
    a = flag and n > 3
    b = flag or n // 0 > 1
    c = not flag and n // 0 > 1
    d = (n > 1 and n < 10) or n == 100
    return a, b, c, d


#: 5
def literals(n: int):
    return 0x1F, 0b101, 0o17, 1_000_000, 1e3, 1.5e-3, .5, 5., 1j, -5, -2.5, 9223372036854775807


#: 9223372036854775807
def overflow(n: int) -> int:
    return n + 1


#: 3.7
def precedence(x: float):
    return 2 + 3 * 4, (2 + 3) * 4, 2**3**2, -(2**2), not 1 > 2, 7 // 2 * 2, 2 * 7 // 2, 1 + 2 << 1, 6 & 3 | 8, -7 // 2, -7 % 3


#: 10
def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


#: 97
#: 91
def is_prime(n: int) -> bool:
    if n < 2:
        return False
    i = 2
    while i * i <= n:
        if n % i == 0:
            return False
        i += 1
    return True


#: 2.0
def newton(x: float) -> float:
    guess = x
    while abs(guess * guess - x) > 1e-9:
        guess = (guess + x / guess) / 2.0
    return guess


#: 255
def to_binary(n: int) -> str:
    out = ""
    while n > 0:
        out = str(n % 2) + out
        n = n // 2
    return out


#: 3, 4.5
def scalar_union(a: Union[int, float], b: Union[int, float]) -> float:
    if isinstance(a, int):
        x = float(a)
    else:
        x = a
    if isinstance(b, float):
        return x + b
    return x + float(b)


#: 4
def perfect_square(n: int) -> Tuple[bool, int]:
    r = int(math.sqrt(n))
    return r * r == n, r


#: 7
def math_of_ints(n: int):
    return math.sqrt(n), math.exp(n), math.floor(n / 2), math.ceil(n / 2), math.log(n)


#: 10.0, 3.0
def mean_and_variance(a: float, b: float):
    xs = [a, b, a + b]
    mean = sum(xs) / len(xs)
    return mean, sum([(x - mean) ** 2 for x in xs]) / (len(xs) - 1)
