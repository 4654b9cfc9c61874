"""The native executor: machine code or an error, and the interpreter's results."""

from __future__ import annotations

import numpy as np
import pytest
from test_function_groups import ROWS, TEXT, Cell, assert_equal, interpret
from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import Callables, inlined
from xdsl_torchscript.runtime.errors import NativeUnsupported, RuntimeFault
from xdsl_torchscript.runtime.executors import engine
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.native_executor import NativeExecutor
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.tensor import Tensor

MORE = """
def chain(x, y: Optional[Tensor] = None):
    if y is not None:
        x = x + y
    return torch.tanh(x) * 2, x.size(0)

def loud(x):
    print(x)
    return x

def gather(x, i):
    return x[i]

def heads(x, y):
    b, t, d = x.shape
    return torch.relu(y).view(b, t, 3, d // 4, 4).transpose(1, 3) + y.size(0)

def joined(x, y):
    return torch.cat([x, y], 0) * 2

def product(x, y):
    return torch.relu(x @ y)
"""


class Modes(ts.Module):
    """A module whose flag and optional attribute select the computation."""

    bias: ts.Tensor | None

    def __init__(self) -> None:
        super().__init__()
        self.steps = Tensor(np.zeros((), np.int64))
        self.rows, self.scale = 3, 2.0
        self.bias = None

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        if self.training:
            self.steps.add_(1)
        bias = self.bias
        if bias is not None:
            x = x + bias
        return ts.relu(x).view(self.rows, -1) * self.scale


@pytest.fixture(autouse=True)
def native(kept_options: None) -> None:
    ts.set_engine("native")


def test_the_first_call_is_native() -> None:
    unit = ts.compile(TEXT)
    assert_equal(unit.remainders(100), interpret(unit.remainders, 100))
    for x in (ROWS[0] + 1, ROWS + 1):
        assert_equal(unit.newton(x, 4), interpret(unit.newton, x, 4))
    assert len(unit.newton.get_debug_state().execution_plans) == 2


def test_straight_code_with_optional_arguments() -> None:
    f = ts.compile(MORE).chain
    for inputs in ((ROWS,), (ROWS, ROWS), (ROWS[:2],)):
        assert_equal(f(*inputs), interpret(f, *inputs))


def test_an_input_that_is_returned_is_the_same_object() -> None:
    x = Tensor(ROWS[0] + 1)
    assert ts.compile(TEXT).newton(x, 0) is x


def test_a_tensor_that_requires_gradients_is_computed_with() -> None:
    f, x = ts.compile(TEXT).newton, Tensor(ROWS[0] + 1, requires_grad=True)
    found, expected = f(x, 3), interpret(f, x, 3)
    assert_equal(found, expected)
    assert found.requires_grad is expected.requires_grad is False
    assert f(x, 0) is x


def test_operations_without_machine_code_are_an_error() -> None:
    with pytest.raises(NativeUnsupported, match=r"<compile>:8:5: .*Print"):
        ts.compile(MORE).loud(ROWS)
    with pytest.raises(NativeUnsupported, match="may be on another device"):
        ts.compile(TEXT).newton(Tensor(ROWS, device="cuda:0"), 1)
    with pytest.raises(NativeUnsupported, match="may raise, which kernels do not"):
        ts.compile(TEXT).rounded(7.5, 2)


def test_errors_are_those_of_the_interpreter() -> None:
    f = ts.compile(MORE).gather
    assert_equal(f(ROWS, np.array([1, 0])), interpret(f, ROWS, np.array([1, 0])))
    with pytest.raises(RuntimeFault, match=r"<compile>:12:12: .*index 7 is out of"):
        f(ROWS, np.array([1, 7]))


def test_attributes_may_change_their_types() -> None:
    m = ts.script(Cell())
    assert_equal(m(ROWS), interpret(m, ROWS))
    m.b = Tensor(np.ones((5, 1), np.float32))
    assert_equal(m(ROWS), interpret(m, ROWS))


def test_flags_and_absent_attributes_are_constants_of_a_kernel() -> None:
    m = ts.script(Modes()).eval()
    assert_equal(m(ROWS), interpret(m, ROWS))
    m.train()
    assert_equal(m(ROWS), interpret(m, ROWS))
    m.eval()
    assert_equal(m(ROWS), interpret(m, ROWS))
    m.bias = Tensor(ROWS[0] + 3)
    assert_equal(m(ROWS), interpret(m, ROWS))
    m.rows, m.scale = 5, float("nan")
    assert_equal(m(ROWS), interpret(m, ROWS))
    assert int(m.steps) == 2  # Each of two calls in training wrote it.


def test_sizes_are_constants_of_a_kernel() -> None:
    f = ts.compile(MORE).heads
    for b, t in ((2, 3), (3, 1)):
        x, y = np.ones((b, t, 8), np.float32), np.ones((b, t, 24), np.float32)
        assert_equal(f(x, y), interpret(f, x, y))


def test_kernels_that_are_slower_than_the_interpreter_are_made_as_well() -> None:
    unit, x = ts.compile(MORE), np.ones((128, 128), np.float32)
    for f in (unit.joined, unit.product):
        assert_equal(f(x, x), interpret(f, x, x))


def test_a_frozen_module_takes_its_constants() -> None:
    m = ts.freeze(ts.script(Cell()).eval())
    assert_equal(m(ROWS), interpret(m, ROWS))
    assert len(m.forward.get_debug_state().execution_plans) == 1


