"""Modules written once for two libraries: `lib` is PyTorch or us. Each factory gives a module and
the arguments of calls of it."""

# ruff: noqa: UP006, UP035, UP045
# pyright: basic
import enum
from typing import Any, Dict, Final, List, NamedTuple, Optional, Tuple

import numpy as np
import torch
from torch import Tensor


def ramp(*shape: int) -> np.ndarray:
    count = int(np.prod(shape))
    return (np.arange(count, dtype=np.float32).reshape(shape) - count / 3) / count


class State(NamedTuple):
    hidden: Tensor
    cell: Tensor


class Mode(enum.Enum):
    SUM = 1
    MEAN = 2


def scale_by(x: Tensor, factor: float) -> Tensor:
    return x * factor


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Optional[Tensor] = None) -> Tensor:
    scores = torch.matmul(query, key.transpose(-2, -1)) / float(query.size(-1)) ** 0.5
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    return torch.matmul(torch.softmax(scores, dim=-1), value)


def dense(lib: Any) -> Any:
    class Dense(lib.Module):
        def __init__(self, inputs: int, outputs: int) -> None:
            super().__init__()
            self.weight = lib.Parameter(ramp(outputs, inputs))
            self.bias = lib.Parameter(ramp(outputs))

        def forward(self, x: Tensor) -> Tensor:
            return torch.matmul(x, self.weight.t()) + self.bias

    return Dense


def lstm_cell(lib: Any) -> Tuple[Any, List[Tuple]]:
    class Cell(lib.Module):
        size: Final[int]

        def __init__(self, inputs: int, size: int) -> None:
            super().__init__()
            self.size = size
            self.w = lib.Parameter(ramp(4 * size, inputs))
            self.u = lib.Parameter(ramp(4 * size, size))
            self.b = lib.Parameter(ramp(4 * size))

        def start(self, x: Tensor) -> State:
            zeros = torch.zeros([x.size(0), self.size])
            return State(zeros, zeros)

        def forward(self, x: Tensor, state: Optional[State] = None) -> State:
            if state is None:
                state = self.start(x)
            gates = x @ self.w.t() + state.hidden @ self.u.t() + self.b
            i, f, g, o = gates.chunk(4, 1)
            cell = torch.sigmoid(f) * state.cell + torch.sigmoid(i) * torch.tanh(g)
            return State(torch.sigmoid(o) * torch.tanh(cell), cell)

    class Layer(lib.Module):
        def __init__(self) -> None:
            super().__init__()
            self.cell = Cell(3, 2)

        def forward(self, xs: Tensor) -> Tuple[Tensor, State]:
            outputs: List[Tensor] = []
            state = self.cell(xs[0])
            for x in xs.unbind(0):
                state = self.cell(x, state)
                outputs += [state.hidden]
            return torch.stack(outputs), state

    return Layer(), [(ramp(4, 2, 3),)]


