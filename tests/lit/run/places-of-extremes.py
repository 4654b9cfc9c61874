# RUN: %interp %s --input x=arange:f32[3,70] | %check %s
# RUN: %native %s --input x=arange:f32[3,70] | %check %s
# Rows end in the middle of a vector. Of equal elements the first is taken, of several NaN, too.
import torch


def f(x: torch.Tensor):
    ties = x.remainder(9.0)
    nan = torch.where((x == 68.0) | (x == 69.0) | (x == 133.0), float("nan"), x)
    low = torch.full_like(x, -float("inf"))
    places = ties.argmax(1), ties.argmin(1), ties.argmax(), ties.argmin()
    columns = ties.argmax(0)[:4]
    return places, nan.argmax(1), nan.argmin(1), torch.max(nan, 1), low.argmax(1), columns


# CHECK: out0.0.0: i64[3] = [8, 1, 3]
# CHECK-NEXT: out0.0.1: i64[3] = [0, 2, 4]
# CHECK-NEXT: out0.0.2: i64[] = 8
# CHECK-NEXT: out0.0.3: i64[] = 0
# CHECK-NEXT: out0.1: i64[3] = [68, 63, 69]
# CHECK-NEXT: out0.2: i64[3] = [68, 63, 0]
# CHECK-NEXT: out0.3.0: f32[3] = [nan, nan, 209.0]
# CHECK-NEXT: out0.3.1: i64[3] = [68, 63, 69]
# CHECK-NEXT: out0.4: i64[3] = [0, 0, 0]
# CHECK-NEXT: out0.5: i64[4] = [1, 1, 2, 2]
