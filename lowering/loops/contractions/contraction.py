"""Contractions at the loops level: sums of products of two elements.

    scf.for %i = ... {                                 // rows
      scf.for %j = ... {                               // columns
        %s = scf.for %k = ... iter_args(%acc = %zero) -> (f32) {
          %x = memref.load %a[%i * 100 + %k]           // left
          %y = memref.load %b[%k * 50 + %j]            // right
          %p = arith.mulf %x, %y : f32
          %t = arith.addf %acc, %p : f32
          scf.yield %t : f32
        }
        memref.store %s, %c[%i * 50 + %j]              // and what follows: the epilogue
      }
    }

The factor that moves with the columns is the right one. The address of the left one may depend on
digits of the term's number: `%k / 9` and `%k % 9` are the channel and the tap of a window. Rows
are absent if the left one moves with no other loop, columns if the reduction is in no loop.

Of bytes, a term is the dot product of four neighbours of either factor, unsigned and signed ones:

        %s = scf.for %k = ... iter_args(%acc = %zero) -> (i32) {
          %t = scf.for %q = %c0 to %c4 step %c1 iter_args(%sum = %acc) -> (i32) {
            %x = memref.load %a[%i * 100 + %k * 4 + %q]
            %y = memref.load %b[%k * 64 + %j * 4 + %q]
            %u = arith.extui %x : i8 to i32
            %v = arith.extsi %y : i8 to i32
            ... %sum + %u * %v
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, i8, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xdsl_torchscript.dialects.byte_groups import GROUP
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    depends_on,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero
from xdsl_torchscript.lowering.core.arith_builder import number_attribute
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.loops.contractions.register_tile import (
    LEAST_BYTES,
    LEAST_REGISTERS,
    Problem,
    TileForm,
    VectorRegisters,
)
from xdsl_torchscript.lowering.loops.nests import (
    NOT_LINEAR,
    UNKNOWN_ADDRESS,
    carries_on,
    counts_up,
    inner_of,
    is_index_arithmetic,
    steps_of,
)

_NEAR = 256
"""The distance in bytes of loads that hardware prefetches."""


@dataclass(frozen=True)
class Factor:
    """A load whose address is linear in the counters."""

    load: memref.LoadOp
    row: Polynomial
    """The step of the address from row to row."""
    column: Polynomial
    term: Polynomial
    """The step along the contracted axis."""
    start: Polynomial
    """The address at row, column and term 0."""
    counter: SSAValue
    """The number of the term."""
    scattered: Polynomial
    """The contribution of digits of that number to the address, as for the taps of a window; `term`
    is then 0.
    """

    @property
    def is_unsigned(self) -> bool:
        """Whether its elements are unsigned bytes."""
        return any(isinstance(use.operation, arith.ExtUIOp) for use in self.load.res.uses)

    def at_term(self, emit: Emitter, number: SSAValue) -> Polynomial:
        """Return a term's contribution to the address; `emit` computes the digits of its number."""
        digits = {u: _recompute(emit, u, self.counter, number) for u in self.scattered.unknowns}
        moved = self.scattered.substitute(digits)
        return moved + self.term * Polynomial.of(number)


@dataclass(frozen=True)
class ContractionLoops:
    """A reduction loop, the loops over its result's elements, and its factors."""

    terms: scf.ForOp
    rows: scf.ForOp | None
    columns: scf.ForOp | None
    left: Factor
    right: Factor
    group: int = 1
    """The products of a term."""

    @property
    def outermost(self) -> scf.ForOp:
        return self.rows or self.columns or self.terms

    @property
    def epilogue(self) -> Iterator[Operation]:
        """Yield the operations around the loops that belong to one element of the result."""
        loops = (self.rows, self.columns, self.terms)
        for loop in filter(None, (self.rows, self.columns)):
            for op in loop.body.block.ops:
                if op not in loops and not isinstance(op, scf.YieldOp):
                    yield op


def is_sum_of_products(loop: scf.ForOp) -> bool:
    """Return whether a loop sums products. It may be no contraction yet: one whose right factor
    lies in panels is one once they are split (`split-panels`)."""
    return bool(loop.iter_args) and not isinstance(_factors(loop), str)


def contraction_of(terms: scf.ForOp) -> ContractionLoops | str:
    """Return the contraction that the loop `terms` computes, or the reason why it is not a
    contraction.
    """
    products = _factors(terms)
    if isinstance(products, str):
        return products
    columns = _around(terms)
    if columns is not None and any(op.regions for op in columns.body.block.ops if op is not terms):
        return "it shares its loop with other loops"
    rows = _around(columns) if columns is not None else None
    if rows is None or columns is None or inner_of(rows) is not columns:
        return _contraction(terms, products, columns, None)
    found = _contraction(terms, products, columns, rows)
    if isinstance(found, str) or depends_on(columns.ub, rows.body.block.args[0]):
        return _contraction(terms, products, columns, None)
    return found


