"""Kernels with parallel loops: results equal numpy's for any number of threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.native import machine_code
from xdsl_torchscript.runtime.native.kernel import Kernel
from xdsl_torchscript.runtime.native.object_cache import decode, encode

Array = np.ndarray[Any, Any]


class Program(NamedTuple):
    """A function, a numpy form of it, and shapes of its inputs; symbolic kernels run on all."""

    text: str
    numpy_form: Callable[..., Array]
    shapes: Sequence[Sequence[tuple[int, ...]]]


def softmax(x: Array) -> Array:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


PROGRAMS = {
    "pointwise": Program(
        "def f(x, y):\n    return torch.tanh(x * y) + x\n",
        lambda x, y: np.tanh(x * y) + x,
        [[(100003,)] * 2, [(7,)] * 2],
    ),
    "rows": Program(
        "def f(x):\n    return torch.softmax(x, -1)\n",
        softmax,
        [[(333, 210)], [(2, 3)], [(40000, 2)]],
    ),
    "columns": Program(
        "def f(x):\n    return x.sum([0])\n",
        lambda x: x.sum(0),
        [[(500, 1000)], [(3, 5)]],
    ),
    "sum": Program(
        "def f(x):\n    return (x * x).sum()\n",
        lambda x: (x.astype(np.float64) ** 2).sum(),
        [[(301, 1001)], [(3, 5)]],
    ),
    "place of a maximum": Program(
        "def f(x):\n    return x.argmax()\n",
        np.argmax,
        [[(301, 1001)], [(3, 5)]],
    ),
    "broadcast": Program(
        "def f(x, y):\n    return torch.exp(x + y)\n",
        lambda x, y: np.exp(x + y),
        [[(301, 200), (200,)], [(5, 2), (2,)]],
    ),
    "product": Program(
        "def f(x, y):\n    return torch.relu(torch.mm(x, y))\n",
        lambda x, y: np.maximum(x @ y, 0),
        [[(131, 150), (150, 170)], [(3, 4), (4, 5)]],
    ),
    "large product": Program(
        "def f(x, y):\n    return torch.mm(x, y)\n",
        np.matmul,
        [[(130, 512), (512, 520)]],
    ),
    "few rows of a product": Program(
        "def f(x, y):\n    return torch.relu(torch.mm(x, y.t()))\n",
        lambda x, y: np.maximum(x @ y.T, 0),
        [[(6, 300), (512, 300)], [(3, 4), (5, 4)]],
    ),
    "batches": Program(
        "def f(x, y):\n    return torch.bmm(x, y)\n",
        np.matmul,
        [[(9, 60, 70), (9, 70, 50)]],
    ),
    "transposed": Program(
        "def f(x):\n    return (x.transpose(0, 1) * 2.0).contiguous()\n",
        lambda x: x.T * 2,
        [[(700, 300)]],
    ),
}


@pytest.fixture(autouse=True)
def _threads() -> Iterator[None]:
    """Keep the number of threads."""
    before = ts.get_num_threads()
    yield
    ts.set_num_threads(before)


def arrays(shapes: Sequence[tuple[int, ...]]) -> list[Array]:
    random = np.random.default_rng(0)
    return [random.standard_normal(shape, np.float32) for shape in shapes]


def kernel_of(program: Program, inputs: Sequence[Array], *, symbolic: bool) -> Kernel:
    return ts.compile_func(ts.compile(program.text).f, inputs, symbolic=symbolic)


@pytest.mark.parametrize("symbolic", [False, True], ids=["static", "symbolic"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_results_do_not_depend_on_threads(name: str, symbolic: bool) -> None:
    program = PROGRAMS[name]
    kernel = kernel_of(program, arrays(program.shapes[0]), symbolic=symbolic)
    for shapes in program.shapes if symbolic else program.shapes[:1]:
        inputs = arrays(shapes)
        expected = program.numpy_form(*(array.astype(np.float64) for array in inputs))
        results: list[Array] = []
        for threads in (1, 2, 3):
            ts.set_num_threads(threads)
            results.append(np.asarray(kernel(*inputs)[0].array))
            np.testing.assert_allclose(results[-1], expected, rtol=1e-4, atol=1e-4)
        assert all(np.array_equal(results[0], other) for other in results[1:])


def test_several_callers_at_once() -> None:
    ts.set_num_threads(2)
    program = PROGRAMS["rows"]
    (x,) = arrays(program.shapes[0])
    kernel = kernel_of(program, [x], symbolic=False)
    expected = np.asarray(kernel(x)[0].array)
    with ThreadPoolExecutor(4) as callers:
        found = list(callers.map(lambda _: np.asarray(kernel(x)[0].array), range(40)))
    assert all(np.array_equal(expected, array) for array in found)


def test_a_kernel_with_little_work_needs_no_threads() -> None:
    program = Program("def f(x):\n    return x + x\n", lambda x: x + x, [])
    found: list[tuple[str, ...]] = []
    original = machine_code.compile_object

    def compile_object(text: str) -> Any:
        found.append(original(text).needs)
        return original(text)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine_code, "compile_object", compile_object)
        patch.setattr(machine_code, "compile_cached", lambda text, compile: compile())
        for size in (1000, 1_000_000):
            kernel_of(program, [np.zeros(size, np.float32)], symbolic=False)
    assert "ts_parallel_for" not in found[0]
    assert "ts_parallel_for" in found[1]


def test_the_cache_keeps_needed_names() -> None:
    object = machine_code.compile_object("declare void @g()\ndefine void @f() {\n  ret void\n}\n")
    assert object.needs == ("g",)
    assert decode(encode(object)) == object
