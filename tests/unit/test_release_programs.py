"""Archives of other releases of PyTorch run with the same results, and are saved again."""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import Any

import numpy as np
import pytest
from release_archives import ALL, release

import xdsl_torchscript as ts


def decode(encoded: Any) -> Any:
    """Return a value of expected.json."""
    if not isinstance(encoded, dict):
        return encoded
    if "tuple" in encoded:
        return tuple(decode(part) for part in encoded["tuple"])
    found = encoded["tensor"]
    return np.array(found["data"], dtype=found["dtype"]).reshape(found["shape"])


def assert_same(found: Any, expected: Any) -> None:
    if isinstance(expected, tuple):
        assert len(found) == len(expected)
        for left, right in zip(found, expected, strict=True):
            assert_same(left, right)
        return
    assert found.dtype.torch_name == str(expected.dtype)
    np.testing.assert_allclose(np.asarray(found), expected, rtol=2e-5, atol=2e-6)


def load_release(data: bytes) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return ts.load(data)


def record_of(stream: io.BytesIO, name: str) -> bytes:
    with zipfile.ZipFile(stream) as file:
        return file.read(f"archive/{name}")


OF_FLOATS = {("1.2.0", "ranges"), ("1.3.1", "ranges")}
"""Programs in which `torch.arange(3)` gave float32; since 1.4, PyTorch gives int64 for them."""


def of_today(version: str, name: str, outputs: Any) -> Any:
    """Return the results of PyTorch 2.13 where they differ from the record."""
    if (version, name) not in OF_FLOATS:
        return outputs
    *others, whole = outputs
    return (*others, whole.astype(np.int64))


NOT_YET = {("1.3.1", "recurrent"): "ops.prim.unchecked_unwrap_optional(None) has no type"}


@pytest.mark.parametrize(
    ("version", "name"),
    [
        pytest.param(*row, marks=pytest.mark.xfail(reason=NOT_YET[row], strict=True))
        if row in NOT_YET
        else row
        for row in ALL
    ],
)
def test_programs_of_other_releases(version: str, name: str) -> None:
    archives, expected = release(version)
    inputs = [decode(encoded) for encoded in expected[name]["inputs"]]
    outputs = of_today(version, name, decode(expected[name]["outputs"]))
    module = load_release(archives[name])
    stream, second = io.BytesIO(), io.BytesIO()
    ts.save(module, stream)
    again = load_release(stream.getvalue())
    again.save(second)
    for record in ("data.pkl", "constants.pkl"):
        assert record_of(second, record) == record_of(stream, record)
    assert list(again.state_dict()) == list(module.state_dict())
    assert_same(module(*inputs), outputs)
    assert_same(again(*inputs), outputs)
