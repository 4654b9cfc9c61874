"""What an operator does to memory, told by its schema.

xDSL's generic passes ask for this: dce may remove what only reads and allocates, cse may merge
what only reads, and neither touches what writes. An operator that makes a fresh tensor allocates,
so cse leaves two of them apart: a later in-place operator would otherwise change both. Merging
them where nothing is mutated is for the passes of the ts level, which know about aliases.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from xdsl.dialects.builtin import ComplexType, Float64Type, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind

from xdsl_torchscript.dialects.schema.model import FunctionSchema
from xdsl_torchscript.dialects.schema.table import schema_named
from xdsl_torchscript.dialects.types import (
    AnyEnumType,
    DeviceType,
    EnumType,
    NoneType,
    NumberType,
    OptionalType,
    QSchemeType,
    StrType,
    TupleType,
)

_IMMUTABLE = (
    IntegerType, Float64Type, ComplexType, NumberType, StrType, NoneType, DeviceType, QSchemeType,
    AnyEnumType, EnumType,
)  # fmt: skip

_COLLECTIVE = frozenset({"c10d", "_c10d_functional", "_c10d_functional_autograd", "symm_mem"})
"""Namespaces that talk to other processes."""

_PURE_VARARGS = frozenset({
    "aten::format", "aten::percentFormat", "aten::einsum", "aten::has_torch_function",
    "prim::AutogradAllNonZero", "prim::AutogradAllZero", "prim::AutogradAnyNonZero",
    "prim::BroadcastSizes", "prim::ChunkSizes", "prim::FusedConcat", "prim::MMBatchSide",
    "prim::MMTreeReduce", "prim::TupleUnpack", "prim::VarConcat", "prim::VarStack",
})  # fmt: skip
"""Operators with `...` that compute and do nothing else."""

_EFFECTFUL = frozenset({
    "aten::wait", "aten::to_here", "aten::seed", "aten::initial_seed",
    "prim::TimePoint", "prim::awaitable_wait", "prim::rpc_async", "prim::rpc_remote",
    "prim::rpc_sync", "profiler::_record_function_enter", "profiler::_record_function_enter_new",
})  # fmt: skip
"""Operators that return something and act on the world all the same."""

_RANDOM = frozenset({"aten::rand", "aten::randn", "aten::randint", "aten::randperm"})
"""Kinds whose overloads for the interpreter the dispatcher, which has the tags, does not know."""


def is_random(schema: FunctionSchema) -> bool:
    """The operator draws random numbers."""
    return "nondeterministic_seeded" in schema.tags or schema.kind in _RANDOM


def has_unknown_effects(schema: FunctionSchema) -> bool:
    """The schema does not tell all that the operator does, as for one that prints or raises."""
    return (
        not (schema.returns or schema.is_varret or schema.is_mutable)
        or "maybe_aliasing_or_mutating" in schema.tags
        or ((schema.is_vararg or schema.is_varret) and schema.kind not in _PURE_VARARGS)
        or schema.namespace in _COLLECTIVE
        or schema.kind in _EFFECTFUL
    )


def is_pure(schema: FunctionSchema) -> bool:
    """The results are a function of the operands, and making them is all that happens."""
    return not (schema.is_mutable or is_random(schema) or has_unknown_effects(schema))


def is_mutable_type(type: Attribute) -> bool:
    """A value of the type can be written in place."""
    if isinstance(type, OptionalType):
        return is_mutable_type(type.element)
    if isinstance(type, TupleType):
        return any(is_mutable_type(element) for element in type.elements)
    return not isinstance(type, _IMMUTABLE)


def _effects(op: Operation, schema: FunctionSchema) -> Iterator[EffectInstance]:
    for operand in op.operands:
        if is_mutable_type(operand.type):
            yield EffectInstance(MemoryEffectKind.READ, operand)
    for operand, argument in zip(op.operands, schema.arguments, strict=False):
        if argument.is_written:
            yield EffectInstance(MemoryEffectKind.WRITE, operand)
    if is_random(schema):
        # The state of the generator.
        yield EffectInstance(MemoryEffectKind.WRITE)
    aliased = [r.is_aliased for r in schema.returns]
    for number, result in enumerate(op.results):
        fresh = not (number < len(aliased) and aliased[number])
        if fresh and is_mutable_type(result.type):
            yield EffectInstance(MemoryEffectKind.ALLOC, SSAValue.get(result))


class SchemaEffects(MemoryEffect):
    """The effects of an op that has a schema."""

    @classmethod
    def get_effects(cls, op: Operation) -> Set[EffectInstance] | None:
        schema = schema_named(op.name)
        return None if has_unknown_effects(schema) else set(_effects(op, schema))
