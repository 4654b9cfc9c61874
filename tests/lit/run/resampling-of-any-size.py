# RUN: %interp %s --input x=f32[1,1,4]{1,2,inf,4} --input y=f32[4]{0,0,0,0} | %check %s
# RUN: %native %s --input x=f32[1,1,4]{1,2,inf,4} --input y=f32[4]{0,0,0,0} | %check %s
# RUN: %native %s --symbolic --input x=f32[1,1,4]{1,2,inf,4} --input y=f32[4]{0,0,0,0} | %check %s
# Sizes of another tensor, and by factors. A copy weighs no infinity of a neighbour.
import torch
from torch.nn.functional import interpolate


def f(x: torch.Tensor, y: torch.Tensor):
    size = y.size(0)
    copied = interpolate(x, size, None, "linear", False), interpolate(x, size, None, "linear", True)
    near = interpolate(x, size), interpolate(x, None, 1.5), interpolate(x, None, 0.5)
    return copied, near, interpolate(x[:, :, :2], None, 2.0, "linear", True)


# CHECK: out0.0.0: f32[1,1,4] = {{\[\[\[}}1.0, 2.0, nan, 4.0]]]
# CHECK-NEXT: out0.0.1: f32[1,1,4] = {{\[\[\[}}1.0, 2.0, nan, 4.0]]]
# CHECK-NEXT: out0.1.0: f32[1,1,4] = {{\[\[\[}}1.0, 2.0, inf, 4.0]]]
# CHECK-NEXT: out0.1.1: f32[1,1,6] = {{\[\[\[}}1.0, 1.0, 2.0, inf, inf, 4.0]]]
# CHECK-NEXT: out0.1.2: f32[1,1,2] = {{\[\[\[}}1.0, inf]]]
# CHECK-NEXT: out0.2: f32[1,1,4] = {{\[\[\[}}1.0, 1.3{{.*}}, 1.6{{.*}}, 2.0]]]
