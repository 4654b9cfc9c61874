"""Tensors: creation, conversion, dtypes, devices, operators in place, splitting and joining."""

# ruff: noqa
from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor


#: 2, 3
def creation(a: int, b: int):
    return torch.zeros(a, b), torch.ones([a]), torch.zeros((a, b)), torch.full([a, b], 2.5), torch.empty(a).fill_(1), torch.eye(a)


#: 5
def ranges(n: int):
    return torch.arange(n), torch.arange(1, n), torch.arange(0, n, 2), torch.arange(0.0, 1.0, 0.25), torch.linspace(0.0, 1.0, n), torch.arange(n, dtype=torch.float32)


#: 2
def literals(n: int):
    return torch.tensor(n), torch.tensor([1, n]), torch.tensor([[1.5, 2.5], [3.5, 4.5]]), torch.tensor(True), torch.tensor([True, False]), torch.tensor(2.5)


#: 2
def literal_dtypes(n: int):
    return torch.tensor([1, n], dtype=torch.float32), torch.tensor(1.5, dtype=torch.float64), torch.tensor([1.7], dtype=torch.int32), torch.tensor([n, 0], dtype=torch.bool)


#: [1, 2], [1.5], [True]
def from_lists(a: List[int], b: List[float], c: List[bool]):
    return torch.tensor(a), torch.tensor(b), torch.tensor(c), torch.tensor(a, dtype=torch.float64)


#: [[1, 2], [3, 4]]
def from_nested_list(xs: List[List[int]]):
    return torch.tensor(xs), torch.tensor([[1, 2], [3, 4]])


#: T(2, 3)
def likes(x):
    return torch.zeros_like(x), torch.ones_like(x), torch.full_like(x, 3.0), x.new_zeros(2), x.new_ones([2, 2]), x.new_full((2,), 7.0)


#: T(2)
def like_dtypes(x):
    return torch.zeros_like(x, dtype=torch.int64), torch.ones_like(x, dtype=torch.bool), x.new_zeros([1], dtype=torch.int32), torch.zeros(2, dtype=x.dtype, device=x.device)


#: T(3)
def casts(x):
    return x.int(), x.long(), x.double(), x.float(), x.half(), x.short(), x.char(), x.byte()


#: T(3)
def to_method(x):
    return x.to(torch.int64), x.to(dtype=torch.float64), x.to("cpu"), x.to(torch.device("cpu")), x.to(x.long()), x.to(torch.device("cpu"), torch.float64), x.type_as(x.int())


#: T(3)
def dtype_attributes(x):
    return x.dtype == torch.float32, x.dtype != torch.int64, x.long().dtype, x.is_floating_point(), x.dtype == x.int().dtype


#: T(3)
def dtype_variable(x):
    d = x.dtype
    e = torch.float64
    return torch.ones(2, dtype=d), x.to(e), d == torch.float32


#: T(3)
def device_attributes(x):
    return x.device, x.device.type, x.is_cuda, x.device == torch.device("cpu"), str(x.device)


#: 3
def device_arguments(n: int):
    d = torch.device("cpu")
    return torch.zeros(n, device=d), torch.ones(n, device="cpu"), d.type


#: T(2, 3)
def facts(x):
    return x.shape, x.size(), x.size(1), x.size(-1), x.dim(), x.ndim, x.numel(), x.stride(), x.is_contiguous(), x.element_size()


#: T(1)
def scalars(x):
    return x.item(), float(x), int(x), bool(x), float(x[0]) + 1, int(x.item())


#: I(1)
def int_scalars(x):
    return x.item(), int(x), float(x), bool(x)


#: I(4)
def to_lists(x):
    y: List[int] = x.tolist()
    z: List[List[float]] = x.view(2, 2).float().tolist()
    return y, z


#: T(3), 2
def implicit_number(x, n: int):
    return x + n, x * 2.5, x - True, n * x, 2.0 / (x + 1), n - x, x**n, n**x, x // n, x % n


#: I(4)
def int_tensors(x):
    return x + 1, x * 2, x / 2, x // 2, x % 2, -x, x + 0.5, x * 2.0, x > 1, x & 1, x | 2, x ^ 3, ~x, x << 1, x >> 1


#: T(3), I(3)
def promotion(x, i):
    return x + i, i * x, i / i.clamp(min=1), x.double() + x, x > i, torch.where(x > 1, x, i)


#: T(3)
def in_place(x):
    y = x.clone()
    y.add_(1).mul_(2)
    y.sub_(x)
    y.div_(2.0)
    y.clamp_(min=0.5)
    y.pow_(2)
    y.sqrt_()
    return x, y


#: T(3)
def in_place_functions(x):
    torch.relu_(x.sub_(0.6))
    y = torch.zeros(3)
    y.copy_(x)
    y.fill_(2.0)
    x.zero_()
    return x, y


#: T(3)
def aliases(x):
    y = x
    z = x.clone()
    w = x.view(3, 1)
    x += 10
    return y, z, w, x.detach()


#: T(2, 3)
def reductions(x):
    return x.sum(), x.mean(), x.prod(), x.max(), x.min(), x.std(), x.var(), x.norm(), x.argmax(), x.argmin(), x.median()


#: T(2, 3)
def reductions_of_dims(x):
    return x.sum(0), x.sum(dim=1, keepdim=True), x.mean([0, 1]), x.mean(-1), x.prod(1), x.argmax(1), x.argmin(dim=0), x.sum((0, 1)), x.amax(1), x.amin(0)


#: T(2, 3)
def pairs(x):
    v, i = x.max(1)
    w, j = x.min(dim=0)
    s, k = x.sort(1, descending=True)
    t, l = x.topk(2, dim=1)
    return v, i, w, j, s, k, t, l


