"""Random numbers in kernels: those of the interpreter, which leave the stream at the same place."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sampling_decoder import DECODER

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.executors.options import OPTIONS
from xdsl_torchscript.runtime.operators.random.generator import Generator, default_generator

EQUAL = (
    "torch.rand([12, 5]) + x",
    "torch.rand([3, 5], dtype=torch.float64)",
    "torch.rand_like(x) * x",
    "(torch.dropout(x, 0.5, True).t(), x.t())",
    "torch.bernoulli(x)",
    "torch.bernoulli(x, 0.3)",
    "torch.bernoulli(x.double())",
    "torch.dropout(x, 0.3, True)",
    "torch.dropout(x.double(), 0.7, True)",
    "torch.dropout(x, 0.0, True) * 2",
    "torch.dropout(x, 1.0, True)",
    "torch.feature_dropout(x.reshape(3, 5, 4), 0.4, True)",
    "torch.alpha_dropout(x, 0.4, True)",
    "torch.feature_alpha_dropout(x, 0.4, True)",
    "torch.native_dropout(x, 0.4, True)",
    "torch.native_dropout(x, 1.0, True)",
    "torch.native_dropout(x, 0.4, False)",
    "torch.randint(-3, 10, [4, 5])",
    "torch.randint(0, 2, [9], dtype=torch.bool)",
    "torch.randint(-3, 1 << 60, [4, 5], dtype=torch.int64)",
    "torch.randint_like(x, 10)",
    "torch.multinomial(x, 1)",
    "torch.multinomial(x[0], 1, True)",
    "torch.empty([4, 5]).uniform_(-1.0, 2.0) * 2",
    "torch.zeros_like(x).bernoulli_(0.25) + x",
    "torch.zeros_like(x).bernoulli_(x) + x",
    "torch.nn.functional.dropout(x * 2, 0.3, True, True)",
)
CLOSE = (
    "torch.randn([4, 4])",
    "torch.randn([3, 7])",
    "torch.randn([700], dtype=torch.float64)",
    "torch.randn_like(x) * x",
    "torch.normal(1.0, 2.0, [5, 5])",
    "torch.normal(x, 2.0)",
    "torch.normal(x, x)",
    "torch.zeros([4, 5]).normal_(1.0, 2.0)",
    "torch.zeros_like(x).exponential_(2.0)",
)
"""Numbers through functions whose last bits differ."""

REFUSED = {
    "torch.randn([15])": "fewer than 16 are drawn in pairs",
    "torch.rand_like(x.t())": "order of memory",
    "torch.dropout(x.half(), 0.5, True)": "drops float16",
    "torch.dropout(x, 1.5, True)": "has the probability 1.5",
    "torch.bernoulli(x, -0.5)": "has the probability -0.5",
    "torch.multinomial(x, 2)": "several places",
    "torch.randint(4, 4, [3])": "from 4 to below 4",
    "torch.normal(0.0, -1.0, [20])": "deviation -1.0",
    "torch.randint(0, 1 << 30, [3], dtype=torch.float32)": "draws float32 from 0",
}


def _numbers(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(0).random(shape, dtype=np.float32) * 0.8 + 0.1


X = _numbers((12, 5))


@pytest.fixture(autouse=True)
def engine() -> Iterator[None]:
    old = ts.set_engine("simple")
    yield
    ts.set_engine(old)


def _seeded(call: Callable[[], Any]) -> tuple[list[np.ndarray], int]:
    """Return the results after a seed, and the word that the stream draws next."""
    ts.manual_seed(3)
    results = call()
    arrays = results if isinstance(results, tuple) else (results,)
    return [np.asarray(result) for result in arrays], int(default_generator().words(1)[0])


def _function(expression: str) -> Any:
    return ts.CompilationUnit(f"def f(x):\n    return {expression}\n").f


@pytest.mark.parametrize("expression", [*EQUAL, *CLOSE])
def test_kernels_draw_what_the_interpreter_draws(expression: str) -> None:
    function = _function(expression)
    expected, following = _seeded(lambda: function(X))
    kernel = ts.compile_func(function, [X])
    for _ in range(3):  # The first calls prepare faster ones.
        got, place = _seeded(lambda: _flat(kernel(X)))
        assert place == following
        for found, wanted in zip(got, expected, strict=True):
            assert found.dtype == wanted.dtype
            if expression in EQUAL:
                np.testing.assert_array_equal(found, wanted)
            else:
                np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=2e-6)


def _flat(results: tuple[Any, ...]) -> tuple[Any, ...]:
    return results[0] if isinstance(results[0], tuple) else results


@pytest.mark.parametrize("expression", REFUSED)
def test_other_draws_are_refused(expression: str) -> None:
    with pytest.raises(ts.NativeUnsupported, match=REFUSED[expression]):
        ts.compile_func(_function(expression), [X])


def test_the_count_of_a_kernel_for_any_size() -> None:
    function = _function("torch.dropout(x, 0.3, True) + torch.rand_like(x)")
    kernel = ts.compile_func(function, [X], symbolic=True)
    for shape in ((2, 3), (700, 2)):
        x = _numbers(shape)
        expected, following = _seeded(lambda x=x: function(x))
        got, place = _seeded(lambda x=x: kernel(x))
        np.testing.assert_array_equal(got[0], expected[0])
        assert place == following


@pytest.mark.parametrize("engine_name", ["native", "profile"])
def test_draws_that_nothing_reads(engine_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
def f(x, n: int):
    torch.rand([3])
    for i in range(n):
        torch.rand([2])
    return torch.rand_like(x) * 2
"""
    monkeypatch.setattr(OPTIONS, "compile", "now")
    function = ts.CompilationUnit(text).f
    expected, following = _seeded(lambda: function(X, 2))
    kernel = ts.compile_func(function, [X, 2])
    ts.set_engine(engine_name)
    for call in (lambda: kernel(X, 2), *3 * [lambda: function(X, 2)]):
        got, place = _seeded(call)
        np.testing.assert_array_equal(got[0], expected[0])
        assert place == following