def _contraction(
    terms: scf.ForOp,
    products: _Products,
    columns: scf.ForOp | None,
    rows: scf.ForOp | None,
) -> ContractionLoops | str:
    """Return the contraction with these loops, or the reason why it is not a contraction."""
    loads, inner = (products.left, products.right), products.inner
    left, right = (_linear(load, terms, columns, rows, inner) for load in loads)
    if isinstance(left, str):
        return left
    if isinstance(right, str):
        return right
    if right.column.constant == 0:
        left, right = right, left
    if left.column.constant != 0:
        return "both factors depend on the inner loop"
    if right.scattered.terms:
        return NOT_LINEAR
    if rows is not None and (left.row.constant == 0 or right.row.constant != 0):
        return "the outer loop must move exactly one factor"
    return ContractionLoops(terms, rows, columns, left, right, 1 if inner is None else GROUP)


def _around(loop: scf.ForOp) -> scf.ForOp | None:
    """Return the loop around `loop` if it counts from 0 by 1 and carries nothing."""
    outer = loop.parent_op()
    return outer if isinstance(outer, scf.ForOp) and counts_up(outer) else None


class _Products(NamedTuple):
    """The loads that are multiplied and summed, and the loop over the products of a term, if there
    are several."""

    left: memref.LoadOp
    right: memref.LoadOp
    inner: scf.ForOp | None = None


def _factors(terms: scf.ForOp) -> _Products | str:
    """Return the loads that are multiplied and summed from 0, or why there are none."""
    if len(terms.iter_args) != 1 or not counts_from_zero(terms):
        return "it does not carry one value from 0 by 1"
    type = terms.iter_args[0].type
    if not (isinstance(type, AnyFloat) or type == i32) or not _is_zero(terms.iter_args[0]):
        return "it does not begin at the number 0"
    if type != i32:
        loads = _multiplied(terms.body.block, arith.AddfOp, arith.MulfOp)
        return loads if isinstance(loads, str) else _Products(*loads)
    *others, _ = terms.body.block.ops
    inner = next((op for op in others if isinstance(op, scf.ForOp)), None)
    if inner is None or not carries_on(terms, inner) or not _counts_group(inner):
        return f"it adds integers, but not {GROUP} products of bytes at a time"
    if any(op is not inner and not _is_term_arithmetic(op) for op in others):
        return _COMPUTES_MORE
    loads = _multiplied(inner.body.block, arith.AddiOp, arith.MuliOp)
    return loads if isinstance(loads, str) else _Products(*loads, inner)


def _counts_group(loop: scf.ForOp) -> bool:
    return counts_from_zero(loop) and constant_of(loop.ub) == GROUP


_COMPUTES_MORE = "it computes more than a sum of products"


def _multiplied(
    body: Block, add: type[Operation], multiply: type[Operation]
) -> tuple[memref.LoadOp, memref.LoadOp] | str:
    """Return the loads whose product a loop's body adds to the value that it carries, or why there
    are none. Integers are those of an unsigned and a signed byte."""
    *_, end = body.ops
    total, accumulator = end.operands[0].owner, body.args[1]
    if not isinstance(total, add) or accumulator not in total.operands:
        return "it does not add to the value that it carries"
    first, second = total.operands
    product = (second if first is accumulator else first).owner
    if not isinstance(product, multiply):
        return "it does not add products"
    left, right = factors = [operand.owner for operand in product.operands]
    known = {product, total, end, *factors}
    if multiply is arith.MuliOp:
        casts = [each for each in factors if isinstance(each, arith.ExtUIOp | arith.ExtSIOp)]
        if {cast.name for cast in casts} != {"arith.extui", "arith.extsi"}:
            return "it does not multiply unsigned integers and signed ones"
        if any(cast.input.type != i8 for cast in casts):
            return "it does not multiply bytes"
        left, right = (cast.input.owner for cast in casts)
    if not isinstance(left, memref.LoadOp) or not isinstance(right, memref.LoadOp):
        return "it multiplies values that are not loaded elements"
    known |= {left, right}
    if any(op not in known and not _is_term_arithmetic(op) for op in body.ops):
        return _COMPUTES_MORE
    return left, right


def _is_zero(value: SSAValue) -> bool:
    owner = value.owner
    return isinstance(owner, arith.ConstantOp) and owner.value == number_attribute(0, value.type)


