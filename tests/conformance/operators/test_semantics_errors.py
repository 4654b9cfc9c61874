"""Calls that PyTorch refuses: we refuse them too, an IndexError where it raises one and a
RuntimeError where it does not, in words that are not numpy's."""

from __future__ import annotations

import re
import sys
import warnings
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
sys.path.insert(0, str(Path(__file__).parents[2] / "unit"))

from wrong_calls import WRONG  # noqa: E402

import xdsl_torchscript as ts  # noqa: E402

NUMPYS = re.compile(
    r"operands|ufunc|\barrays?\b|\bax[ei]s\b|broadcast input|buffer|numpy|core dimension|sequence|"
    r"zero-size|identity"
)


def refusal(source: str, library: object) -> Exception | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            eval(source, {"t": library})
        except Exception as error:  # noqa: BLE001
            return error
    return None


@pytest.mark.parametrize("source", WRONG)
def test_refused(source: str) -> None:
    theirs, ours = refusal(source, torch), refusal(source, ts)
    assert theirs is not None
    assert ours is not None, f"PyTorch: {theirs!r}"
    wrong_index = isinstance(theirs, IndexError)
    assert isinstance(ours, IndexError) is wrong_index, f"{ours!r}, PyTorch {theirs!r}"
    assert wrong_index or isinstance(ours, RuntimeError | TypeError | ValueError)
    assert not NUMPYS.search(str(ours)), str(ours)
