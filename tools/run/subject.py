"""The subject of ts-run: a function of a text, or a method of the module in an archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import MemRefType, ModuleOp, StringAttr, TensorType, VectorType
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.frontend.archive import ArchiveError
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.frontend.source import SourceError, decode
from xdsl_torchscript.lowering.analysis.verification import verify_program
from xdsl_torchscript.lowering.core.diagnostics import file_position
from xdsl_torchscript.lowering.ts.control_flow.inline_calls import inline_calls
from xdsl_torchscript.lowering.ts.script_compiler import compile_source
from xdsl_torchscript.runtime.errors import (
    Error,
    InputMismatch,
    MissingOperatorsError,
    NativeUnsupported,
    NoValueError,
    place,
)
from xdsl_torchscript.runtime.native.errors import NativeError
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.process import UsageError, read_input
from xdsl_torchscript.tools.run.inputs import InputValueError

PROGRAM_FAILURES = (
    ArchiveError,
    Error,
    InputMismatch,
    InputValueError,
    MissingOperatorsError,
    NativeError,
    NativeUnsupported,
    NoValueError,
    SourceError,
    UsageError,
)
"""Errors of a program or the command line, on reading and running a subject; others are bugs."""


@dataclass(frozen=True)
class Subject:
    """A function of a module; `callable` returns its ScriptFunction or ScriptMethod.

    `receiver` contains the object of a method.
    """

    module: ModuleOp
    function: FuncOp
    callable: Callable[[], Any]
    receiver: tuple[Value, ...] = ()

    def code(self) -> Any:
        """Return the interpreter's code. Raises MissingOperatorsError."""
        return self.callable().executable

    @property
    def inputs(self) -> Sequence[SSAValue]:
        """The arguments, without the object."""
        return self.function.body.block.args[len(self.receiver) :]


@dataclass(frozen=True)
class LoweredSubject:
    """A function below the ts level, and its module."""

    module: ModuleOp
    name: str


def _read_mlir(text: str, filename: str) -> ModuleOp:
    return parse_mlir(LazyContext.complete(), text, filename)


_TEXTS: Mapping[str, Callable[[str, str], ModuleOp]] = {
    "py": compile_source,
    "graph": parse_graph,
    "mlir": _read_mlir,
}
_FUNCTIONS = ("func.func", "llvm.func")
_LOWER = ("arith.", "cf.", "llvm.", "math.", "memref.", "scf.", "te.", "vector.")
"""The dialects of the levels below ts."""

ARCHIVE = "pt"
FRONTENDS = (*_TEXTS, ARCHIVE)
"""The formats of files, which are also the endings of their names."""


def read_subject(path: str, frontend: str | None, entry: str | None) -> Subject | LoweredSubject:
    """Read a file, or standard input for `-`, in the format `frontend` or the format of its name.

    The level of the function decides which of the two it is.

    Raises UsageError, SourceError, ArchiveError, OSError.
    """
    name = format_of(path, frontend)
    if name == ARCHIVE:
        return _method(path, entry or "forward")
    module = read_module(path, name)
    functions = [op for op in module.ops if op.name in _FUNCTIONS and op.regions[0].blocks]
    if name == "py":
        functions = [f for f in functions if _is_of(f, path)]
        module = inline_calls(module)
    asked = [f for f in functions if entry in (None, _name_of(f))]
    if not functions:
        raise UsageError(f"'{path}' defines no function")
    if len(asked) != 1:
        known = ", ".join(map(_name_of, functions))
        fault = f"there is no function '{entry}'"
        if entry is None:
            fault = "say which function with --entry"
        raise UsageError(f"{fault}; the program has {known}")
    function = asked[0]
    if not isinstance(function, FuncOp) or _is_lowered(function):
        return LoweredSubject(module, _name_of(function))
    return Subject(module, function, cache(partial(_callable_of, module, function.sym_name.data)))


def _callable_of(module: ModuleOp, name: str) -> Any:
    unit = lazy_import("xdsl_torchscript.runtime.modules.unit:CompilationUnit")
    return unit.from_module(module).function(name)


def file_extension(path: str) -> str:
    """Return the ending of a file's name; standard input is MLIR."""
    return "mlir" if path == "-" else Path(path).suffix.lstrip(".")


def format_of(path: str, frontend: str | None) -> str:
    """Return `frontend`, or the format of a file's name. Raises UsageError if it is unknown."""
    name = frontend or file_extension(path)
    if name not in FRONTENDS:
        known = ", ".join(f".{ending}" for ending in FRONTENDS)
        raise UsageError(
            f"'{path}' has an unknown extension, expected {known}; name its format with -f"
        )
    return name


def filename_of(path: str) -> str:
    """Return the name of a file in messages and locations."""
    return "<stdin>" if path == "-" else path


def read_module(path: str, frontend: str, data: bytes | None = None) -> ModuleOp:
    """Read the IR of a text, without inlining; `data` is the text if it was read before.

    Raises UsageError, SourceError, OSError.
    """
    filename = filename_of(path)
    text = decode(read_input(path) if data is None else data, filename)
    module = _TEXTS[frontend](text, filename)
    faults = verify_program(module)
    if faults:
        lines = [f"{place(file_position(f.location))}error: {f.message}" for f in faults]
        raise UsageError("\n".join(lines))
    return module


def _is_of(function: Operation, path: str) -> bool:
    """Return whether the file defines the function, unlike library functions."""
    position = file_position(function.location)
    return position is not None and position.filename.data == filename_of(path)


def _name_of(function: Operation) -> str:
    name = function.properties["sym_name"]
    assert isinstance(name, StringAttr)
    return name.data


def _is_lowered(function: FuncOp) -> bool:
    """Return whether a function is below the ts level, by its operations and value types."""
    for op in function.walk():
        if op.name.startswith(_LOWER):
            return True
        blocks = [block for region in op.regions for block in region.blocks]
        values = [*op.results, *(argument for block in blocks for argument in block.args)]
        if any(isinstance(value.type, TensorType | MemRefType | VectorType) for value in values):
            return True
    return False


def _method(path: str, name: str) -> Subject:
    """Return a method of the main module of an archive."""
    load = lazy_import("xdsl_torchscript.runtime.modules.load:load_module")
    loaded = load(read_input(path) if path == "-" else path)
    handle = lazy_import("xdsl_torchscript.runtime.modules.handle")
    unit, receiver = handle.program_of(loaded), handle.object_of(loaded)
    function = unit.find_method(receiver.class_name, name)
    if function is None:
        known = ", ".join(unit.definitions.method_names(receiver.class_name)) or "none"
        raise UsageError(f"there is no method '{name}'; the module has {known}")
    method = lazy_import("xdsl_torchscript.runtime.modules.script_function:ScriptMethod")
    return Subject(unit.module, function, lambda: method(unit, receiver, name), (receiver,))
