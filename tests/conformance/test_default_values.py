"""PyTorch evaluates default values to the results in `default_value_cases`."""

from __future__ import annotations

import pytest
from default_value_cases import FAILURES, VALUES, text_of

torch = pytest.importorskip("torch")


@pytest.mark.parametrize("case", VALUES, ids=" = ".join)
def test_value(case: tuple[str, str]) -> None:
    assert repr(torch.jit.CompilationUnit(text_of(*case)).f()) == repr(VALUES[case])


@pytest.mark.parametrize("case", FAILURES, ids=" = ".join)
def test_failure(case: tuple[str, str]) -> None:
    with pytest.raises(RuntimeError, match="failed in the TorchScript interpreter"):
        torch.jit.CompilationUnit(text_of(*case))
