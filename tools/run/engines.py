"""The ways to execute a function. Each is imported when it is asked for: an interpreted program
needs no compiler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.runtime.values import Value

_RUNTIME = "xdsl_torchscript.runtime"

Execute: TypeAlias = Callable[[ModuleOp, FuncOp, Sequence[Value], bool], tuple[Value, ...]]
"""Takes a module, the function in it, the inputs, and whether sizes are symbolic."""


def _load(module: str, name: str) -> Any:
    return getattr(import_module(f"{_RUNTIME}.{module}"), name)


def unit_of(module: ModuleOp) -> Any:
    """The program as something that runs, its classes and objects too."""
    return _load("modules.unit", "CompilationUnit").from_module(module)


def code_of(module: ModuleOp, function: FuncOp) -> Any:
    """The interpreter's code."""
    return unit_of(module).code(function.sym_name.data)


def _interpret(
    module: ModuleOp, function: FuncOp, values: Sequence[Value], symbolic: bool
) -> tuple[Value, ...]:
    return _load("interpreter.code", "run")(code_of(module, function), values)


def _native(
    module: ModuleOp, function: FuncOp, values: Sequence[Value], symbolic: bool
) -> tuple[Value, ...]:
    compile_func = _load("kernel", "compile_func")
    return compile_func(module, function.sym_name.data, values, symbolic=symbolic)(*values)


ENGINES: dict[str, Execute] = {"interp": _interpret, "native": _native}
