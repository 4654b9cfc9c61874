# RUN: %interp %s --input x=f32[2]{1,-2} | %check %s
# RUN: %native %s --input x=f32[2]{1,-2} | %check %s
# The rank decides: the branch that would change the type of the result is not compiled.
import torch


def f(x: torch.Tensor):
    if x.dim() == 1:
        y = x.unsqueeze(0)
    else:
        y = x.sum(dim=[0])
    return y + 1


# CHECK: f32[1,2] = {{\[\[}}2.0, -1.0]]
