"""Innermost loops over neighbouring elements do several of them at once.

    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %t[%i] : memref<?xf32>
      %y = arith.mulf %x, %k : f32
      memref.store %y, %out[%i] : memref<?xf32>
    }
  ->
    %v = vector.broadcast %k : f32 to vector<8xf32>
    %c8 = arith.constant 8 : index
    %0 = arith.remsi %n, %c8 : index
    %1 = arith.subi %n, %0 : index
    scf.for %i = %c0 to %1 step %c8 {
      %x = vector.load %t[%i] : memref<?xf32>, vector<8xf32>
      %y = arith.mulf %x, %v : vector<8xf32>
      vector.store %y, %out[%i] : memref<?xf32>, vector<8xf32>
    }
    scf.for %i = %1 to %n step %c1 {
      ... the loop as it was, for the elements left over
    }

A read that moves by one element from iteration to iteration becomes a vector, one that does not
move stays a scalar and is broadcast. Views are traced to their buffers: an allocation overlaps no
other buffer, and with `noalias`, which is what the callers of kernels promise, an argument overlaps
no other argument. A loop is left alone if it carries values, reads or writes with another stride,
may read or write in one iteration what another one writes, or does what has no vector form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

from xdsl.context import Context
from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    IndexType,
    IntegerType,
    MemRefType,
    ModuleOp,
    VectorType,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import Rewriter
from xdsl.traits import is_side_effect_free
from xdsl.utils.exceptions import PassFailedException

from xdsl_torchscript.dialects.extended.arith import extended_arith, splat
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    constant_of,
    depends_on,
    emit_polynomial,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import may_overlap, view_of
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.pattern import refuse

_VECTOR_CLASSES = {op.name: op for op in extended_arith().operations}
_SCALAR_ONLY = frozenset({"arith.index_cast", "math.fpowi"})


class _Access(NamedTuple):
    """A read or write of memory, and where."""

    memory: SSAValue
    indices: tuple[Polynomial, ...]
    writes: bool

    @property
    def element(self) -> Polynomial | None:
        """The number of the element in the buffer behind the memref."""
        return view_of(self.memory).element(self.indices)


def _access_of(op: Operation) -> _Access | None:
    if isinstance(op, (memref.LoadOp, memref.StoreOp)):
        indices = tuple(map(polynomial_of, op.indices))
        return _Access(op.memref, indices, isinstance(op, memref.StoreOp))
    return None


def _stride(access: _Access, counter: SSAValue) -> int | None:
    """Return the step of an access along the innermost dimension, or None if it is not constant."""
    strides: list[Polynomial] = []
    for index in access.indices:
        parts = index.split(counter)
        if parts is None or any(depends_on(u, counter) for u in parts[1].unknowns):
            return None
        strides.append(parts[0])
    if all(stride.constant == 0 for stride in strides):
        return 0
    if any(stride.constant != 0 for stride in strides[:-1]):
        return None
    innermost = (cast(MemRefType[Attribute], access.memory.type).get_strides() or (None,))[-1]
    return None if innermost is None else (strides[-1] * Polynomial.of(innermost)).constant


def _is_index(op: Operation) -> bool:
    return bool(op.results) and isinstance(op.results[0].type, IndexType)


def _has_vector_form(op: Operation) -> bool:
    if op.dialect_name() not in ("arith", "math") or op.name in _SCALAR_ONLY:
        return False
    types = [value.type for value in (*op.operands, *op.results)]
    return len(op.results) == 1 and all(isinstance(t, (IntegerType, AnyFloat)) for t in types)


def _refusal_of_access(access: _Access, counter: SSAValue) -> str | None:
    stride = _stride(access, counter)
    if stride == 1 or (stride == 0 and not access.writes):
        return None
    if access.writes:
        return "it writes, but not to neighbouring elements"
    return "it reads elements that are not neighbours"


def _refusal_of_op(op: Operation, counter: SSAValue) -> str | None:
    access = _access_of(op)
    if access is not None:
        return _refusal_of_access(access, counter)
    if isinstance(op, (arith.ConstantOp, scf.YieldOp)) or _is_index(op):
        return None
    if any(isinstance(o.type, IndexType) and depends_on(o, counter) for o in op.operands):
        return "it uses its counter as a number"
    if not _has_vector_form(op):
        return f"'{op.name}' has no vector form"
    return None


def _refusal_of_order(accesses: Sequence[_Access], noalias: bool) -> str | None:
    """Why iterations depend on each other's order, or None if they do not."""
    for write in accesses:
        others = [a for a in accesses if write.writes and _may_conflict(write, a, noalias)]
        if not others:
            continue
        if others[0].memory is write.memory:
            return "it reads or writes what another iteration writes"
        if view_of(others[0].memory).base is view_of(write.memory).base:
            return "it reads or writes what another iteration may write through another view"
        return "it reads or writes memory that may overlap what another iteration writes"
    return None


