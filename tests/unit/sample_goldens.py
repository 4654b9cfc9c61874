"""The file of golden samples: programs of one call, their inputs and PyTorch's answers.

The file is compressed text, a line of JSON for each sample; a tensor in it is its type, sizes,
strides in elements and bytes, in the order of memory.
"""

from __future__ import annotations

import json
import lzma
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import numpy as np

import xdsl_torchscript as ts
from xdsl_torchscript.dialects.dtypes import BY_TORCH_NAME
from xdsl_torchscript.runtime.tensor import Tensor, numpy_dtype

_DATA = Path(__file__).with_name("data")
GOLDEN = _DATA / "samples.xz"
CALLS = _DATA / "calls.xz"
"""Calls of operators that the database omits. The source is the operator's name, the inputs are all
arguments, and the results are followed by the tensors of the arguments after the call."""


@dataclass(frozen=True)
class Sample:
    """`inputs` are tensors or lists of them; `results` are flat."""

    name: str
    dtype: str
    source: str
    inputs: list[object]
    results: list[object]


def _memory(array: np.ndarray) -> np.ndarray:
    """Return the elements with dimensions in decreasing order of stride."""
    return array.transpose(np.argsort([-s for s in array.strides], kind="stable"))


def _write(value: object) -> object:
    if isinstance(value, list):
        return [_write(part) for part in value]
    if not isinstance(value, Tensor):
        return {"value": repr(value)}
    array = value.array
    data = b64encode(np.ascontiguousarray(_memory(array)).tobytes()).decode()
    strides = [s // array.itemsize for s in array.strides]
    return {"type": value.dtype.torch_name, "sizes": array.shape, "strides": strides, "data": data}


def _read(value: object) -> object:
    if isinstance(value, list):
        return [_read(part) for part in value]
    if "value" in value:
        return eval(value["value"], {"inf": float("inf"), "nan": float("nan")})
    dtype, strides = numpy_dtype(BY_TORCH_NAME[value["type"]]), value["strides"]
    array = np.frombuffer(b64decode(value["data"]), dtype).copy()
    order = np.argsort([-s for s in strides], kind="stable")
    array = array.reshape([value["sizes"][i] for i in order])
    return Tensor(array.transpose(np.argsort(order)))


def dense(value: object) -> bool:
    """Return whether the elements are distinct and without gaps, as the file requires."""
    if isinstance(value, list):
        return all(map(dense, value))
    if not isinstance(value, Tensor):
        return isinstance(value, bool | int | float | complex | str | None)
    return (
        bool(_memory(value.array).flags.c_contiguous) and min(value.array.strides, default=0) >= 0
    )


def write(samples: Iterable[Sample], path: Path = GOLDEN) -> None:
    lines = []
    for sample in samples:
        parts = asdict(sample) | {
            "inputs": _write(sample.inputs), "results": _write(sample.results),
        }  # fmt: skip
        lines.append(json.dumps(parts))
    path.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9))


@cache
def compile_sample(source: str) -> ts.ScriptFunction:
    """Return the program of a sample; samples that differ in dtype alone share it."""
    return ts.CompilationUnit(source).the_call


def read(path: Path = GOLDEN) -> list[Sample]:
    found = []
    for line in lzma.decompress(path.read_bytes()).decode().splitlines():
        parts = json.loads(line)
        parts |= {"inputs": _read(parts["inputs"]), "results": _read(parts["results"])}
        found.append(Sample(**parts))
    return found
