"""Modules: attributes, submodules, methods, traces and frozen weights."""

# ruff: noqa: UP006, UP035, UP045

from typing import Dict, List, Optional, Tuple

import torch
from torch import Tensor, nn


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))

    def forward(self, x):
        return torch.log_softmax(self.body(x), dim=1)


class ConvNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, kernel_size=3, padding=1)
        self.norm = nn.BatchNorm2d(2)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))

    def forward(self, x):
        x = self.pool(torch.relu(self.norm(self.conv(x))))
        return torch.flatten(x, 1)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(3, 2)

    def forward(self, steps: List[Tensor], state: Optional[Tensor]) -> Tuple[Tensor, List[Tensor]]:
        if state is None:
            state = torch.zeros(1, 2)
        outputs: List[Tensor] = []
        for step in steps:
            state = self.cell(step, state)
            outputs.append(state)
        return state, outputs


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 2, batch_first=True)

    def forward(self, x):
        out, (h, c) = self.lstm(x)
        return out, h + c


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(4, 12)
        self.heads = 2

    def forward(self, x, mask: Optional[Tensor] = None):
        b, t, c = x.shape
        q, k, v = self.qkv(x).split(c, dim=2)
        q = q.view(b, t, self.heads, c // self.heads).transpose(1, 2)
        k = k.view(b, t, self.heads, c // self.heads).transpose(1, 2)
        v = v.view(b, t, self.heads, c // self.heads).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / 2**0.5)
        if mask is not None:
            att = att.masked_fill(mask == 0, float("-inf"))
        return (torch.softmax(att, dim=-1) @ v).transpose(1, 2).reshape(b, t, c)


class Embedder(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4)
        self.norm = nn.LayerNorm(4)

    def forward(self, ids):
        return self.norm(self.table(ids)).mean(dim=1)


class State(nn.Module):
    names: Dict[str, int]

    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(2))
        self.steps = 0
        self.names = {"a": 1}

    def forward(self, x):
        self.total += x
        self.steps += 1
        self.names["b"] = self.steps
        return self.helper(x) + self.total

    def helper(self, x):
        return x * self.steps


class Blocks(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.ModuleList([nn.Linear(2, 2), nn.Tanh()])
        self.named = nn.ModuleDict({"last": nn.Linear(2, 2)})

    def forward(self, x):
        for item in self.items:
            x = item(x)
        for name, item in self.named.items():
            x = item(x) + len(name)
        return x


class Constants(nn.Module):
    """Return a tensor constant of each kind, as freezing prints them."""

    def __init__(self):
        super().__init__()
        self.one = nn.Parameter(torch.tensor(2.5))
        self.row = nn.Parameter(torch.tensor([0.125, -1.5, 3.75]))
        self.scaled = nn.Parameter(torch.tensor([0.00125, 0.0025]))
        self.wide = nn.Parameter(torch.tensor([1e-5, 1000.0, 3.0]))
        self.cube = nn.Parameter(torch.arange(8.0).reshape(2, 2, 2) * 0.3)
        self.large = nn.Parameter(torch.arange(20.0))
        self.empty = nn.Parameter(torch.zeros(0, 2))
        self.register_buffer("ints", torch.tensor([[1, -20], [300, 4]]))
        self.register_buffer("bools", torch.tensor([True, False]))
        self.register_buffer("doubles", torch.tensor([0.1, 0.2], dtype=torch.float64))
        self.register_buffer("halves", torch.tensor([0.5, 1.5], dtype=torch.float16))
        self.register_buffer("octets", torch.tensor([1, 255], dtype=torch.uint8))
        self.register_buffer("nan", torch.tensor([float("nan"), float("inf"), 1.0]))

    def forward(self, x):
        x = x + self.one + self.row.sum() + self.scaled[0] + self.wide[1] + self.cube
        x = x + self.large[0] + self.empty.sum() + self.ints.sum() + self.bools[0] + self.nan[2]
        return x + self.doubles[0] + self.halves[1] + self.octets[0]


class Values(nn.Module):
    """Constants that are lists, tuples and dictionaries, as freezing prints them."""

    def __init__(self):
        super().__init__()
        self.d = {"a": 1, "b": 2}
        self.ints = [1, 2, 3]
        self.empty = torch.jit.Attribute([], List[int])
        self.mixed = (1, "a\n", 2.5, None, True, 1 + 2j)
        self.tensors = torch.jit.Attribute([torch.ones(2)], List[Tensor])
        self.bools = torch.jit.Attribute([True, False], List[bool])
        self.floats = torch.jit.Attribute([1.0, 1e-05, 3e20, float("inf")], List[float])
        self.nothing = torch.jit.Attribute({}, Dict[str, Tensor])
        self.single = ((1,), torch.ones(2) * 0.5, torch.tensor(3))

    def forward(self, x):
        return (self.d, self.ints, self.empty, self.mixed, self.tensors, self.bools, self.floats,
                self.nothing, self.single)  # fmt: skip


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        return x * scale

    @staticmethod
    def backward(ctx, grad):
        return grad, None


class WithPythonOp(nn.Module):
    def forward(self, x):
        return Doubled.apply(x, 3) + 1


MODULES = (
    Classifier, ConvNet, Recurrent, Lstm, Attention, Embedder, State, Blocks, Constants, Values,
)  # fmt: skip

TRACES = {
    Classifier: lambda: (torch.ones(2, 4),),
    ConvNet: lambda: (torch.ones(1, 1, 4, 4),),
    Lstm: lambda: (torch.ones(1, 2, 3),),
    Attention: lambda: (torch.ones(1, 3, 4),),
    Embedder: lambda: (torch.zeros(1, 3, dtype=torch.int64),),
    WithPythonOp: lambda: (torch.ones(2),),
}
