"""The builtin that calls a kernel: it answers as the Python path, or hands over to it."""

from __future__ import annotations

import gc
import pickle
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from types import BuiltinFunctionType
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import f32, f64, i64

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.types import NoneType, TensorType
from xdsl_torchscript.runtime.errors import InputMismatch
from xdsl_torchscript.runtime.native import call_kernel
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.native.size_words import SizeWordError, SizeWords
from xdsl_torchscript.runtime.tensor import Tensor

FORMS = {
    "pointwise": ("x: Tensor, y: Tensor", "Tensor", "torch.tanh(x * 2 + y)"),
    "numbers": ("x: Tensor, a: int, b: float, c: bool", "Tensor", "x * a + b + int(c)"),
    "tuple": ("x: Tensor, y: Tensor", "Tuple[Tensor, Tensor]", "(x + y, x.sum(0))"),
    "comparison": ("x: Tensor, y: Tensor", "Tensor", "x * 2 > y"),
    "channels": ("x: Tensor, y: Tensor", "Tensor", "(x + y).to(memory_format=torch.channels_last)"),
    "view": ("x: Tensor, y: Tensor", "Tensor", "(x * y).transpose(0, 1)"),
    "list": ("xs: List[Tensor]", "Tensor", "xs[0] * xs[1]"),
    "joined": ("x: Tensor, y: Tensor", "Tensor", "torch.cat([x, y])"),
    "rows and two": ("x: Tensor, y: Tensor", "Tensor", "torch.cat([x, y[:1], y[:1]]) * 2"),
    "rows but one": ("x: Tensor, y: Tensor", "Tensor", "x[1:] * 2"),
    "rows of both": ("x: Tensor, y: Tensor", "Tensor", "torch.cat([x, y, x]) * 2"),
    "every third of rows": ("x: Tensor, y: Tensor", "Tensor", "torch.cat([x, y])[::3] * 2"),
    "rows twice": ("x: Tensor, y: Tensor", "Tensor", "torch.cat([x, x]) * 2"),
    "rows thrice but one": ("x: Tensor, y: Tensor", "Tensor", "torch.cat([x, x, x[1:]]) * 2"),
    "last rows": ("x: Tensor, y: Tensor", "Tensor", "x.narrow(0, 8, x.size(0) - 8) * 2"),
    "pairs of rows": ("x: Tensor, y: Tensor", "Tensor", "(x[:, None] + y[None]).flatten(0, 1) * 2"),
    "product": ("x: Tensor, y: Tensor", "Tensor", "torch.mm(x, y) + 1"),
    "optional": ("x: Tensor, bias: Optional[Tensor]", "Tensor", "x * 2 if bias is None else x"),
}


def _kernel(form: str, *inputs: Any, symbolic: bool = False) -> Kernel:
    parameters, result, body = FORMS[form]
    text = f"def f({parameters}) -> {result}:\n    return {body}\n"
    kernel = ts.compile_func(ts.compile(text).f, inputs, symbolic=symbolic)
    kernel.use_builtin()
    return kernel


def _x(*shape: int, dtype: Any = np.float32) -> Any:
    return np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)


def _is_builtin(kernel: Kernel) -> bool:
    return isinstance(kernel.call, BuiltinFunctionType)


