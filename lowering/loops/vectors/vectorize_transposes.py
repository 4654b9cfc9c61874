"""A copy that swaps two axes moves squares of elements, whose lanes it transposes in registers.

    scf.for %k = %c0 to %c512 step %c1 {
      scf.for %j = %c0 to %c32 step %c1 {
        %x = memref.load %a[%j * 512 + %k] : memref<16384xf32>
        memref.store %x, %b[%k * 32 + %j] : memref<16384xf32>
  ->
    scf.for %k = %c0 to %c512 step %c4 {
      scf.for %j = %c0 to %c32 step %c4 {
        %x0 = vector.load %a[%j * 512 + %k] : memref<16384xf32>, vector<4xf32>
        ... three more, 512 elements apart
        %s0 = vector.shuffle %x0, %x2 [0, 1, 4, 5] : vector<4xf32>, vector<4xf32>
        ... seven more, then four stores that are 32 elements apart

Element by element, each load takes another line of a cache, and rows whose distance is a large
power of two evict each other before a line is used again. A square reads and writes each line once.
The last squares along an axis end with it, and copy some elements twice. A loop is left unchanged
if it does more than copy, if it may read what it writes, or if its sizes are not constant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import AnyFloat, IntegerType, ModuleOp, VectorType
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.nests import (
    counts_up,
    inner_of,
    is_index_arithmetic,
    linear_steps,
)
from xdsl_torchscript.lowering.loops.vectors.lanes import transpose_lanes

_BYTES = (4, 8)
"""The sizes of elements that are moved: squares of smaller ones take too many shuffles."""

AxisSteps: TypeAlias = Sequence[Polynomial]
"""The steps of an address along the outer and the inner loop."""


@dataclass(frozen=True)
class Transpose:
    """Two loops that copy elements: one memory is contiguous where the other is strided."""

    loops: tuple[scf.ForOp, scf.ForOp]
    load: memref.LoadOp
    store: memref.StoreOp
    read: tuple[AxisSteps, Polynomial]
    """The steps of the addresses that are read, and the first one."""
    written: tuple[AxisSteps, Polynomial]
    reads_along: int
    """The number of the loop whose iterations read neighbours; the other one writes them."""

    @property
    def element_bytes(self) -> int:
        kind = self.load.res.type
        return kind.bitwidth // 8 if isinstance(kind, AnyFloat | IntegerType) else 0

    @property
    def sizes(self) -> tuple[int, int]:
        """The iterations of both loops; 0 where only a run knows them."""
        outer, inner = (constant_of(loop.ub) or 0 for loop in self.loops)
        return outer, inner


def transpose_of(outer: scf.ForOp) -> Transpose | str:
    """Return the transposing copy that a loop computes, or the reason why it is not one."""
    inner = inner_of(outer)
    if inner is None or not (counts_up(outer) and counts_up(inner)):
        return "it is not one of two loops that count from 0 by 1"
    ops = [op for op in inner.body.block.ops if not is_index_arithmetic(op)]
    match ops:
        case [memref.LoadOp() as load, memref.StoreOp() as store, scf.YieldOp()]:
            pass
        case _:
            return "it does more than copy elements"
    if store.value is not load.res or not len(load.indices) == len(store.indices) == 1:
        return "it does not copy from flat memory to flat memory"
    counters = [loop.body.block.args[0] for loop in (outer, inner)]
    read = linear_steps(load.indices[0], counters, outer)
    written = linear_steps(store.indices[0], counters, outer)
    if isinstance(read, str):
        return read
    if isinstance(written, str):
        return written
    for along in (0, 1):
        if read[0][along].constant == written[0][1 - along].constant == 1:
            return Transpose((outer, inner), load, store, read, written, along)
    return "it does not swap neighbours"


def refusal(transpose: Transpose, lanes: int, noalias: bool) -> str | None:
    """Return why squares of `lanes` by `lanes` elements cannot be moved, or None if they can."""
    if transpose.element_bytes not in _BYTES:
        return "its elements have neither 4 nor 8 bytes"
    if lanes < 2:
        return "its sizes are too small, or known only at run time"
    views = (view_of(access.memref) for access in (transpose.load, transpose.store))
    return "it may read what it writes" if may_overlap(*views, noalias=noalias) else None


def _starts(emit: Emitter, size: int, lanes: int, counter: SSAValue) -> SSAValue:
    """Return where a square begins, of which the last one ends with the axis."""
    if size % lanes == 0:
        return counter
    return emit(arith.MinSIOp(counter, emit.index(size - lanes))).result


def _move(transpose: Transpose, lanes: int) -> None:
    """Replace the loops by loops over squares."""
    outer, inner = transpose.loops
    emit, names = (
        Emitter.before(outer),
        [loop.body.block.args[0].name_hint for loop in (outer, inner)],
    )
    zero, step = emit.index(0), emit.index(lanes)

    def over_outer(inside: Emitter, i: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
        def over_inner(inmost: Emitter, j: SSAValue, _: Sequence[SSAValue]) -> Sequence[SSAValue]:
            counters = zip(transpose.sizes, (i, j), strict=True)
            starts = [_starts(inmost, size, lanes, counter) for size, counter in counters]
            _square(inmost, transpose, lanes, starts)
            return ()

        inside.loop(zero, inside.index(transpose.sizes[1]), step, over_inner, name=names[1])
        return ()

    emit.loop(zero, emit.index(transpose.sizes[0]), step, over_outer, name=names[0])
    Rewriter.erase_op(outer)


def _square(emit: Emitter, transpose: Transpose, lanes: int, starts: Sequence[SSAValue]) -> None:
    """Emit the copy of one square."""
    along, load, store = transpose.reads_along, transpose.load, transpose.store
    type = VectorType(load.res.type, [lanes])

    def addresses(place: tuple[AxisSteps, Polynomial], across: int) -> Sequence[SSAValue]:
        steps, first = place
        counted = zip(steps, starts, strict=True)
        start = sum((step * polynomial_of(counter) for step, counter in counted), first)
        moved = (start + steps[across] * Polynomial.of(number) for number in range(lanes))
        return [emit_polynomial(emit, address) for address in moved]

    rows = [
        emit(vector.LoadOp(load.memref, [at], type)).result
        for at in addresses(transpose.read, 1 - along)
    ]
    columns = transpose_lanes(emit, rows)
    for at, column in zip(addresses(transpose.written, along), columns, strict=True):
        emit(vector.StoreOp(column, store.memref, [at]))


@dataclass(frozen=True)
class VectorizeTransposesPass(TsPass):
    """Copy squares of elements that swap two axes, and transpose their lanes in registers."""

    name = "vectorize-transposes"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    registers: int = field(
        default=32, metadata={"help": "vector registers of the machine", "least": 4}
    )
    bytes: int = field(
        default=64, metadata={"help": "bytes of a vector register", "least": max(_BYTES)}
    )
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        found = map(transpose_of, operations_of(module, scf.ForOp))
        for transpose in [copy for copy in found if not isinstance(copy, str)]:
            lanes = self._lanes(transpose)
            reason = refusal(transpose, lanes, self.noalias)
            if reason is None:
                _move(transpose, lanes)
            else:
                refuse(transpose.loops[0], reason)

    def _lanes(self, transpose: Transpose) -> int:
        """Return the largest power of two of lanes that fits into the sizes and registers."""
        most = self.bytes // max(transpose.element_bytes, 1)
        fitting = min(most, self.registers // 2, *transpose.sizes)
        return 1 << fitting.bit_length() - 1 if fitting > 0 else 0
