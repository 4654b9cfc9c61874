"""Functions with loops and branches as one kernel, under the profiling executor."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.tensor import Tensor

TEXT = """
def remainders(n: int) -> int:
    s = 0
    for i in range(n):
        s = (s * 3 + i) % 1000003
    return s

def collatz(n: int) -> int:
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps

def newton(x, steps: int):
    y = x
    for _ in range(steps):
        y = 0.5 * (y + x / y)
    return y

def signed(x):
    if bool(x.sum() > 0):
        return x + 1
    return x - 1

def swap(x, y, n: int):
    for _ in range(n):
        x, y = y * 2, x + y
    return x, y

def total(x):
    s = torch.zeros([3])
    for i in range(x.size(0)):
        s = s + x[i] - x[x.size(0) - 1 - i] * 2
    return s

def until(x, limit: float):
    n = 0
    while bool(x.abs().max() < limit):
        x = x * 1.5
        n += 1
    return x, n

def pairs(x, n: int):
    state = ((x, x * 2), n)
    for _ in range(n):
        (a, b), k = state
        if k > 2:
            state = ((torch.tanh(a + b), a - b), k - 1)
        else:
            state = ((b, a), k)
    (a, b), k = state
    return a, b * k

def fibonacci(x, n: int):
    w = [0.0, 1.0]
    for _ in range(n):
        w = [w[1], w[0] + w[-1]]
    return x * w[0] + len(w)

def lists(x, n: int):
    state = [x, x * 2]
    for k in range(n):
        a, b = state
        if k > 2:
            a = torch.tanh(a)
        state = [b, a + b]
    return state[0], state[1] * n

def steps(x, h):
    rows = x.unbind(0)
    outputs = []
    for i in range(len(rows)):
        h = torch.tanh(rows[i] + h)
        outputs += [h]
    return torch.stack(outputs), h

def wide(x, h):
    parts = []
    for row in x:
        h = torch.tanh(row + h)
        parts.append(h.unsqueeze(1))
    return torch.cat(parts, -1)

def recurrent(x, h, w):
    outputs = []
    for i in range(x.size(0)):
        h = torch.tanh(torch.nn.functional.linear(x[i], w) + h @ w)
        outputs.append(h)
    return torch.stack(outputs, 1)

def repeated(x, h, w):
    for i in range(x.size(0)):
        h = torch.tanh(torch.nn.functional.linear(h, w) + x[i])
    return h

def quotients(n: int, d: int) -> int:
    for _ in range(3):
        n = n // d
    return n

def rounded(x: float, n: int) -> int:
    for _ in range(3):
        n = n + math.ceil(x)
    return n
