"""Findings: the effects of a program or a checkpoint besides computing, and tensors that are
refused.

They are found without executing anything, by the rules of `RULES`. A file without findings may
still compute forever or exhaust the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.dialects.symbol_names import CPP_CLASSES
from xdsl_torchscript.frontend.archive import Archive, Checkpoint, PickledObject, PickledValue
from xdsl_torchscript.frontend.archive.cpp_classes import is_of_cpp
from xdsl_torchscript.frontend.archive.model import TensorRecord, children
from xdsl_torchscript.tools.inspection.code import CodeSummary
from xdsl_torchscript.tools.inspection.tensors import TensorReport, byte_count

RULES: Mapping[str, str] = {
    "backend-operator": "an operator that reaches a backend, other processes or other machines",
    "code-at-load": "a class with `__setstate__`, which `ts.load` and PyTorch run on load",
    "custom-class": "a class implemented in C++ by a library",
    "custom-operator": "an operator that is not part of PyTorch 2.13; a library must provide it",
    "expanded-tensor": "a tensor of over 1 GiB that views a storage of under 1 % of its size",
    "hidden-bytes": "over 1 MiB of a storage that no tensor references, or bytes after a storage",
    "python-name": "a Python class or function that `pickle` would import and call",
    "python-op": "a Python function inside a graph",
    "reads-file": "`aten::from_file`, which can map any file of the machine",
    "unknown-record": "a record that PyTorch does not write; `ts.load` ignores it",
    "unreadable-code": "code with syntax errors or beyond the size limit; it was not analysed",
    "unsupported-tensor": "sparse tensors, which `ts.load` rejects",
    "writes-file": "`aten::save`, which can write any file of the machine",
}
"""The rules, with the condition of each."""

_OPERATORS = {
    "aten::from_file": "reads-file",
    "aten::save": "writes-file",
    "prim::IgnoredPythonOp": "python-op",
    "prim::PythonOp": "python-op",
}
_LOADED = ("dense", "quantised")
"""The layouts of tensors that `ts.load` accepts."""
_ORDINARY = "aten prim prims profiler quantized _quantized quantization sparse".split()
_BACKENDS = (
    "_c10d_functional _c10d_functional_autograd c10d inductor mkl mkldnn mkldnn_prepacked onednn "
    "onnx static_runtime symm_mem"
).split()
_REMOTE = "prim::rpc_"
_TRACED_INPUTS = re.compile(r"traced_inputs(\.pkl|/\d+)")
"""The records of a trace's example inputs, which only `torch.jit.load` may read."""
_CPP_CLASS = re.compile(r"__torch__\.torch\.classes\.\w+\.\w+")
_MUCH_UNREACHED = 1 << 20
_HUGE, _EXPANSION = 1 << 30, 100


@dataclass(frozen=True)
class ArchiveFinding:
    """A match of a rule. `what` matches at `place`: a line of the code, a record, a value's
    path."""

    rule: str
    what: str
    place: str


def verdict(findings: Iterable[ArchiveFinding]) -> str:
    return "findings" if any(True for _ in findings) else "clean"


def operator_findings(places: Mapping[str, str]) -> Iterator[ArchiveFinding]:
    """Yield the findings about operators, given the place of each."""
    for name, place in places.items():
        namespace = name.partition("::")[0]
        if name in _OPERATORS:
            rule = _OPERATORS[name]
        elif namespace in _BACKENDS or name.startswith(_REMOTE):
            rule = "backend-operator"
        else:
            known = namespace in _ORDINARY and (namespace == "prim" or schemas_of(name))
            rule = None if known else "custom-operator"
        if rule is not None:
            yield ArchiveFinding(rule, name, place)