@pytest.mark.parametrize("shape", [(5,), (), (0,), (2, 3), (4, 1, 3)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arrays_and_tensors(shape: tuple[int, ...], dtype: Any) -> None:
    x, y = _x(*shape, dtype=dtype), np.asarray(_x(*shape, dtype=dtype) + 1)
    kernel = _kernel("pointwise", x, y)
    assert _is_builtin(kernel)
    for arguments in ((x, y), (Tensor(x), y), (Tensor(x), Tensor(y))):
        (result,) = kernel.call(*arguments)
        assert type(result) is Tensor and result.device == "cpu" and result.requires_grad is False
        assert result.array.dtype == dtype and result.array.shape == shape
        np.testing.assert_allclose(result.array, np.tanh(x * 2 + y), rtol=1e-5)


def test_numbers() -> None:
    x = _x(3)
    kernel = _kernel("numbers", x, 2, 0.5, True)
    assert _is_builtin(kernel)
    np.testing.assert_array_equal(kernel.call(x, -3, 1.5, False)[0].array, x * -3 + 1.5)
    np.testing.assert_array_equal(kernel.call(x, 2**40, 0.0, True)[0].array, x * 2.0**40 + 1)
    for wrong in ((x, 2.0, 0.5, True), (x, 2, 1, True), (x, 2, 0.5, 1), (x, True, 0.5, True)):
        with pytest.raises(InputMismatch, match="compiled for"):
            kernel.call(*wrong)


def test_none() -> None:
    x = _x(3)
    kernel = _kernel("optional", x, None)
    assert _is_builtin(kernel)
    np.testing.assert_array_equal(kernel.call(x, None)[0].array, x * 2)
    with pytest.raises(InputMismatch):
        kernel.call(x, x)


@pytest.mark.parametrize("dtype", [np.float32, np.int64, np.bool_])
def test_arrays_of_another_process_have_element_types_of_their_own(dtype: Any) -> None:
    x = _x(4, 3, dtype=dtype)
    builtin = _kernel("joined", x, x).builtin(lambda *_: pytest.fail("handed over"))
    other = pickle.loads(pickle.dumps(x))
    assert other.dtype is not x.dtype
    np.testing.assert_array_equal(builtin(other, Tensor(other))[0].array, np.concatenate([x, x]))


def test_inputs_that_the_builtin_hands_over() -> None:
    x, y = _x(4, 3), _x(4, 3)
    kernel = _kernel("pointwise", x, y)
    expected = np.tanh(x * 2 + y)

    class Subclass(np.ndarray[Any, Any]):
        pass

    strided = np.asfortranarray(x)
    unaligned = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(np.float32).reshape(4, 3)
    for other in (strided, unaligned, x.view(Subclass)):
        np.testing.assert_allclose(kernel.call(other, y)[0].array, expected, rtol=1e-5)
    for wrong in (x.astype(np.float64), x[:2], x[None], [1.0], None, 3):
        with pytest.raises(InputMismatch, match="compiled for"):
            kernel.call(wrong, y)
    with pytest.raises(TypeError, match="foreign byte order"):
        kernel.call(x.astype(x.dtype.newbyteorder()), y)
    for count in (0, 1, 3):
        with pytest.raises(InputMismatch, match="takes 2 inputs"):
            kernel.call(*[x] * count)
    with pytest.raises(TypeError, match="no keyword arguments"):
        kernel.call(x, y=y)


def _hands_nothing_over(*arguments: object) -> Any:
    raise AssertionError("the builtin takes these inputs")


def _layouts(x: Any) -> list[Any]:
    """Return arrays with the elements of `x` and other strides, or unaligned."""
    wide = np.zeros((x.shape[0], 2 * x.shape[1]), x.dtype)
    wide[:, ::2] = x
    unaligned = np.frombuffer(b"\0" + x.tobytes(), np.uint8)[1:].view(x.dtype).reshape(x.shape)
    return [np.asfortranarray(x), wide[:, ::2], x[::-1].copy()[::-1], unaligned]


def test_inputs_on_whose_layout_no_result_depends_are_copied() -> None:
    x, y = _x(4, 3), _x(3, 5)
    kernel = _kernel("product", x, y)
    call = kernel.builtin(_hands_nothing_over)
    expected = x @ y + 1
    for left in (x, *_layouts(x)):
        for right in (y, *_layouts(y)):
            before = sys.getrefcount(left), sys.getrefcount(right)
            (result,) = call(left, Tensor(right))
            assert (sys.getrefcount(left), sys.getrefcount(right)) == before
            np.testing.assert_array_equal(result.array, expected)
    row = np.broadcast_to(y[:1], y.shape)
    np.testing.assert_array_equal(call(x, row)[0].array, x @ row + 1)


def test_other_layouts_are_observed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the builtin takes row-major copies, and the results get the layout of PyTorch's."""
    x = _x(4, 3)
    kernel = _kernel("pointwise", x, x)
    strides = [kernel.call(other, other)[0].array.strides for other in _layouts(x)]
    assert strides[0] == np.asfortranarray(x).strides
    monkeypatch.setattr(kernel, "_call_any", _hands_nothing_over)
    for other, expected in zip(_layouts(x), strides, strict=True):
        (result,) = kernel.call(other, Tensor(other))
        np.testing.assert_allclose(result.array, np.tanh(x * 3), rtol=1e-5)
        assert result.array.strides == expected


def _parts(results: Any) -> list[Tensor]:
    """Return the tensors in results, in order."""
    if isinstance(results, Tensor):
        return [results]
    return [part for result in results for part in _parts(result)]


@pytest.mark.parametrize("form", ["channels", "tuple", "view", "list"])
def test_results_that_the_builtin_does_not_make(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are put together from its results: in another order, in tuples, or as views."""
    x, y = _x(2, 3, 4, 5), _x(2, 3, 4, 5) + 1
    inputs: list[Any] = [[Tensor(x), Tensor(y)]] if form == "list" else [x, y]
    kernel = _kernel(form, *inputs)
    expected = _parts(kernel.call(*inputs))
    monkeypatch.setattr(kernel, "_call_any", _hands_nothing_over)
    found = _parts(kernel.call(*inputs))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one.array, other.array)
        assert one.array.strides == other.array.strides
        assert not np.shares_memory(one.array, other.array)


def test_copies_of_inputs_are_freed() -> None:
    x = np.asfortranarray(_x(500, 500))
    kernel = _kernel("product", x, x)
    seen: list[object] = []
    call = kernel.builtin(lambda *arguments: seen.append(arguments))
    tracemalloc.start()
    try:
        for _ in range(10):
            call(x, x)
            call(x, x.astype(np.float64))
        current, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(seen) == 10
    assert current < 12 * 2 * x.nbytes, "the arrays that were seen, but no copy of them"


def test_a_symbol_is_one_size_of_at_least_two() -> None:
    kernel = _kernel("pointwise", _x(4, 3), _x(4, 3), symbolic=True)
    assert _is_builtin(kernel)
    for shape in ((2, 2), (7, 5), (300, 400)):
        x = _x(*shape)
        np.testing.assert_allclose(kernel.call(x, x)[0].array, np.tanh(x * 3), rtol=1e-5)
    for first, second in (((4, 3), (3, 4)), ((1, 3), (1, 3)), ((0, 3), (0, 3)), ((4, 3), (4, 2))):
        with pytest.raises(InputMismatch):
            kernel.call(_x(*first), _x(*second))


@pytest.mark.usefixtures("kept_options")
@pytest.mark.parametrize("form", [form for form in FORMS if "rows" in form and form != "last rows"])
def test_a_result_has_a_computed_size(form: str) -> None:
    kernel = _kernel(form, _x(5, 3), _x(4, 3), symbolic=True)
    assert _is_builtin(kernel)
    parameters, result, body = FORMS[form]
    expected = ts.compile(f"def f({parameters}) -> {result}:\n    return {body}\n").f
    ts.set_engine("interp")
    for rows in (3, 7, 70_000):
        x, y = _x(rows, 3), _x(rows % 100 + 2, 3)
        np.testing.assert_array_equal(kernel.call(x, y)[0].array, expected(x, y).array)


@pytest.mark.parametrize("size", ["s0*20000", "s0-s1*20000", "s0+9000000", "s0-s2", "s2"])
def test_sizes_without_a_word(size: str) -> None:
    with pytest.raises(SizeWordError):
        SizeWords({"s0": 0, "s1": 1}, 5).word(size)


def test_equal_steps_are_taken_once() -> None:
    sizes = SizeWords({"s0": 0, "s1": 1, "s2": 2}, 9)
    words = [sizes.word(size) for size in ("s0*s1*s2", "(s0*s1*s2+1) floordiv 2", "s0*s1*s2")]
    assert words[0] == words[2]
    assert [*sizes.steps.values()] == [9, 10]


@pytest.mark.usefixtures("kept_options")
def test_a_computed_size_is_too_small() -> None:
    kernel = _kernel("last rows", _x(12, 3), _x(4, 3), symbolic=True)
    assert _is_builtin(kernel)
    for rows in (9, 8, 7, 2):
        with pytest.raises(InputMismatch, match="at least 2"):
            kernel.call(_x(rows, 3), _x(4, 3))


def test_several_results() -> None:
    x, y = _x(4, 3), _x(4, 3)
    kernel = _kernel("pointwise", x, y)
    assert _is_builtin(kernel)
    nested = _kernel("tuple", x, y)
    ((total, column),) = nested(x, y)
    np.testing.assert_array_equal(total.array, x + y)
    np.testing.assert_array_equal(column.array, x.sum(0))


def test_results_of_other_element_types() -> None:
    x, y = _x(6, dtype=np.int32), _x(6, dtype=np.int8)
    kernel = _kernel("comparison", x, y)
    assert _is_builtin(kernel)
    (result,) = kernel.call(x, y)
    assert result.array.dtype == np.bool_
    np.testing.assert_array_equal(result.array, x * 2 > y)


@pytest.mark.parametrize("rows", [4, 5000])
def test_views_of_few_elements_are_the_builtins(rows: int) -> None:
    x = _x(rows, 4)
    text = "def f(x: Tensor) -> Tensor:\n    return (x * 2).t()\n"
    kernel = ts.compile_func(ts.compile(text).f, [x])
    kernel.use_builtin()
    assert _is_builtin(kernel) == (rows == 4)
    (result,) = kernel(x)
    assert result.array.strides == (4, 16)
    np.testing.assert_array_equal(result.array, x.T * 2)


@pytest.mark.parametrize("symbolic", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_results_in_another_order_are_the_builtins(symbolic: bool, dtype: Any) -> None:
    """Machine code fills their memory in that order."""
    x, y = _x(2, 3, 4, 5, dtype=dtype), _x(2, 3, 4, 5, dtype=dtype) + 1
    kernel = _kernel("channels", x, y, symbolic=symbolic)
    assert _is_builtin(kernel)
    width = x.itemsize
    (result,) = kernel.builtin(_hands_nothing_over)(x, Tensor(y))
    assert result.array.strides == (60 * width, width, 15 * width, 3 * width)
    assert result.array.flags.owndata
    np.testing.assert_array_equal(result.array, x + y)
    if symbolic:
        x, y = _x(7, 2, 3, 6, dtype=dtype), _x(7, 2, 3, 6, dtype=dtype)
        (result,) = kernel.builtin(_hands_nothing_over)(x, y)
        assert result.array.strides == (36 * width, width, 12 * width, 2 * width)
        np.testing.assert_array_equal(result.array, x + y)


def test_each_layout_of_inputs_gives_the_layout_of_pytorch() -> None:
    """Also if the memory that machine code fills is not row-major, and PyTorch's is."""
    x, y = _x(4, 3), _x(4, 3) + 1
    columns = [np.asfortranarray(x), np.asfortranarray(y)]
    kernel = _kernel("pointwise", *columns)
    for _ in range(3):
        for inputs, strides in ((columns, (4, 16)), ([x, y], (12, 4)), ([x, columns[1]], (12, 4))):
            (result,) = kernel.call(*inputs)
            assert result.array.strides == strides
            np.testing.assert_allclose(result.array, np.tanh(x * 2 + y), rtol=1e-5)


def test_a_call_keeps_no_reference() -> None:
    x, y = _x(5), Tensor(_x(5))
    kernel = _kernel("pointwise", x, y)
    counts = [sys.getrefcount(value) for value in (x, y, y.array, None, False)]
    for _ in range(100):
        (result,) = kernel.call(x, y)
        with pytest.raises(InputMismatch):
            kernel.call(x, x.astype(np.float64))
    array = result.array
    own = sys.getrefcount(array)
    assert own == 3, "the tensor's, the name's and the argument's"
    assert gc.is_tracked(result)
    after = [sys.getrefcount(value) for value in (x, y, y.array, None, False)]
    assert all(abs(a - b) < 20 for a, b in zip(counts, after, strict=True))


def test_results_are_freed() -> None:
    x = _x(1 << 20)
    kernel = _kernel("pointwise", x, x)
    before = resident()
    for _ in range(200):
        kernel.call(x, x)
    assert resident() - before < 100 << 20, "200 results have 800 MB"


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def test_threads_call_one_kernel() -> None:
    x = _x(100_000)
    kernel = _kernel("pointwise", x, x)
    (expected,) = kernel.call(x, x)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: kernel.call(x, x)[0].array, range(64)))
    assert all(np.array_equal(result, expected.array) for result in results)


def test_a_builtin_keeps_its_code() -> None:
    x = _x(5)
    call = _kernel("pointwise", x, x).call
    gc.collect()
    np.testing.assert_allclose(call(x, x)[0].array, np.tanh(x * 3), rtol=1e-5)


def test_without_the_builtin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_kernel, "runtime", lambda: None)
    x = _x(5)
    kernel = _kernel("pointwise", x, x)
    assert not _is_builtin(kernel)
    np.testing.assert_allclose(kernel.call(x, x)[0].array, np.tanh(x * 3), rtol=1e-5)


