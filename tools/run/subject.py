"""The subject of ts-run: a function of a text, or a method of the module in an archive."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.lazy_import import lazy_import
from xdsl_torchscript.dialects.registry import dialect_factories
from xdsl_torchscript.frontend.graph_text import parse_graph
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.frontend.script import compile_source
from xdsl_torchscript.frontend.source import decode
from xdsl_torchscript.lowering.core.diagnostics import file_position
from xdsl_torchscript.lowering.core.verification import verify_program
from xdsl_torchscript.lowering.ts.inline_calls import inline_calls
from xdsl_torchscript.runtime.errors import place
from xdsl_torchscript.runtime.values import Value
from xdsl_torchscript.tools.process import read_input


class UsageError(Exception):
    """Options that do not fit the program."""


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


def _read_mlir(text: str, filename: str) -> ModuleOp:
    context = LazyContext()
    for name, factory in (get_all_dialects() | dialect_factories()).items():
        context.register_dialect(name, factory)
    return parse_mlir(context, text, filename)


_TEXTS: Mapping[str, Callable[[str, str], ModuleOp]] = {
    "py": compile_source,
    "graph": parse_graph,
    "mlir": _read_mlir,
}
ARCHIVE = "pt"
FRONTENDS = (*_TEXTS, ARCHIVE)
"""The formats of files, which are also the endings of their names."""


def read_subject(path: str, frontend: str | None, entry: str | None) -> Subject:
    """Read a file, `-` for standard input, in the format `frontend` or that of its name.

    Raises UsageError, SourceError, ArchiveError, OSError.
    """
    name = frontend or ending_of(path)
    if name not in FRONTENDS:
        known = ", ".join(f".{ending}" for ending in FRONTENDS)
        raise UsageError(f"'{path}' is none of {known}; say with -f how to read it")
    if name == ARCHIVE:
        return _method(path, entry or "forward")
    module = read_module(path, name)
    functions = [op for op in module.ops if isinstance(op, FuncOp) and op.body.blocks]
    if name == "py":
        functions = [f for f in functions if _is_of(f, path)]
        module = inline_calls(module)
    function = _entry(functions, entry)
    return Subject(module, function, cache(partial(_callable_of, module, function.sym_name.data)))


def _callable_of(module: ModuleOp, name: str) -> Any:
    unit = lazy_import("xdsl_torchscript.runtime.modules.unit:CompilationUnit")
    return unit.from_module(module).function(name)


def ending_of(path: str) -> str:
    """Return the ending of a file's name; standard input is MLIR."""
    return "mlir" if path == "-" else Path(path).suffix.lstrip(".")


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


def _is_of(function: FuncOp, path: str) -> bool:
    """Return whether the file defines the function, unlike library functions."""
    position = file_position(function.location)
    return position is not None and position.filename.data == filename_of(path)


def _entry(functions: Sequence[FuncOp], name: str | None) -> FuncOp:
    found = [f for f in functions if name in (None, f.sym_name.data)]
    if len(found) == 1:
        return found[0]
    known = ", ".join(f.sym_name.data for f in functions) or "none"
    asked = "say which function with --entry" if name is None else f"there is no function '{name}'"
    raise UsageError(f"{asked}; the program has {known}")


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
