"""Native kernels with unusual memory, from several threads, and many of them."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.runtime.errors import InputMismatch, NativeUnsupported
from xdsl_torchscript.runtime.native.compile_kernel import compile_func
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.tensor import Array, Tensor

SQUARE = "graph(%x : Tensor):\n  %y : Tensor = aten::mul(%x, %x)\n  return (%y)\n"
PRODUCT = "graph(%x : Tensor, %y : Tensor):\n  %z : Tensor = aten::mul(%x, %y)\n  return (%z)\n"
HUGE = """graph(%x : Tensor, %n : int):
  %sizes : int[] = prim::Constant[value=[100000, 100000, 100000]]()
  %no : bool = prim::Constant[value=0]()
  %0 : int = prim::Constant[value=0]()
  %yes : bool = prim::Constant[value=1]()
  %y : Tensor = aten::expand(%x, %sizes, %no)
  %z : Tensor = prim::Loop(%n, %yes, %y)
    block0(%i : int, %c : Tensor):
      %m : Tensor = aten::neg(%c)
      -> (%yes, %m)
  %row : Tensor = aten::select(%z, %0, %0)
  return (%row)
"""


def square_kernel(x: Array, *, symbolic: bool = False) -> Kernel:
    return compile_func(parse_graph(SQUARE, "t"), "graph", [Tensor(x)], symbolic=symbolic)


def misalign(array: Array) -> Array:
    memory = np.zeros(array.nbytes + 1, np.uint8)
    moved = memory[1:].view(array.dtype).reshape(array.shape)
    moved[...] = array
    return moved


LINE = np.arange(64, dtype=np.float32)
ARRAYS = {
    "backwards": LINE[::-1],
    "every other": LINE[::2],
    "transposed": LINE.reshape(8, 8).T,
    "one element many times": np.broadcast_to(LINE[3], (5, 7)),
    "overlapping rows": sliding_window_view(LINE, 8),
    "misaligned": misalign(LINE),
    "nothing": LINE[:0].reshape(0, 3),
    "no axes": LINE[5:6].reshape(()),
}


@pytest.mark.parametrize("symbolic", [False, True])
@pytest.mark.parametrize("name", ARRAYS)
def test_any_memory_is_read(name: str, symbolic: bool) -> None:
    x = ARRAYS[name]
    (got,) = square_kernel(x, symbolic=symbolic)(Tensor(x))
    np.testing.assert_array_equal(got.array, np.asarray(x * x), strict=True)


@pytest.mark.parametrize("sizes", [(7, 8), (1, 1), (0, 0), (7, 1), (1, 7)])
def test_sizes_that_break_a_symbol_are_refused(sizes: tuple[int, int]) -> None:
    x = Tensor(LINE)
    kernel = compile_func(parse_graph(PRODUCT, "t"), "graph", [x, x], symbolic=True)
    with pytest.raises(InputMismatch, match="compiled for"):
        kernel(*(Tensor(np.ones(size, np.float32)) for size in sizes))


def test_sizes_beyond_memory_are_refused() -> None:
    one = Tensor(np.ones((1, 1, 1), np.float32))
    with pytest.raises(NativeUnsupported, match="more than there are addresses"):
        compile_func(parse_graph(HUGE, "t"), "graph", [one, 0])


def test_threads_compile_and_call_at_once() -> None:
    shared = square_kernel(LINE)

    def work(size: int) -> bool:
        x = np.full(size, float(size), np.float32)
        own = square_kernel(x)
        return all(
            np.array_equal(own(Tensor(x))[0].array, x * x)
            and np.array_equal(shared(Tensor(LINE))[0].array, LINE * LINE)
            for _ in range(50)
        )

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(work, range(1, 17)))


def _resident_pages() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
def test_kernels_leave_no_memory_behind() -> None:
    def compile_some(sizes: range) -> None:
        for size in sizes:
            square_kernel(np.ones(size, np.float32))
        gc.collect()

    def growth(first: int) -> int:
        before = _resident_pages()
        compile_some(range(first, first + 60))
        return _resident_pages() - before

    compile_some(range(2, 32))
    # 4 MB; a kernel that stays takes 0.1 MB, each time, unlike what else the process keeps
    assert any(growth(first) < 1000 for first in (32, 92, 152))