def archive_findings(
    archive: Archive, program: CodeSummary, tensors: Sequence[TensorReport]
) -> tuple[ArchiveFinding, ...]:
    """Return the findings about the code, objects, tensors and records of an archive."""
    records = (
        ArchiveFinding("unknown-record", name, name)
        for name in archive.other_records
        if _TRACED_INPUTS.fullmatch(name) is None
    )
    unreadable = (
        ArchiveFinding("unreadable-code", why, p) for p, why in program.unreadable.items()
    )
    return tuple(
        dict.fromkeys(
            (
                *operator_findings(program.places),
                *_classes_in_code(archive),
                *_objects(archive),
                *_data_findings(archive, [archive.root, *archive.constants]),
                *_unsupported(tensors),
                *records,
                *unreadable,
            )
        )
    )


def checkpoint_findings(
    checkpoint: Checkpoint, tensors: Sequence[TensorReport]
) -> tuple[ArchiveFinding, ...]:
    return (*_data_findings(checkpoint, [checkpoint.value]), *_unsupported(tensors))


def _unsupported(tensors: Sequence[TensorReport]) -> Iterator[ArchiveFinding]:
    """Yield a finding for each unsupported layout, at the path of the first such tensor."""
    places: dict[str, list[str]] = {}
    for tensor in tensors:
        if tensor.layout not in _LOADED:
            places.setdefault(tensor.layout, []).append(tensor.path)
    for layout, (first, *others) in places.items():
        what = f"{len(others) + 1} {layout} {'tensors' if others else 'tensor'}"
        yield ArchiveFinding("unsupported-tensor", what, first)


def _classes_in_code(archive: Archive) -> Iterator[ArchiveFinding]:
    for path, text in archive.sources.items():
        for name in filter(is_of_cpp, dict.fromkeys(_CPP_CLASS.findall(text))):
            line = text.count("\n", 0, text.index(name)) + 1
            yield ArchiveFinding("custom-class", name, f"{path}:{line}")


def _objects(archive: Archive) -> Iterator[ArchiveFinding]:
    for value in walk([archive.root, *archive.constants]):
        if isinstance(value, PickledObject) and is_of_cpp(value.class_name):
            yield ArchiveFinding("custom-class", value.class_name, "data.pkl")
        elif isinstance(value, PickledObject) and _runs_code(value):
            yield ArchiveFinding("code-at-load", f"{value.class_name}.__setstate__", "data.pkl")


def _runs_code(value: PickledObject) -> bool:
    """Return whether loading the object runs code of the archive, not of our library."""
    return value.has_state and not value.class_name.startswith(CPP_CLASSES)


def _data_findings(
    file: Archive | Checkpoint, roots: list[PickledValue]
) -> Iterator[ArchiveFinding]:
    """Yield findings about unexpected names in the pickle, and storages and tensors of odd
    sizes."""
    record = file.record if isinstance(file, Checkpoint) else "data.pkl"
    for name in file.unknown:
        yield ArchiveFinding("python-name", name, record or "")
    for key, surplus in file.surplus.items():
        yield ArchiveFinding("hidden-bytes", f"{surplus} bytes after the storage", key)
    reached = dict.fromkeys(file.storage_records, 0)
    for value in walk(roots):
        if not isinstance(value, TensorRecord):
            continue
        steps = zip(value.shape, value.strides, strict=True)
        end = value.offset + sum((n - 1) * step for n, step in steps) + 1 if value.elements else 0
        reached[value.storage] = max(reached[value.storage], end)
        size, stored = byte_count(value.dtype, value.elements), file.storage_records[value.storage]
        if size > max(_HUGE, _EXPANSION * byte_count(stored.dtype, stored.elements)):
            yield ArchiveFinding(
                "expanded-tensor", f"{value.dtype}{list(value.shape)}", value.storage
            )
    for key, record in file.storage_records.items():
        unreached = byte_count(record.dtype, record.elements - reached[key])
        if unreached > _MUCH_UNREACHED:
            yield ArchiveFinding("hidden-bytes", f"{unreached} bytes that no tensor reaches", key)


def walk(roots: list[PickledValue]) -> Iterator[PickledValue]:
    """Yield each value once, however often it is used."""
    seen: set[int] = set()
    pending = [*roots]
    while pending:
        value = pending.pop()
        if id(value) not in seen:
            seen.add(id(value))
            yield value
            pending.extend(reversed(children(value)))
