"""Straight-line programs over tensors, as in fusion groups and gradients."""

import torch
from torch import Tensor


def double_chain(a, b):
    c = a + b
    d = c * c
    e = torch.tanh(d * c)
    return d + (e + e)


def mul_sin_mul(a):
    x = a * a
    y = torch.sin(x)
    return y * y


def sin_mul_add(x):
    return torch.sin(x) * 2 + x


def broadcast(x, row, column):
    return (x + row) * column - 0.5


def compare_and_select(x, y):
    return torch.where(x > y, x, y).clamp(min=0.0, max=6.0)


def activations(x):
    return torch.sigmoid(x) + torch.relu(x) - torch.tanh(x) * torch.exp(-x)


def rounding(x):
    return torch.floor(x) + torch.ceil(x) + torch.round(x) + torch.trunc(x) + x.abs().neg()


def powers(x):
    return x**2 + torch.sqrt(x * x + 1e-05) + torch.pow(2, x) + torch.rsqrt(x * x + 1)


def integer_math(i, j):
    return (i // 3 + j % 5) & 7 | (i << 1) ^ ~j


def lerp_and_addcmul(x, y, z):
    return torch.lerp(x, y, 0.25) + torch.addcmul(x, y, z, value=0.5)


def casts(x):
    return x.to(torch.float64).half().float() + x.to(dtype=torch.int32).type_as(x)


def lstm_cell(x, hx, cx, w_ih, w_hh, b_ih, b_hh):
    gates = x.mm(w_ih.t()) + hx.mm(w_hh.t()) + b_ih + b_hh
    ingate, forgetgate, cellgate, outgate = gates.chunk(4, 1)
    ingate = torch.sigmoid(ingate)
    forgetgate = torch.sigmoid(forgetgate)
    cellgate = torch.tanh(cellgate)
    outgate = torch.sigmoid(outgate)
    cy = (forgetgate * cx) + (ingate * cellgate)
    hy = outgate * torch.tanh(cy)
    return hy, cy


def softmax_by_hand(x):
    shifted = x - x.max(dim=1, keepdim=True)[0]
    e = torch.exp(shifted)
    return e / e.sum(dim=1, keepdim=True)


def layer_norm_by_hand(x, weight, bias, eps: float):
    mean = x.mean([-1], keepdim=True)
    var = ((x - mean) ** 2).mean([-1], keepdim=True)
    return (x - mean) / torch.sqrt(var + eps) * weight + bias


def views(x):
    return x.view(6).unsqueeze(0).expand(2, 6).permute(1, 0).reshape(3, 4).transpose(0, 1)


def slices(x):
    return x[1:, ::2] + x[0, 2:] + x[-1, None, 1] + x[1:, ..., 0:1]


def concatenation(x, y):
    return torch.cat([x, y, x * 2], dim=1).sum() + torch.stack([x, y]).mean()


def factories(n: int):
    a = torch.zeros([n, 2], dtype=torch.float64)
    b = torch.arange(n, device=torch.device("cpu"))
    c = torch.full([n, 1], 3.5) + torch.eye(2)[0]
    return a, b, c, torch.tensor([1, 2, 3]), torch.rand([2, n])


def matmul_bias_relu(x, w, b):
    return torch.relu(torch.addmm(b, x, w))


def two_gradient_islands(x, y):
    a = torch.sigmoid(x) * y + x
    b = torch.sort(a)[0]
    return torch.tanh(b) * b - y


def dropout(x, training: bool):
    return torch.nn.functional.dropout(x, 0.5, training)


def _f(*shape: int, grad: bool = False) -> Tensor:
    return torch.linspace(0.1, 1.3, torch.Size(shape).numel()).reshape(shape).requires_grad_(grad)


def _lstm(grad: bool) -> tuple[Tensor, ...]:
    shapes = ((2, 3), (2, 4), (2, 4), (16, 3), (16, 4), (16,), (16,))
    return tuple(_f(*shape, grad=grad) for shape in shapes)


SCRIPTS = {
    double_chain: lambda: (_f(2).double(), _f(2).double()),
    mul_sin_mul: lambda: (_f(1, 1, 128, 128),),
    sin_mul_add: lambda: (_f(5),),
    broadcast: lambda: (_f(3, 4), _f(4), _f(3, 1)),
    compare_and_select: lambda: (_f(3), _f(3) * 2),
    activations: lambda: (_f(2, 3),),
    rounding: lambda: (_f(4),),
    powers: lambda: (_f(4),),
    integer_math: lambda: (torch.arange(4), torch.arange(4)),
    lerp_and_addcmul: lambda: (_f(4), _f(4), _f(4)),
    casts: lambda: (_f(4),),
    lstm_cell: lambda: _lstm(grad=False),
    softmax_by_hand: lambda: (_f(3, 4),),
    layer_norm_by_hand: lambda: (_f(3, 4), _f(4), _f(4), 1e-5),
    views: lambda: (_f(2, 3),),
    slices: lambda: (_f(3, 4),),
    concatenation: lambda: (_f(2, 3), _f(2, 3)),
    factories: lambda: (2,),
    matmul_bias_relu: lambda: (_f(2, 3), _f(3, 4), _f(4)),
    two_gradient_islands: lambda: (_f(4), _f(4)),
    dropout: lambda: (_f(4), True),
}

GRADIENTS = {
    sin_mul_add: lambda: (_f(5, grad=True),),
    broadcast: lambda: (_f(3, 4, grad=True), _f(4, grad=True), _f(3, 1)),
    lstm_cell: lambda: _lstm(grad=True),
    two_gradient_islands: lambda: (_f(4, grad=True), _f(4, grad=True)),
    matmul_bias_relu: lambda: (_f(2, 3), _f(3, 4, grad=True), _f(4, grad=True)),
}