#: T(2, 3)
def named_results(x):
    r = x.max(1)
    s = torch.sort(x, dim=0)
    return r.values, r.indices, r[0], s.values, s[1]


#: T(2, 3)
def logic(x):
    return x > 1, (x > 1) & (x < 2), (x < 1) | (x > 2), ~(x > 1), (x > 1).any(), (x >= 0).all(), torch.logical_and(x > 0, x < 2), torch.logical_not(x), x.eq(1), x.ne(1), x.gt(1)


#: T(2, 3)
def comparisons(x):
    return torch.equal(x, x), torch.allclose(x, x + 1e-9), x.isnan(), torch.isinf(x), torch.isfinite(x), torch.maximum(x, 2 - x), torch.minimum(x, x.t().reshape(2, 3))


#: T(2, 3)
def shapes(x):
    return x.view(3, 2), x.view(-1), x.reshape([3, -1]), x.t(), x.transpose(0, 1), x.permute(1, 0), x.unsqueeze(0), x.unsqueeze(-1).squeeze(-1), x.flatten(), x.expand(2, 2, 3), x.repeat(1, 2)


#: T(2, 3)
def more_shapes(x):
    return x.view(x.size(0), -1), x.view_as(x), x.expand_as(x), x.squeeze(), x.contiguous(), x.flip(0), x.roll(1, 0), torch.movedim(x, 0, 1), x.swapaxes(0, 1), x.T, x.mT, x.unflatten(1, [3, 1])


#: T(2, 3), T(2, 3)
def joining(x, y):
    return torch.cat([x, y]), torch.cat((x, y), dim=1), torch.stack([x, y]), torch.stack((x, y), 2), torch.hstack([x, y]), torch.vstack([x, y]), torch.concat([x, y], 0)


#: T(6)
def splitting(x):
    a, b = x.chunk(2)
    c, d, e = x.split(2)
    f, g = torch.split(x, [2, 4])
    h = torch.chunk(x, 4)
    return a, b, c + d + e, f, g, h, x.unbind()[0], torch.unbind(x), x.tensor_split(4)


#: T(2, 3), T(3, 2)
def matrices(x, y):
    return x @ y, x.mm(y), torch.matmul(x, y), x.matmul(y), torch.mm(x, y), x[0] @ y, torch.dot(x[0], y[:, 0]), torch.bmm(x[None], y[None]), torch.outer(x[0], y[0]), x.mv(y[:, 0])


#: T(2, 3)
def mathematics(x):
    return x.exp(), x.log1p(), x.sqrt(), x.sin(), x.cos(), x.tanh(), x.sigmoid(), x.abs(), x.neg(), x.pow(2), x.square(), x.rsqrt(), x.reciprocal(), x.floor(), x.ceil(), x.round(), x.sign(), x.erf()


#: T(2, 3)
def clamps(x):
    return x.clamp(0.5, 1.5), x.clamp(min=1), x.clamp(max=1.0), torch.clamp(x, 0, 2), x.clamp_min(1.0), x.clamp_max(1.0)


#: T(2, 3)
def cumulative(x):
    return x.cumsum(0), x.cumsum(dim=1), x.cumprod(1), x.cummax(1)[0], x.diff()


#: T(2, 3)
def activations(x):
    return torch.relu(x - 1), torch.sigmoid(x), torch.tanh(x), torch.softmax(x, dim=1), torch.log_softmax(x, 0), x.softmax(-1)


#: I(5)
def sorting(x):
    return x.sort()[0], x.argsort(stable=True), torch.unique(x), x.bincount(), x.flip(0)


#: T(3, 3)
def diagonals(x):
    return x.diag(), x.trace(), x.tril(), x.triu(1), torch.diag(x[0]), x.diagonal()


#: T(2, 3), 2.0
def fused(x, a: float):
    return torch.add(x, x, alpha=2), x.add(x, alpha=a), torch.addcmul(x, x, x, value=0.5), torch.lerp(x, x + 1, 0.25), torch.sub(x, 1, alpha=2)


#: T(4), 2
def size_arithmetic(x, n: int):
    m = x.size(0) // n
    return x.view(n, m), x[:m], torch.zeros(m * 2 + 1), [m] + x.shape


#: T(2, 2)
def requires_grad(x):
    return x.requires_grad, x.detach(), x.data, x.is_leaf, x.grad is None


#: T(2, 2)
def no_grad(x):
    with torch.no_grad():
        y = x * 2
    return y


#: T(3)
def condition_on_elements(x) -> str:
    if x[0] > 1:
        return "first"
    elif x.max() > 0.5 and bool(x.min() == 0):
        return "second"
    return "third"


#: T(3)
def accumulates(x):
    total = torch.zeros(1)
    for i in range(x.size(0)):
        total += x[i] * i
    out: List[Tensor] = []
    for v in x:
        out.append(v + total)
    return total, torch.cat(out)


#: T(2, 3)
def einsums(x):
    return torch.einsum("ij,kj->ik", x, x), torch.einsum("ij->j", [x]), torch.tensordot(x, x, dims=([1], [1]))


#: T(3)
def meshes(x):
    a, b = torch.meshgrid([x, x])
    return a, b, torch.cdist(x[:, None], x[:, None]), torch.norm(x), torch.norm(x, 1), torch.norm(x[None], 2, 1)


#: T(3)
def sizes_are_lists(x):
    s = x.shape
    s = s + [1]
    t = list(x.size())
    t.append(5)
    return s, t, x.shape[0:1], len(s)
