"""Checkpoints for tests: the golden files, and loaded values as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

import numpy as np

from xdsl_torchscript.dialects.dtypes import Dtype
from xdsl_torchscript.runtime.tensor import Tensor
from xdsl_torchscript.runtime.values import Device

CHECKPOINTS = Path(__file__).parent / "data" / "checkpoints"
EXPECTED: dict[str, Any] = json.loads((CHECKPOINTS / "expected.json").read_text())


def describe(value: object) -> object:
    """Return a loaded value in the format of `expected.json`."""
    match value:
        case Tensor():
            return {"tensor": _tensor(value)}
        case dict():
            items = cast("dict[Any, Any]", value).items()
            return {"dict": [[describe(k), describe(v)] for k, v in items]}
        case list():
            return {"list": [describe(v) for v in cast("list[Any]", value)]}
        case tuple():
            return {"tuple": [describe(v) for v in cast("tuple[Any, ...]", value)]}
        case complex():
            return {"complex": [value.real, value.imag]}
        case bytes():
            return {"bytes": list(value)}
        case Dtype():
            return {"dtype": value.torch_name}
        case Device():
            return {"device": str(value)}
        case _:
            return value


def _tensor(value: Tensor) -> dict[str, object]:
    numbers = np.ascontiguousarray(value.array)
    if numbers.dtype.kind == "c":
        numbers = numbers.view(f"f{numbers.itemsize // 2}")
    return {
        "dtype": value.dtype.torch_name,
        "shape": list(value.array.shape),
        "requires_grad": value.requires_grad,
        "data": numbers.astype(np.float64).ravel().tolist(),
    }
