"""Default values in a text are evaluated as PyTorch evaluates them."""

from __future__ import annotations

import pytest
from default_value_cases import FAILURES, VALUES, text_of

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.source import SourceError


@pytest.mark.parametrize("case", VALUES, ids=" = ".join)
def test_value(case: tuple[str, str]) -> None:
    unit = ts.CompilationUnit(text_of(*case))
    value, expected = unit.f(), VALUES[case]
    assert (type(value), repr(value)) == (type(expected), repr(expected))


@pytest.mark.parametrize("case", FAILURES, ids=" = ".join)
def test_failure(case: tuple[str, str]) -> None:
    with pytest.raises(SourceError, match=f"the default cannot be evaluated: .*{FAILURES[case]}"):
        ts.CompilationUnit(text_of(*case)).f()


def test_code_without_a_literal_is_evaluated_by_each_call() -> None:
    unit = ts.CompilationUnit(
        "def f(x: Tensor = torch.ones([2])):\n    return x\n\ndef g():\n    return f()\n"
    )
    assert unit.g().tolist() == [1.0, 1.0]
