# RUN: %interp %s --input x=f32[2]{1,2} | %check %s --check-prefix=WITHOUT
# RUN: %native %s --input x=f32[2]{1,2} | %check %s --check-prefix=WITHOUT
# RUN: %interp %s --input x=f32[2]{1,2} --input b=f32[2]{10,20} | %check %s --check-prefix=WITH
# RUN: %native %s --input x=f32[2]{1,2} --input b=f32[2]{10,20} | %check %s --check-prefix=WITH
# The test of a branch that the type of `b` decides leaves nothing to compile, and None no slot.

from torch import Tensor


def forward(x: Tensor, b: Tensor | None = None):
    if b is not None:
        x = x + b
    return x * 2


# WITHOUT: f32[2] = [2.0, 4.0]
# WITH:    f32[2] = [22.0, 44.0]