def test_kernels_are_bounded() -> None:
    OPTIONS.max_plans = 2
    f = ts.compile(TEXT).newton
    for rows in (1, 2, 3, 1):
        assert_equal(f(ROWS[:rows] + 1, 2), interpret(f, ROWS[:rows] + 1, 2))
        executor = executor_of(f, NativeExecutor)
        assert len(list(executor.plans())) <= 2


def test_kernels_are_called_directly(python_calls: list[str]) -> None:
    f, product, x, wide = ts.compile(TEXT).newton, ts.compile(MORE).product, ROWS + 1, ROWS.T.copy()
    m = ts.script(Modes()).eval()
    expected = f(x, 4), product(ROWS, wide), m(ROWS[:3])
    python_calls.clear()
    assert_equal((f(x, 4), product(ROWS, wide), m(ROWS[:3])), expected)
    assert python_calls == []
    m.scale = 3.0
    assert_equal(m(ROWS[:3]), expected[2] * 1.5)
    assert_equal(product(ROWS[:2], wide), expected[1][:2])
    assert python_calls == ["forward", "product"]


@pytest.mark.parametrize("widths", ["[2, -2]", "[-2, 2]"])
def test_circles_are_not_cropped(widths: str) -> None:
    text = f"def f(x):\n    return torch.nn.functional.pad(x, {widths}, 'circular')\n"
    with pytest.raises(NativeUnsupported, match="pads in a circle by less than 0"):
        ts.compile(text).f(ROWS[None])


@pytest.mark.parametrize("index", ["[1, 0]", "torch.tensor([1, 0, 1])", "torch.arange(x.size(1))"])
def test_indices_that_are_known_before_the_call(index: str) -> None:
    f = ts.compile(f"def f(x):\n    return x[:, {index}] + 1\n").f
    assert_equal(f(ROWS), interpret(f, ROWS))


@pytest.mark.parametrize(
    "product",
    [
        "torch.einsum('ij,kj->ik', x, y)",
        "torch.einsum('ij,ij->j', [x, y])",
        "torch.bilinear(x, y, x.unsqueeze(2) * y[0], None)",
    ],
)
def test_products_that_are_returned(product: str) -> None:
    f = ts.compile(f"def f(x, y):\n    return {product}\n").f
    assert_equal(f(ROWS, ROWS * 2), interpret(f, ROWS, ROWS * 2))


def test_a_product_of_one_tensor_may_be_a_view() -> None:
    f = ts.compile("def f(x):\n    return torch.einsum('ij->ji', x)\n").f
    with pytest.raises(NativeUnsupported, match=r"aten\.einsum.* returns memory that"):
        f(ROWS)


def test_dropout_in_evaluation() -> None:
    f = ts.compile("def f(x):\n    return torch.dropout(x * 2, 0.5, False) + 1\n").f
    assert_equal(f(ROWS), Tensor(ROWS * 2 + 1))


def test_a_function_is_inlined_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def inline(function: FuncOp, callables: Callables) -> FuncOp:
        names.append(function.sym_name.data)
        return inlined(function, callables)

    monkeypatch.setattr(engine, "inlined", inline)
    chain = ts.CompilationUnit(MORE).chain
    for rows in (2, 3):
        chain(Tensor(np.ones(rows, np.float32)))
    assert names == ["chain"]


@pytest.mark.parametrize("first", [True, False])
def test_an_error_has_the_place_of_its_operator(first: bool) -> None:
    text = "def f(x: Tensor, y: Tensor):\n    z = x + 1\n    return (x // y) + z"
    function, x = ts.compile(text).f, np.array([4, 5])
    if not first:
        function(x, x)
    with pytest.raises(
        RuntimeFault, match=r"\A<compile>:3:13: error: 'aten.floor_divide' op failed"
    ):
        function(x, np.array([1, 0]))
    assert function(x, x).tolist() == [6, 7]


@pytest.mark.parametrize(
    ("body", "values", "count"),
    [
        ("torch.topk(x * scale, k)[0]", [1, 2, 1, 2], 2),
        ("torch.relu(x).sum(k) * scale", [0, 1, 0, 1], 2),
        ("torch.tanh(x) * k * scale", [1, 2, 3, 4], 1),
    ],
)
def test_arguments_that_decide_sizes_are_constants(
    body: str, values: list[int], count: int
) -> None:
    f = ts.compile(f"def f(x, k: int, scale: int):\n    return {body}\n").f
    for scale, k in enumerate(values):
        assert_equal(f(ROWS, k, scale), interpret(f, ROWS, k, scale))
    assert len([*executor_of(f, NativeExecutor).plans()]) == count


def test_lists_and_modes_are_constants() -> None:
    f = ts.compile("""
def f(x, sizes: List[int], mode: str):
    y = torch.nn.functional.interpolate(x, scale_factor=2.0, mode=mode)
    return torch.relu(y).view(sizes)
""").f
    x = Tensor(np.arange(-4, 4, dtype=np.float32).reshape(1, 2, 2, 2))
    for sizes, mode in [([8, 4], "nearest"), ([-1], "nearest"), ([8, 4], "bilinear")]:
        assert_equal(f(x, sizes, mode), interpret(f, x, sizes, mode))


def test_a_constant_that_no_kernel_takes_is_refused() -> None:
    f = ts.compile("def f(x, k: int):\n    return torch.topk(x, k)[0]\n").f
    assert_equal(f(ROWS, 1), interpret(f, ROWS, 1))
    with pytest.raises(NativeUnsupported, match=r"'aten\.topk' op asks for 99 of 3 elements"):
        f(ROWS, 99)
    assert_equal(f(ROWS, 2), interpret(f, ROWS, 2))
