"""Kernels that get no memory: they end with MemoryError, and give back all that they have. The
interpreter answers instead."""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Iterator, Sequence
from functools import cache, partial

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native import kernel
from xdsl_torchscript.runtime.native.call_kernel import runtime
from xdsl_torchscript.runtime.native.engine import Library, compile_ir
from xdsl_torchscript.runtime.native.kernel import SYMBOLS, Kernel
from xdsl_torchscript.runtime.operators.linear_algebra import matrices
from xdsl_torchscript.runtime.tensor import Array

F32 = np.float32

ALLOCATOR = """
@left = global i64 0                   ; so many allocations succeed
@taken = global i64 0
@freed = global i64 0
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare ptr @PyErr_NoMemory()
define ptr @take(i64 %alignment, i64 %size) {
entry:
  %left = atomicrmw sub ptr @left, i64 1 seq_cst
  %is.left = icmp sgt i64 %left, 0
  br i1 %is.left, label %take, label %fail
take:
  atomicrmw add ptr @taken, i64 1 seq_cst
  %memory = call ptr @aligned_alloc(i64 %alignment, i64 %size)
  ret ptr %memory
fail:
  ret ptr null
}
define void @give(ptr %memory) {
  atomicrmw add ptr @freed, i64 1 seq_cst
  call void @free(ptr %memory)
  ret void
}
define ptr @new_array(ptr, i32, ptr, i32, ptr, ptr, i32, i32, ptr) {
  %none = call ptr @PyErr_NoMemory()
  ret ptr %none
}
"""


PLENTY = 1 << 60


class Allocator:
    """The memory of kernels. It is counted, and can run out."""

    def __init__(self) -> None:
        self._library = _library()
        self.allow(PLENTY)

    def address(self, name: str) -> int:
        return self._library.address(name)

    def _word(self, name: str) -> ctypes.c_int64:
        return ctypes.c_int64.from_address(self.address(name))

    def allow(self, count: int) -> None:
        """Let all allocations fail after so many."""
        self._word("left").value = count
        self._word("taken").value = self._word("freed").value = 0

    @property
    def taken(self) -> int:
        return self._word("taken").value

    @property
    def kept(self) -> int:
        """The number of allocations that were not freed."""
        return self.taken - self._word("freed").value


@cache
def _library() -> Library:
    return compile_ir(ALLOCATOR)


@pytest.fixture
def allocator(monkeypatch: pytest.MonkeyPatch) -> Allocator:
    found = Allocator()
    own = {"aligned_alloc": partial(found.address, "take"), "free": partial(found.address, "give")}
    monkeypatch.setattr(kernel, "SYMBOLS", {**SYMBOLS, **own})
    return found


@pytest.fixture(params=[1, 3], ids=["one thread", "three threads"])
def threads(request: pytest.FixtureRequest) -> Iterator[None]:
    before = ts.get_num_threads()
    ts.set_num_threads(request.param)
    yield
    ts.set_num_threads(before)


PROGRAMS: dict[str, tuple[str, Sequence[tuple[int, ...]]]] = {
    "products": (
        "def f(x, y):\n    return torch.mm(torch.softmax(torch.mm(x, y), 0), x) + 1\n",
        [(256, 256), (256, 256)],
    ),
    "large batches": (
        "def f(x, y):\n    return torch.bmm(x, y)\n",
        [(9, 160, 270), (9, 270, 250)],
    ),
    "a convolution": (
        "def f(x, y):\n    return torch.conv2d(torch.relu(x), y, None, [1, 1], [1, 1])\n",
        [(2, 8, 30, 30), (16, 8, 3, 3)],
    ),
    "sorted rows": (
        "def f(x):\n    return torch.sort(x, 1)[0] + torch.cumsum(x, 0)\n",
        [(300, 200)],
    ),
    "loop": (
        "def f(x):\n    for i in range(3):\n        x = torch.mm(x, x) - x\n    return x\n",
        [(20, 20)],
    ),
    "checked": (
        "def f(x):\n    return torch.mm(x, x)[torch.argmax(x, 1)].cumsum(0)\n",
        [(20, 20)],
    ),
}


def arrays(shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    random = np.random.default_rng(0)
    return [random.standard_normal(shape, F32) / 16 for shape in shapes]


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize("name", PROGRAMS)
def test_each_allocation_may_fail(name: str, allocator: Allocator) -> None:
    text, shapes = PROGRAMS[name]
    inputs = arrays(shapes)
    made: Kernel = ts.compile_func(ts.compile(text).f, inputs)
    (expected,) = made(*inputs)
    count = allocator.taken
    assert count > 0
    assert allocator.kept == 0
    for number in range(count):
        allocator.allow(number)
        with pytest.raises(MemoryError, match="not enough memory"):
            made(*inputs)
        assert allocator.kept == 0
    allocator.allow(PLENTY)
    np.testing.assert_array_equal(made(*inputs)[0].array, expected.array)


@pytest.mark.usefixtures("compiled_now", "threads")
def test_the_interpreter_answers(allocator: Allocator) -> None:
    text, shapes = PROGRAMS["products"]
    function, inputs = ts.compile(text).f, arrays(shapes)
    for _ in range(3):
        expected = function(*inputs)
    assert allocator.taken
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for count in (0, 1, 0):
            allocator.allow(count)
            np.testing.assert_allclose(function(*inputs).array, expected.array, rtol=1e-5)
            assert allocator.kept == 0
    allocator.allow(PLENTY)
    np.testing.assert_array_equal(function(*inputs).array, expected.array)
    assert allocator.taken
    (told,) = caught
    assert str(told.message) == (
        "a group of operators is interpreted, as its kernel fails: MemoryError: not enough memory "
        "(ts.set_engine('interp') turns optimisation off)"
    )


@pytest.mark.usefixtures("compiled_now")
def test_results_without_memory_are_made_by_python(allocator: Allocator) -> None:
    function, (x,) = ts.compile("def f(x):\n    return x + x\n").f, arrays([(5,)])
    for _ in range(3):
        expected = function(x)
    functions = runtime()
    assert functions is not None
    address = ctypes.c_size_t.from_address(functions.library.address("new_array"))
    real, address.value = address.value, allocator.address("new_array")
    try:
        found = function(x)
    finally:
        address.value = real
    np.testing.assert_array_equal(found.array, expected.array)


def test_an_operator_without_memory() -> None:
    function = ts.compile("def f(x):\n    return x.expand(1 << 30, 1 << 27) + 1\n").f
    with pytest.raises(MemoryError, match=r":2:12: error: 'aten.add.Scalar' op failed: not enough"):
        function(np.ones(1, F32))


@pytest.mark.usefixtures("compiled_now")
def test_neither_kernel_nor_interpreter_has_memory(
    allocator: Allocator, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, shapes = PROGRAMS["products"]
    function, inputs = ts.compile(text).f, arrays(shapes)
    for _ in range(3):
        function(*inputs)
    allocator.allow(0)
    monkeypatch.setattr(matrices, "_product", _fail)
    with warnings.catch_warnings(), pytest.raises(MemoryError, match="not enough memory") as told:
        warnings.simplefilter("ignore")
        function(*inputs)
    assert isinstance(told.value, ts.RuntimeFault)


def _fail(*arguments: object) -> Array:
    raise MemoryError
