"""Fuse nests over the same rows, and keep only a row of the values they exchange.

    %t = memref.alloc() : memref<4194304xf32>
    scf.for %i = %c0 to %c4096 step %c1 {
      scf.for %j = %c0 to %c1024 step %c1 {
        memref.store %x, %t[%i * 1024 + %j]
      }
    }
    scf.for %i = %c0 to %c4096 step %c1 {
      %s = scf.for %k = %c0 to %c1024 step %c1 iter_args(%acc = %zero) -> (f32) {
        %y = memref.load %t[%i * 1024 + %k]
        ...
    }
    memref.dealloc %t
  ->
    scf.for %i = %c0 to %c4096 step %c1 {
      %t = memref.alloc() : memref<1024xf32>
      scf.for %j = %c0 to %c1024 step %c1 {
        memref.store %x, %t[%j]
      }
      %s = scf.for %k = %c0 to %c1024 step %c1 iter_args(%acc = %zero) -> (f32) {
        %y = memref.load %t[%k]
        ...
      }
      memref.dealloc %t
    }

A row of a softmax, for instance, is then read from a cache three times, and from memory once. It
applies if both nests count alike, and no iteration accesses memory that another one writes. The
spans of `independence` prove it. Loops that will run several rows in the lanes of a vector keep
nests of their own. So do products, unless their rows and columns are inside, and what the nests
exchange is too large for a cache: as in convolutions in tiles, by blocks of tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.context import Context
from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, FixedBitwidthType, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.hints import isa

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations, operations_of
from xdsl_torchscript.lowering.loops.contractions.contraction import (
    contraction_of,
    is_sum_of_products,
)
from xdsl_torchscript.lowering.loops.independence import (
    Span,
    accesses_in,
    is_never_negative,
    refusal_of_accesses,
    refusal_of_iterations,
    spans_in,
)
from xdsl_torchscript.lowering.loops.nests import counts_up, next_loop
from xdsl_torchscript.lowering.loops.vectors.vectorize_loops import refusal as refusal_of_lanes
from xdsl_torchscript.lowering.loops.work import work_of

_LANES = 16
_FAR_MORE = 8
_LEAST_ROWS = 4
"""The fewest rows of products that threads share well."""
_MUCH_MEMORY = 1 << 20
"""Bytes that a core's caches do not hold next to the factors of a product."""


def refusal(first: scf.ForOp, second: scf.ForOp, noalias: bool) -> str | None:
    """Return why the second loop cannot join the first, or None if it can."""
    if not counts_up(first) or not counts_up(second):
        return "a loop does not count from 0 by 1, or carries values"
    if polynomial_of(first.ub) != polynomial_of(second.ub):
        return "the next loop has other bounds"
    if not any(map(_has_loops, (first, second))):
        return "neither has rows"
    if any(map(_products_in, (first, second))) and not _suits_products(first, second):
        return "one computes a product"
    if _loses_lanes(first, second, noalias) or _loses_lanes(second, first, noalias):
        return "one will vectorise over rows"
    for loop in (first, second):
        reason = refusal_of_iterations(loop, noalias=noalias)
        if reason is not None:
            return reason
    accesses = accesses_in(first), accesses_in(second)
    memories = [{access.memory for access in found} for found in accesses]
    if memories[0].isdisjoint(memories[1]):
        return "they share no memory"
    return refusal_of_accesses(first, second, noalias=noalias)


def _loses_lanes(loop: scf.ForOp, other: scf.ForOp, noalias: bool) -> bool:
    """Return whether a loop loses vector lanes over several rows, unless the other loop does far
    more work per row."""
    if refusal_of_lanes(loop, _LANES, noalias) is not None:
        return False
    few, many = work_of(loop).constant, work_of(other).constant
    return _has_loops(loop) or (few is not None and many is not None and many < _FAR_MORE * few)


def _has_loops(loop: scf.ForOp) -> bool:
    return any(isinstance(op, scf.ForOp) for op in nested_operations(loop))


def _products_in(loop: scf.ForOp) -> list[scf.ForOp]:
    """Return the loops that sum products."""
    return [*filter(is_sum_of_products, operations_of(loop, scf.ForOp))]


def _suits_products(first: scf.ForOp, second: scf.ForOp) -> bool:
    """Return whether products keep their tiles and threads in a common loop, and stay in a cache
    with what the loops exchange, as they would not in loops of their own."""
    count = constant_of(first.ub)
    if count is None or count < _LEAST_ROWS:
        return False
    loops = (first, second)
    nests = [contraction_of(terms) for loop in loops for terms in _products_in(loop)]
    if any(isinstance(nest, str) or nest.outermost in loops for nest in nests):
        return False
    here, there = ({access.memory for access in accesses_in(loop)} for loop in loops)
    return sum(map(_bytes_of, here & there)) >= _MUCH_MEMORY


def _bytes_of(memory: SSAValue) -> int:
    """Return the size of temporary memory, 0 for other memory or if only a run knows it."""
    type = memory.type
    if not isinstance(memory.owner, memref.AllocOp) or not isa(type, MemRefType[Attribute]):
        return 0
    shape, element = type.get_shape(), type.element_type
    if DYNAMIC_INDEX in shape or not isinstance(element, FixedBitwidthType):
        return 0
    return prod(shape) * element.size


