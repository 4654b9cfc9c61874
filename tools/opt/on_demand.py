"""Parts that few runs of ts-opt need, imported on first use for a quick start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import IO, Any, TextIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.targets.mlir import MLIRTarget
from xdsl.utils.target import Target

from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.number_text import NumberPrinter
from xdsl_torchscript.lowering.core.diagnostics import Finding, FindingsError
from xdsl_torchscript.tools.opt.diagnostics import Diagnostic, UnreadableError

_PARSE_GRAPH = "xdsl_torchscript.frontend.graph_text:parse_graph"
_COMPILE_SCRIPT = "xdsl_torchscript.lowering.ts.script_compiler:compile_source"
_READ_ARCHIVE = "xdsl_torchscript.frontend.archive:read_archive"
_ARCHIVE_MODULE = "xdsl_torchscript.frontend.archive.module:archive_module"
_LOWER_EXITS = "xdsl_torchscript.lowering.ts.control_flow.lower_exits:lower_exits"
_ARCHIVE_ERROR = "xdsl_torchscript.frontend.archive:ArchiveError"
_MODULE_OVER = "xdsl_torchscript.runtime.modules.load:load_transformed"
_UNSAVABLE = (
    _ARCHIVE_ERROR,
    "xdsl_torchscript.runtime.errors:RuntimeFault",
    "xdsl_torchscript.runtime.errors:SaveError",
)
"""Errors for values of an archive, or of `__setstate__`, that cannot be saved."""
_PRINT_GRAPH = "xdsl_torchscript.frontend.graph_text:print_graph"
_PRINT_PYTHON = "xdsl_torchscript.frontend.python_text:print_text"
_LEVEL_FAULTS = "xdsl_torchscript.lowering.core.contracts:level_faults"
_EMIT_MODULE = "xdsl_torchscript.lowering.loops_to_llvm.emit:emit_module"
_ASSEMBLY = "xdsl_torchscript.runtime.native.engine:assembly"
_NAMED_TARGET = "xdsl_torchscript.runtime.native.target:named_target"
_NATIVE_ERROR = "xdsl_torchscript.runtime.native.errors:NativeError"
_PIPELINES = "xdsl_torchscript.lowering.pipelines:PIPELINES"


_SHOW_REFUSALS = "xdsl_torchscript.lowering.core.refusals:show_refusals"


def show_refusals(stream: TextIO) -> None:
    """Log to the stream why patterns decline, from now on."""
    lazy_import(_SHOW_REFUSALS)(stream)


def read_graph(text: str, filename: str) -> ModuleOp:
    """Parse TorchScript's graph text. Raises SourceError."""
    return lazy_import(_PARSE_GRAPH)(text, filename)


def read_script(text: str, filename: str) -> ModuleOp:
    """Compile functions in Python's syntax. Raises SourceError."""
    return lazy_import(_COMPILE_SCRIPT)(text, filename)


def read_archived(source: str | bytes) -> tuple[Any, ModuleOp]:
    """Read an archive of torch.jit.save from a path or bytes, and its IR.

    Raises SourceError for damaged code, UnreadableError for anything but a whole archive.
    """
    try:
        archive = lazy_import(_READ_ARCHIVE)(source)
        return archive, lazy_import(_ARCHIVE_MODULE)(archive, lazy_import(_LOWER_EXITS))
    except lazy_import(_ARCHIVE_ERROR) as error:
        message = str(error).removeprefix(error.file).removeprefix(":").strip()
        raise UnreadableError([Diagnostic(error.file, 0, 0, message)]) from error


def archive_bytes(archive: Any, module: ModuleOp) -> bytes:
    """Return an archive with the objects and tensors of `archive` and the transformed program.

    Raises FindingsError for a program or objects that an archive cannot represent.
    """
    faults = lazy_import(_LEVEL_FAULTS)(module, "script")
    if faults:
        raise FindingsError([Finding(f.location, f"target 'pt': {f.message}") for f in faults])
    stream = BytesIO()
    try:
        transformed = lazy_import(_MODULE_OVER)(archive, module)
        transformed.save(stream, dict(archive.extra_files))
    except tuple(map(lazy_import, _UNSAVABLE)) as error:
        raise FindingsError([Finding(module.location, f"target 'pt': {error}")]) from error
    return stream.getvalue()


def named_pipelines() -> dict[str, tuple[str, ...]]:
    """Return the pipelines of lowering/pipelines.py: the pass specs of each, in order."""
    return lazy_import(_PIPELINES)


def _require_llvm_level(target: Target, module: ModuleOp) -> None:
    for finding in lazy_import(_LEVEL_FAULTS)(module, "llvm"):
        message = (
            f"target '{target.name}' accepts only the llvm dialect; run --pipeline=ts-to-llvm "
            f"or the rest of it first: {finding.message}"
        )
        raise FindingsError([Finding(finding.location, message)])


@dataclass(frozen=True)
class MlirTarget(MLIRTarget):
    """MLIR text, with numbers bit by bit unless it is highlighted."""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        if self.syntax_highlight:
            super().emit(ctx, module, output)
            return
        printer = NumberPrinter(
            output,
            print_generic_format=self.print_generic_format,
            print_properties_as_attributes=self.print_properties_as_attributes,
            print_debuginfo=self.print_debuginfo,
        )
        printer.print_op(module)
        printer.print_metadata(ctx.loaded_dialects)
        output.write("\n\n")


@dataclass(frozen=True)
class GraphTarget(Target):
    """TorchScript's graph text."""

    name = "graph"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(lazy_import(_PRINT_GRAPH)(module))


@dataclass(frozen=True)
class PythonTarget(Target):
    """Python text, the language of code in archives."""

    name = "python"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        output.write(lazy_import(_PRINT_PYTHON)(module))


@dataclass(frozen=True)
class ArchiveTarget(Target):
    """An archive with the weights of the input archive. It is binary: the driver writes it."""

    name = "pt"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        raise NotImplementedError("an archive is not text")


@dataclass(frozen=True)
class LLVMIRTarget(Target):
    """LLVM IR text."""

    name = "llvmir"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        _require_llvm_level(self, module)
        output.write(lazy_import(_EMIT_MODULE)(module))


@dataclass(frozen=True)
class AssemblyTarget(Target):
    """Assembly of this machine, or of another: `asm{triple="aarch64-linux-gnu" cpu="apple-m1"}`."""

    name = "asm"

    triple: str = ""
    cpu: str = ""

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        target = None
        if self.triple or self.cpu:
            try:
                target = lazy_import(_NAMED_TARGET)(self.triple, self.cpu)
            except lazy_import(_NATIVE_ERROR) as error:
                raise FindingsError([Finding(module.location, f"target 'asm': {error}")]) from error
        _require_llvm_level(self, module)
        output.write(lazy_import(_ASSEMBLY)(lazy_import(_EMIT_MODULE)(module), target=target))


TARGETS: dict[str, Callable[[], type[Target]]] = {
    "mlir": lambda: MlirTarget,
    "graph": lambda: GraphTarget,
    "python": lambda: PythonTarget,
    "pt": lambda: ArchiveTarget,
    "llvmir": lambda: LLVMIRTarget,
    "asm": lambda: AssemblyTarget,
}

ENDINGS = {
    "mlir": ".mlir",
    "graph": ".graph",
    "python": ".py",
    "pt": ".pt",
    "llvmir": ".ll",
    "asm": ".s",
}
"""The file endings for the output of targets."""
