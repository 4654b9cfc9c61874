"""Playback of recorded calls of models saved by PyTorch, measuring the distance of our results.

A recording is JSON: calls with their arguments and results per round, and the final buffers.
Tensors in it are bytes in base64, which preserves PyTorch's results exactly. As a program,
`zoo_archives.py FOLDER` plays every recording of a folder in a process without PyTorch, and prints
a line of JSON for each.
"""

from __future__ import annotations

import base64
import json
import os
import sys
import tarfile
import time
import traceback
import warnings
from importlib import import_module
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np

import xdsl_torchscript as ts

FILE = Path(__file__).parent / "data" / "zoo.tar.xz"

TOLERANCES = {"float64": 1e-9, "float32": 1e-4, "float16": 1e-2, "bfloat16": 5e-2}


class Mismatch(Exception):
    """A result that differs from PyTorch's, and its place in the whole."""


def decode_value(told: Any) -> Any:
    """Return a value of a recording; tensors are arrays."""
    if not isinstance(told, dict):
        return told
    ((kind, inside),) = told.items()
    if kind == "tensor":
        dtype = ml_dtypes.bfloat16 if inside["dtype"] == "bfloat16" else inside["dtype"]
        array = np.frombuffer(base64.b64decode(inside["data"]), dtype=dtype)
        return array.reshape(inside["shape"]).copy()
    if kind == "dict":
        return {decode_value(key): decode_value(value) for key, value in inside}
    parts = [decode_value(part) for part in inside]
    return tuple(parts) if kind == "tuple" else parts


def difference(found: Any, expected: Any, place: str = "the answer") -> float:
    """Return the largest distance of tensors, relative to the largest expected element.

    Raises Mismatch for any other difference.
    """
    if isinstance(expected, np.ndarray):
        return _difference_of_tensors(found, expected, place)
    if isinstance(expected, float):
        return abs(found - expected) / max(abs(expected), 1e-30) if found != expected else 0.0
    if not isinstance(expected, list | tuple | dict):
        if type(found) is not type(expected) or found != expected:
            raise Mismatch(f"{place}: {found!r}, expected {expected!r}")
        return 0.0
    if len(found) != len(expected) or isinstance(found, dict) != isinstance(expected, dict):
        raise Mismatch(f"{place}: {found!r}, expected {len(expected)} values")
    if isinstance(expected, dict) and list(found) != list(expected):
        raise Mismatch(f"{place}: the keys {list(found)}, expected {list(expected)}")
    keys = list(expected) if isinstance(expected, dict) else range(len(expected))
    return max((difference(found[k], expected[k], f"{place}[{k!r}]") for k in keys), default=0.0)


def _difference_of_tensors(found: Any, expected: np.ndarray, place: str) -> float:
    if not isinstance(found, ts.Tensor):
        raise Mismatch(f"{place}: {type(found).__name__}, expected a tensor")
    ours = found.numpy()
    if (ours.dtype, ours.shape) != (expected.dtype, expected.shape):
        wanted = f"{expected.dtype}{expected.shape}"
        raise Mismatch(f"{place}: {ours.dtype}{ours.shape}, expected {wanted}")
    if expected.dtype.kind in "iub":
        if not np.array_equal(ours, expected):
            raise Mismatch(f"{place}: {ours.tolist()}, expected {expected.tolist()}")
        return 0.0
    wide = np.complex128 if expected.dtype.kind == "c" else np.float64
    ours, expected = ours.astype(wide), expected.astype(wide)
    finite = np.isfinite(expected)
    same = np.array_equal(ours[~finite], expected[~finite], equal_nan=True)
    if not same or not np.isfinite(ours[finite]).all():
        raise Mismatch(f"{place}: NaN and infinity are not where they are expected")
    if not finite.any():
        return 0.0
    with np.errstate(over="ignore"):
        far = np.abs(ours - expected)[finite].max()
    return float(far / max(np.abs(expected[finite]).max(), 1e-30))


def play(module: Any, recording: dict[str, Any]) -> float:
    """Repeat every recorded call; return the largest difference, including the final buffers.

    Raises Mismatch if it exceeds the tolerance.
    """
    told = 0.0
    for iteration, gradients in enumerate(recording["gradients"]):
        for seed, call in enumerate(recording["calls"]):
            ts.manual_seed(seed)
            method = getattr(module, call["method"])
            arguments = [decode_value(argument) for argument in call["arguments"]]
            with ts.enable_grad() if gradients else ts.no_grad():
                found = method(*arguments)
            place = f"round {iteration}, call {seed} of {call['method']}"
            answer = call["answers"][min(iteration, len(call["answers"]) - 1)]
            told = max(told, difference(found, decode_value(answer), place))
    buffers = dict(module.named_buffers())
    for name, expected in recording["buffers"].items():
        told = max(told, difference(buffers[name], decode_value(expected), f"buffer {name}"))
    if told > TOLERANCES[recording["kind"]]:
        raise Mismatch(f"the answers are off by {told:.1e}")
    return told


def golden() -> dict[str, tuple[bytes, dict[str, Any]]]:
    """Return the committed recordings by name, with their archives."""
    with tarfile.open(FILE) as file:
        data = {entry.name: file.extractfile(entry).read() for entry in file.getmembers()}
    names = [name.removesuffix(".pt") for name in data if name.endswith(".pt")]
    return {name: (data[f"{name}.pt"], json.loads(data[f"{name}.json"])) for name in names}


def outcome(path: Path) -> dict[str, Any]:
    """Return the result of playing an archive's recording."""
    recording = json.loads(path.with_suffix(".json").read_text())
    start = time.perf_counter()
    try:
        found = play(ts.load(path), recording)
    except Exception as error:  # noqa: BLE001 - the next model is played whatever this one does
        told = str(error) or type(error).__name__
        return {"name": path.stem, "error": told[:2000], "trace": traceback.format_exc()}
    return {"name": path.stem, "difference": found, "seconds": time.perf_counter() - start}


def main() -> None:
    warnings.simplefilter("ignore")
    if "TS_TEST_CALLS" in os.environ:  # as tests/conftest.py, in a process of its own
        sys.path.append(str(Path(__file__).parents[1] / "meaning"))
        import_module("repeated").begin()
    for path in sorted(Path(sys.argv[1]).glob("*.pt")):
        print(json.dumps(outcome(path)), flush=True)
    if "torch" in sys.modules:
        raise SystemExit("PyTorch was imported")


if __name__ == "__main__":
    main()
