"""A tensor that is only read by other tensor expressions is computed where it is read.

    %0 = te.compute (%i = 128) : tensor<128xf32> {
      %1 = te.load %t[%i] : tensor<128xf32>
      %2 = arith.mulf %1, %1 : f32
      te.yield %2 : f32
    }
    %3 = te.compute (%j = 128) : tensor<128xf32> {
      %4 = te.load %0[%j] : tensor<128xf32>
      %5 = math.sin %4 : f32
      te.yield %5 : f32
    }
  ->
    %3 = te.compute (%j = 128) : tensor<128xf32> {
      %1 = te.load %t[%j] : tensor<128xf32>
      %2 = arith.mulf %1, %1 : f32
      %5 = math.sin %2 : f32
      te.yield %5 : f32
    }

This saves a pass over memory, and may compute an element more than once. As in NNC on a CPU, an
expensive body that would run more than once per element is not inlined. This happens if it has more
than `expensive-uses` readers, or if a loop nest reads an element repeatedly. Nor is it inlined
where a reader would cross its neighbours, which prevents vectors. A cheap body is always inlined,
unless a sum of products reads it again and again. Inlining is all or nothing: a tensor that one
reader needs in memory is loaded by all. A tensor with the attribute `te.stored` is never inlined.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import accumulate
from math import prod
from operator import is_, mul

from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, ModuleOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from xdsl_torchscript.dialects.te import (
    STORED,
    ComputeOp,
    LoadOp,
    YieldOp,
    tensor_type,
)
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    polynomial_of,
    undo_divisions,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_in, operations_of
from xdsl_torchscript.lowering.te.readers import is_factor, reader_of, readers_of

_CALL_COST = 20
_COSTS = {
    "arith.divf": 4,
    "arith.divsi": 8,
    "arith.divui": 8,
    "arith.floordivsi": 8,
    "arith.remf": _CALL_COST,
    "arith.remsi": 8,
    "arith.remui": 8,
    "math.absf": 1,
    "math.absi": 1,
    "math.ceil": 1,
    "math.copysign": 1,
    "math.floor": 1,
    "math.fma": 1,
    "math.round": 2,
    "math.roundeven": 1,
    "math.rsqrt": 5,
    "math.sqrt": 4,
    "math.trunc": 1,
}
"""The cost of an operation; an addition costs 1. Other `math` operations are worth a call."""


def _costs(body: Block, limit: int) -> bool:
    """Return whether one element costs as much as `limit`."""
    return any(total >= limit for total in accumulate(map(_cost, body.ops)))


def _cost(op: Operation) -> int:
    """Return the cost of an operation. Loads, constants and index arithmetic are free, except
    clamped indices, which prevent vectors."""
    free = isinstance(op, (LoadOp, YieldOp, arith.ConstantOp))
    is_index = any(isinstance(result.type, IndexType) for result in op.results)
    if free or (is_index and not isinstance(op, (arith.MaxSIOp, arith.MinSIOp))):
        return 0
    return _COSTS.get(op.name, _CALL_COST if op.dialect_name() == "math" else 1)


def _reads_again(load: LoadOp) -> bool:
    """Return whether the reader may come to the same element at two points of its nest."""
    consumer = reader_of(load)
    # An index in one axis alone moves with it; such an index for every axis tells all points apart.
    alone = [polynomial_of(index).unknowns for index in load.indices]
    axes = zip(consumer.loop_axes, consumer.loop_extents, strict=True)
    return any((axis,) not in alone for axis, extent in axes if extent != 1)


def _keeps_neighbours(producer: ComputeOp, load: LoadOp) -> bool:
    """Return whether the innermost loop of the reader goes along the last axis, as vectors do."""
    consumer = reader_of(load)
    loops = zip(consumer.loop_axes, consumer.loop_extents, strict=True)
    axes = [axis for axis, extent in loops if extent != 1]
    indices = zip(load.indices, producer.loop_extents, strict=True)
    moving = [index for index, extent in indices if extent != 1]
    return not axes or not moving or axes[-1] in polynomial_of(moving[-1]).unknowns


def _scatters_reads(producer: ComputeOp, load: LoadOp) -> bool:
    """Return whether a factor would be read without neighbours, or at an address that is not linear
    in the axes.

    A gather, as of an embedding, reads at addresses that other elements give. An address is not
    linear if the view splits an element's number, as a reshape of transposed axes does. Nor is it
    if the reader splits a window's number and the view recombines the parts differently. It is
    linear if `undo_divisions` can rejoin the parts, as for a reshape alone. A copy whose addresses
    would not be linear either is of no use.
    """
    if not is_factor(load):
        return False
    if _gathers(producer.body.block):
        return _reads_again(load)
    views = [op for op in producer.body.block.ops if isinstance(op, LoadOp)]
    type = tensor_type(views[0].tensor.type) if len(views) == 1 else None
    if type is None or DYNAMIC_INDEX in type.get_shape()[1:]:
        return False
    place = undo_divisions(_address(views[0], type.get_shape()))
    if _reads_again(load) and not _has_unit_stride(producer, place):
        return True
    if any(unknown not in producer.axes for unknown in place.unknowns):
        return _has_divisions(place)
    read_at: dict[SSAValue, Polynomial] = dict(
        zip(producer.axes, map(polynomial_of, load.indices), strict=True)
    )
    address = Polynomial()
    for monomial, coefficient in place.terms.items():
        factors = (read_at[factor] for factor in monomial.factors)
        address += reduce(mul, factors, Polynomial.of(coefficient))
    if not _has_divisions(undo_divisions(address)):
        return False
    copy = tensor_type(load.tensor.type)
    if copy is None or DYNAMIC_INDEX in copy.get_shape()[1:]:
        return True
    return not _has_divisions(undo_divisions(_address(load, copy.get_shape())))


def _address(load: LoadOp, shape: Sequence[int]) -> Polynomial:
    """Return the number of the element that a load reads."""
    address = Polynomial()
    for axis, index in enumerate(load.indices):
        address += Polynomial.of(prod(shape[axis + 1 :])) * polynomial_of(index)
    return address


def _gathers(body: Block) -> bool:
    """Return whether a loaded value decides the address of another load."""
    loaded: set[SSAValue] = set()
    for op in body.ops:
        if loaded.isdisjoint(op.operands) and not isinstance(op, LoadOp):
            continue
        if isinstance(op, LoadOp) and not loaded.isdisjoint(op.indices):
            return True
        loaded.update(op.results)
    return False


def _has_unit_stride(producer: ComputeOp, address: Polynomial) -> bool:
    """Return whether neighbours along some axis are neighbours in memory."""
    units = (monomial.factors for monomial, stride in address.terms.items() if stride == 1)
    extents = zip(producer.axes, producer.loop_extents, strict=True)
    axes = [axis for axis, extent in extents if extent != 1]
    return not axes or any(len(factors) == 1 and factors[0] in axes for factors in units)


def _has_divisions(address: Polynomial) -> bool:
    owners = (unknown.owner for unknown in address.unknowns)
    return any(isinstance(owner, (arith.DivUIOp, arith.RemUIOp)) for owner in owners)


@dataclass(frozen=True)
class InliningLimits:
    """The limits of repeated work, and of a body's size."""

    expensive_cost: int
    expensive_uses: int
    body_limit: int


