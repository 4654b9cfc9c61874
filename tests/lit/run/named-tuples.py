# RUN: %interp %s --entry sorted --input x=f32[3]{3.0,1.0,2.0} | %check %s --check-prefix=SORTED
# RUN: %native %s --entry sorted --input x=f32[3]{3.0,1.0,2.0} | %check %s --check-prefix=SORTED
# RUN: %interp %s --entry nested --input x=f32[3]{3.0,1.0,2.0} | %check %s --check-prefix=NESTED
# RUN: %native %s --entry nested --input x=f32[3]{3.0,1.0,2.0} | %check %s --check-prefix=NESTED
# RUN: %interp %s --entry absent --input x=f32[3]{3.0,1.0,2.0} | %check %s --check-prefix=ABSENT
# RUN: %native %s --entry absent --input x=f32[3]{3.0,1.0,2.0} | %check %s --check-prefix=ABSENT
# Operators return named tuples; a function that returns plain ones casts them.

import torch
from torch import Tensor


def sorted(x: Tensor) -> tuple[Tensor, Tensor]:
    return torch.sort(x)


def nested(x: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
    y: tuple[Tensor, Tensor] = torch.sort(x)
    a, b = y
    return y[0] + b, torch.sort(x + a)


def absent(x: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor | None]]:
    y = (x + 1, None)
    return x + 2, y


# SORTED: out0.0: f32[3] = [1.0, 2.0, 3.0]
# SORTED-NEXT: out0.1: i64[3] = [1, 2, 0]
# NESTED: out0.0: f32[3] = [2.0, 4.0, 3.0]
# NESTED-NEXT: out0.1.0: f32[3] = [3.0, 4.0, 5.0]
# NESTED-NEXT: out0.1.1: i64[3] = [1, 0, 2]
# ABSENT: out0.0: f32[3] = [5.0, 3.0, 4.0]
# ABSENT-NEXT: out0.1.0: f32[3] = [4.0, 2.0, 3.0]
# ABSENT-NEXT: out0.1.1: NoneType = None
