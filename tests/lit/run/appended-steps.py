# RUN: %interp %s --input x=f32[3,2]{1,2,3,4,5,6} --input h=f32[2]{0.5,-1} | %check %s
# RUN: %native %s --input x=f32[3,2]{1,2,3,4,5,6} --input h=f32[2]{0.5,-1} | %check %s
# Loops that append their steps to lists, which are stacked or joined along several axes.
import torch
from torch import Tensor


def f(x: Tensor, h: Tensor):
    sums = []
    wide = []
    for row in x.unbind(0):
        h = h + row
        sums.append(h)
        wide.append(h.unsqueeze(0) * 2)
    deltas = []
    for i in range(2):
        deltas += [x[i + 1] - x[i]]
    return torch.stack(sums), torch.stack(deltas, -1), torch.cat(wide, 1), h


# CHECK: out0.0: f32[3,2] = {{\[\[}}1.5, 1.0], [4.5, 5.0], [9.5, 11.0]]
# CHECK-NEXT: out0.1: f32[2,2] = {{\[\[}}2.0, 2.0], [2.0, 2.0]]
# CHECK-NEXT: out0.2: f32[1,6] = {{\[\[}}3.0, 2.0, 9.0, 10.0, 19.0, 22.0]]
# CHECK-NEXT: out0.3: f32[2] = [9.5, 11.0]
