"""Write tests/unit/data/releases/VERSION.zip: small programs, saved by any PyTorch since 1.0.

A release omits unsupported features. The `expected.json` inside lists inputs and outputs of a call,
and the tensors of each module. Run it through links with neutral names, as gen_archives.py says:
`/opt/pytorch/bin/python /opt/pytorch/gen_release_archives.py FOLDER`. It must stay within Python
3.7 and the type comments of PyTorch 1.0.
"""
# ruff: noqa: SIM108, UP006, UP008, UP035

import enum
import json
import os
import sys
import tempfile
import warnings
import zipfile
from collections import namedtuple
from typing import Dict, List, Tuple

import torch
import torch.nn.functional as F
from torch import nn

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
Module = torch.jit.ScriptModule
method = torch.jit.script_method
export = getattr(torch.jit, "export", method)
PROGRAMS = {}


def program(*arguments, since=(1, 0), until=(9, 9)):
    """Register a maker of a program, with the arguments of a call."""

    def register(make):
        if since <= VERSION <= until:
            PROGRAMS[make.__name__] = (make, arguments)
        return make

    return register


X = torch.tensor([[0.5, -1.0, 2.0], [3.0, 0.25, -2.5]])
WHOLE = torch.tensor([-7, 7, 8])


def traced(module, *arguments):
    return torch.jit.trace(module.eval(), arguments)


@program(X)
def linear():
    return traced(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)), X)


IMAGE = torch.arange(16.0).reshape(1, 1, 4, 4)


@program(IMAGE)
def conv():
    layers = nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.MaxPool2d(2)
    return traced(nn.Sequential(*layers), IMAGE)


@program(torch.tensor([[1, 0, 3]]))
def embedding():
    return traced(nn.Sequential(nn.Embedding(4, 2), nn.LayerNorm(2)), torch.tensor([[1, 0, 3]]))


SEQUENCE = torch.arange(8.0).reshape(2, 2, 2) / 8


@program(SEQUENCE)
def recurrent():
    return traced(nn.GRU(2, 2), SEQUENCE)


@program(X)
def divisions():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tuple[Tensor, Tensor, Tensor]
        return x / 2, torch.div(x, x + 10.0), 3 / x

    return f


# In 1.5 and before whole numbers are divided as whole numbers; 1.6 refuses to.
@program(WHOLE, until=(1, 5))
def whole_divisions():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tuple[Tensor, Tensor]
        return x / 2, torch.div(x, x - 9)

    return f


@program(torch.ones(2))
def fills():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tuple[Tensor, Tensor]
        return torch.full([2], 3.0) + x, torch.full([1, 2], 2.5, dtype=torch.float64)

    return f


# Up to 1.5 a whole fill gives floats.
@program(torch.ones(2), until=(1, 5))
def whole_fills():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tuple[Tensor, Tensor]
        return torch.full([2], 3), torch.full([2], 2) * x

    return f


@program(torch.ones(1), until=(1, 10))
def ranges_without_steps():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tuple[Tensor, Tensor]
        return torch.linspace(0.0, 99.0)[:3] + x, torch.logspace(0.0, 99.0)[:3] * x

    return f


@program(torch.ones(1))
def ranges():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tuple[Tensor, Tensor, Tensor]
        return torch.linspace(0.0, 1.0, 3) * x, torch.logspace(0.0, 2.0, 3), torch.arange(3)

    return f


class Gelu(nn.Module):
    def forward(self, x):
        return F.gelu(x) + F.softmax(x, dim=-1)


@program(X, since=(1, 2))
def gelu():
    return traced(Gelu(), X)


@program(X, 3)
def control():
    @torch.jit.script
    def f(x, n):
        # type: (Tensor, int) -> Tensor
        y = x
        for i in range(n):
            if i == 1:
                y = y * 2.0
            else:
                y = y + float(i)
        while bool(y.sum() < 100.0):
            y = y * 3.0
        return y

    return f


class Inner(Module):
    __constants__ = ["times"]

    def __init__(self, times):
        super(Inner, self).__init__()
        self.times = times
        self.weight = nn.Parameter(torch.arange(3.0))

    @method
    def forward(self, x):
        return x * self.weight * self.times


class Outer(Module):
    def __init__(self):
        super(Outer, self).__init__()
        base = torch.arange(6.0)
        self.first = Inner(2)
        self.second = Inner(3)
        self.flat = nn.Parameter(base)
        self.register_buffer("table", base.view(2, 3))
        self.register_buffer("turned", torch.arange(6.0).view(3, 2).t())

    @method
    def scaled(self, x, by):
        # type: (Tensor, float) -> Tensor
        return self.first(x) * by

    @method
    def forward(self, x):
        return self.scaled(self.second(x), 0.5) + self.table + self.turned + self.flat.sum()


@program(X)
def modules():
    return Outer()


class Kinds(Module):
    def __init__(self):
        super(Kinds, self).__init__()
        values = torch.tensor([0, 1, 2])
        names = ["uint8", "int8", "int16", "int32", "int64", "float16", "float64"]
        names += ["bool", "bfloat16", "complex64"] if VERSION >= (1, 8) else []
        for name in names:
            self.register_buffer("of_" + name, values.to(getattr(torch, name)))

    @method
    def forward(self, x):
        return x + self.of_int64.to(torch.float) + self.of_float64.to(torch.float)


