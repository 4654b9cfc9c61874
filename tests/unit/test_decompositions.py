"""Composite operators: `lowering/ts/composites/` compiles to functions of their schemas."""

from __future__ import annotations

from graphlib import TopologicalSorter

import numpy as np
import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.lowering.ts.decomposition.decompositions import composites, decomposition
from xdsl_torchscript.runtime.interpreter.code import Code, implementation_of
from xdsl_torchscript.runtime.interpreter.execution import run


@pytest.mark.parametrize("name", composites())
def test_each_compiles_to_a_function_of_its_schema(name: str) -> None:
    function = decomposition(name)
    assert function is not None
    function.verify()
    assert function.sym_name.data == name


def test_none_is_made_of_itself() -> None:
    parts = {}
    for name in composites():
        function = decomposition(name)
        assert function is not None
        parts[name] = {op.name for op in function.walk()}
    # Raises CycleError.
    TopologicalSorter(parts).prepare()


def test_others_have_none() -> None:
    assert decomposition("aten.tanh") is None
    assert decomposition("aten.out") is None


def test_the_interpreter_runs_decompositions_without_another_implementation() -> None:
    unit = ts.CompilationUnit("def f(x, y):\n    return torch.outer(x, y)")
    x = ts.Tensor.of([1.0, 2.0])
    assert unit.f(x, x).tolist() == [[1.0, 2.0], [2.0, 4.0]]
    into = implementation_of("aten.outer.out")
    assert into is not None
    assert into(x, x, ts.Tensor.of([0.0])).tolist() == [[1.0, 2.0], [2.0, 4.0]]
    with pytest.raises(RuntimeError) as fault:
        unit.f(x, ts.Tensor.of([[1.0]]))
    assert str(fault.value).startswith(
        "<compile>:2:12: error: 'aten.outer' op failed: "
        "outer: expected two vectors, got tensors of 1 and 2 dimensions\n"
    )


def test_a_decomposition_refuses_what_its_operator_refuses() -> None:
    function = decomposition("aten._chunk_cat")
    assert function is not None
    tensors = [ts.Tensor(np.zeros(2)), ts.Tensor(np.zeros(2, int))]
    with pytest.raises(ts.Error, match="one element type"):
        run(Code.from_func(function), [tensors, 0, 2])


def test_kernels_refuse_without_a_message_that_is_made_at_run_time(kept_options: None) -> None:
    unit = ts.CompilationUnit("def f(x, h, w):\n    return torch.rnn_tanh_cell(x, h, w, w)")
    x, h, w = (ts.Tensor(np.zeros(sizes)) for sizes in ((2, 3), (1, 3), (3, 3)))
    with pytest.raises(RuntimeError, match=r"got sizes \[2, 3\] and \[1, 3\]"):
        unit.f(x, h, w)
    ts.set_engine("native")
    with pytest.raises(ts.NativeUnsupported, match=r"'aten.rnn_tanh_cell' .* these operands$"):
        unit.f(x, h, w)