def _may_conflict(write: _Access, other: _Access, noalias: bool) -> bool:
    """Return whether different iterations may access one element through both."""
    if write.memory is other.memory:
        return write.indices != other.indices
    if not may_overlap(view_of(write.memory), view_of(other.memory), noalias=noalias):
        return False
    same_base = view_of(write.memory).base is view_of(other.memory).base
    return not same_base or write.element is None or write.element != other.element


def refusal(loop: scf.ForOp, width: int, noalias: bool) -> str | None:
    """Why `loop` cannot run `width` iterations at once, or None if it can."""
    if loop.iter_args:
        return "it carries values from iteration to iteration"
    if constant_of(loop.step) != 1:
        return "it does not count by 1"
    lower, upper = constant_of(loop.lb), constant_of(loop.ub)
    if lower is not None and upper is not None and upper - lower < width:
        return f"it runs fewer than {width} times"
    body = loop.body.block
    reasons = (_refusal_of_op(op, body.args[0]) for op in body.ops)
    reason = next(filter(None, reasons), None)
    if reason is not None:
        return reason
    accesses = [access for access in map(_access_of, body.ops) if access is not None]
    return _refusal_of_order(accesses, noalias)


@dataclass
class _VectorBody:
    """The body of one loop, on its way to a body that does `width` iterations at once.

    New values are kept by the old ones that they stand for.
    """

    width: int
    before: Emitter
    """Stands before the loop: for vectors that are the same in every iteration."""
    counter: SSAValue
    """The counter of the old loop."""
    scalars: dict[SSAValue, SSAValue]
    """Values that are one for all lanes."""
    vectors: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """Values with one element per lane."""
    broadcasts: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """Values that are one for all lanes, as vectors."""

    def add(self, op: Operation, emit: Emitter) -> None:
        """Emit what `op` does, for all lanes."""
        access = _access_of(op)
        if isinstance(op, memref.StoreOp):
            emit(vector.StoreOp(self._lanes(op.value, emit), op.memref, self._own(op.indices)))
        elif isinstance(op, memref.LoadOp) and access and _stride(access, self.counter) == 1:
            type = self._type(op.res.type)
            load = emit(vector.LoadOp(op.memref, self._own(op.indices), type), op.res.name_hint)
            self.vectors[op.res] = load.result
        elif any(operand in self.vectors for operand in op.operands):
            self._add_elementwise(op, emit)
        else:
            clone = emit(op.clone(self.scalars))
            self.scalars |= dict(zip(op.results, clone.results, strict=True))

    def _add_elementwise(self, op: Operation, emit: Emitter) -> None:
        operands = [self._lanes(operand, emit) for operand in op.operands]
        if isinstance(op, arith.SelectOp) and op.cond not in self.vectors:
            operands[0] = self.scalars.get(op.cond, op.cond)
        new = _VECTOR_CLASSES.get(op.name, type(op)).create(
            operands=operands,
            result_types=[self._type(op.results[0].type)],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
        )
        self.vectors[op.results[0]] = emit(new, op.results[0].name_hint).results[0]

    def _type(self, element: Attribute) -> VectorType[Attribute]:
        return VectorType(element, [self.width])

    def _own(self, indices: Sequence[SSAValue]) -> list[SSAValue]:
        return [self.scalars.get(index, index) for index in indices]

    def _lanes(self, value: SSAValue, emit: Emitter) -> SSAValue:
        """`value` with one element per lane, broadcast if it is the same for all of them."""
        if value in self.vectors:
            return self.vectors[value]
        if value not in self.broadcasts:
            self.broadcasts[value] = self._broadcast(value, emit)
        return self.broadcasts[value]

    def _broadcast(self, value: SSAValue, emit: Emitter) -> SSAValue:
        type = self._type(value.type)
        if isinstance(value.owner, arith.ConstantOp):
            dense = splat(value.owner.value, type)
            if dense is not None:
                return self.before(arith.ConstantOp(dense), value.name_hint).result
            scalar = self.before(value.owner.clone(), value.name_hint).results[0]
            return self.before(vector.BroadcastOp(scalar, type), value.name_hint).vector
        here = emit if value in self.scalars else self.before
        scalar = self.scalars.get(value, value)
        return here(vector.BroadcastOp(scalar, type), value.name_hint).vector