"""
F = np.float32
ROWS = np.arange(15, dtype=F).reshape(5, 3)
TALL = np.sin(np.arange(300, dtype=F)).reshape(100, 3)
WAVE = np.sin(np.arange(40_000, dtype=F)) / 8


class Cell(ts.Module):
    def __init__(self) -> None:
        super().__init__()
        rng = np.random.default_rng(0)
        self.w = ts.Tensor(rng.standard_normal((3, 3), dtype=F))
        self.b = ts.Tensor(np.ones(3, F))
        self.steps = 4

    def forward(self, x: ts.Tensor) -> ts.Tensor:
        for _ in range(self.steps):
            x = ts.tanh(x @ self.w) + self.b
        return x


pytestmark = pytest.mark.usefixtures("compiled_now")


def interpret(function: Callable[..., Any], *inputs: Any) -> Any:
    with ts.optimized_execution(False):
        return function(*inputs)


@contextmanager
def engine(name: str) -> Iterator[None]:
    old = ts.set_engine(name)
    yield
    ts.set_engine(old)


def has_group(function: Any, *inputs: Any) -> bool:
    """Return whether the plan of a function is one group, with all its loops and branches."""
    plan, _, _ = str(function.graph_for(*inputs)).partition("with prim::")
    return plan.count("prim::TensorExprGroup") == 1 and "prim::Loop" not in plan


def assert_equal(found: Any, expected: Any) -> None:
    pairs = zip(*([v if isinstance(v, tuple) else (v,) for v in (found, expected)]), strict=True)
    for one, other in pairs:
        assert type(one) is type(other)
        np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-5, atol=1e-5)


def _network(size: int) -> tuple[Any, ...]:
    """Return the inputs of 11 steps of a recurrent network, its state and its square weights."""
    steps = WAVE[: 11 * size].reshape(11, 1, size)
    return steps, steps[0], WAVE[: size * size].reshape(size, size)


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("remainders", [(1000,), (0,), (-3,), (7,)]),
        ("collatz", [(27,), (1,), (97,)]),
        ("newton", [(ROWS[0] + 1, 5), (ROWS[0] + 1, 0), (ROWS + 1, 3)]),
        ("signed", [(ROWS,), (-ROWS,), (ROWS[:2],)]),
        ("swap", [(ROWS, ROWS + 1, 3), (ROWS, ROWS + 1, 0)]),
        ("pairs", [(ROWS, 5), (ROWS, 0), (ROWS[:2], 3)]),
        ("fibonacci", [(ROWS, 7), (ROWS, 0), (ROWS[:2], 3)]),
        ("lists", [(ROWS, 5), (ROWS, 0), (ROWS[:2], 3)]),
        ("total", [(ROWS,), (ROWS[:2],), (ROWS[:4],)]),
        ("steps", [(TALL, ROWS[0]), (TALL[:2], ROWS[0])]),
        ("recurrent", [(TALL[:, None], ROWS[:2], TALL[:3])]),
        ("recurrent", [_network(60), _network(200)]),
        ("repeated", [_network(60), _network(100), _network(200)]),
        ("wide", [(TALL, ROWS[0]), (TALL[:3], ROWS[0])]),
        ("until", [(ROWS[0] + 1, 100.0), (ROWS[0] + 1, 0.0)]),
    ],
)
@pytest.mark.filterwarnings("error:.*interpreted:RuntimeWarning")
def test_a_function_is_one_kernel(name: str, calls: list[tuple[Any, ...]]) -> None:
    f = getattr(ts.compile(TEXT), name)
    for call in [calls[0]] * 3 + calls * 2:
        assert_equal(f(*call), interpret(f, *call))
    assert has_group(f, *calls[0])


def test_integers_wrap_as_interpreted() -> None:
    f = ts.compile(TEXT).swap
    numbers = np.array([2**62, -(2**62), 3])
    for _ in range(3):
        assert_equal(f(numbers, numbers, 9), interpret(f, numbers, numbers, 9))
    assert has_group(f, numbers, numbers, 9)


def test_a_division_by_zero_is_the_error_of_the_interpreter() -> None:
    f = ts.compile(TEXT).quotients
    for _ in range(3):
        assert f(100, 2) == 12
    assert f(-(2**63), -1) == -(2**63)
    with pytest.raises(RuntimeFault, match=r"<compile>:\d+:13: .*zero"):
        f(1, 0)
    assert has_group(f, 100, 2)


def test_a_true_division_of_numbers_never_raises() -> None:
    f = ts.compile("def f(x, dt: float, n: int):\n    return x + dt / 2, n / dt, n / n\n").f
    for call in [(ROWS, 0.5, 3), (ROWS, 0.0, 0), (ROWS, -1.0, 2)]:
        ts.set_engine("native")
        found = f(*call)
        ts.set_engine("profile")
        assert_equal(found, interpret(f, *call))


def test_functions_that_may_raise_are_interpreted() -> None:
    f = ts.compile(TEXT).rounded
    for _ in range(3):
        assert f(1.5, 1) == 7
    with pytest.raises(RuntimeFault):
        f(float("inf"), 1)
    assert not has_group(f, 1.5, 1)


def test_other_inputs_take_the_fallback_graph() -> None:
    f = ts.compile(TEXT).newton
    inputs = [ROWS[0] + 1, Tensor(ROWS[0] + 1, requires_grad=True), (ROWS[0] + 1).astype(float)]
    for x in inputs * 3:
        found, expected = f(x, 4), interpret(f, x, 4)
        assert_equal(found, expected)
        assert found.requires_grad == expected.requires_grad and found.dtype == expected.dtype


def test_a_list_of_steps_is_one_kernel_of_native_code() -> None:
    f = ts.compile(TEXT).steps
    with engine("native"):
        assert_equal(f(TALL, ROWS[0]), interpret(f, TALL, ROWS[0]))


def test_an_input_that_is_returned_is_the_same_object() -> None:
    f = ts.compile(TEXT).newton
    x = Tensor(ROWS[0] + 1)
    for _ in range(3):
        f(x, 0).add_(1)
    assert_equal(x, Tensor(ROWS[0] + 4))


def test_a_method_reads_its_attributes_at_each_call() -> None:
    m = ts.script(Cell())
    for _ in range(3):
        assert_equal(m(ROWS), interpret(m, ROWS))
    assert has_group(m, ROWS)
    m.w = ts.Tensor(np.eye(3, dtype=F))
    m.steps = 1
    assert_equal(m(ROWS), Tensor(np.tanh(ROWS) + 1))


def test_the_weights_of_a_frozen_module_enter_the_group() -> None:
    m = ts.freeze(ts.script(Cell().eval()))
    for _ in range(3):
        assert_equal(m(ROWS), interpret(m, ROWS))
    assert has_group(m, ROWS)


def test_scalar_loops_are_work() -> None:
    """A function without tensors is optimised once its loops have run long enough."""
    OPTIONS.compile = "background"
    f = ts.compile(TEXT).remainders
    for _ in range(10):
        f(20000)
        ts.wait_for_compilation()
    assert has_group(f, 20000)


def test_an_index_out_of_range_is_the_error_of_the_interpreter() -> None:
    f = ts.compile("def f(x, i: int):\n    return x[i] * 2").f
    with engine("native"):
        for index in (1, 4, -1, -5):
            assert_equal(f(ROWS, index), interpret(f, ROWS, index))
        for index in (5, -6):
            with pytest.raises(RuntimeFault, match=f"index {index} is out of range for dimension"):
                f(ROWS, index)


NUMBERS = """
def counted(n: int, x: float, b: bool):
    for i in range(n):
        x = x * 1.5
        b = not b
    return x, b, n * 2, x > 3.0
