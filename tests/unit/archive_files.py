"""Archives for tests: the golden ones, and ones put together by hand."""

from __future__ import annotations

import io
import json
import struct
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

import xdsl_torchscript as ts
from xdsl_torchscript.frontend.archive import (
    Archive,
    DeviceValue,
    DictValue,
    ListValue,
    PickledEnum,
    PickledObject,
    PickledValue,
    TensorRecord,
)
from xdsl_torchscript.frontend.archive.model import DebugRange, children

GOLDEN = Path(__file__).parent / "data" / "archives"
EXPECTED: dict[str, Any] = json.loads((GOLDEN / "expected.json").read_text())


def zip_records(records: dict[str, bytes], *, folder: str = "m", method: int = zipfile.ZIP_STORED):
    """Return a zip file of these records, in one folder."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as file:
        for name, data in records.items():
            file.writestr(f"{folder}/{name}", data)
    return stream.getvalue()


def archive(data_pkl: bytes, records: dict[str, bytes] | None = None) -> bytes:
    """Return an archive with a pickle; `records` are added or replace the defaults."""
    least = {"version": b"3\n", "constants.pkl": b"\x80\x02).", "data.pkl": data_pkl}
    return zip_records(least | (records or {}))


def text(value: str) -> bytes:
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def name(module: str, of: str) -> bytes:
    return f"c{module}\n{of}\n".encode()


def module(*attributes: bytes, class_name: str = "M") -> bytes:
    """Return the pickle of an object with alternating pickled names and values of attributes."""
    head = b"\x80\x02" + name("__torch__", class_name) + b")\x81}("
    return head + b"".join(attributes) + b"ub."


def integer(value: int) -> bytes:
    return b"\x8a\x08" + value.to_bytes(8, "little", signed=True)


def tensor(
    key: str = "0",
    *,
    storage: str = "FloatStorage",
    count: int = 2,
    offset: int = 0,
    shape: tuple[int, ...] = (2,),
    strides: tuple[int, ...] = (1,),
    device: str = "cpu",
    flag: str = "",
) -> bytes:
    """Return a pickled tensor."""
    storage_tuple = (
        text("storage") + name("torch", storage) + text(key) + text(device) + integer(count)
    )
    sizes = [b"(" + b"".join(map(integer, part)) + b"t" for part in (shape, strides)]
    hooks = name("collections", "OrderedDict") + b")R"
    rebuild = name("torch._utils", "_rebuild_tensor_v2")
    metadata = b"}" + text(flag) + b"\x88s" if flag else b""
    view = integer(offset) + b"".join(sizes) + b"\x89" + hooks + metadata
    return rebuild + b"((" + storage_tuple + b"tQ" + view + b"tR"


def line_of(found: DebugRange) -> int:
    """Return the line of the original file, from 1."""
    return found.first_line + found.text.encode()[: found.start].count(b"\n")


def follow(value: PickledValue, path: str) -> PickledValue:
    """Return the value at a dotted path of attributes."""
    for part in path.split("."):
        assert isinstance(value, PickledObject), path
        value = value.attributes[part]
    return value


def tensors_in(value: PickledValue) -> list[TensorRecord]:
    """Return the tensors of a value in any order, shared ones possibly repeated."""
    found: list[TensorRecord] = []
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, TensorRecord):
            found.append(part)
        pending.extend(children(part))
    return found


def describe_tensor(of: Archive, value: TensorRecord) -> dict[str, object]:
    """Return a tensor in the format of `expected.json`."""
    numbers = of.array(value)
    if numbers.dtype.kind == "c":
        numbers = np.ascontiguousarray(numbers).view(f"f{numbers.itemsize // 2}")
    return {
        "dtype": value.dtype,
        "shape": list(value.shape),
        "requires_grad": value.requires_grad,
        "data": numbers.astype(np.float64).ravel().tolist(),
    }


def describe(of: Archive, value: PickledValue) -> object:
    """Return a value in the format of `expected.json`."""
    if isinstance(value, TensorRecord):
        return {"tensor": describe_tensor(of, value)}
    if isinstance(value, DictValue):
        return {"dict": [[describe(of, k), describe(of, v)] for k, v in value.items]}
    if isinstance(value, ListValue):
        return {"list": [describe(of, v) for v in value.items]}
    if isinstance(value, tuple):
        return {"tuple": [describe(of, v) for v in value]}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if isinstance(value, PickledEnum):
        return {"enum": describe(of, value.value)}
    if isinstance(value, DeviceValue):
        return {"device": value.name}
    return value


def load_golden(file: str) -> Any:
    """Load a golden archive, without its warnings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ts.load(GOLDEN / f"{file}.pt")


def reload(program: Any) -> Any:
    """Save and load a module or function."""
    stream = io.BytesIO()
    ts.save(program, stream)
    return ts.load(stream.getvalue())
