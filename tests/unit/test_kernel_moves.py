"""The memory of moves: what machine code copies inputs to, and results from."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from test_known_layouts import LAYOUTS, compare, function_of, numbers, taught
from test_no_memory import PLENTY, Allocator

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.native.call_kernel import runtime
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.tensor import Array


@pytest.fixture
def moves() -> Iterator[Allocator]:
    """The memory of moves. It is counted, and can run out."""
    allocator, functions = Allocator(), runtime()
    assert functions is not None
    names = {"take_memory": "take", "give_memory": "give"}
    addresses = {name: functions.library.address(name) for name in names}
    before = {name: ctypes.c_size_t.from_address(a).value for name, a in addresses.items()}
    functions.set_variables({name: allocator.address(own) for name, own in names.items()})
    yield allocator
    functions.set_variables(before)


def kernel_for(body: str, *inputs: Array) -> Kernel:
    kernel = ts.compile_func(function_of(body), inputs)
    kernel.use_builtin()
    return kernel


def square(layout: str = "transposed") -> Array:
    return LAYOUTS[layout](numbers([(6, 6)])[0])


@pytest.mark.parametrize(
    ("body", "layouts", "count"),
    [
        ("x * y", ("transposed", "transposed"), 0),
        ("(x * y).sqrt() > x", ("transposed", "transposed"), 0),
        ("x * y", ("transposed", "steps"), 1),
        ("x * y", ("steps", "padded"), 1),
        ("torch.mm(x, y)", ("transposed", "steps"), 1),
        ("x * y[:6]", ("transposed", "transposed"), 2),
    ],
)
def test_each_allocation_may_fail(
    body: str, layouts: tuple[str, str], count: int, moves: Allocator
) -> None:
    """Python answers, and what was taken is given back."""
    inputs = [square(layout) for layout in layouts]
    kernel = kernel_for(body, *map(np.ascontiguousarray, inputs))
    taught(kernel, *inputs)
    handed: list[object] = []
    call = kernel.builtin(lambda *arguments: handed.append(arguments))
    for number in range(count):
        moves.allow(number)
        assert call(*inputs) is None
        assert (moves.taken, moves.kept) == (number, 0)
    assert len(handed) == count
    moves.allow(PLENTY)
    compare(function_of(body), call(*inputs), inputs)
    assert (moves.taken, moves.kept) == (count, 0)


def test_a_kernel_that_fails_gives_its_memory_back(moves: Allocator) -> None:
    x = np.asfortranarray(numbers([(6, 6)], np.int64)[0])
    ones = np.ones((6, 6), np.int64)
    kernel = kernel_for("torch.floor_divide(x, y)", ones, ones)
    taught(kernel, x, ones)
    call = kernel.builtin(lambda *arguments: None)
    moves.allow(PLENTY)
    assert call(x, np.zeros_like(ones)) is None
    assert moves.taken == 1 and moves.kept == 0
    np.testing.assert_array_equal(call(x, ones)[0].array, x)


def test_no_call_keeps_an_array() -> None:
    x, y = square(), square("steps")
    kernel = kernel_for("x * y[:6]", x, y)
    call = taught(kernel, x, y)
    before = sys.getrefcount(x), sys.getrefcount(y)
    for _ in range(50):
        call(x, y)
        call(ts.Tensor(x), y)
    assert (sys.getrefcount(x), sys.getrefcount(y)) == before


def test_results_own_their_memory() -> None:
    x, y = square(), square()
    call = taught(kernel_for("x * y", x, y), x, y)
    (first,), (second,) = call(x, y), call(x, y)
    assert first.array.flags.owndata and first.array.flags.writeable
    assert not np.shares_memory(first.array, second.array)
    assert not np.shares_memory(first.array, x)


def test_an_input_may_be_read_only_and_twice_the_same(moves: Allocator) -> None:
    x = square("steps")
    x.flags.writeable = False
    kernel = kernel_for("x * y + x", np.ascontiguousarray(x), np.ascontiguousarray(x))
    compare(function_of("x * y + x"), taught(kernel, x, x)(x, x), [x, x])


def test_windows_of_one_array_overlap() -> None:
    line = np.arange(20, dtype=np.float32)
    x = np.lib.stride_tricks.sliding_window_view(line, 6)[:6]
    compare(function_of("x * y"), taught(kernel_for("x * y", x, x), x, x.T)(x, x.T), [x, x.T])


def test_an_input_that_is_written_is_not_copied() -> None:
    text = "def f(x: Tensor, y: Tensor):\n    x.mul_(0.5).add_(y)\n    return x.sin()\n"
    x, y = np.zeros((6, 6), np.float32), square()
    kernel = ts.compile_func(ts.compile(text).f, [x.copy(), x])
    kernel.use_builtin()
    taught(kernel, x.copy(), y)
    call = kernel.builtin(lambda *arguments: None)
    assert call(x, y) is not None
    np.testing.assert_array_equal(x, y)
    assert call(np.asfortranarray(x), y) is None
    assert call(x, x.T) is None
    with pytest.raises(InputMismatch, match="overlaps"):
        kernel.call(x, x.T)


@pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.float32, np.float64])
@pytest.mark.parametrize("shape", [(1, 70), (33, 50), (16, 16, 3), (3, 17, 5, 4), (2, 1, 9, 1, 7)])
def test_any_order_of_any_part(shape: tuple[int, ...], dtype: Any) -> None:
    """The copies of a kernel that returns its input times one."""
    random = np.random.default_rng(0)
    kernel: Kernel = ts.compile_func(
        ts.compile("def f(x: Tensor, y: Tensor):\n    return torch.cat([x, x]) + y\n").f,
        [np.zeros(shape, dtype), np.zeros((), dtype)],
    )
    kernel.use_builtin()
    for _ in range(20):
        order = random.permutation(len(shape))
        steps = [int(step) for step in random.choice([-2, -1, 1, 2], len(shape))]
        whole = random.integers(0, 99, [2 * shape[dim] for dim in order]).astype(dtype)
        x = whole[tuple(slice(None, None, step) for step in steps)]
        x = x[tuple(slice(0, shape[dim]) for dim in order)].transpose(np.argsort(order))
        zero = np.zeros((), dtype)
        (result,) = taught(kernel, x, zero)(x, zero)
        np.testing.assert_array_equal(result.array, np.concatenate([x, x]))


def test_threads_call_one_kernel() -> None:
    rows = numbers([(300, 200), (300, 200)])
    kernel = kernel_for("torch.tanh(x * 2 + y)", *rows)
    layouts = [[LAYOUTS[name](x) for x in rows] for name in ("transposed", "steps", "padded")]
    layouts.append([layouts[0][0], rows[1]])
    calls = [(taught(kernel, *inputs), inputs) for inputs in layouts]
    expected = np.tanh(rows[0] * 2 + rows[1])

    def run(number: int) -> bool:
        call, inputs = calls[number % len(calls)]
        return np.allclose(call(*inputs)[0].array, expected, rtol=1e-5)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(run, range(200)))
