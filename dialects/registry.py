"""Each dialect's module, imported on first use; this file imports none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from xdsl_torchscript.dialects.lazy_import import lazy_import

if TYPE_CHECKING:
    from xdsl.ir import Dialect

_PACKAGE = "xdsl_torchscript.dialects"

OPERATOR_NAMESPACES: tuple[str, ...] = (
    "_c10d_functional", "_c10d_functional_autograd", "_quantized", "aten", "c10d", "inductor",
    "mkl", "mkldnn", "mkldnn_prepacked", "onednn", "onnx", "prims", "profiler", "quantization",
    "quantized", "sparse", "static_runtime", "symm_mem", "torchvision",
)  # fmt: skip
"""The namespaces of the operator table except `prim`, whose main ops are hand-written."""

WRITTEN: dict[str, str] = {
    "prim": "prim:PRIM",
    "script": "script:SCRIPT",
    "simd": "simd:SIMD",
    "te": "te:TE",
    "ts": "ts:TS",
}
"""Dialects in hand-written files, as `module:attribute` below this package."""

EXTENDED: dict[str, str] = {
    "arith": "extended.arith:extended_arith",
    "llvm": "extended.llvm:extended_llvm",
    "math": "extended.math:extended_math",
    "memref": "extended.memref:extended_memref",
}
"""Completed dialects of xDSL, as `module:function` below this package."""


def _handwritten_dialect(name: str) -> Dialect:
    return lazy_import(f"{_PACKAGE}.{WRITTEN[name]}")


def _operators(namespace: str) -> Dialect:
    return lazy_import("xdsl_torchscript.dialects.aten:operator_dialect")(namespace)


def _extended_dialect(name: str) -> Dialect:
    return lazy_import(f"{_PACKAGE}.{EXTENDED[name]}")()


def dialect_factories() -> dict[str, Callable[[], Dialect]]:
    """Return our dialects in the form that xDSL's universe expects."""
    return {name: partial(_handwritten_dialect, name) for name in WRITTEN} | {
        name: partial(_operators, name) for name in OPERATOR_NAMESPACES
    }


def extended_factories() -> dict[str, Callable[[], Dialect]]:
    """Return the replacements for dialects of xDSL in our tools."""
    return {name: partial(_extended_dialect, name) for name in EXTENDED}
