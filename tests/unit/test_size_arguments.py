"""Ints among the arguments that decide sizes: one plan for all of them, as the interpreter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from xdsl.dialects.func import FuncOp

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.prim import TensorExprGroupOp
from xdsl_torchscript.lowering.ts_to_te.groups.create_function_group import (
    create_function_group,
    must_be_whole,
)
from xdsl_torchscript.runtime.executors import plan_passes
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.executors.stages import Stage

pytestmark = pytest.mark.usefixtures("compiled_now")

NATIVE = {
    "the end of a slice": "return x[:, :n] * 2.0 + 1.0",
    "all but one": "return torch.tanh(x[:, : n - 1])",
    "half as many": "return torch.tanh(x[:, : n // 2])",
    "the length of narrow": "return torch.relu(x.narrow(1, 1, n))",
    "narrow at a place": "return torch.relu(x.narrow(1, m, n))",
    "the start of a slice": "return torch.tanh(x[:, n:]).sum(1)",
    "the size of a new tensor": "return x[:, :n] + torch.ones(x.size(0), n)",
    "a range": "return torch.arange(n) * x.sum()",
    "an expansion": "return x.sum(1, True).expand(x.size(0), n) * 2.0",
    "a join": "return torch.cat([x * 2.0, torch.ones(n, x.size(1))], 0)",
    "a loop": """y = x[:, :n] * 1.0
    for i in range(n):
        y = y + x[:, i : i + 1] * i
    return y""",
    "branches": "return x[:, :n] * 2.0 if n > 6 else x[:, :n] + 1.0",
    "a number as well": "return n * 2 + x.size(0), (x[:, :n] * n).sum()",
    "a write": """y = x * 1.0
    y[:, :n] = 3.0
    return y + 1.0""",
    "a written argument": """x[:, :n] += 1.0
    return x""",
    "two sizes": "return x[:m, :n] * 2.0",
    "between two ints": "return torch.tanh(x[:, m:n]) + 1.0",
    "all from one on": "return torch.tanh(x[:, n:])",
}
"""Bodies of functions of a tensor of 3 rows and 12 columns, and two ints. None runs in Python."""

OTHERS = {
    "a view": "return x[:, :n]",
    "a view and its values": "return x[:, :n], x[:, :n] * 2.0",
    "a view of a new tensor": "return (x * 2.0)[:, :n]",
    "a written view": """y = x[:, :n]
    y += 1.0
    return y""",
    "a view in a branch": """if n > 6:
        y = x[:, :n]
    else:
        y = x * 2.0
    return y""",
    "greatest elements": "return torch.topk(x, n, 1)[0] * 2.0",
    "a position": "return x[:, n] * 2.0",
}


def _function(body: str) -> Callable[..., Any]:
    return ts.compile(f"def f(x, n: int, m: int):\n    {body}\n").f


def _tensor(shape: tuple[int, ...] = (3, 12), order: str = "C") -> np.ndarray:
    made = np.random.default_rng(shape).random(shape, np.float32)
    return np.asfortranarray(made) if order == "F" else made


def _outcome(f: Callable[..., Any], x: np.ndarray, *ints: int) -> list[object]:
    """Return the results of a call, or its error, with their layouts and aliases, and what it
    writes."""
    x = x.copy(order="K")
    try:
        found = f(x, *ints)
    except ts.Error as error:
        return [str(error)]
    values: Sequence[Any] = found if isinstance(found, tuple) else (found,)
    parts: list[object] = [x]
    for value in values:
        if isinstance(value, ts.Tensor):
            array = value.array
            steps = [s for s, size in zip(array.strides, array.shape, strict=True) if size > 1]
            shares = array.size > 0 and np.shares_memory(array, x)
            parts += [array.copy(), array.dtype, steps if array.size else [], shares]
        else:
            parts.append(value)
    return parts


def _expect_same(f: Callable[..., Any], x: np.ndarray, *ints: int) -> None:
    ts.set_engine("interp")
    wanted = _outcome(f, x, *ints)
    ts.set_engine("profile")
    for found, want in zip(_outcome(f, x, *ints), wanted, strict=True):
        if isinstance(want, np.ndarray):
            assert isinstance(found, np.ndarray)
            assert found.shape == want.shape
            np.testing.assert_allclose(found, want, rtol=1e-5)
        else:
            assert found == want


def _trained(body: str, rows: int = 3) -> Callable[..., Any]:
    f = _function(body)
    for n in (6, 7, 8, 9, 10, 7):
        f(_tensor((rows, 12)), n, 2)
    return f


@pytest.mark.parametrize("name", NATIVE)
def test_one_kernel_takes_any_size(name: str, python_calls: list[str]) -> None:
    f, x = _trained(NATIVE[name]), _tensor()
    del python_calls[:]
    for n in range(4, 11):
        f(x.copy(), n, 2)
    assert python_calls == []


@pytest.mark.parametrize("name", [*NATIVE, *OTHERS])
def test_results_are_those_of_the_interpreter(name: str) -> None:
    """Sizes of 0 and 1, negative ones, and more than there are, are no sizes of the kernel."""
    f = _trained({**NATIVE, **OTHERS}[name])
    for n in (5, 2, 1, 0, -1, -3, 12, 13, 20, 3, 11, 4):
        _expect_same(f, _tensor(), n, 2)
    for shape, n, m in (
        ((3, 12), 5, 0),
        ((4, 9), 9, 1),
        ((2, 3), 3, 2),
        ((0, 4), 2, 1),
        ((5, 1), 3, 4),
    ):
        _expect_same(f, _tensor(shape), n, m)


@pytest.mark.parametrize("name", ["the end of a slice", "half as many", "a written argument"])
def test_layouts_depend_on_the_int(name: str) -> None:
    """A result of one column has another layout than one of two, for inputs of the same strides."""
    f = _trained(NATIVE[name])
    for n in (3, 5, 2, 4, 3, 9, 12):
        _expect_same(f, _tensor(order="F"), n, 2)


@pytest.mark.parametrize(
    "body",
    [
        "print(n)\n    return x[:, :n] * 2.0",
        "return torch.arccos(x[:, :n])",
        "return torch.fft.rfft(x[:, :n]).real",
        "y = x[:, :n] * 2.0\n    return torch.tanh(y) + torch.median(y)",
    ],
)
def test_no_symbols_are_tried_for_what_has_no_kernel(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[bool] = []

    def create(function: FuncOp) -> TensorExprGroupOp | None:
        tried.append(must_be_whole(function))
        return create_function_group(function)

    monkeypatch.setattr(plan_passes, "create_function_group", create)
    _trained(body, rows=1000)
    assert tried
    assert not any(tried)


@pytest.fixture
def without_warnings(recwarn: pytest.WarningsRecorder) -> Iterator[None]:
    """Expect no warning, such as of a plan that cannot be made. An error in its place would be
    taken for another failure of the plan."""
    yield
    assert [str(each.message) for each in recwarn] == []


@pytest.mark.usefixtures("without_warnings")
@pytest.mark.parametrize("large", [2**20, 2**20 + 1, 2**31, 2**62, 2**63 - 1])
@pytest.mark.parametrize(
    "body",
    [
        NATIVE["the end of a slice"],
        "return torch.tanh(x[:, :n]).cumsum(1).cumsum(0)",
        "return x[:, : n // 2].sum(), x[:, : n // 2] * 2.0",
    ],
)
def test_a_large_int_is_the_end_of_a_slice(body: str, large: int) -> None:
    """No memory is taken for as many columns as an int has, rather than the tensor."""
    f = _trained(body, rows=1024)
    for n in (large, 5, large, large, 12, large):
        _expect_same(f, _tensor((1024, 12)), n, 2)


@pytest.mark.usefixtures("without_warnings")
@pytest.mark.parametrize("large", [2**20, 2**31, 2**62, 2**63 - 1])
def test_sizes_beyond_memory_are_errors_of_the_interpreter(large: int) -> None:
    """Machine code computes no number of bytes that wraps."""
    f = _trained("return x.sum(), torch.zeros(1024, 1024, n).cumsum(2).cumsum(1).sum()")
    for _ in range(2):
        _expect_same(f, _tensor(), large, 2)


@pytest.mark.usefixtures("without_warnings")
@pytest.mark.parametrize(
    "body",
    [
        "return x[:, : n * 4611686018427387904] * 2.0",
        "return torch.tanh(x[:, : n * 4 * 4611686018427387904])",
        "return torch.zeros(n * 1048577, n * 1048577, n * 1048577) if n > 99 else x * n",
    ],
)
def test_products_beyond_64_bits_are_unknown_sizes(body: str) -> None:
    f = _trained(body)
    for n in (3, 2, 4, 5, 12):
        _expect_same(f, _tensor(), n, 2)


@pytest.mark.usefixtures("without_warnings")
def test_a_group_that_is_checked_falls_back_to_ints() -> None:
    f = _function("""y = torch.tanh(x)
    assert n < 10
    return y.sum() + (x * 2.0)[:, :n]""")
    for rows, n in ((3, 11), (5, 5), (4, 6), (4, 7), (2, 7), (4, 11), (7, 2), (6, 1)):
        _expect_same(f, _tensor((rows, 12)), n, 2)


def _stages(f: Callable[..., Any]) -> list[Stage]:
    executor = executor_of(f)
    assert isinstance(executor, ProfilingExecutor)
    found = [executor]
    for each in found:
        found += each.fallbacks
        found += [each._other] if each._other is not None else []
    return [each.stage for each in found if each.stage.is_optimized]


def test_sizes_below_two_have_plans_of_their_own() -> None:
    f = _trained(NATIVE["the end of a slice"])
    stages = len(_stages(f))
    for n in (1, 1, 1, 0, 0, 0):
        _expect_same(f, _tensor(), n, 2)
    assert len(_stages(f)) == stages + 2


def test_an_int_of_one_value_is_a_constant() -> None:
    f = _function(NATIVE["the size of a new tensor"])
    for _ in range(4):
        f(_tensor(), 5, 2)
    assert "Size(" not in str(f.graph_for(_tensor(), 5, 2))


def test_equal_ints_share_a_symbol_until_they_differ() -> None:
    f = _function("return x[:n, :m] * 2.0")
    for n, m in ((2, 3), (3, 3), (2, 2), (3, 2), (2, 7), (3, 9), (2, 11)):
        _expect_same(f, _tensor(), n, m)


def test_clipped_slices_are_interpreted_without_trying_the_kernel_each_time() -> None:
    f = _trained(NATIVE["the end of a slice"])
    for _ in range(60):
        _expect_same(f, _tensor(), 13, 2)
    _expect_same(f, _tensor(), 5, 2)
