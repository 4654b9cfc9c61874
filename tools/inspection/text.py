"""A report as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl_torchscript.tools.inspection.findings import ArchiveFinding
from xdsl_torchscript.tools.inspection.programs import ProgramReport
from xdsl_torchscript.tools.inspection.report import (
    CheckpointReport,
    ModuleReport,
    OperatorReport,
    Report,
)
from xdsl_torchscript.tools.inspection.tensors import TensorReport

_MOST_MODULES = 30
_MOST_TENSORS = 20
_MOST_METHODS = 12
_MOST_OPERATORS = 20
_MOST_CONSTANTS = 5
_MOST_FINDINGS = 30
_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def report_text(report: Report, *, everything: bool = False) -> str:
    """Return titled sections; long ones are truncated unless `everything` is set."""
    sections = {
        "modules": list(_modules(report.modules)),
        "tensors": list(_tensors(report.tensors)),
        "methods": list(_methods(report)),
        "operators": [_operator(operator) for operator in report.operators],
        "devices": [f"{name}  {count}" for name, count in sorted(report.devices.items())],
        "constants": [
            f"{c.name}  {c.dtype}{list(c.shape)}  {_size(c.bytes)}" for c in report.constants
        ],
        "extra files": list(report.extra_files),
        "warnings": list(report.warnings),
        "findings": list(_findings(report.findings)),
    }
    head = (
        f"{report.file}: TorchScript archive '{report.folder}', "
        f"format version {report.format_version}, {report.byte_order}-endian, "
        f"storages {_size(report.storage_bytes)}"
    )
    return _text(head, sections, everything)


def program_text(report: ProgramReport, *, everything: bool = False) -> str:
    """Return the report on a program in a text, as `report_text`; missing operators come last."""
    methods = [f"{name}.{method}" for name, found in report.methods.items() for method in found]
    sections = {
        "methods": methods,
        "functions": report.functions,
        "operators": [_operator(operator) for operator in report.operators],
        "missing": [
            f"{m.name:<32} {', '.join(m.places) or 'at an unknown place'}" for m in report.missing
        ],
        "findings": list(_findings(report.findings)),
    }
    head = f"{report.file}: TorchScript program, {_count(len(report.functions), 'function')}, "
    return _text(head + _count(report.calls, "call"), sections, everything)


def checkpoint_text(report: CheckpointReport, *, everything: bool = False) -> str:
    """Return the report on a file of torch.save, as `report_text`."""
    sections = {
        "tensors": list(_tensors(report.tensors)),
        "devices": [f"{name}  {count}" for name, count in sorted(report.devices.items())],
        "findings": list(_findings(report.findings)),
    }
    head = (
        f"{report.file}: checkpoint of torch.save, {report.layout} layout, "
        f"{report.byte_order}-endian, {_count(len(report.tensors), 'tensor')} of "
        f"{report.elements:,} elements, storages {_size(report.storage_bytes)}"
    )
    return _text(head, sections, everything)


def verdict_text(file: str, findings: Sequence[ArchiveFinding]) -> str:
    """Return a line for the file, and one for each finding."""
    head = f"{file}: {_count(len(findings), 'finding') if findings else 'clean'}"
    return _text_lines([head, *(f"  {line}" for line in _findings(findings))])


def _findings(findings: Sequence[ArchiveFinding]) -> Iterator[str]:
    for finding in findings:
        yield f"{finding.rule:<16}  {finding.what}  {finding.place}".rstrip()


def _tensors(tensors: Sequence[TensorReport]) -> Iterator[str]:
    width = max((len(tensor.path) for tensor in tensors), default=0)
    for tensor in tensors:
        layout = "" if tensor.layout == "dense" else f"  {tensor.layout}"
        kind = f"{tensor.dtype}{list(tensor.shape)}"
        yield f"{tensor.path or '(the value)':<{width}}  {kind}  {_size(tensor.bytes)}{layout}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _text(head: str, sections: Mapping[str, Sequence[str]], everything: bool) -> str:
    lines = [head]
    for title, body in sections.items():
        most = len(body) if everything else _MOST.get(title, len(body))
        lines += ["", _TITLES.get(title, title)] if body else []
        lines += [f"  {line}" for line in body[:most]]
        lines += [f"  ... {len(body) - most} more (--all)"] if len(body) > most else []
    return _text_lines(lines)


def _text_lines(lines: Sequence[str]) -> str:
    return "\n".join(map(_printable, lines))


def _printable(line: str) -> str:
    """Escape unprintable characters: names from the file could move a terminal's cursor."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


_MOST = {
    "modules": _MOST_MODULES,
    "tensors": _MOST_TENSORS,
    "methods": _MOST_METHODS,
    "functions": _MOST_METHODS,
    "operators": _MOST_OPERATORS,
    "constants": _MOST_CONSTANTS,
    "findings": _MOST_FINDINGS,
}
_TITLES = {
    "modules": "modules (parameters and bytes, including submodules)",
    "operators": "operators (occurrences in the code; engines)",
    "missing": "missing (not implemented; where the program uses them)",
    "findings": "findings (effects besides computing with tensors)",
    "devices": "devices (in storages, attributes and literals)",
}


def _size(count: int) -> str:
    """Return a size with about three digits: `12 B`, `1.5 KiB`."""
    power = max(0, min(len(_UNITS) - 1, (count.bit_length() - 1) // 10))
    return f"{count} B" if power == 0 else f"{count / (1 << 10 * power):.1f} {_UNITS[power]}"


def _modules(root: ModuleReport) -> Iterator[str]:
    rows = list(_module_rows(root, 0))
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    for name, kind, count, size in rows:
        line = f"{name:{widths[0]}}  {kind:{widths[1]}}  {count:>{widths[2]}}  {size}"
        yield line.rstrip()


def _module_rows(module: ModuleReport, depth: int) -> Iterator[tuple[str, str, str, str]]:
    name = "  " * depth + module.name
    kind = module.class_name.rpartition(".")[2]
    if module.same_as is not None:
        yield name, kind, "", f"= {module.same_as}"
        return
    buffers = f" + {_size(module.buffer_bytes)} of buffers" if module.buffer_bytes else ""
    weights = _size(module.parameter_bytes) if module.parameters else ""
    size = (weights + buffers) if weights else buffers.removeprefix(" + ")
    yield name, kind, f"{module.parameters:,}" if module.parameters else "-", size
    for below in module.modules:
        yield from _module_rows(below, depth + 1)


def _methods(report: Report) -> Iterator[str]:
    """Yield the root's methods, then of other classes, then functions."""
    root = report.modules.class_name
    others = [name for name in report.methods if name != root]
    for name in (root, *others):
        for method in report.methods.get(name, ()):
            yield f"{_short(name)}.{_without_prefix(method)}"
    for name, function in report.functions.items():
        yield f"{_short(name.rpartition('.')[0])}.{_without_prefix(function)}".lstrip(".")


def _short(name: str) -> str:
    return name.removeprefix("__torch__").lstrip(".")


def _without_prefix(signature: str) -> str:
    return signature.replace("__torch__.", "")


def _operator(operator: OperatorReport) -> str:
    knows = (("interpreter", operator.interpreted), ("native", operator.compiled))
    who = ", ".join(name for name, known in knows if known)
    return f"{operator.count:>5}  {operator.name:<32} {who or 'none'}"
