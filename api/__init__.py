"""TorchScript as xDSL dialects, with the compiler and the runtime around them.

    import numpy as np
    import xdsl_torchscript as ts

    module = ts.parse_graph(open("examples/f.graph").read())
    x, y = ts.Tensor(np.ones(2)), ts.Tensor(np.arange(2.0))
    kernel = ts.compile_func(module, "graph", [x, y])
    (z,) = kernel(x, y)

Every xDSL tool imports this package to look for dialects, so a name is imported when it is used.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from xdsl_torchscript.dialects.lazy_import import lazy_import

_EXPORTS: dict[str, tuple[str, ...]] = {
    "dialects.schema.table": ("register_schema",),
    "frontend.archive.errors": ("ArchiveError",),
    "frontend.archive.limits": ("Limits",),
    "frontend.graph_text": ("parse_graph", "print_graph"),
    "frontend.script.live.marks": (
        "Attribute",
        "Final",
        "annotate",
        "export",
        "ignore",
        "interface",
        "is_scripting",
        "script_method",
        "strict_fusion",
        "unused",
    ),
    "frontend.source": ("SourceError",),
    "runtime.aot.compile_aot": ("CompiledFiles", "compile_aot"),
    "runtime.dispatch": ("OperatorError",),
    "runtime.errors": (
        "BudgetError",
        "Error",
        "InputMismatch",
        "MissingOperatorsError",
        "NativeUnsupported",
        "OutOfBounds",
        "RuntimeFault",
        "SaveError",
        "StateError",
        "UnfusedError",
    ),
    "runtime.eager.install": ("Tensor",),
    "runtime.executors.background": ("wait_for_compilation",),
    "runtime.executors.optimize_for_inference": ("optimize_for_inference",),
    "runtime.executors.options": (
        "enable_onednn_fusion",
        "fuser",
        "get_num_profiled_runs",
        "onednn_fusion_enabled",
        "set_compile_mode",
        "set_fusion_strategy",
        "set_num_profiled_runs",
    ),
    "runtime.explain.collect": ("Explanation", "explain"),
    "runtime.graph_view": ("Graph",),
    "runtime.graph_view.dot": ("to_dot",),
    "runtime.graph_view.networks": ("to_networkx",),
    "runtime.interpreter.budget": ("budget",),
    "runtime.interpreter.code": ("Code",),
    "runtime.interpreter.execution": ("run",),
    "runtime.interpreter.pool": ("get_num_interop_threads", "set_num_interop_threads"),
    "runtime.modules.containers": ("ModuleDict", "ModuleList", "Sequential"),
    "runtime.modules.engines": (
        "last_executed_optimized_graph",
        "optimized_execution",
        "set_engine",
    ),
    "runtime.modules.forking": ("fork", "wait"),
    "runtime.modules.freeze": ("freeze",),
    "runtime.modules.frozen_optimizations": ("run_frozen_optimizations",),
    "runtime.modules.futures": ("Future",),
    "runtime.modules.load": ("LoadWarning", "load"),
    "runtime.modules.module_base": ("Module", "Parameter"),
    "runtime.modules.opnames": ("export_opnames",),
    "runtime.modules.save": ("save",),
    "runtime.modules.script": ("script",),
    "runtime.modules.script_function": ("ScriptFunction", "ScriptMethod"),
    "runtime.modules.script_module": ("ScriptModule",),
    "runtime.modules.script_object": ("ScriptObject",),
    "runtime.modules.unit": ("CompilationUnit", "compile"),
    "runtime.modules.writing": ("allow_writing",),
    "runtime.native.bounds_checks": ("get_check_bounds", "set_check_bounds"),
    "runtime.native.compile_func": ("compile_func",),
    "runtime.native.kernel": ("Kernel",),
    "runtime.native.math_precision": ("get_math_precision", "set_math_precision"),
    "runtime.native.thread_pool": ("get_num_threads", "set_num_threads"),
    "runtime.operator_rules": ("OperatorRules", "operator_rules"),
    "runtime.operators.random.generator": ("Generator", "manual_seed"),
    "runtime.operators.registration": ("register_operator",),
    "runtime.operators.table": ("register_implementation",),
    "runtime.profile": ("Profile", "profile"),
    "runtime.torch_bridge": ("from_torch",),
    "runtime.tracing.trace": (
        "TraceError",
        "TracerWarning",
        "TracingCheckError",
        "trace",
        "trace_module",
    ),
    "runtime.tracing.while_tracing": ("is_tracing", "script_if_tracing"),
}
"""The public names of each module; the generated `__init__.pyi` mirrors them for type checkers."""

_ASSEMBLY: dict[str, str] = {
    "runtime.": "xdsl_torchscript.runtime.eager.install",
    "runtime.modules.": "xdsl_torchscript.runtime.modules.load",
}
"""Modules that complete classes below them, by the modules whose names need that: the first adds
the operators of tensors, the second how modules are pickled."""

_HOMES = {name: module for module, names in _EXPORTS.items() for name in names}

__all__ = sorted(_HOMES)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> Any:
    """Import a public name on first use; other names are operators, dtypes and namespaces, such as
    `ts.tanh`, `ts.float32` and `ts.linalg`. Raises AttributeError with close names."""
    if name == "__version__":
        return lazy_import("importlib.metadata:version")("xdsl-torchscript")
    if name in _HOMES:
        return _public(name)
    if name.startswith("_"):
        raise AttributeError(f"module 'xdsl_torchscript' has no attribute '{name}'")
    return lazy_import("xdsl_torchscript.runtime.eager.names:operator_named")(name)


@cache
def _public(name: str) -> Any:
    for prefix, module in _ASSEMBLY.items():
        if _HOMES[name].startswith(prefix):
            lazy_import(module)
    return lazy_import(f"xdsl_torchscript.{_HOMES[name]}:{name}")


def __dir__() -> list[str]:
    names = lazy_import("xdsl_torchscript.runtime.eager.names:operator_names")()
    return sorted({"__version__", *_HOMES, *names})
