# RUN: %interp %s --input x=f32[2,3]{0.1,0.5,0.3,0.9,0.5,0.6} | %check %s
# RUN: %native %s --input x=f32[2,3]{0.1,0.5,0.3,0.9,0.5,0.6} | %check %s
# Kernels draw the same numbers as the interpreter: in the order of operators and of elements.
import torch
from torch import Tensor


def f(x: Tensor):
    uniform = torch.rand([2, 3])
    below = torch.bernoulli(x)
    dropped = torch.nn.functional.dropout(x, 0.5, True)
    whole = torch.randint(-3, 4, [5], dtype=torch.int64)
    positive = (torch.randn([4, 5]) > 0).sum(1)
    spread = torch.empty([2]).uniform_(-1.0, 1.0)
    return uniform, below, dropped, whole, positive, spread, torch.multinomial(x, 1)


# CHECK: out0.0: f32[2,3] = {{\[\[}}0.49626, 0.76822, 0.088477], [0.13203, 0.30742, 0.63408]]
# CHECK-NEXT: out0.1: f32[2,3] = {{\[\[}}0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]
# CHECK-NEXT: out0.2: f32[2,3] = {{\[\[}}0.2, 1.0, 0.0], [1.8, 1.0, 1.2]]
# CHECK-NEXT: out0.3: i64[5] = [1, 1, -2, 0, -2]
# CHECK-NEXT: out0.4: i64[4] = [2, 3, 4, 1]
# CHECK-NEXT: out0.5: f32[2] = [-0.12622, 0.038182]
# CHECK-NEXT: out0.6: i64[2,1] = {{\[\[}}2], [0]]