"""


@pytest.mark.parametrize("call", [(3, 1.25, True), (0, -0.0, False), (2, float("nan"), True)])
def test_numbers_are_those_of_python(call: tuple[Any, ...]) -> None:
    f = ts.compile(NUMBERS).counted
    for _ in range(4):
        found = f(*call)
    assert has_group(f, *call)
    assert repr(found) == repr(interpret(f, *call))


def test_a_long_loop_lets_other_threads_go_on() -> None:
    f = ts.compile(TEXT).remainders
    for _ in range(4):
        f(10)
    steps: list[int] = []
    thread = threading.Thread(target=lambda: f(30_000_000))
    thread.start()
    while thread.is_alive():
        steps.append(len(steps))
    assert len(steps) > 100


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("s = 0\n    for i in range(a, b):\n        s = s * 3 + i\n    return s", [(2, 9), (9, 2)]),
        ("s = 0\n    for i in range(b, a, -2):\n        s += i\n    return s", [(2, 9), (9, 2)]),
        (
            "s = 0\n    for i in range(a, b, 3):\n        s += 2 * i\n    return s",
            [(-7, 9), (0, 3)],
        ),
        ("return float(a) / 2.0 + a ** 2 + float(b) ** 2.0", [(3, -4), (0, 0)]),
    ],
)
def test_numbers_of_a_range_and_powers_run_natively(
    text: str, inputs: list[tuple[int, int]]
) -> None:
    function = ts.compile(f"def f(a: int, b: int):\n    {text}\n").f
    for pair in inputs:
        with ts.optimized_execution(False):
            expected = function(*pair)
        ts.set_engine("native")
        assert function(*pair) == expected
        ts.set_engine("profile")


@pytest.mark.parametrize("text", ["for i in range(0, a, b):", "while a ** b > 2.0:"])
def test_a_step_of_zero_and_a_negative_power_are_left_to_the_interpreter(text: str) -> None:
    function = ts.compile(f"def f(a: int, b: int):\n    {text}\n        a -= 1\n    return a\n").f
    ts.set_engine("native")
    with pytest.raises(ts.NativeUnsupported, match="may raise, which kernels do not"):
        function(5, 2)
    ts.set_engine("profile")
