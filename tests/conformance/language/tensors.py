"""Tensors: methods, attributes, indexing, operators in place."""

# ruff: noqa
from typing import List, Optional, Tuple

import torch
import torch.nn.functional as F
from torch import Tensor


#: T(2, 3), T(2, 3)
def operators(x, y):
    return x + y, x - y, x * y, x / (y + 1), x // 2, x % 2, x**2, -x


#: T(2, 3), 2
def with_numbers(x, n: int):
    return x + n, n + x, x - n, n - x, x * n, n / (x + 1), 1.5 * x


#: T(2, 3), T(3, 2)
def matmul(x, y):
    return x @ y, torch.matmul(x, y), x.mm(y), x.t()


#: T(2, 3)
def comparisons(x):
    return x > 1, x <= 2, x == 0, x != 1, (x > 0) & (x < 3), ~(x > 1), (x > 1) | (x < 0)


#: T(2, 3)
def attributes(x):
    return x.shape, x.dtype, x.device, x.T, x.ndim, x.size(0), x.dim(), x.numel(), x.is_cuda, x.requires_grad


#: T(2, 3)
def shape_arithmetic(x):
    b, n = x.shape
    return b * n, x.shape[-1], x.size()[0], len(x), x.shape == [2, 3]


#: T(2, 3)
def reductions(x):
    return x.sum(), x.sum(1), x.sum(dim=0, keepdim=True), x.mean(), x.max(), x.min(), x.prod()


#: T(2, 3)
def max_with_indices(x):
    values, indices = x.max(dim=1)
    r = torch.max(x, 0)
    return values, indices, r[0]


#: T(2, 3)
def views(x):
    return x.view(3, 2), x.reshape(-1), x.view([6]), x.permute(1, 0), x.unsqueeze(0), x.transpose(0, 1), x.flatten()


#: T(3, 4)
def int_index(x):
    return x[0], x[-1], x[1][2], x[1, 2], x[-1, 0]


#: T(3, 4)
def slice_index(x):
    return x[1:], x[:2], x[:, 1], x[::2], x[1:, ::2], x[:, 1:3], x[:]


#: T(2, 3, 4)
def ellipsis_index(x):
    return x[..., 0], x[0, ...], x[..., 1:], x[0, ..., 1:3], x[..., None], x[..., 0, 1:]


#: T(3, 4)
def none_index(x):
    return x[None], x[:, None], x[None, :, 1], x[0, None]


#: T(3, 4)
def mask_index(x):
    return x[x > 5], x[x[:, 0] > 3]


#: T(3, 4)
def list_index(x):
    return x[[0, 2]], x[:, [1, 3]]


#: T(3, 4), I(2)
def tensor_index(x, i):
    return x[i], x[:, i], x[i, 1], x[i, i]


#: T(3, 4), 1, 3
def variable_slices(x, a: int, b: int):
    return x[a:b], x[:, a:], x[a]


#: T(3, 4)
def assign_int(x):
    x[0] = 1.5
    x[1, 2] = 7
    x[2] = x[1]
    return x


#: T(3, 4)
def assign_slice(x):
    x[:, 0] = 0
    x[1:, 2:] = 5
    x[..., -1] = -1.0
    return x


#: T(3, 4)
def assign_mask(x):
    x[x > 5] = 0.0
    return x


#: T(3, 4), I(2)
def assign_index(x, i):
    x[i] = 9.0
    x[:, i] = x[:, i] * 2
    return x


#: T(2, 2), T(2, 2)
def augmented(x, y):
    x += y
    x *= 2
    x -= 1
    x /= 2
    return x


#: T(3, 4)
def augmented_slice(x):
    x[0] += 1
    x[:, 1] *= 10
    x[1, 2] -= 3
    return x


#: T(2, 2)
def in_place_methods(x):
    y = x.clone()
    y.add_(1).mul_(2)
    y.clamp_(min=3)
    return x, y


#: T(2, 2)
def creation(x):
    return torch.zeros(2, 3), torch.ones([2]), torch.full([2], 3.5), torch.arange(4), torch.zeros_like(x), torch.eye(2), torch.tensor([1.5, 2.5]), torch.tensor(3)


