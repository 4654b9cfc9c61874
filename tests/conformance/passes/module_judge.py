"""PyTorch's passes on modules as a judge of ours: operations of which kinds each leaves.

A module is saved by PyTorch and read by us, so names are lost; kinds are counted instead.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from evidence import nodes_of
from judge import AVAILABLE, op_kind
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.modules import ObjectOp
from xdsl_torchscript.frontend.archive.module import ROOT
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import build_pipeline
from xdsl_torchscript.lowering.ts.modules.program_objects import class_of, root_object
from xdsl_torchscript.tools.opt.on_demand import read_archived


@dataclass(frozen=True)
class ModulePasses:
    """A pass of PyTorch on modules, ours of the same purpose, and the kinds that both remove."""

    theirs: Callable[[Any], Any]
    """Takes a module, and returns a graph."""
    ours: str
    kinds: tuple[str, ...]


def _inlined(module: Any) -> Any:
    graph = module.graph.copy()
    torch._C._jit_pass_inline(graph)
    return graph


def _lowered(module: Any) -> Any:
    graph, _ = torch._C._jit_pass_lower_graph(_inlined(module), module._c)
    return graph


def _frozen(module: Any) -> Any:
    return torch.jit.freeze(module.eval(), optimize_numerics=False).graph


def _folded(module: Any) -> Any:
    graph = _frozen(module).copy()
    torch._C._jit_pass_fold_frozen_conv_bn(graph)
    torch._C._jit_pass_fold_frozen_linear_bn(graph)
    return graph


_CALLS = ("prim::CallMethod", "prim::CallFunction")

MODULE_PASSES: Mapping[str, ModulePasses] = {
    "inline-calls": ModulePasses(_inlined, "inline-calls", _CALLS),
    "lower-graph": ModulePasses(_lowered, "lower-graph", ("prim::GetAttr", *_CALLS)),
    "freeze": ModulePasses(_frozen, "freeze", ("prim::GetAttr", *_CALLS)),
    "fold-bn": ModulePasses(_folded, "freeze,fold-conv-bn,fold-linear-bn", ("aten::batch_norm",)),
}


class RefusedError(Exception):
    """PyTorch's pass refuses a module: nothing to compare."""


def left_of(module: Any, name: str) -> Counter[str]:
    """Return of which kinds our pass leaves more operations in `forward` than PyTorch's. Raises
    RefusedError if PyTorch's pass refuses the module, and what ours raises."""
    passes, saved = MODULE_PASSES[name], io.BytesIO()
    try:
        expected = Counter(node.kind() for node in nodes_of(passes.theirs(module)))
        torch.jit.save(module, saved)  # In evaluation, if PyTorch's pass needs that.
    except RuntimeError as error:
        raise RefusedError(str(error)) from error
    _, program = read_archived(saved.getvalue())
    if any("ts.state" in op.attributes for op in program.ops):
        return Counter()  # `__setstate__` makes the attributes when a program is loaded.
    run_pipeline(build_pipeline(passes.ours, AVAILABLE), LazyContext.complete(), program)
    program.verify()
    found = Counter(op_kind(op) for op in _forward(program).walk())
    return Counter({kind: found[kind] for kind in passes.kinds}) - expected


def _forward(program: ModuleOp) -> FuncOp:
    """Return the `forward` of the main module, or the function that `lower-graph` made of it."""
    holder = program
    if any(isinstance(op, ObjectOp) for op in program.ops):
        holder = class_of(program, root_object(program, ROOT))
    functions = (op for op in holder.walk() if isinstance(op, FuncOp))
    return next(op for op in functions if op.sym_name.data == "forward")
