"""Compiled programs against PyTorch: views, reductions, numbers, branches and loops.

PyTorch's own graph of each function is read as text and compiled, with static and with symbolic
sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.tensor import Tensor

torch = pytest.importorskip("torch")


def gates(x, y):
    a, b = x.chunk(2, 1)
    return torch.sigmoid(a) * torch.tanh(b) + y.unsqueeze(1).expand(-1, a.size(1))


def counted_loop(x, y, n: int):
    for i in range(n):
        x = x + y.unsqueeze(1) * i if i % 2 == 0 else x - y.unsqueeze(1) / 3
    return x


def while_loop(x, y, n: int):
    i = 0
    while i * i < n:
        i += 1
    return i, x * i


def nested(x, y, n: int):
    total = torch.zeros_like(x)
    i = 0
    while i < n:
        total = total + x
        if i > 2:
            total = total * 0.5
        i += 1
    return total


def branches(x, y, flag: bool):
    r = x.relu() if flag and not bool(x.size(0) == 1) else torch.nn.functional.gelu(x)
    return r.clamp(0.1, 0.9)


def views(x, y, k: float):
    z = x.t().reshape(-1)
    return z[1::2] * k, x.transpose(0, 1)[0], x.view(2, -1, 3).permute(2, 0, 1)


def parts(x, y):
    p, q, r = x.split(2, 0)
    return p.squeeze(), q.select(1, -1), r.narrow(1, 1, 2), x[0:2, 1:3].flatten()


def casts(x, y):
    t = torch.tensor(2.5)
    small = (x / 2).floor().long()
    return x.double(), x.to(torch.bool), small, x.type_as(small), x * t, torch.tensor(3)


def fills(x, y):
    chosen = torch.where(x > 0, x, torch.zeros_like(x))
    return chosen + torch.full_like(x, 2.5), torch.ones_like(x, dtype=torch.int64)


def reductions(x, y):
    counts = (x > 0).sum(), x.to(torch.int32).sum(1)
    return x.sum(), x.sum(1), x.mean(0, keepdim=True), x.amax(1), x.amin((0, 1)), counts


def numbers(x, y, n: int, m: int):
    whole = n // m, n % m, (-n) // m, (-n) % m, n * m - 3, n**2, abs(-n), min(n, m)
    real = n / m, float(n), int(3.7) + n, max(float(n), 2.5), n > m
    return whole, real, x.numel() * x, x.dim()


CASES: list[tuple[Any, tuple[Any, ...], bool]] = [
    (gates, (), False),
    (counted_loop, (5,), True),
    (while_loop, (50,), True),
    (nested, (6,), True),
    (branches, (True,), True),
    (branches, (False,), True),
    (views, (1.5,), False),
    (parts, (), False),
    (casts, (), True),
    (fills, (), True),
    (reductions, (), True),
    (numbers, (17, 5), True),
    (numbers, (-17, 5), True),
    (numbers, (17, -5), True),
]
"""Function, arguments beside two tensors, and whether it also compiles for symbolic sizes: a part
of a symbolic size has no name."""


def leaves(value: object) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


@pytest.mark.parametrize(
    ("function", "arguments", "symbolic"),
    [(f, a, s) for f, a, both in CASES for s in ((False, True) if both else (False,))],
)
def test_compiled_program_agrees(function: Any, arguments: tuple[Any, ...], symbolic: bool) -> None:
    generator = torch.Generator().manual_seed(0)
    tensors = (torch.randn(6, 4, generator=generator), torch.rand(6, generator=generator))
    scripted = torch.jit.script(function)
    expected = list(leaves(scripted(*tensors, *arguments)))
    module = parse_graph(str(scripted.inlined_graph), "test.graph")
    inputs = [*(Tensor(t.numpy()) for t in tensors), *arguments]
    kernel = compile_func(module, "graph", inputs, symbolic=symbolic)
    got = list(leaves(kernel(*inputs)))
    for ours, theirs in zip(got, expected, strict=True):
        if not isinstance(theirs, torch.Tensor):
            assert (type(ours), ours) == (type(theirs), pytest.approx(theirs))
            continue
        array = theirs.numpy()
        assert (ours.array.dtype, ours.array.shape) == (array.dtype, array.shape)
        np.testing.assert_allclose(ours.array, array, rtol=1e-5, atol=1e-6)