#: T(2, 2)
def creation_with_dtype(x):
    return torch.zeros(2, dtype=torch.int64), torch.ones(2, dtype=x.dtype, device=x.device), torch.zeros(x.shape), torch.arange(0, 5, 2)


#: T(2, 2)
def casts(x):
    return x.int(), x.long(), x.double(), x.to(torch.float64), x.half(), x.float()


#: T(1)
def scalars(x):
    return float(x), int(x), bool(x), x.item()


#: T(2, 3), T(2, 3)
def joining(x, y):
    return torch.cat([x, y]), torch.cat((x, y), 1), torch.stack([x, y], dim=1)


#: T(4, 2)
def splitting(x):
    a, b = x.chunk(2)
    c, d = x.split(2)
    e, f, g, h = x.unbind(0)
    return a + b, c - d, e + f + g + h


#: T(2, 3)
def activations(x):
    return torch.relu(x - 2), torch.sigmoid(x), torch.tanh(x), F.relu(x - 1), x.exp(), x.abs(), x.sqrt()


#: T(2, 3)
def softmax(x):
    return torch.softmax(x, 1), torch.log_softmax(x, dim=-1)


#: T(2, 3), T(4, 3), T(4)
def linear(x, w, b):
    return F.linear(x, w, b), F.linear(x, w)


#: T(2, 3)
def clamping(x):
    return x.clamp(1, 3), torch.clamp(x, min=2.0), x.clamp(max=2)


#: T(2, 3)
def where(x):
    return torch.where(x > 2, x, -x), x.masked_fill(x > 2, 0.0)


#: T(2, 3)
def keyword_arguments(x):
    return torch.sum(x, dim=1, keepdim=True), torch.add(x, x, alpha=2), torch.mean(input=x, dim=[0])


#: T(2, 3), T(3)
def broadcasting(x, y):
    return x + y, x * y, y - x


#: T(2, 3)
def expand(x):
    return x[:1].expand(4, 3), x.repeat(2, 1), x.unsqueeze(1).expand(-1, 2, -1)


#: T(2, 3)
def dtype_conditions(x):
    if x.dtype == torch.float32:
        return x * 2
    return x


#: T(2, 3)
def device_condition(x):
    if x.device == torch.device("cpu"):
        return 1
    return 2


#: T(3)
def loop_over_indices(x):
    r = torch.zeros(3)
    for i in range(x.size(0)):
        r[i] = x[i] * i
    return r


#: T(2, 3), T(3)
def dot(x, y):
    return torch.mv(x, y), torch.dot(y, y), (x * y).sum(-1)


#: T(2, 3)
def chained_methods(x):
    return x.add(1).mul(2).sum().sqrt()


#: T(2, 3)
def argmax(x):
    return x.argmax(), x.argmax(1), x.argmin(dim=0)


#: T(2, 3)
def equal(x):
    return torch.equal(x, x), torch.allclose(x, x + 1e-9), (x == x).all(), (x > 4).any()


#: T(4)
def sort(x):
    values, indices = torch.sort(x, descending=True)
    return values, indices, torch.topk(x, 2)[0], x.cumsum(0)


#: T(2, 3)
def int_division(x):
    return x // 2, torch.div(x, 2, rounding_mode="floor"), x.long() // 2, x.remainder(2)


#: T(3, 3)
def triangles(x):
    return torch.tril(x), torch.triu(x, 1)


#: T(2, 3)
def layer_norm_by_hand(x):
    mean = x.mean(-1, keepdim=True)
    var = ((x - mean) ** 2).mean(-1, keepdim=True)
    return (x - mean) / torch.sqrt(var + 1e-5)


#: T(1, 4), T(1, 3), T(1, 3), T(12, 4), T(12, 3)
def lstm_cell(x, hx, cx, w_ih, w_hh):
    gates = x.mm(w_ih.t()) + hx.mm(w_hh.t())
    i, f, g, o = gates.chunk(4, 1)
    cy = f.sigmoid() * cx + i.sigmoid() * g.tanh()
    return o.sigmoid() * cy.tanh(), cy
