"""Kernels that write their arguments: the same results and writes as the interpreter's, whatever
memory the arguments have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import InputMismatch, RuntimeFault
from xdsl_torchscript.runtime.tensor import Array

PROGRAMS = {
    "average": """
def f(k: Tensor, x: Tensor):
    k.mul_(0.9).add_(x, alpha=0.1)
    return k * 2.0 + x
""",
    "two": """
def f(k: Tensor, v: Tensor):
    y = k.sin()
    k.copy_(y + v)
    v.add_(k)
    return (k * v).sum()
""",
    "swap": """
def f(k: Tensor, v: Tensor):
    t = k.clone()
    k.copy_(v)
    v.copy_(t)
    return (k + v).exp(), t
""",
    "parts": """
def f(k: Tensor, x: Tensor):
    k[1:3] = x[1:3] * 2.0
    k[:, 2].add_(1.0)
    k[0] += k[3]
    return k.relu() + x
""",
    "old": """
def f(k: Tensor, x: Tensor):
    a = k * x
    k.add_(a)
    b = k * x
    k.mul_(0.5)
    return a + b, k
""",
    "nothing": """
def f(k: Tensor, x: Tensor):
    k.mul_(0.5)
    k.add_(x)
""",
    "loop": """
def f(k: Tensor, x: Tensor):
    for i in range(3):
        k.mul_(0.9).add_(x)
        x = x * 0.5
    return k + x
""",
    "branch": """
def f(k: Tensor, x: Tensor):
    if bool(x[0, 0] > 0.0):
        k.add_(x)
    else:
        k.sub_(x)
    return k * x
""",
    "view": """
def f(k: Tensor, x: Tensor):
    t = k.t()
    y = x.t() * t
    k.add_(x)
    return (t * y).sum() + t.sin()
""",
    "promotion": """
def f(k: Tensor, x: Tensor):
    k.add_(x.double() * 2.0)
    return (k > 1.0).to(torch.float32) * x
""",
    "local": """
def f(k: Tensor, x: Tensor):
    y = torch.zeros(4, 8)
    y[1] = x[2]
    y.add_(k)
    k.copy_(y)
    return y * 2.0
""",
}
PLACES = {
    "row": """
def f(k: Tensor, x: Tensor, at: int):
    k[at] = x[0] * 2.0
    return k.sin()
""",
    "rows": """
def f(k: Tensor, x: Tensor, at: int):
    k[at : at + 2] = x[:2] * 2.0
    return k.sin()
""",
    "columns": """
def f(k: Tensor, x: Tensor, at: int):
    n = x.size(0)
    k[:, at : at + n] += x[:, :n]
    return (k * x).sum(0)
""",
    "block": """
def f(k: Tensor, x: Tensor, at: int):
    k[at : at + 2, at + 1 : at + 3] = x[:2, :2].exp()
    return k.cos() + x
""",
    "one row for all": """
def f(k: Tensor, x: Tensor, at: int):
    k[at : at + 3] = x[1:2] * 2.0
    return k.sin()
""",
    "the write before": """
def f(k: Tensor, x: Tensor, at: int):
    k.add_(x)
    y = k[at] * 2.0
    k.mul_(0.5)
    return y.tanh() + k
""",
    "read": """
def f(k: Tensor, x: Tensor, at: int):
    return (k[at] * 0.5 + x[-at]).tanh()
""",
    "narrow": """
def f(k: Tensor, x: Tensor, at: int):
    return (k.narrow(0, at, 2) * 0.5 + x[1:3]).tanh()
""",
    "returned": """
def f(k: Tensor, x: Tensor, at: int):
    row = k[at]
    k.add_(x)
    return row.sin(), row
""",
    "read later": """
def f(k: Tensor, x: Tensor, at: int):
    rows = k[at : at + 2]
    rows.mul_(0.5)
    return rows * 2.0 + x[:1]
""",
    "an index between": """
def f(k: Tensor, x: Tensor, at: int):
    row = k[at]
    factor = [0.5, 1.5, 2.5, 3.5][at]
    x.mul_(factor)
    return (x * factor + row).sin()
""",
    "a list that ends before": """