def test_this_machine_has_the_layout_that_the_builtin_knows() -> None:
    assert call_kernel.has_known_layout()


def _checks(*types: Any) -> tuple[Any, list[tuple[Any, ...]]]:
    """Return the builtin for these types, and the arguments that it has handed over."""
    handed: list[tuple[Any, ...]] = []

    def otherwise(*values: Any) -> tuple[Any, ...]:
        handed.append(values)
        return (*values, False)

    return call_kernel.builtin_check(types, otherwise), handed


def test_a_check_returns_its_arguments() -> None:
    check, handed = _checks(TensorType.get(["s0", 3], f32), TensorType.get(["s0"], f64))
    assert isinstance(check, BuiltinFunctionType)
    x, y = Tensor(_x(4, 3)), Tensor(_x(4, dtype=np.float64))
    before = sys.getrefcount(x), sys.getrefcount(True)
    for _ in range(50):
        found = check(x, y)
    assert len(found) == 3 and found[0] is x and found[1] is y and found[2] is True
    del found
    assert sys.getrefcount(x) == before[0] and abs(sys.getrefcount(True) - before[1]) < 20
    assert handed == []
    strided = Tensor(_x(3, 4).T)
    assert check(strided, y)[2] is True, "any layout"
    assert check(Tensor(_x(4, 3), requires_grad=True), y)[2] is True, "the types do not say"


