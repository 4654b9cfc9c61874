# RUN: %interp %s --input k=f32[3,2]{1,2,3,4,5,6} --input x=f32[2]{0.5,-1} --input at=i64[1]{1} \
# RUN:   --input n=2 | %check %s
# RUN: %native %s --input k=f32[3,2]{1,2,3,4,5,6} --input x=f32[2]{0.5,-1} --input at=i64[1]{1} \
# RUN:   --input n=2 | %check %s
# Writes to an argument: whole, by rows and at indices, in a loop, read before and afterwards.
from torch import Tensor


def f(k: Tensor, x: Tensor, at: Tensor, n: int):
    before = k.sum(0)
    k.mul_(2.0).add_(x)
    for i in range(n):
        k[i] += k[i + 1] * x
    k.index_copy_(0, at, (x * 4).unsqueeze(0))
    k[:, at] = k[:, at] - 1
    return before, k, k.sum(1)


# CHECK: out0.0: f32[2] = [9.0, 12.0]
# CHECK-NEXT: out0.1: f32[3,2] = {{\[\[}}5.75, -5.0], [2.0, -5.0], [10.5, 10.0]]
# CHECK-NEXT: out0.2: f32[3] = [0.75, -3.0, 20.5]
