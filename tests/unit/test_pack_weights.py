"""The weights of frozen modules are copied once, for all plans; results are the same."""

from __future__ import annotations

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.lowering.ts.weights.weight_layout import WeightLayout
from xdsl_torchscript.runtime.native import weight_panels
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
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


pytestmark = pytest.mark.usefixtures("compiled_now")


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """The sizes of the weights that are copied outside of kernels."""
    seen: list[tuple[int, ...]] = []
    copy = weight_panels.in_panels

    def noted(weights: Tensor, layout: WeightLayout) -> Tensor:
        seen.append(weights.shape)
        return copy(weights, layout)

    monkeypatch.setattr(weight_panels, "in_panels", noted)
    return seen


def image(seed: int, row: int = 8) -> Array:
    return np.random.default_rng(seed).standard_normal((1, 32, 9, row), F32)


@pytest.mark.parametrize("engine", ["native", "profile"])
def test_filters_of_a_frozen_module(engine: str, copied: list[tuple[int, ...]]) -> None:
    module = ts.freeze(ts.script(Layers()).eval())
    ts.set_engine("interp")
    expected = [module(image(seed)).array for seed in range(6)]
    ts.set_engine(engine)
    for seed, result in enumerate(expected):
        np.testing.assert_allclose(module(image(seed)).array, result, rtol=1e-3, atol=1e-3)
    assert sorted(copied) == [(32, 64, 3, 3), (64, 32, 3, 3)]


@pytest.mark.parametrize("engine", ["native", "profile"])
def test_filters_that_may_change_are_not_copied(engine: str, copied: list[tuple[int, ...]]) -> None:
    module = ts.script(Layers())
    ts.set_engine(engine)
    for _ in range(4):
        before = module(image(0)).array
    module.first.array[:] = 0
    module.second.array[:] = 0
    np.testing.assert_array_equal(module(image(0)).array, image(0))
    assert copied == [] and np.abs(before).max() > 10


def test_plans_share_the_copies(copied: list[tuple[int, ...]]) -> None:
    module = ts.freeze(ts.script(Layers()).eval())
    ts.set_engine("native")
    for row in (8, 9, 10):
        assert module(image(0, row)).shape == (1, 32, 9, row)
    assert len(copied) == 2


@pytest.mark.parametrize("engine", ["interp", "native", "profile"])
def test_writes_to_a_traced_constant_are_seen(engine: str) -> None:
    """The tensor is the caller's, as in PyTorch."""
    filters = ts.ones(32, 32, 3, 3)

    def f(x: ts.Tensor) -> ts.Tensor:
        return ts.relu(ts.conv2d(x, filters, None, [1, 1], [1, 1])) + 1

    traced = ts.trace(f, (image(0),))
    ts.set_engine(engine)
    before = [traced(image(0)).array for _ in range(4)]
    filters.array[:] = 0
    np.testing.assert_array_equal(traced(image(0)).array, np.ones((1, 32, 9, 8)))
    assert before[-1].max() > 10


class Dense(ts.Module):
    """Products with weights: columns are axis 0 of the first, and axis 1 of the others."""

    def __init__(self, width: int) -> None:
        super().__init__()
        random = np.random.default_rng(width)

        def weights(*shape: int) -> ts.Parameter:
            return ts.Parameter(random.standard_normal(shape, F32) / 8, requires_grad=False)

        self.first, self.second = weights(width, 48), weights(width, 64)
        self.third, self.bias = weights(64, 32), weights(32)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        y = ts.relu(ts.nn.functional.linear(x, self.first))
        return ts.addmm(self.bias, ts.relu(ts.matmul(y, self.second)), self.third) * 2


def rows(count: int) -> Array:
    return np.random.default_rng(count).standard_normal((count, 48), F32)


