"""The filters of frozen convolutions are copied once, by the plan; results are the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.native import kernel
from xdsl_torchscript.runtime.native.kernel import compile_func
from xdsl_torchscript.runtime.tensor import Array, Tensor

F32 = np.float32


class Layers(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        random = np.random.default_rng(0)
        self.first = ts.Parameter(random.standard_normal((64, 32, 3, 3), F32), requires_grad=False)
        self.second = ts.Parameter(random.standard_normal((32, 64, 3, 3), F32), requires_grad=False)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.relu(ts.conv2d(x, self.first, None, [1, 1], [1, 1]))
        return ts.conv2d(y, self.second, None, [1, 1], [1, 1]) + x


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The sizes of the filters that are copied outside of kernels."""
    seen: list[tuple[int, ...]] = []
    copy = kernel.in_panels

    def noted(filters: Tensor) -> Tensor:
        seen.append(filters.shape)
        return copy(filters)

    monkeypatch.setattr(kernel, "in_panels", noted)
    return seen


@contextmanager
def compiled(engine: str) -> Iterator[None]:
    saved, before = dict(vars(OPTIONS)), ts.set_engine(engine)
    OPTIONS.compile = "now"
    yield
    ts.set_engine(before)
    vars(OPTIONS).update(saved)


def image(seed: int) -> Array:
    return np.random.default_rng(seed).standard_normal((1, 32, 9, 8), F32)


@pytest.mark.parametrize("engine", ["native", "profile"])
def test_filters_of_a_frozen_module(engine: str, copied: list[tuple[int, ...]]) -> None:
    module = ts.freeze(ts.script(Layers()).eval())
    before = ts.set_engine("interp")
    expected = [module(image(seed)).array for seed in range(6)]
    ts.set_engine(before)
    with compiled(engine):
        for seed, result in enumerate(expected):
            np.testing.assert_allclose(module(image(seed)).array, result, rtol=1e-3, atol=1e-3)
    assert sorted(copied) == [(32, 64, 3, 3), (64, 32, 3, 3)]


@pytest.mark.parametrize("engine", ["native", "profile"])
def test_filters_that_may_change_are_not_copied(engine: str, copied: list[tuple[int, ...]]) -> None:
    module = ts.script(Layers())
    with compiled(engine):
        for _ in range(4):
            before = module(image(0)).array
        module.first.array[:] = 0
        module.second.array[:] = 0
        np.testing.assert_array_equal(module(image(0)).array, image(0))
    assert copied == [] and np.abs(before).max() > 10


def test_a_kernel_copies_constant_filters() -> None:
    module = compile_source(
        "import torch\n"
        "def f(x: torch.Tensor, w: torch.Tensor, v: torch.Tensor) -> torch.Tensor:\n"
        "    return torch.conv2d(x, w, v.sum([1, 2, 3]))\n",
        "f.py",
    )
    random = np.random.default_rng(0)
    x, w, v = (
        Tensor(random.standard_normal(shape, F32))
        for shape in ((1, 32, 9, 9), (32, 32, 3, 3), (32, 32, 3, 3))
    )
    plain = compile_func(module, "f", [x, w, v])
    packed = compile_func(module, "f", [x, w, v], constants=[1, 2])
    assert [*plain.owned] == [] and [*packed.owned] == [1]
    panels = packed.owned[1].array.reshape(1, 32, 3, 3, 32)
    np.testing.assert_array_equal(panels[0, 5, 2, 1], w.array[:, 5, 2, 1])
    for _ in range(3):  # by Python, then by a builtin
        np.testing.assert_array_equal(packed(x, w, v)[0].array, plain(x, w, v)[0].array)
