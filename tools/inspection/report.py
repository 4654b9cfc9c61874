"""The report of ts-inspect on an archive, as plain data; `--json` prints it unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from xdsl_torchscript.dialects.schema.table import schemas_of
from xdsl_torchscript.frontend.archive import (
    Archive,
    Checkpoint,
    DeviceValue,
    PickledObject,
    TensorRecord,
)
from xdsl_torchscript.lowering.ts_to_te.convert_ts_to_te import LOWERINGS
from xdsl_torchscript.runtime.interpreter.binding import BINDERS
from xdsl_torchscript.runtime.interpreter.code import implementation_of
from xdsl_torchscript.tools.inspection.code import ClassCode, CodeSummary, read_program
from xdsl_torchscript.tools.inspection.findings import (
    ArchiveFinding,
    archive_findings,
    checkpoint_findings,
    verdict,
    walk,
)
from xdsl_torchscript.tools.inspection.tensors import TensorReport, byte_count, tensors_of
from xdsl_torchscript.tools.inspection.training import Difference, TrainingModes


@dataclass(frozen=True)
class ModuleReport:
    """A module and its submodules. `parameters` and `bytes` cover the whole subtree.

    A tensor shared by several modules counts once. `same_as` is the path under which a shared
    module is listed.
    """

    name: str
    class_name: str
    parameters: int
    parameter_bytes: int
    buffer_bytes: int
    modules: tuple[ModuleReport, ...]
    same_as: str | None = None


@dataclass(frozen=True)
class OperatorReport:
    """An operator, the number of its uses in the program, and its engines."""

    name: str
    count: int
    interpreted: bool
    compiled: bool


@dataclass(frozen=True)
class ConstantReport:
    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int


@dataclass(frozen=True)
class Report:
    file: str
    folder: str
    format_version: int
    byte_order: str
    modules: ModuleReport
    tensors: tuple[TensorReport, ...]
    methods: dict[str, tuple[str, ...]]
    functions: dict[str, str]
    operators: tuple[OperatorReport, ...]
    calls: int
    devices: dict[str, int]
    constants: tuple[ConstantReport, ...]
    storage_bytes: int
    extra_files: tuple[str, ...]
    warnings: tuple[str, ...]
    findings: tuple[ArchiveFinding, ...]
    verdict: str


@dataclass(frozen=True)
class CheckpointReport:
    """A file of torch.save: `layout` is zip or legacy."""

    file: str
    layout: str
    byte_order: str
    tensors: tuple[TensorReport, ...]
    elements: int
    storage_bytes: int
    devices: dict[str, int]
    findings: tuple[ArchiveFinding, ...]
    verdict: str


def checkpoint_report(checkpoint: Checkpoint) -> CheckpointReport:
    """Return the report on a checkpoint's value, without executing anything."""
    tensors = tensors_of(checkpoint.value)
    findings = checkpoint_findings(checkpoint, tensors)
    return CheckpointReport(
        file=checkpoint.file,
        layout=checkpoint.layout,
        byte_order=checkpoint.byte_order,
        tensors=tensors,
        elements=sum(tensor.elements for tensor in tensors),
        storage_bytes=_storage_bytes(checkpoint),
        devices=dict(Counter(record.device for record in checkpoint.storage_records.values())),
        findings=findings,
        verdict=verdict(findings),
    )


def report(archive: Archive) -> Report:
    """Return the report on an archive's code and objects, without executing anything."""
    program = read_program(archive.sources)
    tree = _ModuleWalk(program)
    constants = tuple(_constants(archive, program))
    tensors = tensors_of(archive.root)
    findings = archive_findings(archive, program, tensors)
    return Report(
        file=archive.file,
        folder=archive.folder,
        format_version=archive.version,
        byte_order=archive.byte_order,
        modules=tree.module(archive.folder, "", archive.root),
        tensors=tensors,
        methods={name: code.methods for name, code in program.classes.items() if code.methods},
        functions={name: code.signature for name, code in program.functions.items()},
        operators=tuple(_operators(program)),
        calls=program.calls,
        devices=dict(program.devices + _tensor_devices(archive)),
        constants=constants,
        storage_bytes=_storage_bytes(archive),
        extra_files=tuple(archive.extra_files),
        warnings=(*_warnings(program, constants), *tree.warnings()),
        findings=findings,
        verdict=verdict(findings),
    )


def _storage_bytes(of: Archive | Checkpoint) -> int:
    return sum(byte_count(record.dtype, record.elements) for record in of.storage_records.values())


def _identity(tensor: TensorRecord) -> tuple[object, ...]:
    return tensor.storage, tensor.offset, tensor.shape, tensor.strides


def _size(tensor: TensorRecord) -> tuple[int, int]:
    return tensor.elements, byte_count(tensor.dtype, tensor.elements)


_TensorSizes = dict[tuple[object, ...], tuple[int, int]]
"""The elements and bytes of tensors by identity."""