@pytest.mark.parametrize(
    "values",
    [
        (Tensor(_x(4, 3)), Tensor(_x(5, dtype=np.float64))),
        (Tensor(_x(1, 3)), Tensor(_x(1, dtype=np.float64))),
        (Tensor(_x(4, 3)), Tensor(_x(4))),
        (Tensor(_x(4, 3, 1)), Tensor(_x(4, dtype=np.float64))),
        (Tensor(_x(4, 3), requires_grad=True), Tensor(_x(4, dtype=np.float64))),
        (Tensor(_x(4, 3), device="cuda"), Tensor(_x(4, dtype=np.float64))),
        (None, Tensor(_x(4, dtype=np.float64))),
        (),
    ],
)
def test_a_check_passes_other_arguments_to_the_fallback(values: tuple[Any, ...]) -> None:
    first = TensorType.get(["s0", 3], f32, requires_grad=False)
    check, handed = _checks(first, TensorType.get(["s0"], f64))
    assert check(*values)[-1] is False
    assert handed == [values]


def test_a_check_of_types_with_unknown_parts() -> None:
    check, handed = _checks(TensorType.get(), TensorType.get([None, 3]), TensorType.get(None, f32))
    assert check(Tensor(_x(2, 2, 2)), Tensor(_x(1, 3, dtype=np.int8)), Tensor(_x()))[3] is True
    assert handed == []
    assert check(Tensor(_x(2)), Tensor(_x(3)), Tensor(_x()))[3] is False


def test_a_check_of_none() -> None:
    check, handed = _checks(NoneType(), TensorType.get([2], f32), NoneType())
    x = Tensor(_x(2))
    assert check(None, x, None) == (None, x, None, True)
    assert handed == []
    assert check(None, x, x)[-1] is False
    assert check(0, x, None)[-1] is False
    assert len(handed) == 2


@pytest.mark.parametrize(
    "type",
    [
        i64,
        TensorType.get([2], f32, strides=[1]),
        TensorType.get([2], f32, requires_grad=True),
        TensorType.get([2], f32, device="cuda:0"),
        TensorType.get(["s0", "s0+1"], f32),
    ],
)
def test_other_types_have_no_builtin_check(type: Any) -> None:
    assert not isinstance(_checks(type)[0], BuiltinFunctionType)


def test_the_second_call_makes_the_builtin() -> None:
    x = _x(5)
    kernel = ts.compile_func(ts.compile("def f(x: Tensor):\n    return x * 2 + 1\n").f, [x])
    made = []
    for _ in range(3):
        np.testing.assert_array_equal(kernel(x)[0].array, x * 2 + 1)
        made.append(_is_builtin(kernel))
    assert made == [False, True, True]