def _size(op: Operation | None) -> int:
    """Return the number of operations in the block of `op`."""
    return 0 if op is None or op.parent is None else len(operations_in(op.parent))


def refusal(producer: ComputeOp, limits: InliningLimits) -> str | None:
    """Return why the tensor is kept in memory, or None if its readers can compute it."""
    if STORED in producer.attributes:
        return "it is marked to be stored"
    if len(producer.results) > 1:
        return "it has several results"
    loads = readers_of(producer)
    if loads is None:
        return "it is a result, or is used in another block"
    if not loads:
        return "nothing reads it"
    size = _size(producer.body.block.first_op)
    if any(size + _size(load) > limits.body_limit for load in loads):
        return f"a body would have more than {limits.body_limit} operations"
    body = producer.body.block
    if _costs(body, 1) and any(is_factor(load) and _reads_again(load) for load in loads):
        return "it is a factor of a product, which goes over its elements more than once"
    if any(_scatters_reads(producer, load) for load in loads):
        return "it is a factor of a product, which would read it at scattered addresses"
    if not _costs(body, limits.expensive_cost):
        return None
    if len(loads) > limits.expensive_uses:
        return f"it is expensive and read {len(loads)} times"
    if any(_reads_again(load) for load in loads):
        return "it is expensive and a reader goes over its elements more than once"
    if not all(_keeps_neighbours(producer, load) for load in loads):
        return "it is expensive and a reader goes over its elements in another order"
    return None


