# RUN: %interp %s --input x=f32[2,3]{1,-2,3,0.5,nan,4} --input n=i64[2,3]{3,1,3,-2,0,0} | %check %s
# RUN: %native %s --input x=f32[2,3]{1,-2,3,0.5,nan,4} --input n=i64[2,3]{3,1,3,-2,0,0} | %check %s
# NaN is the maximum and the minimum; of equal elements the first is taken; a sum of none is 0.
import torch


def f(x: torch.Tensor, n: torch.Tensor):
    places = n.argmax(), torch.max(n, 1), torch.min(x, 0)
    truth = (n > 0).any(1), (n > 0).all(), torch.count_nonzero(n)
    empty = x[:, :0]
    return x.amax(1), places, truth, n.prod(1), empty.sum(1), n.float().var(1), n.float().softmax(1)


# CHECK: out0.0: f32[2] = [3.0, nan]
# CHECK-NEXT: out0.1.0: i64[] = 0
# CHECK-NEXT: out0.1.1.0: i64[2] = [3, 0]
# CHECK-NEXT: out0.1.1.1: i64[2] = [0, 1]
# CHECK-NEXT: out0.1.2.0: f32[3] = [0.5, nan, 3.0]
# CHECK-NEXT: out0.1.2.1: i64[3] = [1, 1, 0]
# CHECK-NEXT: out0.2.0: bool[2] = [true, false]
# CHECK-NEXT: out0.2.1: bool[] = false
# CHECK-NEXT: out0.2.2: i64[] = 4
# CHECK-NEXT: out0.3: i64[2] = [9, 0]
# CHECK-NEXT: out0.4: f32[2] = [0.0, 0.0]
# CHECK-NEXT: out0.5: f32[2] = [1.3333, 1.3333]
# CHECK-NEXT: out0.6: f32[2,3] = {{\[\[}}0.46831, 0.063379, 0.46831], [0.063379, 0.46831, 0.46831]]
