"""`run_loops`: compile a function of the loops level, and call it on arrays and numbers.

run_loops(module, "f", [n, x, out])               # `out` is written in place

The loops run as the text has them: no pass of the loops level changes them before.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.transforms import get_all_passes

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.loops_to_llvm.emit import emit_module
from xdsl_torchscript.lowering.loops_to_llvm.emit_packed_entry import packed_name
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.runtime.errors import NativeUnsupported, failure
from xdsl_torchscript.runtime.levels.execution import checked_arguments, find_function
from xdsl_torchscript.runtime.native.engine import compile_ir
from xdsl_torchscript.runtime.native.kernel import SYMBOLS
from xdsl_torchscript.runtime.native.rejections import unsupported_if_rejected
from xdsl_torchscript.runtime.passes import pass_factories

_SLOT = 8
"""Bytes of an argument in the table that the packed entry takes."""


def run_loops(module: ModuleOp, name: str, arguments: Sequence[Any]) -> tuple[()]:
    """Run a function that returns nothing, with arguments as for `run_lowered`.

    Raises KeyError for an unknown function, InputMismatch for arguments of other types,
    NativeUnsupported for a program that cannot be lowered, RuntimeFault and MemoryError.
    """
    function = find_function(module, name)
    if not isinstance(function, func.FuncOp) or function.function_type.outputs:
        contract = "native code of loops writes its results to memory"
        raise NativeUnsupported(f"{contract}, but @{name} returns values")
    values = checked_arguments(function, arguments)
    lowered = module.clone()
    with unsupported_if_rejected():
        passes = {**get_all_passes(), **pass_factories()}
        steps = build_pipeline(",".join(PIPELINES["loops-to-llvm"]), passes)
        run_pipeline(steps, LazyContext(), lowered)
        text = emit_module(lowered)
    entry = compile_ir(text, symbols=SYMBOLS).entry(packed_name(name))
    if message := entry(b"".join(map(_slot, values))):
        raise failure(ctypes.string_at(message).decode())
    return ()


def _slot(value: np.ndarray | np.generic) -> bytes:
    """Return the slot of an argument: the address of memory, or a number."""
    content = np.int64(value.ctypes.data) if isinstance(value, np.ndarray) else value
    return content.tobytes().ljust(_SLOT, b"\0")