def test_a_copy_of_a_generator_has_its_own_state() -> None:
    first = Generator(3)
    second = copy.deepcopy(first)
    assert second.address != first.address
    assert second.words(5).tolist() == first.words(5).tolist()


def test_compiling_draws_nothing() -> None:
    ts.manual_seed(3)
    before = default_generator().position
    ts.compile_func(_function("torch.rand_like(x) * 2"), [X])
    assert default_generator().position == before


def test_a_failure_returns_the_stream_to_its_place() -> None:
    text = """
def f(x, n: int):
    s = torch.zeros_like(x)
    for i in range(n):
        s = s + torch.bernoulli(x + 0.1 * i)
    return s
"""
    kernel = ts.compile_func(ts.CompilationUnit(text).f, [X * 0.5, 3])
    for _ in range(3):
        ts.manual_seed(3)
        before = default_generator().position
        with pytest.raises(RuntimeError, match="probabilities lie between 0 and 1"):
            kernel(X * 0.5, 20)
        assert default_generator().position == before
        kernel(X * 0.5, 2)
        assert default_generator().position != before


def test_other_layouts_are_left_to_the_interpreter() -> None:
    function = _function("torch.dropout(x * 2, 0.5, True)")
    kernel = ts.compile_func(function, [X])
    for _ in range(3):
        before = default_generator().position
        with pytest.raises(ts.InputMismatch, match="in order"):
            kernel(np.asfortranarray(X))
        assert default_generator().position == before
        kernel(X)


def test_layouts_that_decide_no_order() -> None:
    function = ts.CompilationUnit(
        "def f(x, w):\n    return torch.dropout(torch.relu(torch.mm(x, w)), 0.5, True)"
    ).f
    w = _numbers((5, 7))
    kernel = ts.compile_func(function, [X, w])
    for x in (X, np.asfortranarray(X), X, np.asfortranarray(X)):
        expected, following = _seeded(lambda x=x: function(x, w))
        got, place = _seeded(lambda x=x: kernel(x, w))
        np.testing.assert_allclose(got[0], expected[0], rtol=1e-5)
        assert place == following


def test_an_executor_draws_the_same_for_other_layouts() -> None:
    function = _function("torch.dropout(torch.relu(x) * 2, 0.5, True)")
    transposed = np.ascontiguousarray(X.T).T
    expected, following = _seeded(lambda: function(transposed))
    ts.set_engine("native")
    _seeded(lambda: function(X))
    got, place = _seeded(lambda: function(transposed))
    np.testing.assert_array_equal(got[0], expected[0])
    assert place == following


@pytest.mark.parametrize("engine_name", ["native", "profile"])
def test_a_decoder_is_one_kernel(engine_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = (_numbers((1, 8)), _numbers((8, 4)), _numbers((4, 8)), 6)
    decode = ts.CompilationUnit(DECODER).decode
    expected, following = _seeded(lambda: decode(*inputs))
    ts.set_engine(engine_name)
    monkeypatch.setattr(OPTIONS, "compile", "now")
    for _ in range(4):
        got, place = _seeded(lambda: decode(*inputs))
        np.testing.assert_array_equal(got[0], expected[0])
        assert place == following
    text = str(ts.explain(decode, *inputs))
    assert "Every operator on tensors is in a group." in text


def test_means_of_dropout_are_one_kernel() -> None:
    text = """
def mean(x, n: int):
    s = torch.zeros_like(x)
    for i in range(n):
        s = s + torch.relu(torch.nn.functional.dropout(x, 0.2, True) - 0.1)
    return s / n
"""
    mean = ts.CompilationUnit(text).mean
    expected, following = _seeded(lambda: mean(X, 20))
    kernel = ts.compile_func(mean, [X, 20])
    got, place = _seeded(lambda: kernel(X, 20))
    np.testing.assert_allclose(got[0], expected[0], rtol=1e-6)
    assert place == following


def test_threads_share_the_stream() -> None:
    """Each call draws numbers that are adjacent in the stream, and no number is drawn twice."""
    calls, size = 200, 31
    kernel = ts.compile_func(_function("torch.rand([31], dtype=torch.float64)"), [X])
    for _ in range(3):
        kernel(X)
    ts.manual_seed(5)
    drawn: list[np.ndarray] = []

    def run() -> None:
        for _ in range(calls):
            drawn.append(np.asarray(kernel(X)[0]))

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ts.manual_seed(5)
    expected = default_generator().doubles(4 * calls * size).reshape(-1, size)
    assert sorted(map(tuple, drawn)) == sorted(map(tuple, expected))


def test_a_kernel_from_the_disk_holds_the_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TS_CACHE_DIR", str(tmp_path))
    function = _function("torch.rand_like(x) + 0.125")
    expected, following = _seeded(lambda: function(X))
    for _ in range(2):  # The second kernel is restored.
        kernel = ts.compile_func(function, [X])
        assert kernel.table is None
        got, place = _seeded(lambda kernel=kernel: kernel(X))
        np.testing.assert_array_equal(got[0], expected[0])
        assert place == following


def test_compiled_files_have_no_stream(tmp_path: Path) -> None:
    with pytest.raises(ts.NativeUnsupported, match=r"'aten\.dropout' op draws random numbers"):
        ts.compile_aot(_function("torch.dropout(x, 0.5, True)"), [X], tmp_path)
