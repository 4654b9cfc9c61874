"""Plans on disk: hits run no pass, and a call that does not suit the kernel is as without them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_kernel_record import change, entries
from test_kernel_record import folder as folder  # a fixture
from test_kernel_record import passes as passes  # a fixture

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.native.disk_cache import opened, sealed
from xdsl_torchscript.runtime.tensor import Tensor

SOURCE = """
def f(x, y: Tensor):
    return torch.tanh(x * 2.0 + y)

def pair(x, y: Tensor):
    z = x + y
    return z * 2, x - y

def gather(x, i):
    return x[i]
"""
X = Tensor(np.arange(12, dtype=np.float32).reshape(4, 3))


class Scaled(ts.Module):
    """A module whose number and tensors are attributes."""

    def __init__(self, scale: float = 2.0, rows: int = 4) -> None:
        super().__init__()
        self.scale = scale
        self.weight = Tensor(np.full((rows, 3), 3.0, np.float32))

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        return ts.relu(x * self.scale - self.weight)


@pytest.fixture(autouse=True)
def native(kept_options: None) -> None:
    ts.set_engine("native")


def test_a_hit_runs_no_pass(folder: Path, passes: list[str]) -> None:
    for name in ("f", "pair"):
        first = getattr(ts.compile(SOURCE), name)(X, X)
        assert "convert-ts-to-te" in passes
        passes.clear()
        function = getattr(ts.compile(SOURCE), name)
        for _ in range(3):  # later calls are direct
            np.testing.assert_array_equal(np.asarray(function(X, X)), np.asarray(first))
        assert passes == []


@pytest.mark.parametrize("make", [lambda: ts.script(Scaled()), lambda: ts.freeze(scripted())])
def test_a_module_takes_its_own_attributes(
    folder: Path, passes: list[str], make: Callable[[], Any]
) -> None:
    expected = np.maximum(X.array * 2 - 3, 0)
    np.testing.assert_array_equal(make()(X).array, expected)
    module = make()
    passes.clear()
    for _ in range(3):
        np.testing.assert_array_equal(module(X).array, expected)
    assert passes == []


def scripted() -> Any:
    return ts.script(Scaled()).eval()


def test_other_weights_share_a_plan(folder: Path, passes: list[str]) -> None:
    ts.script(Scaled())(X)
    module = ts.script(Scaled())
    module.weight = Tensor(np.full((4, 3), 5.0, np.float32))
    passes.clear()
    np.testing.assert_array_equal(module(X).array, np.maximum(X.array * 2 - 5, 0))
    assert passes == []


@pytest.mark.parametrize(
    "call",
    [
        lambda: ts.script(Scaled(3.0))(X),
        lambda: ts.script(Scaled(rows=1))(X),
        lambda: ts.script(Scaled())(Tensor(X.array.astype(np.float64))),
        lambda: ts.script(Scaled())(Tensor(X.array, requires_grad=True)),
        lambda: ts.script(Scaled())(Tensor(X.array[:1])),
    ],
)
def test_other_attributes_and_inputs_miss(
    folder: Path, passes: list[str], call: Callable[[], object]
) -> None:
    ts.script(Scaled())(X)
    passes.clear()
    call()
    assert "convert-ts-to-te" in passes


def test_inputs_of_other_strides_have_the_results_of_the_interpreter(folder: Path) -> None:
    turned = Tensor(np.ascontiguousarray(X.array.T).T)
    ts.compile(SOURCE).f(X, X)
    found = ts.compile(SOURCE).f(turned, turned).array
    ts.set_engine("interp")
    expected = ts.compile(SOURCE).f(turned, turned).array
    np.testing.assert_allclose(found, expected, rtol=1e-6)
    assert found.strides == expected.strides


def test_an_error_is_located(folder: Path) -> None:
    good, bad = np.array([1, 0]), np.array([1, 7])
    ts.compile(SOURCE).gather(X, good)
    for first in (good, bad):
        gather = ts.compile(SOURCE).gather
        if first is good:
            gather(X, first)
        for _ in range(2):
            with pytest.raises(RuntimeFault, match=r"<compile>:10:12: .*index 7 is out of"):
                gather(X, bad)
        np.testing.assert_array_equal(gather(X, good).array, X.array[good])


def test_the_graph_is_made_for_whom_asks(folder: Path, passes: list[str]) -> None:
    f = ts.compile(SOURCE).f
    f(X, X)
    expected = str(ts.last_executed_optimized_graph())
    f = ts.compile(SOURCE).f
    passes.clear()
    for _ in range(2):
        f(X, X)
        assert str(ts.last_executed_optimized_graph()) == expected
    assert passes
    (plan,) = f.get_debug_state().execution_plans.values()
    assert str(plan.graph) == expected


def test_a_plan_of_more_than_a_kernel_is_not_stored(folder: Path) -> None:
    text = "class Pair(NamedTuple):\n    a: Tensor\n    b: Tensor\n\n"
    text += "def f(x):\n    return Pair(x, x * 2)\n"
    for _ in range(2):
        assert ts.compile(text).f(X).a is X
    assert not any("sources" in header(path) for path in entries(folder))


@pytest.mark.parametrize(
    "damage",
    [
        lambda key, data: data[:-2],
        lambda key, data: sealed(key, {}),
        change(sources=[[9, []], [1, []]]),
        change(sources=["no resource", [1, []]]),
        change(sources=3),
        change(results=["first"]),
        change(results=[0, 1]),
        change(results=[0, -3]),
        change(results=[]),
        change(values=[3]),
        change(kernel={}),
        change(kernel=None),
    ],
)
def test_a_damaged_entry_is_made_again(
    folder: Path, passes: list[str], damage: Callable[[str, bytes], bytes]
) -> None:
    first = ts.compile(SOURCE).f(X, X).array
    (entry,) = [path for path in entries(folder) if "sources" in header(path)]
    intact = entry.read_bytes()
    entry.write_bytes(damage(entry.stem, intact))
    passes.clear()
    np.testing.assert_array_equal(ts.compile(SOURCE).f(X, X).array, first)
    assert passes
    assert entry.read_bytes() == intact


def header(path: Path) -> dict[str, Any]:
    found = opened(path.stem, path.read_bytes())
    assert found is not None
    return found[0]