def _inline(producer: ComputeOp) -> None:
    """Put the body in the place of every load; equal loads of one reader share one copy."""
    groups: dict[tuple[Block, tuple[Polynomial, ...]], list[LoadOp]] = {}
    # In program order.
    users = {id(use.operation) for use in producer.result.uses}
    readers = dict.fromkeys(use.operation.parent for use in producer.result.uses)
    ordered = [
        op
        for block in readers
        if block is not None
        for op in block.ops
        if isinstance(op, LoadOp) and id(op) in users
    ]
    for load in ordered:
        assert load.parent is not None
        key = (load.parent, tuple(map(polynomial_of, load.indices)))
        groups.setdefault(key, []).append(load)
    # The last group takes the body itself, so that a chain of operators costs no copies. The longer
    # body stays in its place if it can: the producer's along a chain.
    *others, last = groups.values()
    for loads in others:
        _replace(loads, _copy_body(producer, loads[0]))
    is_longer = _size(producer.body.block.first_op) > _size(last[0])
    move = _move_reader if is_longer and _is_pointwise(last[0]) else _move_body
    _replace(last, move(producer, last[0]))
    Rewriter.erase_op(producer)


def _is_pointwise(load: LoadOp) -> bool:
    """Return whether the indices are the reader's axes, in order."""
    axes = () if load.parent is None else load.parent.args
    indices = tuple(load.indices)
    return len(indices) <= len(axes) and all(map(is_, indices, axes))


def _replace(loads: list[LoadOp], value: SSAValue) -> None:
    for load in loads:
        load.result.replace_all_uses_with(value)
        Rewriter.erase_op(load)


def _move_body(producer: ComputeOp, load: LoadOp) -> SSAValue:
    """Compute the loaded value before `load`, moving the producer's whole body."""
    value, end = producer.yielded, producer.body.block.last_op
    assert end is not None
    Rewriter.inline_block(producer.body.block, InsertPoint.before(load), load.indices)
    Rewriter.erase_op(end)
    return value


def _move_reader(producer: ComputeOp, load: LoadOp) -> SSAValue:
    """Do as `_move_body` for a pointwise load, but let the producer's block become the reader's."""
    body, end = producer.body.block, producer.body.block.last_op
    reader, region, start = load.parent, load.parent_region(), body.first_op
    assert end is not None and start is not None
    assert reader is not None and region is not None
    for old in reader.args:
        is_axis = old.index < len(producer.axes)
        new = body.args[old.index] if is_axis else body.insert_arg(old.type, old.index)
        new.location, new.name_hint = old.location, old.name_hint
        old.replace_all_uses_with(new)
    value, before = producer.yielded, True
    for op in operations_in(reader):
        op.detach()
        before = before and op is not load
        body.insert_op_before(op, start if before else end)
    Rewriter.erase_op(end)
    region.erase_block(reader)
    producer.body.move_blocks(region)
    return value


def _copy_body(producer: ComputeOp, load: LoadOp) -> SSAValue:
    """Compute the loaded value before `load`; the copies keep the locations of the originals."""
    values: dict[SSAValue, SSAValue] = dict(zip(producer.axes, load.indices, strict=True))
    for op in producer.body.block.ops:
        if isinstance(op, YieldOp):
            break
        clone = op.clone(values)
        values |= dict(zip(op.results, clone.results, strict=True))
        Rewriter.insert_op(clone, InsertPoint.before(load))
    return values.get(producer.yielded, producer.yielded)


@dataclass(frozen=True)
class InlineProducersPass(TsPass):
    """Inline producers into their loads, unless that duplicates expensive work."""

    name = "inline-producers"
    level = "te"
    requires = ()
    ensures = ()
    preserves = ()

    expensive_cost: int = field(
        default=10,
        metadata={"help": "least cost of an expensive body; an addition costs 1", "least": 0},
    )
    expensive_uses: int = field(
        default=1,
        metadata={"help": "most loads of an expensive tensor that it is inlined into", "least": 0},
    )
    body_limit: int = field(
        default=400, metadata={"help": "largest number of operations of a body", "least": 0}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        limits = InliningLimits(self.expensive_cost, self.expensive_uses, self.body_limit)
        for producer in operations_of(module, ComputeOp):
            reason = refusal(producer, limits)
            if reason is None:
                _inline(producer)
            else:
                refuse(producer, reason)