def _is_term_arithmetic(op: Operation) -> bool:
    """Return whether an operation is index arithmetic, or takes a digit of an index."""
    is_digit = isinstance(op, arith.DivUIOp | arith.RemUIOp)
    return is_index_arithmetic(op) or (is_digit and isinstance(op.result.type, IndexType))


def _linear(
    load: memref.LoadOp,
    terms: scf.ForOp,
    columns: scf.ForOp | None,
    rows: scf.ForOp | None,
    inner: scf.ForOp | None,
) -> Factor | str:
    if len(load.indices) != 1:
        return "its memory is not flat"
    counter = terms.body.block.args[0]
    whole = polynomial_of(load.indices[0])
    scattered = _digits(whole, counter)
    loops = (rows, columns, inner, terms)
    counters = [None if loop is None else loop.body.block.args[0] for loop in loops]
    nest = rows or columns or terms
    found = steps_of(whole + -scattered, counters, nest)
    if isinstance(found, str):
        return found
    (row, column, product, term), start = found
    if inner is not None and product.constant != 1:
        return "the products of a term are not neighbours"
    if not scattered.terms:
        return Factor(load, row, column, term, start, counter, scattered)
    if any(depends_on(u, c) for u in scattered.unknowns for c in counters[:3] if c is not None):
        return NOT_LINEAR
    if not all(_is_recomputable(unknown, counter, nest) for unknown in scattered.unknowns):
        return UNKNOWN_ADDRESS
    scattered += term * Polynomial.of(counter)
    return Factor(load, row, column, Polynomial(), start, counter, scattered)


def _is_recomputable(value: SSAValue, counter: SSAValue, nest: scf.ForOp) -> bool:
    """Return whether a value is made of a counter and values from outside a nest."""
    op = value.owner
    if value is counter or not isinstance(op, Operation) or not nest.is_ancestor(op):
        return True
    operands = (_is_recomputable(operand, counter, nest) for operand in op.operands)
    return _is_term_arithmetic(op) and all(operands)


def _recompute(emit: Emitter, value: SSAValue, old: SSAValue, new: SSAValue) -> SSAValue:
    """Emit index arithmetic again, for another value of a counter."""
    if value is old:
        return new
    op = value.owner
    if not isinstance(op, Operation) or not _is_term_arithmetic(op):
        return value
    operands = {operand: _recompute(emit, operand, old, new) for operand in op.operands}
    return emit(op.clone(operands)).results[0]


def _digits(address: Polynomial, counter: SSAValue) -> Polynomial:
    """Return the part of an address that depends on digits of a counter."""
    return Polynomial(
        {
            monomial: factor
            for monomial, factor in address.terms.items()
            if any(u is not counter and depends_on(u, counter) for u in monomial.factors)
        }
    )


@dataclass(frozen=True)
class MachineOptions:
    """Options of the passes that schedule contractions for a machine's registers."""

    registers: int = field(
        default=32,
        metadata={"help": "vector registers of the machine", "least": LEAST_REGISTERS},
    )
    bytes: int = field(
        default=64, metadata={"help": "bytes of a vector register", "least": LEAST_BYTES}
    )
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def registers_for(self, contraction: ContractionLoops) -> VectorRegisters:
        """Return the registers as they hold elements of a contraction."""
        return VectorRegisters(self.registers, self.bytes // problem_of(contraction).element_bytes)


def iterations_of(loop: scf.ForOp | None) -> int | None:
    """Return the constant number of iterations, 1 without a loop, None if only a run knows it."""
    return 1 if loop is None else constant_of(loop.ub)


def _bytes_of(element: Attribute) -> int:
    assert isinstance(element, AnyFloat | IntegerType)
    return element.bitwidth // 8


def problem_of(contraction: ContractionLoops) -> Problem:
    """Return a contraction's sizes."""
    right, element = contraction.right, contraction.terms.iter_args[0].type
    element_bytes, step = _bytes_of(element), right.term.constant
    return Problem(
        iterations_of(contraction.rows),
        iterations_of(contraction.columns),
        iterations_of(contraction.terms),
        element_bytes,
        is_strided=step is None or step * _bytes_of(right.load.res.type) > _NEAR,
        digits=len(contraction.left.scattered.terms),
    )


def forms_of(contraction: ContractionLoops) -> tuple[TileForm, ...]:
    """Return the forms whose vectors lie contiguously in memory."""
    left, right = contraction.left, contraction.right
    forms: list[TileForm] = []
    if right.column.constant == contraction.group:
        forms.append("columns")
    if left.term.constant == right.term.constant == contraction.group == 1:
        forms.append("dots")
    return tuple(forms)
