# RUN: %interp %s --input x=f32[2,3]{1,-2,3,0.5,nan,4} --input n=full:i64[0]:1 | %check %s
# RUN: %native %s --input x=f32[2,3]{1,-2,3,0.5,nan,4} --input n=full:i64[0]:1 | %check %s
# Parts of tensors, empty ones too, side by side; borders; views and copies of one result.
import torch


def f(x: torch.Tensor, n: torch.Tensor):
    joined = torch.cat([x, n.reshape(2, 0), x[:, :1].flip(0)], 1)
    padded = torch.constant_pad_nd(x, [1, -1], 7), torch.pad(x, [0, 2], "reflect")
    parts = torch.stack([x[0], x[1]], 1), x.tril(-1), x.roll(1, 1), x.diagonal(1)
    return joined, padded, parts, torch.diag_embed(x[0, :2]), torch.arange(1, 2, 0.25)


# CHECK: out0.0: f32[2,4] = {{\[\[}}1.0, -2.0, 3.0, 0.5], [0.5, nan, 4.0, 1.0]]
# CHECK-NEXT: out0.1.0: f32[2,3] = {{\[\[}}7.0, 1.0, -2.0], [7.0, 0.5, nan]]
# CHECK-NEXT: out0.1.1: f32[2,5] = {{\[\[}}1.0, -2.0, 3.0, -2.0, 1.0], [0.5, nan, 4.0, nan, 0.5]]
# CHECK-NEXT: out0.2.0: f32[3,2] = {{\[\[}}1.0, 0.5], [-2.0, nan], [3.0, 4.0]]
# CHECK-NEXT: out0.2.1: f32[2,3] = {{\[\[}}0.0, 0.0, 0.0], [0.5, 0.0, 0.0]]
# CHECK-NEXT: out0.2.2: f32[2,3] = {{\[\[}}3.0, 1.0, -2.0], [4.0, 0.5, nan]]
# CHECK-NEXT: out0.2.3: f32[2] = [-2.0, 4.0]
# CHECK-NEXT: out0.3: f32[2,2] = {{\[\[}}1.0, 0.0], [0.0, -2.0]]
# CHECK-NEXT: out0.4: f32[4] = [1.0, 1.25, 1.5, 1.75]