def f(k: Tensor, x: Tensor, at: int):
    row = k[at]
    x.mul_([0.5, 1.5, 2.5, 3.5, 4.5, 5.5][at])
    return (x * 2.0 + row).sin()
""",
    "the rows behind": """
def f(k: Tensor, x: Tensor, at: int):
    k[at:] *= 1.5
    if at > 5:
        k.add_(x)
    return k
""",
    "a local tensor": """
def f(k: Tensor, x: Tensor, at: int):
    y = torch.zeros(4, 8)
    y[at : at + 2] = x[:1]
    return y.sin()
""",
    "the rest": """
def f(k: Tensor, x: Tensor, at: int):
    return torch.slice_scatter(k, x[:2], 0, at).sin()
""",
}
"""Functions of a place that only the run knows."""
ENGINES = ("profile", "native")
_RNG = np.random.default_rng(3)


def _random(*shape: int) -> Array:
    return _RNG.standard_normal(shape or (4, 8)).astype(np.float32)


def _run(engine: str, f: Any, inputs: tuple[Any, ...]) -> Any:
    """Return the results as arrays, or the text of the error."""
    ts.set_engine(engine)
    try:
        found = f(*inputs)
    except RuntimeFault as error:
        return str(error)
    except ts.NativeUnsupported:
        pytest.skip("no native code alone")
    parts = found if isinstance(found, tuple) else () if found is None else (found,)
    return [np.asarray(part) for part in parts]


def _check(engine: str, f: Any, make: Callable[[], tuple[Any, ...]]) -> None:
    """Check results and writes for inputs, twice made the same, against the interpreter's."""
    state = _RNG.bit_generator.state
    expected_inputs = make()
    _RNG.bit_generator.state = state
    inputs = make()
    expected = _run("interp", f, expected_inputs)
    found = _run(engine, f, inputs)
    if isinstance(expected, str):
        assert found == expected
    else:
        for one, other in zip(found, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    for one, other in zip(inputs, expected_inputs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)


@pytest.fixture(autouse=True)
def _now(kept_options: None) -> None:
    ts.set_compile_mode("now")


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_writes_and_results(name: str, engine: str) -> None:
    f = ts.CompilationUnit(PROGRAMS[name]).f
    for _ in range(5):
        _check(engine, f, lambda: (_random(), _random()))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", PLACES)
def test_places_in_and_out_of_range(name: str, engine: str) -> None:
    f = ts.CompilationUnit(PLACES[name]).f
    for at in (1, 0, 2, 1, -1, -4, -5, 3, 2, 4, 8, -2, 2**63 - 1, -(2**63), 1):
        _check(engine, f, lambda at=at: (_random(), _random(), at))


@pytest.mark.parametrize("name", ["row", "rows", "columns", "block", "read", "narrow"])
def test_a_place_enters_the_group(name: str) -> None:
    f = ts.CompilationUnit(PLACES[name]).f
    for at in (0, 1, 0):
        f(_random(), _random(), at)
    main, *_ = str(f.graph_for(_random(), _random(), 1)).split("with prim::")
    assert "aten::" not in main


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["average", "parts", "old"])
def test_memory_that_overlaps_or_has_gaps(name: str, engine: str) -> None:
    def halves() -> tuple[Array, Array]:
        whole = _random(48)
        return whole[:32].reshape(4, 8), whole[16:].reshape(4, 8)

    def same() -> tuple[Array, Array]:
        k = _random()
        return k, k

    def gaps() -> tuple[Array, Array]:
        return _random(4, 16)[:, ::2], _random()

    def columns() -> tuple[Array, Array]:
        return _random(8, 4).T, _random(8, 4).T

    def rows() -> tuple[Array, Array]:
        whole = _random(8, 8)
        return whole[:4], whole[4:]

    def reads_gaps() -> tuple[Array, Array]:
        return _random(), _random(4, 16)[:, ::2]

    def reads_backward() -> tuple[Array, Array]:
        whole = _random(8, 8)
        return whole[4:], whole[3::-1]

    def reads_around() -> tuple[Array, Array]:
        whole = _random(8, 16)
        return whole[2:4].reshape(4, 8), whole[::2, 8:]

    def reads_around_backward() -> tuple[Array, Array]:
        whole = _random(8, 16)
        return whole[2:4].reshape(4, 8), whole[::-2, :8]

    f = ts.CompilationUnit(PROGRAMS[name]).f
    for _ in range(3):
        _check(engine, f, lambda: (_random(), _random()))
    read = (reads_gaps, reads_backward, reads_around, reads_around_backward)
    for make in (halves, same, gaps, columns, rows, *read):
        for _ in range(3):
            _check(engine, f, make)


