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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xdsl_torchscript.dialects.schema.table import register_schema
    from xdsl_torchscript.frontend.archive.errors import ArchiveError
    from xdsl_torchscript.frontend.graph_text import parse_graph, print_graph
    from xdsl_torchscript.frontend.script.live.marks import (
        Attribute,
        Final,
        annotate,
        export,
        ignore,
        interface,
        is_scripting,
        script_method,
        unused,
    )
    from xdsl_torchscript.frontend.source import SourceError
    from xdsl_torchscript.runtime.dispatch import OperatorError
    from xdsl_torchscript.runtime.errors import MissingOperatorsError, RuntimeFault, SaveError
    from xdsl_torchscript.runtime.graph_view import Graph
    from xdsl_torchscript.runtime.graph_view.dot import to_dot
    from xdsl_torchscript.runtime.graph_view.networks import to_networkx
    from xdsl_torchscript.runtime.interpreter.code import Code
    from xdsl_torchscript.runtime.interpreter.execution import run
    from xdsl_torchscript.runtime.interpreter.pool import (
        get_num_interop_threads,
        set_num_interop_threads,
    )
    from xdsl_torchscript.runtime.modules.containers import ModuleDict, ModuleList, Sequential
    from xdsl_torchscript.runtime.modules.load import LoadWarning, load
    from xdsl_torchscript.runtime.modules.module_base import Module, Parameter
    from xdsl_torchscript.runtime.modules.save import save
    from xdsl_torchscript.runtime.modules.script import script
    from xdsl_torchscript.runtime.modules.script_function import ScriptFunction, ScriptMethod
    from xdsl_torchscript.runtime.modules.script_module import ScriptModule
    from xdsl_torchscript.runtime.modules.script_object import ScriptObject
    from xdsl_torchscript.runtime.modules.unit import CompilationUnit, compile
    from xdsl_torchscript.runtime.native.kernel import Kernel, compile_func
    from xdsl_torchscript.runtime.operator_rules import OperatorRules, operator_rules
    from xdsl_torchscript.runtime.operators.random.generator import Generator, manual_seed
    from xdsl_torchscript.runtime.operators.registration import register_operator
    from xdsl_torchscript.runtime.operators.table import register_implementation
    from xdsl_torchscript.runtime.tensor import Tensor
    from xdsl_torchscript.runtime.torch_bridge import from_torch
    from xdsl_torchscript.runtime.tracing.trace import (
        TraceError,
        TracerWarning,
        TracingCheckError,
        trace,
    )

__all__ = [
    "ArchiveError",
    "Attribute",
    "Code",
    "CompilationUnit",
    "Final",
    "Generator",
    "Graph",
    "Kernel",
    "LoadWarning",
    "MissingOperatorsError",
    "Module",
    "ModuleDict",
    "ModuleList",
    "OperatorError",
    "OperatorRules",
    "Parameter",
    "RuntimeFault",
    "SaveError",
    "ScriptFunction",
    "ScriptMethod",
    "ScriptModule",
    "ScriptObject",
    "Sequential",
    "SourceError",
    "Tensor",
    "TraceError",
    "TracerWarning",
    "TracingCheckError",
    "annotate",
    "compile",
    "compile_func",
    "export",
    "from_torch",
    "get_num_interop_threads",
    "ignore",
    "interface",
    "is_scripting",
    "load",
    "manual_seed",
    "operator_rules",
    "parse_graph",
    "print_graph",
    "register_implementation",
    "register_operator",
    "register_schema",
    "run",
    "save",
    "script",
    "script_method",
    "set_num_interop_threads",
    "to_dot",
    "to_networkx",
    "trace",
    "unused",
]

_HOMES = {
    "ArchiveError": "frontend.archive.errors",
    "Attribute": "frontend.script.live.marks",
    "Code": "runtime.interpreter.code",
    "CompilationUnit": "runtime.modules.unit",
    "Final": "frontend.script.live.marks",
    "Generator": "runtime.operators.random.generator",
    "Graph": "runtime.graph_view",
    "Kernel": "runtime.native.kernel",
    "LoadWarning": "runtime.modules.load",
    "MissingOperatorsError": "runtime.errors",
    "Module": "runtime.modules.module_base",
    "ModuleDict": "runtime.modules.containers",
    "ModuleList": "runtime.modules.containers",
    "OperatorError": "runtime.dispatch",
    "OperatorRules": "runtime.operator_rules",
    "Parameter": "runtime.modules.module_base",
    "RuntimeFault": "runtime.errors",
    "SaveError": "runtime.errors",
    "ScriptFunction": "runtime.modules.script_function",
    "ScriptMethod": "runtime.modules.script_function",
    "ScriptModule": "runtime.modules.script_module",
    "ScriptObject": "runtime.modules.script_object",
    "Sequential": "runtime.modules.containers",
    "SourceError": "frontend.source",
    "Tensor": "runtime.tensor",
    "TraceError": "runtime.tracing.trace",
    "TracerWarning": "runtime.tracing.trace",
    "TracingCheckError": "runtime.tracing.trace",
    "annotate": "frontend.script.live.marks",
    "compile": "runtime.modules.unit",
    "compile_func": "runtime.native.kernel",
    "export": "frontend.script.live.marks",
    "from_torch": "runtime.torch_bridge",
    "get_num_interop_threads": "runtime.interpreter.pool",
    "ignore": "frontend.script.live.marks",
    "interface": "frontend.script.live.marks",
    "is_scripting": "frontend.script.live.marks",
    "load": "runtime.modules.load",
    "manual_seed": "runtime.operators.random.generator",
    "operator_rules": "runtime.operator_rules",
    "parse_graph": "frontend.graph_text",
    "print_graph": "frontend.graph_text",
    "register_implementation": "runtime.operators.table",
    "register_operator": "runtime.operators.registration",
    "register_schema": "dialects.schema.table",
    "run": "runtime.interpreter.execution",
    "save": "runtime.modules.save",
    "script": "runtime.modules.script",
    "script_method": "frontend.script.live.marks",
    "set_num_interop_threads": "runtime.interpreter.pool",
    "to_dot": "runtime.graph_view.dot",
    "to_networkx": "runtime.graph_view.networks",
    "trace": "runtime.tracing.trace",
    "unused": "frontend.script.live.marks",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return import_module("importlib.metadata").version("xdsl-torchscript")
    if name not in _HOMES:
        return _operator(name)
    return getattr(import_module(f"xdsl_torchscript.{_HOMES[name]}"), name)


def _operator(name: str) -> Any:
    """`ts.tanh` is the operator, `ts.float32` the dtype, `ts.linalg` what PyTorch has there."""
    if name.startswith("_"):
        raise AttributeError(f"module 'xdsl_torchscript' has no attribute '{name}'")
    return import_module("xdsl_torchscript.runtime.eager.names").operator_named(name)