def attention(lib: Any) -> Tuple[Any, List[Tuple]]:
    Dense = dense(lib)

    class Heads(lib.Module):
        __constants__ = ["count"]

        def __init__(self, size: int, count: int) -> None:
            super().__init__()
            self.count = count
            self.projections = lib.ModuleList([Dense(size, size) for _ in range(3)])
            self.out = Dense(size, size)

        def split(self, x: Tensor) -> Tensor:
            batch, length, size = x.size(0), x.size(1), x.size(2)
            return x.view(batch, length, self.count, size // self.count).transpose(1, 2)

        def forward(self, x: Tensor, mask: Optional[Tensor] = None) -> Tensor:
            parts: List[Tensor] = []
            for projection in self.projections:
                parts.append(self.split(projection(x)))
            made = attend(parts[0], parts[1], parts[2], mask)
            joined = made.transpose(1, 2).contiguous().view(x.size(0), x.size(1), -1)
            return self.out(joined)

    class Block(lib.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = lib.ModuleList([Heads(4, 2), Heads(4, 1)])

        def forward(self, x: Tensor, mask: Optional[Tensor] = None) -> Tensor:
            for index, layer in enumerate(self.layers):
                x = x + layer(x, mask) * index
            return x

    mask = np.tril(np.ones((3, 3), dtype=np.float32))
    return Block(), [(ramp(2, 3, 4),), (ramp(2, 3, 4), mask)]


def beam_search(lib: Any) -> Tuple[Any, List[Tuple]]:
    class Step(lib.Module):
        def __init__(self, beams: int) -> None:
            super().__init__()
            self.beams = beams
            self.register_buffer("bonus", ramp(6))

        def forward(self, scores: Tensor, logits: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
            words = logits.size(1)
            total = scores.unsqueeze(1) + torch.log_softmax(logits + self.bonus, dim=1)
            best, index = torch.topk(total.view(-1), self.beams)
            return best, index // words, index % words

    return Step(3), [(ramp(3), ramp(3, 6))]


def containers(lib: Any) -> Tuple[Any, List[Tuple]]:
    Dense = dense(lib)

    class Act(lib.Module):
        def forward(self, x: Tensor) -> Tensor:
            return torch.relu(x)

    class Net(lib.Module):
        def __init__(self) -> None:
            super().__init__()
            self.chain = lib.Sequential(Dense(3, 3), Act(), Dense(3, 3))
            self.table = lib.ModuleDict({"one": Dense(3, 3), "two": Act()})

        def forward(self, x: Tensor) -> Tensor:
            x = self.chain(x)
            for name, module in self.table.items():  # noqa: B007
                x = module(x) + x
            for module in self.table.values():
                x = module(x)
            return self.table["one"](x) + self.chain[0](x) + self.chain[-1](x)

    return Net(), [(ramp(2, 3),)]


def attributes(lib: Any) -> Tuple[Any, List[Tuple]]:
    class Sub(lib.Module):
        def __init__(self, w: Any) -> None:
            super().__init__()
            self.w = w

        def forward(self, x: Tensor) -> Tensor:
            return x * self.w

    class Net(lib.Module):
        seen: List[int]
        depth: Final[int]
        __constants__ = ["steps", "label"]

        def __init__(self) -> None:
            super().__init__()
            self.seen = []
            self.depth = 2
            self.steps = [1, 2, 3]
            self.label = "net"
            self.names = {"a": 1}
            self.pair = (1, "a")
            self.nothing = None
            self.act = scale_by
            self.mode = Mode.SUM
            self.empty = lib.Attribute({}, Dict[str, int])
            self.a, self.b, self.c = Sub(1), Sub(2), Sub(1.5)

        def helper(self, x: Tensor) -> Tensor:
            return x + len(self.names) + self.pair[0]

        @property
        def width(self) -> int:
            return self.depth + 1

        @lib.export
        def count(self) -> int:
            self.seen.append(self.depth)
            return len(self.seen)

        @lib.unused
        def left_out(self, x: Tensor) -> Tensor:
            return sorted({1: x})

        def forward(self, x: Tensor) -> Tuple[Tensor, str, int]:
            y = self.a(x) + self.b(x) + self.c(x) * self.depth
            for step in self.steps:
                y = y + step
            if self.nothing is not None:
                y = y + 1000
            if self.mode == Mode.MEAN:
                y = self.left_out(y)
            if self.training:
                y = y * 2
            self.empty[self.label] = self.count()
            return self.act(self.helper(y), 0.5) * self.width, self.label, self.empty["net"]

    return Net(), [(ramp(2),), (ramp(3),)]


def shared(lib: Any) -> Tuple[Any, List[Tuple]]:
    class Counter(lib.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("total", np.zeros(2, dtype=np.float32))

        def forward(self, x: Tensor) -> Tensor:
            self.total += x
            return self.total.clone()

    class Net(lib.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first = Counter()
            self.second = self.first

        def forward(self, x: Tensor) -> Tensor:
            self.first(x)
            return self.second(x)

    return Net(), [(ramp(2),), (ramp(2),)]


MODELS = {
    model.__name__: model
    for model in (lstm_cell, attention, beam_search, containers, attributes, shared)
}