def test_a_kernel_refuses_inputs_that_it_must_not_write() -> None:
    kernel = ts.compile_func(ts.CompilationUnit(PROGRAMS["average"]).f, [_random(), _random()])
    k = _random()
    for _ in range(3):  # in Python, and as a builtin
        kernel(k, _random())
        with pytest.raises(InputMismatch, match="input 0 is written, and overlaps another input"):
            kernel(k, k)
        with pytest.raises(InputMismatch, match="is written, and is read-only or not row-major"):
            kernel(k[:, ::1].T.copy().T, _random())
        frozen = _random()
        frozen.flags.writeable = False
        with pytest.raises(InputMismatch, match="is written, and is read-only or not row-major"):
            kernel(frozen, _random())


@pytest.mark.parametrize("engine", ENGINES)
def test_a_kernel_that_fails_has_written_nothing(engine: str) -> None:
    """The interpreter writes what runs before the error, once."""
    f = ts.CompilationUnit("""
def f(k: Tensor, x: Tensor, at: Tensor):
    k.add_(x)
    k.index_copy_(0, at, x[:1] * 2.0)
    k.mul_(2.0)
    return k + x
""").f
    for at in (1, 3, 2, 9, 0, 9):
        _check(engine, f, lambda at=at: (_random(), _random(), np.array([at])))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loop_that_fails_has_written_nothing(engine: str) -> None:
    f = ts.CompilationUnit("""
def f(k: Tensor, x: Tensor, n: int):
    for i in range(n):
        k[i] += x[0]
    return k * 2.0
""").f
    for n in (2, 4, 3, 5, 1, 6):
        _check(engine, f, lambda n=n: (_random(), _random(), n))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_loop_whose_slices_are_clipped(engine: str) -> None:
    f = ts.CompilationUnit("""
def f(k: Tensor, x: Tensor, n: int):
    for i in range(n):
        k[i : i + 2, 1:4] = x[:1, 1:4] * 2.0
    return k.sin()
""").f
    for n in (2, 3, 0, 4, 1, 6):
        _check(engine, f, lambda n=n: (_random(), _random(), n))


def test_a_group_writes_and_reads_buffers() -> None:
    """A cache of keys, as decoders have: one kernel, of which the module keeps the memory."""
    unit = ts.CompilationUnit("""
def f(cache: Tensor, key: Tensor, at: Tensor):
    cache[:, at] = key.tanh()
    return (cache * key).sum(0) + key
""")
    cache, expected = np.zeros((4, 6), np.float32), np.zeros((4, 6), np.float32)
    for step in range(6):
        key = _random(4, 1)
        found = np.asarray(unit.f(cache, key, np.array([step])))
        expected[:, step] = np.tanh(key[:, 0])
        np.testing.assert_allclose(cache, expected, rtol=1e-6)
        np.testing.assert_allclose(found, (expected * key).sum(0) + key, rtol=1e-5, atol=1e-6)
    text = str(unit.f.graph_for(cache, key, np.array([0])))
    main, group, *_ = text.split("with prim::")
    assert "aten::" not in main
    assert group.startswith("TensorExprGroup_0") and "aten::index_put_" in group


@pytest.mark.parametrize("dtype", ["float16", "float64", "int64", "int32", "uint8", "bool"])
def test_element_types(dtype: str) -> None:
    f = ts.CompilationUnit("""
def f(k: Tensor, x: Tensor):
    y = k | x if k.dtype == torch.bool else k + x
    k.copy_(y)
    return y == k
""").f
    for _ in range(4):
        _check("profile", f, lambda: tuple((_random() * 4).astype(dtype) for _ in range(2)))
