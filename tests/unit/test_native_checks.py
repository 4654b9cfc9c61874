"""Checks of native code: gathers and divisions fail as the interpreter does, and leave no trace."""

from __future__ import annotations

import resource

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.runtime.errors import RuntimeFault
from xdsl_torchscript.runtime.executors.engine import executor_of
from xdsl_torchscript.runtime.executors.profiling_executor import ProfilingExecutor
from xdsl_torchscript.runtime.native.compile_func import compile_func

TABLE = np.arange(12, dtype=np.float32).reshape(4, 3)
CUBE = np.arange(60, dtype=np.float32).reshape(3, 4, 5)


def ints(*values: object) -> np.ndarray:
    return np.array(values, np.int64)


Case = tuple[str, tuple[object, ...], tuple[object, ...], str]
"""A function, inputs for which it returns, inputs for which it fails, and the reason natively."""

RANGE, ZERO = "index out of range", "division by zero"

CASES: dict[str, Case] = {
    "embedding": (
        "x: Tensor, i: Tensor: torch.embedding(x, i)",
        (TABLE, ints([3, 0], [1, 1])), (TABLE, ints([3, 0], [4, 1])), RANGE,
    ),
    "embedding does not wrap": (
        "x: Tensor, i: Tensor: torch.embedding(x, i)",
        (TABLE, ints(3)), (TABLE, ints(-1)), RANGE,
    ),
    "index_select": (
        "x: Tensor, i: Tensor: torch.index_select(x, 1, i)",
        (TABLE, ints(2, 2, 0, 1)), (TABLE, ints(2, 2, 3, 1)), RANGE,
    ),
    "index_select of a number": (
        "x: Tensor, i: Tensor: torch.index_select(x, 0, i)",
        (np.array(2.5), ints(0)), (np.array(2.5), ints(1)), RANGE,
    ),
    "gather": (
        "x: Tensor, i: Tensor: torch.gather(x, 0, i)",
        (TABLE, ints([3, 0], [1, 2], [0, 0])), (TABLE, ints([3, 0], [1, -1], [0, 0])), RANGE,
    ),
    "take": (
        "x: Tensor, i: Tensor: torch.take(x, i)",
        (TABLE, ints([11, -12])), (TABLE, ints([12, 0])), RANGE,
    ),
    "take_along_dim": (
        "x: Tensor, i: Tensor: torch.take_along_dim(x, i, 1)",
        (TABLE, ints([0], [1], [2], [0])), (TABLE, ints([0], [1], [3], [0])), RANGE,
    ),
    "one index": (
        "x: Tensor, i: Tensor: x[i]",
        (TABLE, ints(-4, 3)), (TABLE, ints(-5, 3)), RANGE,
    ),
    "indices side by side": (
        "x: Tensor, i: Tensor, j: Tensor: x[:, i, j]",
        (CUBE, ints([0], [3]), ints(4, -1, 2)), (CUBE, ints([0], [3]), ints(4, -6, 2)), RANGE,
    ),
    "indices apart": (
        "x: Tensor, i: Tensor, j: Tensor: x[i, :, j]",
        (CUBE, ints([0], [2]), ints(4, -1, 2)), (CUBE, ints([0], [3]), ints(4, -1, 2)), RANGE,
    ),
    "floor division": (
        "x: Tensor, y: Tensor: x // y",
        (ints(7, -7), ints(2)), (ints(7, -7), ints(0)), ZERO,
    ),
    "rounded division": (
        "x: Tensor, y: Tensor: torch.div(x, y, rounding_mode='trunc')",
        (ints(7, -7), ints(2, 3)), (ints(7, -7), ints(2, 0)), ZERO,
    ),
    "remainder": (
        "x: Tensor, y: int: torch.remainder(x, y)", (ints(7, -7), 2), (ints(7, -7), 0), ZERO,
    ),
    "fmod of narrow integers": (
        "x: Tensor, y: Tensor: torch.fmod(x, y)",
        (ints(7).astype(np.int8), np.array(3)), (ints(7).astype(np.int8), np.array(256)), ZERO,
    ),
    "numbers": ("x: Tensor, i: int, j: int: x + i // j", (TABLE, 7, 2), (TABLE, 7, 0), ZERO),
    "remainder of numbers": (
        "x: Tensor, i: int, j: int: x + i % j", (TABLE, 7, 2), (TABLE, 7, 0), ZERO,
    ),
}  # fmt: skip


def function_of(program: str) -> ts.ScriptFunction:
    parameters, _, result = program.rpartition(": ")
    return ts.CompilationUnit(f"def f({parameters}):\n    return {result}\n").f


@pytest.mark.parametrize("name", CASES)
def test_a_kernel_fails_where_the_interpreter_does(name: str) -> None:
    program, good, bad, reason = CASES[name]
    function = function_of(program)
    kernel = compile_func(function, good)
    with pytest.raises(RuntimeFault) as interpreted:
        function(*bad)
    for _ in range(3):  # through Python, then through the builtin
        (found,) = kernel(*good)
        np.testing.assert_array_equal(np.asarray(found), np.asarray(function(*good)))
        with pytest.raises(RuntimeFault, match=f"op failed: {reason}") as native:
            kernel(*bad)
        assert native.value.op_name == interpreted.value.op_name


def test_symbolic_sizes_are_checked_by_their_values() -> None:
    kernel = compile_func(
        function_of("x: Tensor, i: Tensor: x[i]"), (TABLE, ints(0, 1)), symbolic=True
    )
    longer = np.arange(21, dtype=np.float32).reshape(7, 3)
    np.testing.assert_array_equal(np.asarray(kernel(longer, ints(6, -7))[0]), longer[[6, -7]])
    for wrong in (7, -8):
        with pytest.raises(RuntimeFault, match=RANGE):
            kernel(longer, ints(6, wrong))


BRANCHES = """
def f(x: Tensor, i: Tensor, n: int):
    y = x.exp().sum(0)
    for k in range(n):
        if k > 1:
            y = (y + x[i - k]).sin().sum(0, True) * x
            y = y.sum(0)
    return y
"""


def test_a_check_in_a_loop_frees_the_memory_of_its_iterations() -> None:
    function = ts.CompilationUnit(BRANCHES).f
    x, good = np.ones((4, 1 << 16), np.float32), ints(3)
    kernel = compile_func(function, (x, good, 3))
    with pytest.raises(RuntimeFault):
        kernel(x, good, 9)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200):
        with pytest.raises(RuntimeFault, match=RANGE):
            kernel(x, good, 9)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # kB; once: 250


@pytest.mark.usefixtures("compiled_now")
def test_an_executor_reports_the_error_of_the_interpreter() -> None:
    function = function_of("x: Tensor, i: Tensor: torch.index_select(x, 0, i).exp() + 1")
    for _ in range(4):
        function(TABLE, ints(1, 2))
    executor = executor_of(function)
    assert isinstance(executor, ProfilingExecutor)
    assert executor.groups[0].kernel is not None
    with pytest.raises(RuntimeFault, match="index 4 is not within") as failure:
        function(TABLE, ints(1, 4))
    assert failure.value.op_name == "aten.index_select"
    assert failure.value.position is not None
    np.testing.assert_allclose(np.asarray(function(TABLE, ints(1, 2))), np.exp(TABLE[1:3]) + 1)
