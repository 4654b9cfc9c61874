"""`ts.from_torch`: programs of PyTorch, with their memory."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

X = np.random.default_rng(0).standard_normal((2, 4)).astype(np.float32)


def branching(x, n: int = 2, factor: float = 0.5, name: str = "a"):
    if bool(x.sum() > 0):
        x = x * n
    return x + factor


def calling(x):
    return branching(x, 3) - branching(x)


class Attention(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.qkv = torch.nn.Linear(4, 12)
        self.register_buffer("scale", torch.tensor(0.5))

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        return torch.matmul((q @ k.t() * self.scale).sigmoid(), v)


class Tied(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.a = torch.nn.Linear(4, 4, bias=False)
        self.b = torch.nn.Linear(4, 4, bias=False)
        self.b.weight = self.a.weight

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


MODULES = {
    "sequential": lambda: torch.nn.Sequential(torch.nn.Linear(4, 3), torch.nn.ReLU()),
    "attention": Attention,
    "tied": Tied,
    "nested": lambda: torch.nn.Sequential(Attention(), Tied()),
}


def same(wanted: Any, found: Any) -> None:
    np.testing.assert_allclose(found.array, wanted.detach().numpy(), 1e-5, 1e-6)


@pytest.mark.parametrize("make", MODULES.values(), ids=MODULES)
@pytest.mark.parametrize("traced", [False, True])
def test_module(make: Any, traced: bool) -> None:
    theirs = make()
    ours = ts.from_torch(theirs, ts.Tensor(X) if traced else None)
    same(theirs(torch.from_numpy(X)), ours(X))
    with torch.no_grad():
        for parameter in theirs.parameters():
            parameter.add_(0.25)
    same(theirs(torch.from_numpy(X)), ours(X))
    for (name, own), (wanted, tensor) in zip(
        ours.named_parameters(), theirs.named_parameters(), strict=True
    ):
        assert name == wanted
        assert own.array.ctypes.data == tensor.data_ptr()


@pytest.mark.parametrize("function", [branching, calling])
def test_function(function: Any) -> None:
    ours = ts.from_torch(function)
    assert isinstance(ours, ts.ScriptFunction)
    assert str(ours.schema) == str(torch.jit.script(function).schema).replace("'", '"')
    for sign in (1, -1):
        same(function(torch.from_numpy(sign * abs(X))), ours(sign * abs(X)))


def test_defaults_of_a_function() -> None:
    ours = ts.from_torch(branching)
    same(branching(torch.ones(2), n=5), ours(np.ones(2, np.float32), n=5))


def test_a_scripted_module_is_converted() -> None:
    scripted = torch.jit.script(Attention())
    same(scripted(torch.from_numpy(X)), ts.from_torch(scripted)(X))


def test_traced_function() -> None:
    ours = ts.from_torch(lambda x: x.relu() + 1, (X,))
    same(torch.from_numpy(X).relu() + 1, ours(X))


NO_PROGRAMS = [torch.ones(2), 3, None, torch.nn.Linear, [torch.relu], partial(torch.mul, 2)]


@pytest.mark.parametrize("inputs", [None, (X,)], ids=["scripted", "traced"])
@pytest.mark.parametrize("program", NO_PROGRAMS, ids=lambda p: type(p).__name__)
def test_only_modules_and_functions_are_converted(program: Any, inputs: Any) -> None:
    message = f"cannot convert '{type(program).__name__}': expected a module or function of PyTorch"
    with pytest.raises(TypeError, match=message):
        ts.from_torch(program, inputs)
