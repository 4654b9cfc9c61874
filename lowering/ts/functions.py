"""The functions of a module that are TorchScript."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.call_syntax import TsOp


def torchscript_functions(module: ModuleOp) -> Sequence[FuncOp]:
    """Return the functions and methods with a body that holds operations of TorchScript."""
    functions = [op for op in module.walk() if isinstance(op, FuncOp)]
    return [f for f in functions if any(isinstance(op, TsOp) for op in f.body.walk())]
