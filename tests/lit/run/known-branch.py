# RUN: %interp %s --input x=f32[2]{1,-2} | %check %s
# RUN: %native %s --input x=f32[2]{1,-2} | %check %s
# The rank decides: the branch that would change the type of the result is not compiled.
import torch


def f(x: torch.Tensor):
    if x.dim() == 1:
        return x.unsqueeze(0) + 1
    return x.sum(dim=[0])


# CHECK: f32[1,2] = {{\[\[}}2.0, -1.0]]
