"""Composite operators: the file of the compiler says what the TorchScript says."""

from __future__ import annotations

import sys
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.frontend.script.library.texts import DECOMPOSITIONS, names_of
from xdsl_torchscript.lowering.ts.decompositions import FILE, decomposition
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.runtime.operators.table import implementation

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from gen_decompositions import decompositions, op_name


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text() == decompositions(), "run tools/gen_decompositions.py"


OPERATORS = [n for n in names_of(DECOMPOSITIONS) if op_name(n) in operator_table()]


@pytest.mark.parametrize("name", OPERATORS)
def test_each_is_found_by_the_name_of_the_operator(name: str) -> None:
    function = decomposition(op_name(name))
    assert function is not None
    function.verify()
    assert function.sym_name.data == op_name(name)


def test_none_is_made_of_itself() -> None:
    parts = {}
    for name in map(op_name, OPERATORS):
        function = decomposition(name)
        assert function is not None
        parts[name] = {op.name for op in function.walk()}
    # Raises CycleError.
    TopologicalSorter(parts).prepare()


def test_others_have_none() -> None:
    assert decomposition("aten.tanh") is None
    assert decomposition("aten.out") is None


def test_the_interpreter_runs_what_has_no_other_implementation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "xdsl_torchscript.runtime.interpreter.code.implementation",
        lambda name: None if name.startswith("aten.outer") else implementation(name),
    )
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
