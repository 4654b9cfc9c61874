"""Constants that are lists and tuples: plans and kernels take their elements, unless an execution
may write a constant."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from mlir_programs import unit_of
from test_direct_call import warm, x_of
from test_list_attributes import Branch, Network, Weights, tensor

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.stages import Stage

pytestmark = pytest.mark.usefixtures("compiled_now")

ENGINES = ["profile", "native"]


class Pair(ts.Module):
    pair: tuple[ts.Tensor, ts.Tensor | None]

    def __init__(self, first: ts.Tensor, second: ts.Tensor | None) -> None:
        super().__init__()
        self.pair = (first, second)

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        first, second = self.pair
        y = x * first + 1
        return y if second is None else y * second


class Absent(ts.Module):
    """Constructs a tuple of values that are all None, which `freeze` makes a constant."""

    def forward(self, x: ts.Tensor, known: bool) -> tuple[ts.Tensor, ts.Tensor | None]:
        masks: tuple[ts.Tensor | None, ts.Tensor | None] = (None, None)
        if known:
            masks = (x + 1, None)
        return x * 2 + 1, masks[0]


class Decoder(Weights):
    """Appends to a list until a limit, as decoders do until the end of a sequence."""

    def forward(self, x: ts.Tensor) -> tuple[ts.Tensor, list[float]]:
        y, h, sums = x, ts.zeros(1, x.size(1), 3), ts.annotate(list[float], [])
        while float(y.sum()) < 300.0:
            z, h = ts.gru(y, h, self.weights, True, 1, 0.0, False, False, False)
            y = y + z[:, :, :2].abs() + 1.0
            sums.append(float(y.sum()))
        return y, sums


def frozen(module: ts.Module) -> Any:
    return ts.freeze(ts.script(module.eval()))


def sequence() -> np.ndarray[Any, Any]:
    return np.random.default_rng(1).standard_normal((4, 5, 2)).astype(np.float32)


def network(kind: type[Weights] = Network) -> Any:
    random = np.random.default_rng(0)
    sizes = ((9, 2), (9, 3), (9,), (9,))
    return frozen(kind(*[ts.Tensor(random.random(size, np.float32)) for size in sizes]))


def interpreted(module: Any, *inputs: Any) -> Any:
    old = ts.set_engine("interp")
    result = module(*inputs)
    ts.set_engine(old)
    return result


def has_kernel(module: Any, *inputs: Any) -> bool:
    graph = str(module.graph_for(*inputs)).partition("with prim::TensorExprGroup")
    return bool(graph[1]) and "prim::ListConstruct" not in graph[0]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_network_has_a_constant_list_of_weights(engine: str) -> None:
    m, x = network(), sequence()
    wanted = interpreted(m, x).array
    assert "prim::Constant[value=[<Tensor>" in str(m.graph)
    ts.set_engine(engine)
    np.testing.assert_allclose(warm(m, x).array, wanted, rtol=1e-5, atol=1e-6)
    assert has_kernel(m, x)


def test_calls_of_a_network_need_no_python(python_calls: list[str]) -> None:
    m, x = network(), sequence()
    warm(m, x)
    assert python_calls
    python_calls.clear()
    m(x)
    assert python_calls == []


def test_a_loop_runs_a_network_as_a_kernel() -> None:
    m, x = network(Decoder), sequence()
    wanted, sums = interpreted(m, x)
    y, found = warm(m, x)
    np.testing.assert_allclose(y.array, wanted.array, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found, sums, rtol=1e-5)
    plan, _, groups = str(m.graph_for(x)).partition("with prim::TensorExprGroup")
    assert "prim::TensorExprGroup" in plan
    assert "aten::gru" not in plan
    assert "aten::gru" in groups


@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_branch_unpacks_the_list(engine: str, both: bool) -> None:
    m, x = frozen(Branch(tensor(1, 2, 3), tensor(4, 5, 6))), x_of(3)
    wanted = interpreted(m, x, both).array
    ts.set_engine(engine)
    np.testing.assert_allclose(warm(m, x, both).array, wanted, rtol=1e-6)
    assert has_kernel(m, x, both)


@pytest.mark.parametrize("second", [None, tensor(4, 5, 6)])
@pytest.mark.parametrize("engine", ENGINES)
def test_a_constant_tuple(engine: str, second: ts.Tensor | None) -> None:
    m, x = frozen(Pair(tensor(1, 2, 3), second)), x_of(3)
    wanted = interpreted(m, x).array
    ts.set_engine(engine)
    np.testing.assert_allclose(warm(m, x).array, wanted, rtol=1e-6)
    assert has_kernel(m, x)


def test_a_tuple_of_none_is_not_written() -> None:
    m, x = frozen(Absent()), x_of(3)
    assert "prim::Constant[value=(None, None)]" in str(m.graph)
    for known in (False, True):
        y, mask = warm(m, x, known)
        np.testing.assert_array_equal(y.array, x * 2 + 1)
        assert (mask is not None) is known
    assert executor_of(m.forward).stage is Stage.STATIC


RETURNED = """
func.func @f(%x: !ts.tensor) -> (!ts.tensor, TYPE) {
  %one = prim.Constant 1 : i64
  %t = prim.Constant [ELEMENT] : TYPE
  %y = aten.mul.Tensor(%x, %x) : (!ts.tensor, !ts.tensor) -> !ts.tensor
  %z = aten.add.Tensor(%y, %x, %one) : (!ts.tensor, !ts.tensor, i64) -> !ts.tensor
  func.return %z, %t : !ts.tensor, TYPE
}
"""

RESOURCE, OWN = "dense_resource<w> : tensor<3xf32>", "dense<[1.0, 2.0, 3.0]> : tensor<3xf32>"
TUPLE, LIST = "!ts.tuple<!ts.tensor>", "!ts.list<!ts.tensor>"


@pytest.mark.parametrize(
    ("element", "type", "stage"),
    [
        (RESOURCE, TUPLE, Stage.STATIC),
        (OWN, TUPLE, Stage.UNOPTIMIZED),
        (RESOURCE, LIST, Stage.UNOPTIMIZED),
        (OWN, LIST, Stage.UNOPTIMIZED),
    ],
)
def test_a_returned_constant_is_one_object(element: str, type: str, stage: Stage) -> None:
    text = RETURNED.replace("ELEMENT", element).replace("TYPE", type)
    f = unit_of(text, {"w": np.float32([1, 2, 3])}).f
    first = f(x_of(3))[1]
    first[0].array[0] = 7
    second = warm(f, x_of(3))[1]
    assert second[0] is first[0]
    assert executor_of(f).stage is stage


class Appending(Weights):
    def forward(self, x: ts.Tensor) -> ts.Tensor:
        own = self.weights
        y = ts.cat(own, 0).sum() * x
        own.append(x)
        return y


def test_a_list_that_is_written_stays_an_attribute() -> None:
    m, x = frozen(Appending(tensor(1, 2, 3))), x_of(3)
    for calls in range(5):
        np.testing.assert_allclose(m(x).array, (6 + calls * x.sum()) * x, rtol=1e-6)


APPENDED = """
func.func @f(%x: !ts.tensor) -> !ts.tensor {
  %zero = prim.Constant 0 : i64
  %l = prim.Constant [dense_resource<w> : tensor<3xf32>] : !ts.list<!ts.tensor>
  %a = aten.append.t(%l, %x) : (!ts.list<!ts.tensor>, !ts.tensor) -> !ts.list<!ts.tensor>
  %y = aten.cat(%l, %zero) : (!ts.list<!ts.tensor>, i64) -> !ts.tensor
  func.return %y : !ts.tensor
}
"""


def test_a_constant_list_that_grows_is_one_object() -> None:
    f = unit_of(APPENDED, {"w": np.float32([1, 2, 3])}).f
    assert [f(x_of(3)).array.size for _ in range(4)] == [6, 9, 12, 15]


RESIZED = """
func.func @f(%n: !ts.list<i64>) -> i64 {
  %zero = prim.Constant 0 : i64
  %none = prim.Constant : !ts.none
  %t = prim.Constant [dense_resource<w> : tensor<3xf32>] : !ts.tuple<!ts.tensor>
  %w = prim.TupleIndex(%t, %zero) : (!ts.tuple<!ts.tensor>, i64) -> !ts.tensor
  %before = aten.size.int(%w, %zero) : (!ts.tensor, i64) -> i64
  %y = aten.resize_(%w, %n, %none) : (!ts.tensor, !ts.list<i64>, !ts.none) -> !ts.tensor
  func.return %before : i64
}
"""


def test_the_sizes_of_a_tensor_that_is_resized_are_read() -> None:
    f = unit_of(RESIZED, {"w": np.float32([1, 2, 3])}).f
    assert [f([size]) for size in (2, 1, 3, 2)] == [3, 2, 1, 3]
