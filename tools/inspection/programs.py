"""The report of ts-inspect on a program in a text: Python, TorchScript's graphs or MLIR."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_torchscript.dialects.modules import ClassOp
from xdsl_torchscript.dialects.operator import OperatorOp
from xdsl_torchscript.dialects.schema.table import operator_table
from xdsl_torchscript.lowering.core.diagnostics import file_position, nearest_location
from xdsl_torchscript.runtime.errors import place
from xdsl_torchscript.runtime.interpreter.binding import operator_name
from xdsl_torchscript.runtime.modules.signature import Signature
from xdsl_torchscript.runtime.modules.unit import CompilationUnit
from xdsl_torchscript.tools.inspection.findings import ArchiveFinding, operator_findings, verdict
from xdsl_torchscript.tools.inspection.report import OperatorReport, operator_report


@dataclass(frozen=True)
class MissingReport:
    """An operator without implementation, and the places where the program uses it."""

    name: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class ProgramReport:
    file: str
    methods: dict[str, tuple[str, ...]]
    functions: tuple[str, ...]
    operators: tuple[OperatorReport, ...]
    calls: int
    missing: tuple[MissingReport, ...]
    findings: tuple[ArchiveFinding, ...]
    verdict: str


def program_report(module: ModuleOp, file: str) -> ProgramReport:
    """Return the report on the IR of a program, without executing it."""
    unit = CompilationUnit.from_module(module)
    classes = [op for op in module.ops if isinstance(op, ClassOp)]
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    used = [op for op in module.walk() if isinstance(op, OperatorOp) or op.name in operator_table()]
    counts = Counter(map(_name, used))
    operators = tuple(
        operator_report(name, count, [name.replace("::", ".", 1)])
        for name, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    )
    places = {_name(op).partition(".")[0]: _place(op) for op in reversed(used)}
    findings = tuple(operator_findings(places))
    return ProgramReport(
        file=file,
        methods={
            c.sym_name.data: tuple(_schema(m, unit) for m in c.methods.values()) for c in classes
        },
        functions=tuple(_schema(f, unit) for f in functions),
        operators=operators,
        calls=sum(op.name in _CALLS for op in module.walk()),
        missing=tuple(_missing(o.name, used) for o in operators if not o.interpreted),
        findings=findings,
        verdict=verdict(findings),
    )


_CALLS = ("prim.CallFunction", "prim.CallMethod")


def _schema(function: FuncOp, unit: CompilationUnit) -> str:
    return str(Signature(function, unit, bound=False).schema)


def _name(op: Operation) -> str:
    return operator_name(op).replace(".", "::", 1)


def _missing(name: str, used: list[Operation]) -> MissingReport:
    found = (_place(op) for op in used if _name(op) == name)
    return MissingReport(name, tuple(place for place in found if place))


def _place(op: Operation) -> str:
    """Return the line that an operator is from, empty if unknown."""
    position = file_position(nearest_location(op))
    return "" if position is None else place(position).removesuffix(": ")
