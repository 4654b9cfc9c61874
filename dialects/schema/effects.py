"""Memory effects of operators, derived from their schemas.

xDSL's generic passes rely on them. dce removes operations that only read and allocate, cse merges
operations that only read. Neither touches writes. An operator that returns a fresh tensor
allocates, so cse keeps two apart: a later in-place operator would change both. Views have separate
sizes and strides, and `to`, `reshape` or `contiguous` may copy, so they allocate as well. The
passes of the ts level, which analyse aliases, merge them where nothing is written.
"""

from __future__ import annotations

from collections.abc import Set

from xdsl.ir import Operation, SSAValue
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from xdsl_torchscript.dialects.mutability import is_mutable_type
from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.types import VarType

_COLLECTIVE = frozenset({"c10d", "_c10d_functional", "_c10d_functional_autograd", "symm_mem"})
"""Namespaces of communication between processes."""

_PURE_VARARGS = frozenset({
    "aten::format", "aten::percentFormat", "aten::einsum", "aten::has_torch_function",
    "prim::AutogradAllNonZero", "prim::AutogradAllZero", "prim::AutogradAnyNonZero",
    "prim::BroadcastSizes", "prim::ChunkSizes", "prim::FusedConcat", "prim::MMBatchSide",
    "prim::MMTreeReduce", "prim::TupleUnpack", "prim::VarConcat", "prim::VarStack",
})  # fmt: skip
"""Operators with `...` that only compute."""

_EFFECTFUL = frozenset({
    "aten::wait", "aten::to_here", "aten::seed", "aten::initial_seed",
    "prim::TimePoint", "prim::awaitable_wait", "prim::rpc_async", "prim::rpc_remote",
    "prim::rpc_sync", "profiler::_record_function_enter", "profiler::_record_function_enter_new",
})  # fmt: skip
"""Operators with side effects despite their results."""

_RANDOM = frozenset({
    "aten::rand", "aten::randn", "aten::randint", "aten::randperm",
    "aten::_no_grad_normal_", "aten::_no_grad_uniform_",
})  # fmt: skip
"""Random kinds with overloads that carry no tags."""


def is_random(schema: FunctionSchema) -> bool:
    """Return whether the operator draws random numbers."""
    return "nondeterministic_seeded" in schema.tags or schema.kind in _RANDOM


def has_unknown_effects(schema: FunctionSchema) -> bool:
    """Return whether the schema omits effects of the operator, such as printing or raising."""
    return (
        not (schema.returns or schema.is_varret or schema.is_mutable)
        or "maybe_aliasing_or_mutating" in schema.tags
        or ((schema.is_vararg or schema.is_varret) and schema.kind not in _PURE_VARARGS)
        or schema.namespace in _COLLECTIVE
        or schema.kind in _EFFECTFUL
    )


def is_pure(schema: FunctionSchema) -> bool:
    """Return whether the results are a function of the operands, without side effects."""
    return not (schema.is_mutable or is_random(schema) or has_unknown_effects(schema))


class SchemaEffects(MemoryEffect):
    """The effects of an op with a schema."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance] | None:
        schema = schema_named(op.name)
        if has_unknown_effects(schema):
            return None
        found: set[EffectInstance] = set()
        for operand in op.operands:
            if is_mutable_type(operand.type):
                found.add(EffectInstance(MemoryEffectKind.READ, operand))
        for operand, argument in zip(op.operands, schema.arguments, strict=False):
            if argument.is_written:
                found.add(EffectInstance(MemoryEffectKind.WRITE, operand))
        if is_random(schema):
            # The state of the generator.
            found.add(EffectInstance(MemoryEffectKind.WRITE))
        for number, result in enumerate(op.results):
            returned = schema.returns[number] if number < len(schema.returns) else None
            # A written operand, or an element of a list.
            is_existing = returned is not None and (
                returned.is_written or (isinstance(returned.type, VarType) and returned.is_aliased)
            )
            if is_mutable_type(result.type) and not is_existing:
                found.add(EffectInstance(MemoryEffectKind.ALLOC, SSAValue.get(result)))
        return found