@pytest.mark.parametrize("engine", ["native", "profile"])
@pytest.mark.parametrize(
    ("width", "count", "sizes"),
    [
        (96, 9, [(64, 32), (96, 48), (96, 64)]),
        (40, 9, [(40, 64), (64, 32)]),  # the last panel of the first one would not be whole
        (96, 3, []),  # too few rows
    ],
)
def test_weights_of_products(
    engine: str, width: int, count: int, sizes: list[tuple[int, ...]], copied: list[tuple[int, ...]]
) -> None:
    module = ts.freeze(ts.script(Dense(width)).eval())
    ts.set_engine("interp")
    expected = module(rows(count)).array
    ts.set_engine(engine)
    for _ in range(4):
        np.testing.assert_allclose(module(rows(count)).array, expected, rtol=1e-4, atol=1e-5)
    assert sorted(copied) == sizes


PRODUCTS = {
    "mm": """graph(%x : Float(*, 48), %w : Float(48, 96)):
  %y : Tensor = aten::mm(%x, %w)
  %r : Tensor = aten::relu(%y)
  return (%r)
""",
    "linear": """graph(%x : Float(*, 48), %w : Float(96, 48)):
  %none : NoneType = prim::Constant()
  %y : Tensor = aten::linear(%x, %w, %none)
  %r : Tensor = aten::relu(%y)
  return (%r)
""",
}


@pytest.mark.parametrize("op", ["mm", "linear"])
@pytest.mark.parametrize("is_packed", [False, True])
def test_any_number_of_rows(op: str, is_packed: bool, copied: list[tuple[int, ...]]) -> None:
    """Tiles of fewer rows compute what does not fill a larger one."""
    shape = (48, 96) if op == "mm" else (96, 48)
    weights = np.random.default_rng(0).standard_normal(shape, F32)
    weights.flags.writeable = not is_packed
    inputs = [Tensor(rows(9)), Tensor(weights)]
    module = parse_graph(PRODUCTS[op], "p")
    kernel = compile_func(module, "graph", inputs, symbolic=True, constants=[1])
    assert copied == [shape] * is_packed
    for count in (2, 3, 4, 7, 8, 9, 13, 14, 15, 29, 64):
        (result,) = kernel(Tensor(rows(count)), inputs[1])
        factor = weights if op == "mm" else weights.T
        expected = np.maximum(rows(count) @ factor, 0)
        np.testing.assert_allclose(result.array, expected, rtol=1e-4, atol=1e-4)


class Returning(ts.Module):
    """Returns a view of its filters, or has them as an attribute that stays, too."""

    def __init__(self, *, keeps: bool) -> None:
        super().__init__()
        self.filters = ts.Parameter(np.ones((32, 32, 3, 3), F32), requires_grad=False)
        self.other = self.filters if keeps else None
        self.keeps = keeps

    def forward(self, x: ts.Tensor) -> tuple[ts.Tensor, ts.Tensor]:
        y = ts.relu(ts.conv2d(x, self.filters, None, [1, 1], [1, 1])) + 1
        return y, x if self.keeps else self.filters.view(-1)


@pytest.mark.parametrize(
    ("engine", "keeps"),
    [("interp", False), ("profile", False), ("interp", True), ("native", True), ("profile", True)],
)
def test_writes_to_constants_that_callers_reach_are_seen(engine: str, keeps: bool) -> None:
    module = ts.freeze(ts.script(Returning(keeps=keeps)).eval(), ["other"] if keeps else None)
    ts.set_engine(engine)
    for _ in range(4):
        before, returned = module(image(0))
    (module.other if keeps else returned).array[:] = 0
    np.testing.assert_array_equal(module(image(0))[0].array, np.ones((1, 32, 9, 8)))
    assert before.array.max() > 10


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
        for shape in ((1, 32, 8, 9), (32, 32, 3, 3), (32, 32, 3, 3))
    )
    plain = compile_func(module, "f", [x, w, v], constants=[1])  # the caller may write it
    w.array.flags.writeable = v.array.flags.writeable = False
    packed = compile_func(module, "f", [x, w, v], constants=[1, 2])
    assert [*plain.owned] == [] and [*packed.owned] == [1]
    panels = packed.owned[1].array.reshape(1, 32, 3, 3, 32)
    np.testing.assert_array_equal(panels[0, 5, 2, 1], w.array[:, 5, 2, 1])
    for _ in range(3):  # by Python, then by a builtin
        np.testing.assert_array_equal(packed(x, w, v)[0].array, plain(x, w, v)[0].array)
