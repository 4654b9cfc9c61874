# RUN: %interp %s --input x=f32[2,3]{1,2,3,4,5,6} --input n=2 | %check %s
# RUN: %native %s --input x=f32[2,3]{1,2,3,4,5,6} --input n=2 | %check %s
# Writes to local tensors, by rows, columns and elements, in loops and branches.
import torch
from torch import Tensor


def f(x: Tensor, n: int):
    y = torch.zeros(3, 3)
    total = torch.zeros(3)
    last = y[-1]
    for i in range(n):
        y[i] = x[i]
        y[:, i] *= 2
        if i > 0:
            y[i, 0].fill_(-1.0)
            last[1:] = 7
        total += y[i].masked_fill_(x[i] > 5, 0.5)
    return y, total, last


# CHECK: out0.0: f32[3,3] = {{\[\[}}2.0, 4.0, 3.0], [-1.0, 10.0, 0.5], [0.0, 7.0, 7.0]]
# CHECK-NEXT: out0.1: f32[3] = [1.0, 12.0, 3.5]
# CHECK-NEXT: out0.2: f32[3] = [0.0, 7.0, 7.0]