def _vectorize(loop: scf.ForOp, width: int, noalias: bool) -> None:
    reason = refusal(loop, width, noalias)
    if reason is not None:
        refuse(loop, reason)
        return
    emit = Emitter.before(loop)
    count = polynomial_of(loop.ub) + -polynomial_of(loop.lb)
    step, end, exact = _main_range(emit, loop, count, width)
    old = loop.body.block

    def fill(
        inside: Emitter, counter: BlockArgument, _: Sequence[BlockArgument]
    ) -> Sequence[SSAValue]:
        body = _VectorBody(width, emit, old.args[0], {old.args[0]: counter})
        for op in old.ops:
            if not isinstance(op, scf.YieldOp):
                body.add(op, Emitter(inside.point, nearest_location(op)))
        return ()

    # What is the same in all iterations goes before the loop, so the loop is emitted last.
    new = emit.loop(loop.lb, end, step, fill, name=old.args[0].name_hint)
    new.detach()
    emit(new)
    _erase_unused(new.body.block)
    if exact:
        Rewriter.erase_op(loop)
    else:
        loop.operands[0] = end


def _main_range(
    emit: Emitter, loop: scf.ForOp, count: Polynomial, width: int
) -> tuple[SSAValue, SSAValue, bool]:
    """Step and end of the vector loop, and whether it leaves nothing over."""
    step = emit.index(width)
    if count.constant is not None:
        left_over = Polynomial.of(count.constant % width)
    elif all(coefficient % width == 0 for coefficient in count.terms.values()):
        left_over = Polynomial()
    else:
        number = emit_polynomial(emit, count)
        left_over = Polynomial.of(emit(arith.RemSIOp(number, step)).result)
    end = emit_polynomial(emit, polynomial_of(loop.ub) + -left_over)
    return step, end, left_over.constant == 0


def _erase_unused(block: Block) -> None:
    """Erase scalars that only served to be broadcast as constants."""
    for op in reversed(list(block.ops)):
        unused = bool(op.results) and all(result.first_use is None for result in op.results)
        if unused and is_side_effect_free(op):
            Rewriter.erase_op(op)


@dataclass(frozen=True)
class VectorizeLoopsPass(TsPass):
    """Vectorize innermost loops over contiguous elements."""

    name = "vectorize-loops"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    width: int = field(default=8, metadata={"help": "iterations per vector"})
    noalias: bool = field(
        default=True, metadata={"help": "arguments do not overlap those that the function writes"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        if self.width < 2:
            raise PassFailedException(
                f"vectorize-loops: width must be at least 2, not {self.width}"
            )
        for loop in [inner for inner in module.walk() if isinstance(inner, scf.ForOp)]:
            if not any(inner.regions for inner in loop.body.block.ops):
                _vectorize(loop, self.width, self.noalias)
