"""`ts.run_frozen_optimizations` beside `torch.jit`'s: which operators are left, and equal results.

PyTorch assumes that inputs have a batch; here an operator is folded only if it has the channels of
every input in the same axis.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402

_COUNTED = frozenset(
    f"aten::{name}"
    for name in """
    conv1d conv2d conv3d conv_transpose2d linear batch_norm add sub mul div relu
    """.split()
)


class Applied(nn.Module):
    """A module, and an operation on its result."""

    def __init__(self, module: Any, other: Any) -> None:
        super().__init__()
        self.module = module
        self.register_buffer("other", other)


class Product(Applied):
    def forward(self, x):
        return self.module(x) * self.other


class Sum(Applied):
    def forward(self, x):
        return torch.add(self.module(x), self.other, alpha=2)


class Numbers(Applied):
    def forward(self, x):
        return 2 * ((self.module(x) - 2.5) / 4) + 1


def conv(axes: int, **options: Any) -> Any:
    return getattr(nn, f"Conv{axes}d")(3, 4, 3, **options)


def norm(axes: int, **options: Any) -> Any:
    made = getattr(nn, f"BatchNorm{axes}d")(4, **options)
    made.running_mean.uniform_(-1, 1)
    made.running_var.uniform_(0.5, 2)
    return made


def batch(axes: int) -> Any:
    return torch.rand(2, 3, *[8] * axes)


ALIKE: dict[str, Callable[[], tuple[Any, Any]]] = {
    "conv2d and batch norm": lambda: (nn.Sequential(conv(2), norm(2)), batch(2)),
    "conv3d and batch norm": lambda: (nn.Sequential(conv(3), norm(3), nn.ReLU()), batch(3)),
    "no affine map": lambda: (nn.Sequential(conv(2), norm(2, affine=False)), batch(2)),
    "no bias": lambda: (nn.Sequential(conv(2, bias=False), norm(2)), batch(2)),
    "padding of a name": lambda: (nn.Sequential(conv(2, padding="same"), norm(2)), batch(2)),
    "groups": lambda: (
        nn.Sequential(nn.Conv2d(4, 4, 3, stride=2, groups=2), norm(2)),
        torch.rand(2, 4, 8, 8),
    ),
    "numbers": lambda: (Numbers(conv(2), torch.zeros(1)), batch(2)),
    "one element": lambda: (Product(conv(1), torch.rand(1)), batch(1)),
    "a number of doubles": lambda: (
        Product(conv(2), torch.tensor(2.0, dtype=torch.float64)),
        batch(2),
    ),
    "doubles": lambda: (Product(conv(2), torch.rand(4, 1, 1, dtype=torch.float64)), batch(2)),
    "rows": lambda: (Product(conv(2), torch.rand(6, 6)), batch(2)),
    "a factor of the batch": lambda: (Product(conv(2), torch.rand(2, 1, 1, 1)), batch(2)),
    "transposed": lambda: (nn.Sequential(nn.ConvTranspose2d(3, 4, 3), norm(2)), batch(2)),
}
"""Modules of which both leave the same operators."""

MORE: dict[str, Callable[[], tuple[Any, Any]]] = {
    "factors of channels": lambda: (Product(conv(2), torch.rand(4, 1, 1)), batch(2)),
    "summands of channels": lambda: (Sum(conv(1), torch.rand(4, 1)), batch(1)),
    "a sum before a norm": lambda: (nn.Sequential(Sum(conv(2), torch.rand(1)), norm(2)), batch(2)),
    "dropout": lambda: (nn.Sequential(conv(2), nn.Dropout(), norm(2)), batch(2)),
}
"""Modules of which we fold more."""

FEWER: dict[str, Callable[[], tuple[Any, Any]]] = {
    "conv1d and batch norm": lambda: (nn.Sequential(conv(1), norm(1)), batch(1)),
    "linear and batch norm": lambda: (nn.Sequential(nn.Linear(3, 4), norm(1)), torch.rand(5, 3)),
    "factors with a batch": lambda: (Product(conv(2), torch.rand(1, 4, 1, 1)), batch(2)),
}
"""Modules that compute something else without a batch."""


def operators(graph: Any) -> Counter[str]:
    return Counter(node.kind() for node in graph.nodes() if node.kind() in _COUNTED)


@pytest.mark.parametrize("name", [*ALIKE, *MORE, *FEWER])
def test_as_in_pytorch(name: str) -> None:
    torch.manual_seed(0)
    with torch.no_grad():
        model, x = (ALIKE | MORE | FEWER)[name]()
        script = torch.jit.script(model.eval())
        file = io.BytesIO()
        torch.jit.save(script, file)
        theirs = torch.jit.freeze(script, optimize_numerics=False)
        torch.jit.run_frozen_optimizations(theirs)
        ours = ts.freeze(ts.load(file.getvalue()), optimize_numerics=False)
        ts.run_frozen_optimizations(ours)
        expected = theirs(x).numpy()
    np.testing.assert_allclose(np.asarray(ours(x.numpy())), expected, rtol=1e-4, atol=1e-5)
    own, other = operators(ours.graph), operators(theirs.graph)
    assert own == other if name in ALIKE else own < other if name in MORE else own > other


@pytest.mark.parametrize("name", ["factors with a batch"])
def test_pytorch_changes_results_without_a_batch(name: str) -> None:
    model, x = FEWER[name]()
    script = torch.jit.script(model.eval())
    file = io.BytesIO()
    torch.jit.save(script, file)
    ours, image = ts.freeze(ts.load(file.getvalue())), x[0]
    assert torch.jit.freeze(script)(image).shape != model(image).shape
    assert ours(image.numpy()).shape == model(image).shape
