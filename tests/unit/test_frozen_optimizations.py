"""`ts.run_frozen_optimizations`: a convolution absorbs what follows, and computes the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import xdsl_torchscript as ts

RNG = np.random.default_rng(0)


def random(*sizes: int) -> ts.Tensor:
    return ts.Tensor(RNG.uniform(0.5, 2, sizes).astype(np.float32))


class Net(ts.Module):
    """A convolution, a sum, a batch norm with the check of PyTorch's BatchNorm2d, and a factor."""

    def __init__(self, channels: int = 4) -> None:
        super().__init__()
        self.filters = ts.Parameter(random(channels, 3, 3, 3))
        self.scale = ts.Parameter(random(channels))
        self.shift = ts.Parameter(random(channels))
        self.mean, self.var = random(channels), random(channels)
        self.summand, self.factor = random(channels, 1, 1), random(1)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.conv2d(x, self.filters) + self.summand
        if y.dim() != 4:
            raise ValueError(f"expected 4D input (got {y.dim()}D input)")
        z = ts.batch_norm(y, self.scale, self.shift, self.mean, self.var, False, 0.1, 1e-5, True)
        return z * self.factor


def net(channels: int = 4) -> ts.ScriptModule:
    return ts.script(Net(channels).eval())


def names(module: ts.ScriptModule) -> set[str]:
    return {node.kind() for node in module.graph.nodes()}


def assert_same(module: ts.ScriptModule, other: ts.ScriptModule) -> None:
    x = random(2, 3, 8, 8)
    np.testing.assert_allclose(np.asarray(module(x)), np.asarray(other(x)), rtol=2e-5, atol=2e-5)


def test_a_convolution_absorbs_a_chain_in_place() -> None:
    module = net()
    frozen = ts.freeze(module, optimize_numerics=False)
    assert {"aten::add", "aten::batch_norm", "aten::mul"} <= names(frozen)
    assert_same(frozen, module)
    ts.run_frozen_optimizations(frozen)
    assert names(frozen) & {"aten::add", "aten::batch_norm", "aten::mul"} == set()
    assert "aten::conv2d" in names(frozen)
    assert_same(frozen, module)


def test_freeze_optimizes_unless_told_otherwise() -> None:
    assert "aten::batch_norm" not in names(ts.freeze(net()))
    kept = ts.freeze(net(), optimize_numerics=False)
    ts.run_frozen_optimizations(kept, optimize_numerics=False)
    assert "aten::batch_norm" in names(kept)


def test_an_image_without_a_batch_raises_as_before() -> None:
    x = random(3, 8, 8)
    for module in (net(), ts.freeze(net())):
        with pytest.raises(ts.RuntimeFault, match=r"expected 4D input \(got 3D input\)"):
            module(x)


def test_a_module_that_is_not_frozen_stays() -> None:
    module = net()
    before = str(module.graph)
    ts.run_frozen_optimizations(module)
    assert str(module.graph) == before


def test_large_weights_are_saved_and_loaded(tmp_path: Path) -> None:
    module = net(400)
    frozen = ts.freeze(module)
    frozen.save(tmp_path / "frozen.pt")
    loaded = ts.load(tmp_path / "frozen.pt")
    assert "aten::batch_norm" not in names(loaded)
    assert_same(loaded, module)
    assert_same(ts.freeze(loaded), module)


class TwoMethods(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        self.filters = ts.Parameter(random(4, 3, 3, 3))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.conv2d(x, self.filters) * 2.0

    @ts.export
    def halved(self, x: ts.Tensor) -> ts.Tensor:
        return ts.conv2d(x, self.filters) / 2.0


def test_preserved_methods_are_optimized() -> None:
    module = ts.script(TwoMethods().eval())
    frozen = ts.freeze(module, ["halved"], optimize_numerics=False)
    ts.run_frozen_optimizations(frozen)
    assert "aten::mul" not in names(frozen)
    assert "aten::div" in str(frozen.halved.graph)
    ts.run_frozen_optimizations(frozen, preserved_methods=["halved"])
    assert "aten::div" not in str(frozen.halved.graph)
    x = random(2, 3, 8, 8)
    np.testing.assert_allclose(
        np.asarray(frozen.halved(x)), np.asarray(module.halved(x)), rtol=1e-5
    )
    assert_same(frozen, module)
    with pytest.raises(AttributeError, match="has no method 'third'"):
        ts.run_frozen_optimizations(frozen, preserved_methods=["third"])


class Writes(ts.Module):
    """A module that writes its weights, which freezing keeps as attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.filters = ts.Parameter(random(4, 3, 3, 3))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        self.filters.add_(1)
        return ts.conv2d(x, self.filters) * 2.0


def test_written_weights_stay() -> None:
    frozen, module = ts.freeze(ts.script(Writes().eval())), ts.script(Writes().eval())
    module.load_state_dict(frozen.state_dict())
    assert "aten::mul" in names(frozen)
    for _ in range(2):
        assert_same(frozen, module)


def test_plans_made_before_are_made_anew() -> None:
    module, x = net(), random(2, 3, 8, 8)
    frozen = ts.freeze(module, optimize_numerics=False)
    mode = ts.set_compile_mode("now")
    try:
        for _ in range(4):
            frozen(x)
        ts.run_frozen_optimizations(frozen)
        for _ in range(4):
            assert_same(frozen, module)
        assert "batch_norm" not in str(frozen.graph_for(x))
    finally:
        ts.set_compile_mode(mode)