class _ModuleWalk:
    """A walk over modules that visits each once."""

    def __init__(self, program: CodeSummary) -> None:
        self._classes = program.classes
        self._modes = TrainingModes(program)
        self._shown: dict[int, tuple[str, _TensorSizes, _TensorSizes]] = {}
        self._training: dict[Difference, list[str]] = {}

    def module(self, name: str, path: str, of: PickledObject) -> ModuleReport:
        return self._visit(name, path, of)[0]

    def warnings(self) -> Iterator[str]:
        for difference, (first, *others) in self._training.items():
            more = f" and {len(others)} more" if others else ""
            yield difference.warning(f"{first}{more}")

    def _visit(
        self, name: str, path: str, of: PickledObject
    ) -> tuple[ModuleReport, _TensorSizes, _TensorSizes]:
        known = self._shown.get(id(of))
        if known is not None:
            before, parameters, buffers = known
            return self._entry(name, of, {}, {}, (), before or "the whole"), parameters, buffers
        names = self._class(of).parameters if of.parameters is None else of.parameters
        tensors = [(n, t) for n, t in of.attributes.items() if isinstance(t, TensorRecord)]
        parameters = {_identity(t): _size(t) for n, t in tensors if n in names}
        buffers = {_identity(t): _size(t) for n, t in tensors if n not in names}
        for difference in self._modes.differences(of):
            place = path or of.class_name.rpartition(".")[2]
            self._training.setdefault(difference, []).append(place)
        below: list[ModuleReport] = []
        for child, module in self._submodules(of):
            inner = f"{path}.{child}" if path else child
            entry, its_parameters, its_buffers = self._visit(child, inner, module)
            below.append(entry)
            parameters |= its_parameters
            buffers |= its_buffers
        self._shown[id(of)] = (path, parameters, buffers)
        return self._entry(name, of, parameters, buffers, tuple(below)), parameters, buffers

    def _entry(
        self,
        name: str,
        of: PickledObject,
        parameters: _TensorSizes,
        buffers: _TensorSizes,
        below: tuple[ModuleReport, ...],
        same_as: str | None = None,
    ) -> ModuleReport:
        return ModuleReport(
            name=name,
            class_name=of.class_name,
            parameters=sum(elements for elements, _ in parameters.values()),
            parameter_bytes=sum(size for _, size in parameters.values()),
            buffer_bytes=sum(size for _, size in buffers.values()),
            modules=below,
            same_as=same_as,
        )

    def _class(self, of: PickledObject) -> ClassCode:
        return self._classes.get(of.class_name) or ClassCode()

    def _submodules(self, of: PickledObject) -> Iterator[tuple[str, PickledObject]]:
        for name, value in of.attributes.items():
            if isinstance(value, PickledObject) and (
                value.parameters is not None or self._class(value).base == "Module"
            ):
                yield name, value


def _operators(program: CodeSummary) -> Iterator[OperatorReport]:
    for name, count in sorted(program.operators.items(), key=lambda item: (-item[1], item[0])):
        yield operator_report(name, count, _overloads(name))


@cache
def _overloads(kind: str) -> list[str]:
    """Return all overloads: code does not specify which it calls."""
    return [schema.op_name for schema in schemas_of(kind)] or [kind.replace("::", ".", 1)]


_BOUND = frozenset(kind.name for kind in BINDERS)
"""The operations whose functions the interpreter makes from the operation, not from its name."""


def operator_report(name: str, count: int, overloads: Iterable[str]) -> OperatorReport:
    """Return the report on an operator; an engine counts if it supports any of the overloads."""
    names = list(overloads)
    interpreted = any(n in _BOUND or implementation_of(n) is not None for n in names)
    return OperatorReport(name, count, interpreted, any(n in LOWERINGS for n in names))


def _tensor_devices(archive: Archive) -> Counter[str]:
    """Count the devices of storages and of attributes."""
    found = Counter(record.device for record in archive.storage_records.values())
    found.update(v.name for v in walk([archive.root]) if isinstance(v, DeviceValue))
    return found


def _constants(archive: Archive, program: CodeSummary) -> Iterator[ConstantReport]:
    """Yield the tensors named `CONSTANTS.c0` and so on in code, the largest first.

    With a model.json these names stand for all tensors of the archive.
    """
    tensors = [
        ConstantReport(f"c{i}", c.dtype, c.shape, byte_count(c.dtype, c.elements))
        for i, c in enumerate(archive.constants)
        if isinstance(c, TensorRecord) and f"c{i}" in program.constants
    ]
    yield from sorted(tensors, key=lambda constant: -constant.bytes)


def _warnings(program: CodeSummary, constants: tuple[ConstantReport, ...]) -> Iterator[str]:
    for path, where in program.unreadable.items():
        yield f"{path} is not readable code: {where}"
    for device in program.devices:
        if device.partition(":")[0] != "cpu":
            yield f'the code names the device "{device}"'
    if constants:
        total = sum(constant.bytes for constant in constants)
        noun = "1 tensor" if len(constants) == 1 else f"{len(constants)} tensors"
        yield f"constants baked into the code by tracing: {noun} of {total} bytes"
