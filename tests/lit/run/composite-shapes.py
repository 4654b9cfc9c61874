# RUN: %interp %s --input n=3 --input w=f32[2]{2,-.5} \
# RUN:   --input x=f32[2,3]{1,-2,3,0.5,nan,-inf} | %check %s
# RUN: %native %s --input n=3 --input w=f32[2]{2,-.5} \
# RUN:   --input x=f32[2,3]{1,-2,3,0.5,nan,-inf} | %check %s
# Composite operators whose parts depend on ranks, sizes and element types, that loop over lists of
# sizes, that give lists, and that stand in branches and loops.
import torch


def f(x: torch.Tensor, w: torch.Tensor, n: int):
    pairs = torch.outer(w, w)
    blocks = torch.kron(w, pairs)
    steps = torch.diff(x, 2, dim=1)
    rows, columns = torch.meshgrid([w, w], indexing="xy")
    powers = torch.float_power(w, 2)
    for i in range(n):
        if i > 0:
            x = torch.where(torch.isfinite(x), x, torch.full_like(x, i))
            w = torch.ger(w, w).sum(dim=[1])
    return pairs, blocks, steps, rows - columns, powers, x, w


# CHECK: out0.0: f32[2,2] = {{\[\[}}4.0, -1.0], [-1.0, 0.25]]
# CHECK-NEXT: out0.1: f32[2,4] = {{\[\[}}8.0, -2.0, -2.0, 0.5], [-2.0, 0.5, 0.5, -0.125]]
# CHECK-NEXT: out0.2: f32[2,1] = {{\[\[}}8.0], [nan]]
# CHECK-NEXT: out0.3: f32[2,2] = {{\[\[}}0.0, -2.5], [2.5, 0.0]]
# CHECK-NEXT: out0.4: f64[2] = [4.0, 0.25]
# CHECK-NEXT: out0.5: f32[2,3] = {{\[\[}}1.0, -2.0, 3.0], [0.5, 1.0, 1.0]]
# CHECK-NEXT: out0.6: f32[2] = [6.75, -1.6875]
