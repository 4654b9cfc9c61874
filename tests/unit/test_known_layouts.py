"""Inputs that are not row-major: machine code copies them, and gives results the layout that was
observed for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.tensor import Array

F32 = np.float32
Shape = tuple[int, ...]


def _by_steps(x: Array) -> Array:
    wide = np.zeros([2 * size for size in x.shape], x.dtype)
    part = wide[(slice(None, None, 2),) * x.ndim]
    part[...] = x
    return part


def _padded(x: Array) -> Array:
    part = np.zeros([size + 1 for size in x.shape], x.dtype)[(slice(1, None),) * x.ndim]
    part[...] = x
    return part


def _unaligned(x: Array) -> Array:
    return np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(x.dtype).reshape(x.shape)


LAYOUTS: dict[str, Callable[[Array], Array]] = {
    "transposed": np.asfortranarray,
    "last two": lambda x: np.ascontiguousarray(x.swapaxes(-1, -2)).swapaxes(-1, -2),
    "channels last": lambda x: np.moveaxis(np.ascontiguousarray(np.moveaxis(x, 1, -1)), -1, 1),
    "steps": _by_steps,
    "steps, transposed": lambda x: _by_steps(x.T).T,
    "padded": _padded,
    "reversed": lambda x: x[::-1, ::-1].copy()[::-1, ::-1],
    "expanded rows": lambda x: np.broadcast_to(x[:1], x.shape),
    "expanded columns": lambda x: np.broadcast_to(x[..., :1], x.shape),
    "unaligned": _unaligned,
}

KERNELS: dict[str, tuple[str, list[Shape]]] = {
    "by place": ("torch.where(x > y, x, y) + x", [(5, 7), (5, 7)]),
    "by place, large": ("x * 2 + y", [(130, 140), (130, 140)]),
    "by place, of four dimensions": ("x * y - 1", [(2, 3, 4, 5), (2, 3, 4, 5)]),
    "and a single element": ("x * y", [(5, 7), ()]),
    "and a row": ("x * y + 1", [(5, 7), (7,)]),
    "transposed": ("x.t() * y", [(5, 7), (7, 5)]),
    "a sum": ("(x * y).sum(1)", [(3, 4, 5), (3, 4, 5)]),
    "joined": ("torch.cat([x, y], 1) * 2", [(3, 4, 5), (3, 2, 5)]),
    "a product": ("torch.mm(x, y)", [(6, 7), (7, 5)]),
    "a product and a sum": ("torch.mm(x, x) + y", [(6, 6), (6, 6)]),
}
IMAGES: dict[str, tuple[str, list[Shape]]] = {
    "a convolution": ("torch.relu(torch.conv2d(x, y))", [(2, 4, 7, 6), (5, 4, 3, 3)]),
    "windows": ("torch.max_pool2d(x, [2, 2]) + y", [(2, 3, 8, 6), (2, 3, 4, 3)]),
}


def function_of(body: str) -> Any:
    return ts.compile(f"def f(x: Tensor, y: Tensor):\n    return {body}\n").f


def hands_nothing_over(*arguments: object) -> Any:
    raise AssertionError("the builtin takes these inputs")


def numbers(shapes: Sequence[Shape], dtype: Any = F32) -> list[Array]:
    random = np.random.default_rng(0)
    return [random.integers(0, 9, shape).astype(dtype) for shape in shapes]


def taught(kernel: Kernel, *inputs: Array) -> Callable[..., Any]:
    """Return the builtin, once it knows the layout of the results for these inputs."""
    kernel.call(*inputs)
    return kernel.builtin(hands_nothing_over)


def compare(function: Any, found: Sequence[ts.Tensor], inputs: Sequence[Array]) -> None:
    with ts.optimized_execution(False):
        expected = function(*map(ts.Tensor, inputs))
    (result,) = found
    assert result.array.dtype == expected.array.dtype
    assert result.array.strides == expected.array.strides
    np.testing.assert_allclose(result.array, expected.array, rtol=1e-5)


def _compare_layouts(body: str, arrays: list[Array], layouts: Sequence[str]) -> None:
    function = function_of(body)
    kernel = ts.compile_func(function, arrays)
    kernel.use_builtin()
    for name in layouts:
        other = [LAYOUTS[name](x) if x.ndim > 1 else x for x in arrays]
        for inputs in (other, [other[0], arrays[1]], [arrays[0], other[1]]):
            compare(function, taught(kernel, *inputs)(*inputs), inputs)


@pytest.mark.parametrize("dtype", [F32, np.float64, np.int32, np.int16])
@pytest.mark.parametrize("name", KERNELS)
def test_every_layout(name: str, dtype: type) -> None:
    """Results have the strides of the interpreter's, and the second call is no more Python's."""
    body, shapes = KERNELS[name]
    _compare_layouts(body, numbers(shapes, dtype), [*LAYOUTS])


@pytest.mark.parametrize("name", IMAGES)
def test_every_layout_of_images(name: str) -> None:
    body, shapes = IMAGES[name]
    _compare_layouts(body, numbers(shapes), [*LAYOUTS])


@pytest.mark.parametrize("dtype", [np.uint8, np.bool_, np.float16])
def test_small_elements(dtype: type) -> None:
    arrays = numbers([(20, 30), (20, 30)], dtype)
    dense = [name for name in LAYOUTS if "expanded" not in name]
    _compare_layouts("torch.where(x == y, x, y)", arrays, dense)


@pytest.mark.parametrize("first", LAYOUTS)
def test_the_layout_of_the_first_call_is_no_exception(first: str) -> None:
    for body in ("x * y", "torch.cat([x, y])", "x.t() * y.t()"):
        function, rows = function_of(body), numbers([(6, 7), (6, 7)])
        arrays = list(map(LAYOUTS[first], rows))
        kernel = ts.compile_func(function, arrays)
        kernel.use_builtin()
        for inputs in (arrays, rows, arrays):
            compare(function, taught(kernel, *inputs)(*inputs), inputs)


def test_each_size_has_a_layout_of_its_own() -> None:
    function = function_of("x * y + 1")
    kernel = ts.compile_func(function, numbers([(6, 7), (6, 7)]), symbolic=True)
    kernel.use_builtin()
    whole = list(map(np.asfortranarray, numbers([(9, 8), (9, 8)])))
    for count in (9, 5, 2, 9, 5):
        inputs = [x[:count, :count] for x in whole]
        compare(function, taught(kernel, *inputs)(*inputs), inputs)


def test_equal_strides_of_other_sizes() -> None:
    """The longer dimension of equal strides is the slower one in memory."""
    line = np.arange(20, dtype=F32)
    inputs = [np.lib.stride_tricks.sliding_window_view(line, n)[: 7 - n] for n in (3, 5, 3, 5)]
    function = function_of("x * y")
    kernel = ts.compile_func(function, [inputs[0]] * 2, symbolic=True)
    kernel.use_builtin()
    for x in inputs:
        compare(function, taught(kernel, x, x)(x, x), [x, x])


def test_the_last_layouts_are_known() -> None:
    function, (x, y) = function_of("torch.cat([x, y])"), numbers([(6, 7), (6, 7)])
    kernel = ts.compile_func(function, [x, y])
    kernel.use_builtin()
    parts = [np.zeros((6, 7 * step), F32)[:, ::step] for step in range(2, 14)]
    for part in parts:
        taught(kernel, part, y)
    handed: list[Any] = []
    call = kernel.builtin(lambda *inputs: handed.append(inputs[0]))
    for part in reversed(parts):
        call(part, y)
    assert [part.strides for part in handed] == [part.strides for part in reversed(parts[:4])]


def test_a_kind_of_layout_has_any_sizes() -> None:
    """A kernel by place knows it by the order of the dimensions, and by those with gaps."""
    function, whole = function_of("x * y + 1"), np.zeros((40, 30, 20), F32)
    kernel = ts.compile_func(function, [whole, whole], symbolic=True)
    kernel.use_builtin()
    views = {
        "dense": lambda x: np.ascontiguousarray(x).T,
        "a part of rows": lambda x: x[..., 1:],
        "steps": lambda x: x[..., ::2],
        "a part of both": lambda x: x[:, 1:, 1:].swapaxes(0, 2),
    }
    for view in views.values():
        kernel.call(view(whole), view(whole)[...])
    call = kernel.builtin(hands_nothing_over)
    for number, view in enumerate(views.values()):
        random = np.random.default_rng(number)
        inputs = [view(random.standard_normal((9 + number, 7, 12)).astype(F32)) for _ in "xy"]
        compare(function, call(*inputs), inputs)


def test_layouts_that_are_no_kind() -> None:
    function, whole = function_of("x * y + 1"), numbers([(8, 6)])[0]
    kernel = ts.compile_func(function, [whole, whole], symbolic=True)
    kernel.use_builtin()
    line = np.arange(20, dtype=F32)
    handed: list[Any] = []
    call = kernel.builtin(lambda *inputs: handed.append(inputs))
    for view in (
        lambda n: np.broadcast_to(whole[:1, :n], (n, n)),
        lambda n: whole[:n, :n][::-1],
        lambda n: np.lib.stride_tricks.sliding_window_view(line, 4)[:n],
    ):
        taught(kernel, view(5), view(5))
        assert call(view(5), view(5)) is not None
        assert call(view(4), view(4)) is None
        compare(function, kernel.call(view(4), view(4)), [view(4), view(4)])
    assert len(handed) == 3


def test_more_dimensions_than_machine_code_moves() -> None:
    inputs = list(map(np.asfortranarray, numbers([(2,) * 9] * 2)))
    function = function_of("x * y")
    kernel = ts.compile_func(function, inputs)
    kernel.use_builtin()
    for _ in range(3):
        compare(function, kernel.call(*inputs), inputs)


def test_numbers_among_results() -> None:
    text = "def f(x: Tensor, y: Tensor) -> Tuple[int, Tensor]:\n    return int(x.sum()), x * y\n"
    function = ts.compile(text).f
    inputs = list(map(np.asfortranarray, numbers([(6, 7), (6, 7)])))
    with ts.optimized_execution(False):
        number, tensor = function(*inputs)
    for _ in range(5):
        found = function(*inputs)
        assert found[0] == number and found[1].array.strides == tensor.array.strides
        np.testing.assert_array_equal(found[1].array, tensor.array)


def test_a_number_as_the_only_result() -> None:
    function = ts.compile("def f(x: Tensor) -> int:\n    return x.size(0)\n").f
    assert ts.compile_func(function, numbers([(3, 4)])).call(*numbers([(3, 4)])) == (3,)


def test_dimensions_of_size_one_are_faster_than_others_of_equal_strides() -> None:
    function = function_of("torch.maximum(x, y) * 2")
    wide = np.arange(96, dtype=F32).reshape(2, 12, 4)
    x = np.lib.stride_tricks.as_strided(wide, (4, 1, 5, 2), (48, 192, 192, 8), writeable=False)
    kernel = ts.compile_func(function, [x, x])
    with ts.optimized_execution(False):
        expected = function(x, x)
    assert kernel.call(ts.Tensor(x), ts.Tensor(x))[0].array.strides == expected.array.strides


def test_sizes_beyond_all_memory() -> None:
    def factors(terms: int) -> list[Array]:
        shapes = (2, terms), (terms, 2)
        return [np.broadcast_to(F32(1), shape) for shape in shapes]

    kernel = ts.compile_func(function_of("torch.mm(x, y)"), factors(8), symbolic=True)
    kernel.use_builtin()
    for terms in (8, 9, 10):
        assert kernel.call(*factors(terms))[0].array[0, 0] == terms
    for terms in (2**46, 2**58, 2**60 - 1):
        with pytest.raises(MemoryError):
            kernel.call(*factors(terms))


def test_no_results() -> None:
    function = ts.compile("def f(x: Tensor, y: Tensor):\n    z = x * y\n").f
    inputs = list(map(np.asfortranarray, numbers([(6, 7), (6, 7)])))
    kernel = ts.compile_func(function, inputs)
    kernel.use_builtin()
    for _ in range(3):
        assert kernel.call(*inputs) in ((), (None,))


BY_PLACE = {
    "torch.tanh(x * 2 + y)": True,
    "x.to(torch.float64) * y": True,
    "torch.where(x > y, x, 0.5)": True,
    "x + x.sum()": False,
    "x * y[0]": False,
    "x + x.t()": False,
    "torch.cumsum(x, 0) + y": False,
    "x.flip([0]) * y": False,
    "torch.mm(x, y)": False,
}


@pytest.mark.parametrize("body", BY_PLACE)
def test_kernels_by_place(body: str) -> None:
    kernel = ts.compile_func(function_of(body), numbers([(6, 6), (6, 6)]))
    assert kernel._program.views.is_by_place == BY_PLACE[body]


def test_inputs_of_other_sizes_are_not_by_place() -> None:
    kernel = ts.compile_func(function_of("x * y"), numbers([(6, 6), (6,)]))
    assert not kernel._program.views.is_by_place


@pytest.mark.usefixtures("compiled_now")
@pytest.mark.parametrize("name", LAYOUTS)
def test_calls_are_direct(name: str, python_calls: list[str]) -> None:
    function, rows = function_of("torch.tanh(x * 2 + y)"), numbers([(6, 7), (6, 7)])
    inputs = list(map(LAYOUTS[name], rows))
    for _ in range(4):
        function(*inputs)
    python_calls.clear()
    found = function(*inputs)
    assert python_calls == []
    compare(function, [found], inputs)


@pytest.mark.usefixtures("compiled_now")
def test_calls_with_alternating_layouts_are_direct(python_calls: list[str]) -> None:
    body, shapes = IMAGES["a convolution"]
    function, (image, weight) = function_of(body), numbers(shapes)
    images = [image, LAYOUTS["channels last"](image), LAYOUTS["transposed"](image)]
    for x in 3 * images:
        function(x, weight)
    python_calls.clear()
    found = [function(x, weight) for x in images]
    assert python_calls == []
    for x, result in zip(images, found, strict=True):
        compare(function, [result], [x, weight])
