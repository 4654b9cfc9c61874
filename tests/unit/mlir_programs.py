"""Programs as MLIR text in tests."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent
from typing import Any

from xdsl.dialects.builtin import ModuleOp

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.frontend.mlir_text import parse_mlir
from xdsl_torchscript.runtime.modules.unit import CompilationUnit


def module_of(text: str) -> ModuleOp:
    """Parse and verify a module."""
    module = parse_mlir(LazyContext.complete(), dedent(text), "test.mlir")
    module.verify()
    return module


def unit_of(text: str, resources: Mapping[str, Any] | None = None) -> CompilationUnit:
    return CompilationUnit.from_module(module_of(text), resources)
