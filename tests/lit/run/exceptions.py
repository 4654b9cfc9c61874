# RUN: %interp %s --input x=f32[4]{1,2,3,4} --input n=2 | %check %s
# RUN: %native %s --input x=f32[4]{1,2,3,4} --input n=2 | %check %s
# RUN: not %interp %s --input x=f32[4]{1,2,3,4} --input n=7 2>&1 | %check %s --check-prefix=ERROR
# RUN: not %native %s --input x=f32[4]{1,2,3,4} --input n=7 2>&1 | %check %s --check-prefix=ERROR
# Assertions, an exception with a computed message, and returns out of loops.
from torch import Tensor


def f(x: Tensor, n: int):
    assert n > 0, "n must be positive"
    y = x.t()
    for i in range(10):
        if n > 6:
            raise ValueError(f"n is {n}")
        if i == n:
            return y + i
        y = y * 2
    return y


# CHECK: out0: f32[4] = [6.0, 10.0, 14.0, 18.0]
# ERROR: :14:13: error: 'prim.RaiseException' op failed: builtins.ValueError: n is 7
