"""Loops over a row of large arrays fetch the next row while they compute.

    scf.for %i = %c0 to %c4096 step %c1 {
      %row = arith.muli %i, %c1024 : index
      scf.for %k = %c0 to %c1024 step %c64 { the sum of a row of %x }
      scf.for %j = %c0 to %c1024 step %c16 { a row of %out, from that of %x and the sum }
    }

The second loop begins with a prefetch of %x, the first one with prefetches of %out:

    %0 = arith.addi %row, %c1024 : index
    %1 = arith.addi %0, %j : index
    memref.prefetch %x[%1], read, locality<3>, data : memref<4194304xf32>

A row of a softmax goes through several loops. The first waits for memory, the others compute, and
the next row is too far ahead for the processor to fetch it meanwhile. Each loop fetches one array:
the processor has few buffers for lines on their way, and a loop that fetches two waits for them. An
array goes to the loop with most work that fetches none yet. A loop that precedes the first access
fetches this row, the others fetch the next one.

Arrays that caches hold gain nothing. Neither do loops that read an array in order: hardware fetches
its next lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, prod
from typing import cast

from xdsl.context import Context
from xdsl.dialects import scf, vector
from xdsl.dialects.builtin import FixedBitwidthType, MemRefType, ModuleOp
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.extended.memref import PrefetchOp
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.loops.contractions.register_tile import LINE
from xdsl_torchscript.lowering.loops.nests import linear_steps
from xdsl_torchscript.lowering.loops.work import work_of


@dataclass(frozen=True)
class RowStream:
    """An array whose rows are accessed one after the other."""

    memory: SSAValue
    start: Polynomial
    """The address of the row's first element, in terms of the counter of rows."""
    row: Polynomial
    """The distance of the next row."""
    element_bytes: int
    is_written: bool


def large_element_bytes(memory: SSAValue, least: int) -> int | None:
    """Return the bytes of an element of a large array; None for a small one, and for elements of
    unknown size."""
    kind = cast("MemRefType[Attribute]", memory.type)
    if not isinstance(kind.element_type, FixedBitwidthType):
        return None
    sizes, bytes = kind.get_shape(), kind.element_type.size
    return bytes if min(sizes, default=1) < 0 or prod(sizes) * bytes >= least else None


def _vector_loops(rows: scf.ForOp) -> list[scf.ForOp]:
    """Return the innermost loops over vectors in the body of a loop."""
    return [
        op
        for op in rows.body.block.ops
        if isinstance(op, scf.ForOp)
        and constant_of(op.lb) == 0
        and (constant_of(op.step) or 1) > 1
        and not any(inner.regions for inner in op.body.block.ops)
    ]


def _accesses(loop: scf.ForOp) -> Iterator[tuple[SSAValue, SSAValue, bool]]:
    """Yield the memory and index of each load and store of a vector, and whether it is a store."""
    for op in loop.body.block.ops:
        if isinstance(op, vector.LoadOp | vector.StoreOp) and len(op.indices) == 1:
            yield op.base, op.indices[0], isinstance(op, vector.StoreOp)


def _streams(loop: scf.ForOp, rows: scf.ForOp, least: int) -> Iterator[RowStream]:
    """Yield the large arrays of which a loop accesses one row in order."""
    for memory, index, is_written in _accesses(loop):
        bytes = large_element_bytes(memory, least)
        counters = rows.body.block.args[0], loop.body.block.args[0]
        found = linear_steps(index, counters, rows)
        if bytes is None or isinstance(found, str):
            continue
        (row, column), first = found
        if row.terms and column.constant == 1:
            start = Polynomial.of(counters[0]) * row + first
            yield RowStream(memory, start, row, bytes, is_written)


def _fetch(stream: RowStream, loop: scf.ForOp, address: Polynomial) -> None:
    """Fetch a row, from an address on, in the iterations of a loop over its columns."""
    first, step = loop.body.block.first_op, constant_of(loop.step)
    assert first is not None and step is not None
    emit, column = Emitter.before(first), Polynomial.of(loop.body.block.args[0])
    for line in range(ceil(step * stream.element_bytes / LINE)):
        place = address + column + Polynomial.of(line * LINE // stream.element_bytes)
        at = emit_polynomial(emit, place)
        emit(PrefetchOp(stream.memory, [at], is_write=stream.is_written))


def _prefetch(rows: scf.ForOp, loops: Sequence[scf.ForOp], least: int) -> None:
    """Give each array that the loops over a row access to one of them."""
    seen: set[tuple[SSAValue, Polynomial]] = set()
    given: Counter[Operation] = Counter()
    for number, loop in enumerate(loops):
        for stream in list(_streams(loop, rows, least)):
            if (stream.memory, stream.start) in seen:
                continue
            seen.add((stream.memory, stream.start))
            host = max(loops, key=lambda loop: (-given[loop], work_of(loop).constant or 0))
            given[host] += 1
            is_before = loops.index(host) < number
            _fetch(stream, host, stream.start if is_before else stream.start + stream.row)


@dataclass(frozen=True)
class PrefetchRowsPass(TsPass):
    """Fetch the next row of large arrays while loops compute on this one."""

    name = "prefetch-rows"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    least: int = field(
        default=1 << 20,
        metadata={"help": "the bytes from which caches may not hold an array", "least": 0},
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        for rows in operations_of(module, scf.ForOp):
            loops = _vector_loops(rows)
            if len(loops) > 1:
                _prefetch(rows, loops, self.least)
