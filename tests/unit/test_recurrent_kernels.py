"""Kernels of recurrent networks of whole and packed sequences: any number of threads, and
refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from native_programs import parse

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_into_copy
from xdsl_torchscript.lowering.ts_to_te.groups.create_compilable_groups import kernel_refusal
from xdsl_torchscript.runtime.errors import NativeUnsupported
from xdsl_torchscript.runtime.interpreter.code import Code
from xdsl_torchscript.runtime.interpreter.execution import run
from xdsl_torchscript.runtime.tensor import Tensor

GATES = {"lstm": 4, "projected lstm": 4, "gru": 3, "rnn_tanh": 1, "rnn_relu": 1}
SIZES = [(7, 3, 5, 6), (9, 12, 40, 64), (1, 1, 3, 2)]
"""Steps, rows, features and size of the state: of few, of shared, and of least work."""


def source(kind: str, layers: int, directions: int, *, is_packed: bool = False) -> str:
    names = "wuabp" if kind == "projected lstm" else "wuab"
    weights = ", ".join(f"{name}{run}" for run in range(layers * directions) for name in names)
    states = "[h, c]" if GATES[kind] == 4 else "h"
    options = f"True, {layers}, 0.0, False, {directions == 2}" + ("" if is_packed else ", False")
    steps = "x, n" if is_packed else "x"
    return (
        f"def f({steps}, h, c, {weights}):\n"
        f"    return torch.{kind.split()[-1]}({steps}, {states}, [{weights}], {options})\n"
    )


def inputs(kind: str, sizes: tuple[int, ...], layers: int, directions: int) -> list[Tensor]:
    steps, rows, features, size = sizes
    runs, gates = layers * directions, GATES[kind] * size
    output = size + 1 if kind == "projected lstm" else size
    shapes: list[tuple[int, ...]] = [
        (steps, rows, features), (runs, rows, output), (runs, rows, size),
    ]  # fmt: skip
    for number in range(runs):
        entering = features if number < directions else directions * output
        shapes += [(gates, entering), (gates, output), (gates,), (gates,)]
        shapes += [(output, size)] * (output != size)
    random = np.random.default_rng(0)
    return [Tensor((random.standard_normal(s) * 0.2).astype(np.float32)) for s in shapes]


@pytest.fixture(autouse=True)
def _threads() -> Iterator[None]:
    """Keep the number of threads."""
    before = ts.get_num_threads()
    yield
    ts.set_num_threads(before)


def _arrays(results: Any) -> list[np.ndarray[Any, Any]]:
    return [np.asarray(result.array) for result in results[0]]


@pytest.mark.parametrize(("layers", "directions"), [(1, 1), (2, 2)])
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("kind", GATES)
def test_results_are_the_interpreters_for_any_number_of_threads(
    kind: str, sizes: tuple[int, ...], layers: int, directions: int
) -> None:
    script = ts.compile(source(kind, layers, directions)).f
    given = inputs(kind, sizes, layers, directions)
    expected = _arrays(run(Code.from_func(inline_into_copy(script.op, script.program)), given))
    kernel = ts.compile_func(script, given)
    found: list[list[np.ndarray[Any, Any]]] = []
    for threads in (1, 2, 3):
        ts.set_num_threads(threads)
        found.append(_arrays(kernel(*given)))
    for number, one in enumerate(expected):
        np.testing.assert_allclose(found[0][number], one, rtol=1e-4, atol=1e-5)
        assert all(np.array_equal(found[0][number], other[number]) for other in found[1:])


def packed(kind: str, lengths: list[int], layers: int, directions: int) -> list[Tensor]:
    """Return the inputs for sequences of these lengths, the longest first."""
    sizes = [sum(length > step for length in lengths) for step in range(lengths[0])]
    _, *others = inputs(kind, (1, len(lengths), 5, 6), layers, directions)
    rows = np.random.default_rng(1).standard_normal((sum(lengths), 5)).astype(np.float32)
    return [Tensor(rows), Tensor(np.array(sizes)), *others]


@pytest.mark.parametrize(("layers", "directions"), [(1, 1), (2, 2)])
@pytest.mark.parametrize("lengths", [[7, 5, 5, 2], [3, 3], [9, 1, 1], [1]])
@pytest.mark.parametrize("kind", GATES)
def test_packed_sequences_have_the_interpreters_results(
    kind: str, lengths: list[int], layers: int, directions: int
) -> None:
    script = ts.compile(source(kind, layers, directions, is_packed=True)).f
    given = packed(kind, lengths, layers, directions)
    expected = _arrays(run(Code.from_func(inline_into_copy(script.op, script.program)), given))
    found = _arrays(ts.compile_func(script, given)(*given))
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("sizes", "reason"),
    [
        ([3, 1, 0], "those of the sequences"),
        ([4, 1, 1], "those of the sequences"),
        ([3, 2, 1], "those of the rows"),
        ([1, 1, 1], "those of the rows"),
    ],
)
def test_batch_sizes_that_do_not_fit_fail(sizes: list[int], reason: str) -> None:
    script = ts.compile(source("gru", 1, 1, is_packed=True)).f
    given = packed("gru", [3, 1, 1], 1, 1)
    kernel = ts.compile_func(script, given)
    kernel(*given)
    given[1] = Tensor(np.array(sizes))
    with pytest.raises(ts.Error, match=f"'aten.gru.data' op failed: batch sizes are not {reason}"):
        kernel(*given)


@pytest.mark.parametrize(
    ("place", "shape", "reason"),
    [(1, (1, 2, 6), "has states"), (3, (18, 4), "has weights"), (6, (12,), "has weights")],
)
def test_sizes_that_do_not_fit_are_refused(place: int, shape: tuple[int, ...], reason: str) -> None:
    _check_refusal("gru", source("gru", 1, 1), place, shape, reason)


def test_sizes_of_projections_that_do_not_fit_are_refused() -> None:
    program = source("projected lstm", 1, 1)
    _check_refusal("projected lstm", program, 7, (7, 5), "has weights")
    _check_refusal("projected lstm", program, 1, (1, 3, 6), "has weights")


def _check_refusal(
    kind: str, program: str, place: int, shape: tuple[int, ...], reason: str
) -> None:
    given = inputs(kind, SIZES[0], 1, 1)
    given[place] = Tensor(np.zeros(shape, np.float32))
    with pytest.raises(NativeUnsupported, match=reason):
        ts.compile_func(ts.compile(program).f, given)


def _refusal(rows: int, size: int) -> str | None:
    """Return why a group does not take a network of so many rows and features."""
    weights = f"!ts.tensor<[{4 * size},{size}],f32>"
    state = f"!ts.tensor<[1,{rows},{size}],f32>"
    sequence = f"!ts.tensor<[3,{rows},{size}],f32>"
    module = parse(f"""
        func.func @f(%x: {sequence}, %h: {state}, %w: {weights}) -> {sequence} {{
          %states = prim.ListConstruct(%h, %h) : ({state}, {state}) -> !ts.list<!ts.tensor>
          %params = prim.ListConstruct(%w, %w) : ({weights}, {weights}) -> !ts.list<!ts.tensor>
          %no = prim.Constant false
          %one = prim.Constant 1 : i64
          %zero = prim.Constant 0.0 : f64
          %all, %last, %cells = aten.lstm.input(
            %x, %states, %params, %no, %one, %zero, %no, %no, %no)
            : ({sequence}, !ts.list<!ts.tensor>, !ts.list<!ts.tensor>, i1, i64, f64, i1, i1, i1)
            -> ({sequence}, {state}, {state})
          func.return %all : {sequence}
        }}""")
    return next(kernel_refusal(op) for op in module.walk() if op.name == "aten.lstm.input")


def test_groups_take_networks_up_to_the_steps_that_blas_computes_faster() -> None:
    assert _refusal(64, 1024) is None
    assert "multiplications, which BLAS computes faster" in str(_refusal(256, 1024))
