"""Memory of any rank becomes memory of rank one, with the address computed in plain sight.

    func.func @f(%t: memref<4x100xf32>) {
      scf.for %i = ... {
        scf.for %j = ... {
          %x = memref.load %t[%i, %j] : memref<4x100xf32>
  ->
    func.func @f(%t: memref<400xf32>) {
      scf.for %i = ... {
        scf.for %j = ... {
          %c100 = arith.constant 100 : index
          %0 = arith.muli %i, %c100 : index
          %1 = arith.addi %0, %j : index
          %x = memref.load %t[%1] : memref<400xf32>

The layout is row-major, as for memrefs without an explicit layout. Dynamic sizes are operands of
the `memref.alloc`, or of the `memref.reinterpret_cast` of an argument. These casts are then
redundant and removed. The size of the outermost dimension is never needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias, cast

from xdsl.context import Context
from xdsl.dialects import func, memref
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    FunctionType,
    MemRefType,
    ModuleOp,
    NoneAttr,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
    polynomial_of,
    undo_divisions,
)
from xdsl_torchscript.lowering.analysis.memory_views import MEMORY_OPERAND, mixed, mixed_values
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.lowering.loops.memory.dead_indices import erase_dead_indices

AnyMemRef: TypeAlias = MemRefType[Attribute]

_OTHER_USERS = (memref.AllocOp, memref.DeallocOp, memref.CopyOp, memref.ReinterpretCastOp)


def _memref_type(value: SSAValue) -> AnyMemRef | None:
    type: Attribute = value.type
    return cast(AnyMemRef, type) if isinstance(type, MemRefType) else None


def _sizes(value: SSAValue) -> list[int | SSAValue]:
    """Return a memref's sizes, -1 where the program does not state them."""
    type = _memref_type(value)
    assert type is not None
    owner = value.owner
    if isinstance(owner, memref.AllocOp):
        return mixed_values(type.get_shape(), owner.dynamic_sizes)
    if isinstance(owner, memref.ReinterpretCastOp):
        return mixed_values(owner.static_sizes.get_values(), owner.sizes)
    return mixed_values(type.get_shape(), ())


def _strides(value: SSAValue, user: Operation) -> list[Polynomial]:
    """Return the distances between neighbours of each dimension, in elements."""
    sizes = _sizes(value)
    if -1 in sizes[1:]:
        fail(
            user,
            f"accesses a {value.type} of unknown inner sizes; view it through a "
            "memref.reinterpret_cast that names them",
        )
    return [Polynomial.product(sizes[axis + 1 :]) for axis in range(len(sizes))]


def _flat_type(type: AnyMemRef) -> AnyMemRef:
    shape = type.get_shape()
    size = 1
    for extent in shape:
        size = DYNAMIC_INDEX if DYNAMIC_INDEX in (extent, size) else size * extent
    return MemRefType(type.element_type, [size], type.layout, type.memory_space)


def _refusal(op: Operation, value: SSAValue) -> str | None:
    """Return why the memref `value`, used or made by `op`, cannot get rank one, or None."""
    type = _memref_type(value)
    if type is None:
        return None
    if not isinstance(type.layout, NoneAttr):
        return f"has memory with a layout of its own ({type}), which is not row-major"
    if type.get_num_dims() == 1 or isinstance(op, (*MEMORY_OPERAND, *_OTHER_USERS)):
        return None
    return f"needs memory of rank {type.get_num_dims()} as it is"


def _check(function: func.FuncOp) -> None:
    for op in nested_operations(function):
        for value in (*op.operands, *op.results):
            reason = _refusal(op, value)
            if reason is not None:
                fail(op, reason)
        if isinstance(op, memref.ReinterpretCastOp):
            # The cast only states sizes: offset 0, row-major strides, the same element count.
            found = mixed(op.static_strides, op.strides)
            expected = tuple(_expand(stride) for stride in _strides(op.result, op))
            if tuple(op.static_offsets.get_values()) != (0,) or found != expected:
                fail(
                    op, "changes offset or strides; only a cast that states sizes can be flattened"
                )


def _expand(polynomial: Polynomial) -> Polynomial:
    """`polynomial` with the arithmetic behind its unknowns written out."""
    result = Polynomial()
    for monomial, coefficient in polynomial.terms.items():
        factors = [polynomial_of(factor) for factor in monomial.factors]
        result += reduce(lambda a, b: a * b, factors, Polynomial.of(coefficient))
    return result


Addresses: TypeAlias = dict[tuple[Block, Polynomial], SSAValue]
"""Addresses that a block has computed so far, for later accesses to the same place."""


def _flatten_access(op: Operation, addresses: Addresses) -> None:
    """Give an access the one index that it needs; the memref changes its type later."""
    base = MEMORY_OPERAND[type(op)]
    memory, indices = op.operands[base], op.operands[base + 1 :]
    if len(indices) == 1:
        return
    polynomial = Polynomial()
    for index, stride in zip(indices, _strides(memory, op), strict=True):
        polynomial += polynomial_of(index) * _expand(stride)
    assert op.parent is not None
    polynomial = undo_divisions(polynomial)
    key = (op.parent, polynomial)
    if key not in addresses:
        addresses[key] = emit_polynomial(Emitter.before(op), polynomial)
    op.operands = [*op.operands[: base + 1], addresses[key]]


def _flatten_alloc(op: memref.AllocOp) -> None:
    type = _memref_type(op.memref)
    if type is None or type.get_num_dims() == 1:
        return
    emit = Emitter.before(op)
    flat = _flat_type(type)
    dynamic = DYNAMIC_INDEX in flat.get_shape()
    size = [emit_polynomial(emit, Polynomial.product(_sizes(op.memref)))] if dynamic else []
    new = emit(memref.AllocOp(size, (), flat, op.alignment), op.memref.name_hint)
    op.memref.replace_all_uses_with(new.memref)
    Rewriter.erase_op(op)


@dataclass(frozen=True)
class FlattenIndicesPass(TsPass):
    """Flatten buffers to one dimension with explicit row-major addresses."""

    name = "flatten-indices"
    level = "loops"
    requires = ("loops",)
    ensures = ("loops",)
    preserves = ()

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for function in operations_of(module, func.FuncOp):
            if function.body.blocks.first is not None:
                self._flatten(function, function.body.blocks.first)

    def _flatten(self, function: func.FuncOp, entry: Block) -> None:
        _check(function)
        ops = list(nested_operations(function))
        addresses: Addresses = {}
        for op in ops:
            if type(op) in MEMORY_OPERAND:
                _flatten_access(op, addresses)
        for op in ops:
            if isinstance(op, memref.AllocOp):
                _flatten_alloc(op)
            if isinstance(op, memref.ReinterpretCastOp):
                op.result.replace_all_uses_with(op.source)
                Rewriter.erase_op(op)
        erase_dead_indices(function)
        for argument in entry.args:
            kind = _memref_type(argument)
            if kind is None or kind.get_num_dims() == 1:
                continue
            Rewriter.replace_value_with_new_type(argument, _flat_type(kind))
            entry.args[argument.index].location = argument.location
        outputs = function.function_type.outputs.data
        function.function_type = FunctionType.from_lists(entry.arg_types, outputs)