def _forward(memory: memref.AllocOp, loop: scf.ForOp) -> bool:
    """Replace loads of memory by the one value that each iteration stores there before."""
    users = [use.operation for use in memory.memref.uses]
    stores = [user for user in users if isinstance(user, memref.StoreOp)]
    loads = [user for user in users if isinstance(user, memref.LoadOp)]
    frees = [user for user in users if isinstance(user, memref.DeallocOp)]
    if len(stores) + len(loads) + len(frees) < len(users):
        return False
    if len(stores) != 1 or stores[0].parent is not loop.body.block:
        return False
    store, place = stores[0], [polynomial_of(index) for index in stores[0].indices]
    found = map(loop.body.block.find_ancestor_op_in_block, loads)
    if not all(load is not None and store.is_before_in_block(load) for load in found):
        return False
    if any([polynomial_of(index) for index in load.indices] != place for load in loads):
        return False
    value = store.value
    for load in loads:
        load.res.replace_all_uses_with(value)
    for user in users:
        Rewriter.erase_op(user)
    Rewriter.erase_op(memory)
    return True


def _spans(memory: memref.AllocOp, loop: scf.ForOp) -> list[tuple[Operation, Span]] | None:
    """Return the spans of all uses of memory, None unless they are accesses in the loop, linear in
    one index."""
    found: list[tuple[Operation, Span]] = []
    accesses, spans = {access.op: access for access in accesses_in(loop)}, spans_in(loop)
    for use in memory.memref.uses:
        op = use.operation
        if isinstance(op, memref.DeallocOp):
            continue
        span = spans(accesses[op]) if op in accesses else ""
        if isinstance(span, str) or len(accesses[op].indices) != 1:
            return None
        found.append((op, span))
    return found


def _row_size(spans: Sequence[tuple[Operation, Span]]) -> Polynomial | None:
    """Return the distance of rows if each iteration stays in its own, or None."""
    if not spans:
        return None
    step = spans[0][1].step
    one = Polynomial.of(1)
    for _, span in spans:
        last = step + -span.first + -span.length + -one
        inside = (span.first, last)
        if span.step != step or span.rows:
            return None
        if not all(is_never_negative(end, span.positive) for end in inside):
            return None
    return step


def _shrink(memory: memref.AllocOp, loop: scf.ForOp) -> None:
    """Let each iteration allocate the row of temporary memory that it uses."""
    spans = _spans(memory, loop)
    size = None if spans is None else _row_size(spans)
    if spans is None or size is None:
        return
    first, end, counter = loop.body.block.first_op, loop.body.block.last_op, loop.body.block.args[0]
    assert first is not None and end is not None and isa(memory.memref.type, MemRefType[Attribute])
    emit = Emitter.before(first)
    count = size.constant
    dynamic = [] if count is not None else [emit_polynomial(emit, size)]
    extent = DYNAMIC_INDEX if count is None else count
    kind = MemRefType(memory.memref.type.element_type, [extent])
    row = emit(memref.AllocOp.get(kind.element_type, None, [extent], dynamic), "row").memref
    for op, _ in spans:
        assert isinstance(op, memref.LoadOp | memref.StoreOp)
        place = polynomial_of(op.indices[0]) + -(size * Polynomial.of(counter))
        index = emit_polynomial(Emitter.before(op), place)
        position = len(op.operands) - 1
        op.operands[position], op.operands[position - 1] = index, row
    for use in list(memory.memref.uses):
        Rewriter.erase_op(use.operation)
    Rewriter.erase_op(memory)
    Emitter.before(end)(memref.DeallocOp.get(row))


@dataclass(frozen=True)
class FuseRowsPass(TsPass):
    """Fuse nests over the same rows, and shrink temporary memory between them to a row."""

    name = "fuse-rows"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for loop in operations_of(module, scf.ForOp):
            if loop.parent is not None and self._fuse(loop):
                self._shrink_temporaries(loop)

    def _fuse(self, loop: scf.ForOp) -> bool:
        """Fuse the loops that follow; return whether there is one."""
        fused = False
        following, between = next_loop(loop)
        while following is not None:
            reason = refusal(loop, following, self.noalias)
            if reason is not None:
                refuse(loop, reason)
                break
            # Move the body of the second loop behind that of the first.
            for op in between:
                op.detach()
                Rewriter.insert_op(op, InsertPoint.before(loop))
            end = loop.body.block.last_op
            assert end is not None
            following.body.block.args[0].replace_all_uses_with(loop.body.block.args[0])
            *ops, _ = following.body.block.ops
            for op in ops:
                op.detach()
                Rewriter.insert_op(op, InsertPoint.before(end))
            Rewriter.erase_op(following)
            fused = True
            following, between = next_loop(loop)
        return fused

    def _shrink_temporaries(self, loop: scf.ForOp) -> None:
        owners = dict.fromkeys(access.memory.owner for access in accesses_in(loop))
        for memory in owners:
            if not isinstance(memory, memref.AllocOp) or memory.parent is not loop.parent:
                continue
            if not _forward(memory, loop):
                _shrink(memory, loop)
