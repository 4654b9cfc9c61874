"""The pipelines of executors: optimisations for inputs of any type, which every executor runs
first, and pipelines for known types."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from xdsl.context import Context
from xdsl.dialects.builtin import DenseResourceAttr, ModuleOp, SymbolRefAttr, UnitAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass

from xdsl_torchscript.dialects.lazy import LazyContext
from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.prim import ConstantOp
from xdsl_torchscript.dialects.tensor_type import is_array
from xdsl_torchscript.dialects.types import NamedTupleType, OptionalType, TupleType
from xdsl_torchscript.lowering.analysis.alias import AliasAnalysis
from xdsl_torchscript.lowering.core.pass_runner import run_pipeline
from xdsl_torchscript.lowering.core.pipeline_text import PipelineStep, build_pipeline
from xdsl_torchscript.lowering.pipelines import PIPELINES
from xdsl_torchscript.runtime.executors.log import PassLog
from xdsl_torchscript.runtime.passes import pass_factories


def clean_up(function: FuncOp) -> FuncOp | None:
    """Optimise a detached inlined function. Return None if it must stay unchanged: calls share a
    mutable constant, and a copy would have another.

    Raises one of `FAILURES`.
    """
    return None if _writes_constants(function) else run_passes("before-profiling", function)


def run_passes(pipeline: str, function: FuncOp) -> FuncOp:
    """Run a pipeline by its name on a function, which is detached; return the result, detached.

    Raises one of `FAILURES`.
    """
    module = ModuleOp([function])
    run_pipeline(_steps(pipeline), _context(), module, [PassLog()])
    (result,) = (op for op in module.ops if isinstance(op, FuncOp))
    result.detach()
    return result


def _writes_constants(function: FuncOp) -> bool:
    """Return whether a call may write a constant."""
    constants = [op for op in function.walk() if isinstance(op, ConstantOp)]
    mutable = [op.result for op in constants if _has_own_object(op.value, op.type)]
    if not mutable:
        return False
    aliases = AliasAnalysis(function)
    return any(aliases.has_writers(value) or aliases.escapes(value) for value in mutable)


def _has_own_object(literal: Attribute | None, type: Attribute) -> bool:
    """Return whether each code has another mutable object for a constant. A resource or an object
    of the program is the same in all codes, and tuples are immutable."""
    if isinstance(literal, UnitAttr | DenseResourceAttr | SymbolRefAttr | None):
        return False
    if isinstance(type, OptionalType):
        return _has_own_object(literal, type.element)
    if isinstance(type, TupleType | NamedTupleType) and is_array(literal):
        return any(map(_has_own_object, literal.data, type.elements))
    return is_mutable_type(type)


@cache
def _steps(pipeline: str) -> tuple[PipelineStep, ...]:
    factories: dict[str, Callable[[], type[ModulePass]]] = dict(pass_factories())
    return build_pipeline(",".join(PIPELINES[pipeline]), factories)


@cache
def _context() -> Context:
    return LazyContext()
