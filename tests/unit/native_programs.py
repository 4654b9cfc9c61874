"""Programs of the loops level as text, compiled and called with numpy arrays and numbers."""

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.transforms import get_all_passes

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.core.registry import pass_factories
from xdsl_torchscript.lowering.loops_to_llvm.emit import emit_module
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.runtime.native.engine import _shared_engine, compile_ir
from xdsl_torchscript.runtime.native.thread_pool import SYMBOLS


def parse(text: str) -> ModuleOp:
    return Parser(LazyContext.complete(), text).parse_module()


WHOLE = ",".join(PIPELINES["loops-to-llvm"])
CONVERSIONS = WHOLE[WHOLE.index("lower-scf-to-cf") :]
"""The lowering pipeline without rewrites within a level."""


def lower(text: str, pipeline: str = WHOLE) -> ModuleOp:
    """Run a pipeline on a module, and verify the result."""
    module = parse(text)
    steps = build_pipeline(pipeline, {**get_all_passes(), **pass_factories()})
    run_pipeline(steps, LazyContext.complete(), module)
    module.verify()
    return module


def optimize_ir(llvm_ir: str, opt_level: int = 0) -> str:
    """Return LLVM IR after parsing, verification and LLVM's passes. Raises NativeError."""
    return str(_shared_engine()._module(llvm_ir, opt_level))


def to_llvm_ir(text: str, pipeline: str = WHOLE) -> str:
    return emit_module(lower(text, pipeline))


def native(
    text: str, name: str = "f", *, opt_level: int = 0, pipeline: str = WHOLE
) -> Callable[..., None]:
    """Compile the function `name` of a program of the loops level to its packed entry."""
    entry = compile_ir(to_llvm_ir(text, pipeline), opt_level=opt_level, symbols=SYMBOLS).entry(
        f"{name}_packed"
    )

    def call(*arguments: Any) -> None:
        entry(b"".join(map(_slot, arguments)))

    return call


def _slot(value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return struct.pack("=Q", value.ctypes.data)
    if isinstance(value, np.float32):
        return struct.pack("=fI", value, 0)
    if isinstance(value, np.int32):
        return struct.pack("=iI", value, 0)
    return struct.pack("=d" if isinstance(value, float) else "=q", value)