@program(X)
def kinds():
    return Kinds()


class Containers(Module):
    def __init__(self):
        super(Containers, self).__init__()
        self.words = torch.jit.Attribute({"a": 1, "b": -2}, Dict[str, int])
        self.sizes = torch.jit.Attribute([1, 255, 256, -70000], List[int])
        self.pair = torch.jit.Attribute((1, "x"), Tuple[int, str])
        self.ratios = torch.jit.Attribute([0.5, 1e300], List[float])

    @method
    def forward(self, x):
        total = 0
        for size in self.sizes:
            total += size
        return x * self.words["b"] + self.pair[0] + self.ratios[0] + total


@program(X, since=(1, 2))
def containers():
    return Containers()


Point = namedtuple("Point", ["x", "y"])


@program(X, since=(1, 2))
def named_tuple():
    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tensor
        p = Point(x, x + 1)
        return p.y - p.x * 2

    return f


class Counter(object):  # noqa: UP004
    def __init__(self, start):
        # type: (int) -> None
        self.count = start

    def next(self, by):
        # type: (int) -> int
        self.count = self.count + by
        return self.count


@program(X, since=(1, 2))
def classes():
    counter = torch.jit.script(Counter)

    @torch.jit.script
    def f(x):
        # type: (Tensor) -> Tensor
        c = counter(3)
        c.next(2)
        return x + c.next(5)

    return f


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Colored(nn.Module):
    def __init__(self):
        super(Colored, self).__init__()
        self.color = Color.BLUE

    def forward(self, x):
        if self.color == Color.BLUE:
            x = x + 1
        return x


@program(X, since=(1, 8))
def enums():
    return torch.jit.script(Colored())


class Stateful(nn.Module):
    def __init__(self):
        super(Stateful, self).__init__()
        self.weight = torch.tensor([1.0, 2.0, 3.0])
        self.training = True

    @export
    def __getstate__(self):
        # type: () -> Tuple[Tensor, bool]
        return self.weight * 2.0, self.training

    @export
    def __setstate__(self, state):
        # type: (Tuple[Tensor, bool]) -> None
        self.weight = state[0] / 2.0
        self.training = state[1]

    def forward(self, x):
        return x * self.weight


@program(X, since=(1, 4))
def stateful():
    return torch.jit.script(Stateful())


@program(X, since=(1, 2))
def constants():
    def f(x):
        return x * torch.tensor([1.0, 2.0, 3.0]) + torch.ones(3)

    return torch.jit.trace(f, (X,))


@program(X, since=(1, 2))
def sequential():
    return torch.jit.script(nn.Sequential(nn.Linear(3, 2), nn.Sigmoid(), nn.Linear(2, 2)).eval())


def describe(value):
    """Return a value as JSON, as in gen_archives.py."""
    if isinstance(value, torch.Tensor):
        numbers = value.detach()
        if value.dtype in (torch.complex64, torch.complex128) if VERSION >= (1, 8) else False:
            numbers = torch.view_as_real(numbers)
        return {
            "tensor": {
                "dtype": str(value.dtype)[len("torch.") :],
                "shape": list(value.shape),
                "requires_grad": value.requires_grad,
                "data": numbers.to(torch.float64).reshape(-1).tolist(),
            }
        }
    if isinstance(value, tuple):
        return {"tuple": [describe(part) for part in value]}
    return value


def tensors(module):
    if not isinstance(module, nn.Module):
        return {}
    named = list(module.named_parameters()) + list(module.named_buffers())
    return {path: describe(tensor)["tensor"] for path, tensor in named}


def save_program(folder, name, make, arguments):
    """Write NAME.pt; return its path and expected data.

    Return None if the release cannot save it, as 1.1 cannot save functions.
    """
    torch.manual_seed(0)
    value = make()
    if not hasattr(value, "save"):
        return None
    path = os.path.join(folder, name + ".pt")
    torch.jit.save(value, path)
    loaded = torch.jit.load(path)
    return path, {
        "inputs": [describe(argument) for argument in arguments],
        "outputs": describe(loaded(*arguments)),
        "tensors": tensors(loaded),
    }


def add(file, name, data):
    """Add an entry without time stamp."""
    info = zipfile.ZipInfo(name)
    info.compress_type = zipfile.ZIP_DEFLATED
    file.writestr(info, data)


def main():
    warnings.simplefilter("ignore")
    folder = sys.argv[1]
    target = os.path.join(folder, torch.__version__.split("+")[0] + ".zip")
    expected = {}
    with zipfile.ZipFile(target, "w") as file, tempfile.TemporaryDirectory() as work:
        for name, (make, arguments) in PROGRAMS.items():
            found = save_program(work, name, make, arguments)
            if found is None:
                continue
            path, expected[name] = found
            with open(path, "rb") as stream:
                add(file, name + ".pt", stream.read())
        add(file, "expected.json", json.dumps(expected, separators=(",", ":")))


if __name__ == "__main__":
    main()
