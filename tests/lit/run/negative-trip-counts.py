# RUN: %interp %s --input x=f32[2]{1.0,2.0} --input n=-2 | %check %s --check-prefix=NONE
# RUN: %native %s --input x=f32[2]{1.0,2.0} --input n=-2 | %check %s --check-prefix=NONE
# RUN: %interp %s --input x=f32[2]{1.0,2.0} --input n=2 | %check %s --check-prefix=FOUR
# RUN: %native %s --input x=f32[2]{1.0,2.0} --input n=2 | %check %s --check-prefix=FOUR
# Two loops of -2 iterations are no iterations, not four.

from torch import Tensor


def double(x: Tensor, n: int) -> Tensor:
    for _ in range(n):
        for _ in range(n):
            x = x * 2.0
    return x


# NONE: x: f32[2] = [1.0, 2.0]
# FOUR: x: f32[2] = [16.0, 32.0]
