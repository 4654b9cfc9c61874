"""`split-loop{loop=i factor=4}`: a loop becomes two, of which the inner one runs 4 iterations.

    scf.for %i = %c0 to %c10 step %c1 {
      use(%i)
    } {loop_name = "i"}
  ->
    scf.for %io = %c0 to %c2 step %c1 {
      %0 = arith.muli %io, %c4 : index
      scf.for %ii = %c0 to %c4 step %c1 {
        %i = arith.addi %0, %ii : index
        use(%i)
      } {loop_name = "ii"}
    } {loop_name = "io"}
    scf.for %i_tail = %c0 to %c2 step %c1 {
      %i = arith.addi %c8, %i_tail : index
      use(%i)
    } {loop_name = "i_tail"}

The tail runs the iterations that are left over, if any. With `tail=mask`, the outer loop has one
more iteration instead, and iterations past the end do nothing:

    scf.for %io = %c0 to %c3 step %c1 {
      %0 = arith.muli %io, %c4 : index
      scf.for %ii = %c0 to %c4 step %c1 {
        %i = arith.addi %0, %ii : index
        %1 = arith.cmpi slt, %i, %c10 : index
        scf.if %1 {
          use(%i)
        }
      } {loop_name = "ii"}
    } {loop_name = "io"}

The order of iterations stays, so any loop that counts from 0 by 1 can be split. NNC calls the two
forms `splitWithTail` and `splitWithMask`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.context import Context
from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.ir import Block, Region, SSAValue
from xdsl.rewriter import Rewriter

from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.trip_counts import counts_from_zero
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import fail
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.loops.nests import restrict
from xdsl_torchscript.lowering.loops.schedule.loop_names import (
    function_around,
    loops_named,
    name_of,
    names_in,
    rename_copies,
    set_name,
)


class Split(NamedTuple):
    """The factor of a split, names for the two loops, and whether a mask replaces the tail."""

    factor: int
    outer: str | None = None
    inner: str | None = None
    masked: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (self.outer, self.inner) if name is not None)


def refusal(loop: scf.ForOp, split: Split) -> str | None:
    """Return why a loop cannot be split, or None if it can be."""
    if not counts_from_zero(loop) or not isinstance(loop.lb.type, IndexType):
        return "it does not count from 0 by 1 in numbers of type index"
    length = constant_of(loop.ub)
    if length is not None and length < split.factor and not split.masked:
        return f"it runs {length} iterations, fewer than the factor {split.factor}"
    taken = names_in(function_around(loop)).intersection(split.names)
    if taken or len(set(split.names)) < len(split.names):
        return f"there is a loop '{min(taken, default=split.inner)}' already"
    return None


def split_loop(loop: scf.ForOp, split: Split) -> scf.ForOp:
    """Split a loop and return the inner one. Fails with the refusal if there is one."""
    if (reason := refusal(loop, split)) is not None:
        fail(loop, f"'{name_of(loop)}' cannot be split: {reason}")
    emit = Emitter.before(loop)
    count, rest = _divide(emit, loop.ub, split)
    tail_body = None if rest is None else loop.body.clone()
    outer = last = _emit_blocks(emit, loop, split, count)
    if tail_body is not None and rest is not None:
        first = polynomial_of(count) * Polynomial.of(split.factor)
        last = _emit_part(emit, loop, tail_body, first, rest, outer.results)
        last.attributes |= loop.attributes
        rename_copies(names_in(function_around(loop)), [last], "{}_tail".format)
    for old, new in zip(loop.results, last.results, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(loop)
    return next(op for op in outer.body.block.ops if isinstance(op, scf.ForOp))


def _divide(emit: Emitter, length: SSAValue, split: Split) -> tuple[SSAValue, Polynomial | None]:
    """Return the iterations of the outer loop, and the number of those of the tail; None if there
    is no tail."""
    known, factor = constant_of(length), split.factor
    if known is not None:
        whole = -(-known // factor) if split.masked else known // factor
        rest = None if split.masked or known % factor == 0 else Polynomial.of(known % factor)
        return emit.index(whole), rest
    divisor = emit.index(factor)
    if split.masked:
        length = emit_polynomial(emit, polynomial_of(length) + Polynomial.of(factor - 1))
        return emit(arith.DivSIOp(length, divisor)).result, None
    left_over = emit(arith.RemSIOp(length, divisor)).result
    return emit(arith.DivSIOp(length, divisor)).result, Polynomial.of(left_over)


def _emit_blocks(emit: Emitter, loop: scf.ForOp, split: Split, count: SSAValue) -> scf.ForOp:
    """Emit the two loops, with the body of the old one, and return the outer one."""
    factor, known = Polynomial.of(split.factor), constant_of(loop.ub)

    def fill(inside: Emitter, counter: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        first, body = Polynomial.of(counter) * factor, loop.detach_region(loop.body)
        inner = _emit_part(inside, loop, body, first, factor, carried)
        if split.inner is not None:
            set_name(inner, split.inner)
        if split.masked and (known is None or known % split.factor != 0):
            _mask(inner, loop.ub)
        return inner.results

    outer = emit.loop(loop.lb, count, loop.step, fill, loop.iter_args)
    if split.outer is not None:
        set_name(outer, split.outer)
    return outer


def _emit_part(
    emit: Emitter,
    loop: scf.ForOp,
    body: Region,
    first: Polynomial,
    length: Polynomial,
    init: Sequence[SSAValue],
) -> scf.ForOp:
    """Emit a loop of `length` iterations of an old one, from number `first` on."""
    name, start = body.block.args[0].name_hint, emit_polynomial(emit, first)
    made = emit(scf.ForOp(loop.lb, loop.ub, loop.step, init, body))
    restrict(made, start, length).name_hint = name
    return made


def _mask(loop: scf.ForOp, end: SSAValue) -> None:
    """Let iterations of a restricted loop whose number is not below `end` do nothing."""
    number, *body, done = loop.body.block.ops
    carried, emit = loop.body.block.args[1:], Emitter.before(done)
    below = emit(arith.CmpiOp(number.results[0], end, "slt")).result
    then, otherwise = Block(), Block()
    for op in body:
        op.detach()
        then.add_op(op)
    Emitter.at_end(then, done)(scf.YieldOp(*done.operands))
    Emitter.at_end(otherwise, done)(scf.YieldOp(*carried))
    types, absent = [value.type for value in carried], Region(otherwise) if carried else None
    done.operands = emit(scf.IfOp(below, types, Region(then), absent)).results


@dataclass(frozen=True)
class SplitLoopPass(TsPass):
    """Split a loop into two, of which the inner one runs a fixed number of iterations."""

    name = "split-loop"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    loop: str = field(metadata={"help": "the name of the loop"})
    factor: int = field(metadata={"help": "iterations of the inner loop", "least": 1})
    tail: str = field(
        default="loop",
        metadata={
            "help": "the iterations left over: `loop` runs them apart, `mask` in a guard",
            "choices": ("loop", "mask"),
        },
    )
    outer: str = field(
        default="", metadata={"help": "the name of the outer loop; `LOOPo` if it is empty"}
    )
    inner: str = field(
        default="", metadata={"help": "the name of the inner loop; `LOOPi` if it is empty"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        names = self.outer or f"{self.loop}o", self.inner or f"{self.loop}i"
        split = Split(self.factor, *names, masked=self.tail == "mask")
        for (loop,) in loops_named(module, self.loop):
            split_loop(loop, split)
