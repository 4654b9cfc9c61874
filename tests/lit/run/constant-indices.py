# RUN: %interp %s --input x=f32[2,3]{1,-2,3,0.5,nan,4} --entry f | %check %s
# RUN: %native %s --input x=f32[2,3]{1,-2,3,0.5,nan,4} --entry f | %check %s
# Rows and columns at places that the program states, or knows from sizes.
import torch


def f(x: torch.Tensor):
    columns = x[:, [2, 0]], x[:, torch.tensor([-1, 1, 1])]
    rows = x[[1, 0, 1]] + 1, x[torch.arange(x.size(0)).flip(0), [0, 2]]
    written = torch.zeros_like(x)
    written[:, [0, 2]] = x[:, :2]
    return columns, rows, written


# CHECK: out0.0.0: f32[2,2] = {{\[\[}}3.0, 1.0], [4.0, 0.5]]
# CHECK-NEXT: out0.0.1: f32[2,3] = {{\[\[}}3.0, -2.0, -2.0], [4.0, nan, nan]]
# CHECK-NEXT: out0.1.0: f32[3,3] = {{\[\[}}1.5, nan, 5.0], [2.0, -1.0, 4.0], [1.5, nan, 5.0]]
# CHECK-NEXT: out0.1.1: f32[2] = [0.5, 3.0]
# CHECK-NEXT: out0.2: f32[2,3] = {{\[\[}}1.0, 0.0, -2.0], [0.5, 0.0, nan]]
