"""Operators called from Python, against PyTorch: the same expression in both gives the same."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xdsl_torchscript as ts

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parent))
from eager_expressions import EXPRESSIONS, STATEMENTS  # noqa: E402


def names(T: Any) -> dict[str, Any]:
    random = np.random.default_rng(0)
    shapes = {"x": (2, 3), "y": (2, 3), "z": (3, 2)}
    arrays = {n: random.standard_normal(s).astype(np.float32) for n, s in shapes.items()}
    arrays["i"] = np.array([[1, 0, -2], [3, 4, -5]])
    arrays["m"] = np.array([[True, False, True], [False, True, True]])
    arrays["k"] = np.array([1, 0])
    make = torch.from_numpy if T is torch else ts.Tensor
    return {"T": T, **{name: make(array) for name, array in arrays.items()}}


def plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, ts.Tensor):
        return value.array
    return value.numpy() if isinstance(value, torch.Tensor) else value


def agree(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, list):
        both = isinstance(found, list) and len(wanted) == len(found)
        return both and all(map(agree, wanted, found))
    if isinstance(wanted, np.ndarray):
        same = found.dtype == wanted.dtype and found.shape == wanted.shape
        return same and np.allclose(wanted, found, 1e-5, 1e-6, equal_nan=True)
    return type(wanted) is type(found) and wanted == found


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression: str) -> None:
    wanted = plain(eval(expression, names(torch)))
    found = plain(eval(expression, names(ts)))
    assert agree(wanted, found), (wanted, found)


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_statement(statement: str) -> None:
    theirs, ours = names(torch), names(ts)
    exec(statement, theirs)
    exec(statement, ours)
    for name in "xi":
        assert agree(plain(theirs[name]), plain(ours[name]))


def test_a_tensor_of_torch_is_an_operand() -> None:
    x = ts.ones(3)
    assert (x + torch.ones(3)).tolist() == [2.0, 2.0, 2.0]
    assert ts.cat([x, torch.zeros(1)]).tolist() == [1.0, 1.0, 1.0, 0.0]
