"""Tensors as numbers: both engines and PyTorch give the same, or refuse."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

sys.path.insert(0, str(Path(__file__).parents[1] / "unit"))

from test_implicit_numbers import PROGRAM  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402

TENSORS = [
    torch.tensor(1), torch.tensor(1, dtype=torch.uint8), torch.tensor(1.5), torch.tensor(True),
    torch.tensor([1]), torch.tensor([[1.0]]), torch.tensor(1.5, requires_grad=True),
    torch.tensor(1.5, dtype=torch.bfloat16), torch.tensor(1 + 2j), torch.tensor(1e30),
    torch.tensor([1, 2]), torch.tensor([]),
]  # fmt: skip
NAMES = ["as_int", "as_float", "as_number", "as_index", "divided", "converted"]


def outcome(run, x) -> object:
    try:
        found = run(x)
    except ts.NativeUnsupported:
        return "unsupported"
    except (RuntimeError, ts.RuntimeFault):
        return "raises"
    return found.tolist() if isinstance(found, torch.Tensor | ts.Tensor) else found


@pytest.mark.parametrize("engine", ["interp", "profile", "native"])
@pytest.mark.parametrize("name", NAMES)
def test_as_in_pytorch(name: str, engine: str) -> None:
    theirs, ours = (
        getattr(torch.jit.CompilationUnit(PROGRAM), name),
        getattr(ts.compile(PROGRAM), name),
    )
    old = ts.set_engine(engine)
    try:
        for x in TENSORS:
            found = [outcome(ours, x) for _ in range(3)]
            expected = outcome(theirs, x)
            assert found == 3 * [expected] or set(found) == {"unsupported"}, x
    finally:
        ts.set_engine(old)
