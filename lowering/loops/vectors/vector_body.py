"""Do an operation of a loop body for several iterations at once.

Values that differ between iterations become vectors with a lane per iteration. All other values
stay scalars and are broadcast where needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    VectorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xdsl_torchscript.dialects.cached_property import cached_property
from xdsl_torchscript.dialects.extended.arith import extended_arith, splat, vector_type
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    depends_on,
    polynomial_of,
)
from xdsl_torchscript.lowering.analysis.memory_views import View, view_of
from xdsl_torchscript.lowering.core.arith_builder import ArithBuilder
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.walk import is_class_of
from xdsl_torchscript.lowering.loops.guarded_loads import DIVISIONS, GuardedLoad, guarded_load
from xdsl_torchscript.lowering.loops.vectors.lanes import deinterleave

ACCESSES = (memref.LoadOp, memref.StoreOp)
_VECTOR_CLASSES = {op.name: op for op in extended_arith().operations}
_SCALAR_ONLY = frozenset({"arith.index_cast", "math.fpowi"})
_READS_COUNTERS = frozenset({"arith.index_cast", "arith.cmpi"})
"""Operations that may use an index as a number; its lanes are those of an int64."""
_LANE_ARITHMETIC = frozenset(
    {"arith.addi", "arith.subi", "arith.muli", "arith.maxsi", "arith.minsi"}
)
"""Arithmetic on indices that is done for each lane where it is not linear in the counter."""


@dataclass(frozen=True, eq=False)
class Access:
    """A read or write of memory, and where."""

    op: Operation
    memory: SSAValue
    indices: tuple[Polynomial, ...]
    writes: bool

    @cached_property
    def view(self) -> View:
        """The part of a buffer that the memory is."""
        return view_of(self.memory)

    @cached_property
    def element(self) -> Polynomial | None:
        """The number of the element in the buffer behind the memref."""
        return self.view.element(self.indices)


def access_of(op: Operation) -> Access | None:
    if not is_class_of(ACCESSES, type(op)):
        return None
    access = cast(memref.LoadOp | memref.StoreOp, op)
    indices = tuple(map(polynomial_of, access.indices))
    return Access(op, access.memref, indices, isinstance(op, memref.StoreOp))


def stride_of(access: Access, counter: SSAValue) -> int | None:
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


def _is_strided_by_two(op: Operation, counter: SSAValue) -> bool:
    """Return whether an operation reads flat memory with stride 2."""
    access = access_of(op)
    if access is None or access.writes or stride_of(access, counter) != 2:
        return False
    return isinstance(cast(MemRefType[Attribute], access.memory.type).layout, NoneAttr)


def _is_index(op: Operation) -> bool:
    return bool(op.results) and isinstance(op.results[0].type, IndexType)


def _has_vector_form(op: Operation) -> bool:
    if op.dialect_name() not in ("arith", "math") or op.name in _SCALAR_ONLY:
        return False
    types = [value.type for value in (*op.operands, *op.results)]
    return len(op.results) == 1 and all(isinstance(t, (IntegerType, AnyFloat)) for t in types)


def _reads_counter(op: Operation, counter: SSAValue) -> bool:
    return any(isinstance(o.type, IndexType) and depends_on(o, counter) for o in op.operands)


def _step_of(index: SSAValue, counter: SSAValue) -> int | None:
    """Return by how much an index grows per iteration, None if that is not constant."""
    parts = polynomial_of(index).split(counter)
    if parts is None or any(depends_on(u, counter) for u in parts[1].unknowns):
        return None
    return parts[0].constant


def _has_lanes(index: SSAValue, counter: SSAValue) -> bool:
    """Return whether the values of an index in several iterations can be computed as int64."""
    if _step_of(index, counter) is not None:
        return True
    op = index.owner
    if not isinstance(op, Operation):
        return False
    if op.name == "arith.index_cast":
        return _is_computed(op.operands[0])
    return op.name in _LANE_ARITHMETIC and all(_has_lanes(o, counter) for o in op.operands)


def _is_computed(number: SSAValue) -> bool:
    """Return whether arithmetic gives a number, which vectors then do. One that is read from memory
    is wanted by each lane alone."""
    op = number.owner
    is_integer = isinstance(number.type, IntegerType)
    return is_integer and isinstance(op, Operation) and op.dialect_name() in ("arith", "math")


def _is_gathered(op: Operation, counter: SSAValue) -> bool:
    """Return whether an operation reads an element of flat memory wherever each iteration says."""
    access = access_of(op)
    if access is None or access.writes or stride_of(access, counter) is not None:
        return False
    is_flat = isinstance(cast(MemRefType[Attribute], access.memory.type).layout, NoneAttr)
    index = cast(memref.LoadOp, op).indices[-1]
    is_moved = is_flat and len(access.indices) == 1 and _is_moved_by_number(index)
    return is_moved and _has_lanes(index, counter)


def _is_moved_by_number(index: SSAValue) -> bool:
    """Return whether an index is computed from a number other than an index. Vectors gain nothing
    where indices are only clamped."""
    op = index.owner
    if not isinstance(op, Operation):
        return False
    if op.name == "arith.index_cast":
        return _is_computed(op.operands[0])
    return op.name in _LANE_ARITHMETIC and any(map(_is_moved_by_number, op.operands))


def _refusal_of_nested(loop: scf.ForOp, counter: SSAValue) -> str | None:
    """Return why a loop that carries values cannot carry vectors of them, or None if it can."""
    if not loop.iter_args:
        return "it contains a loop that carries no value"
    if any(depends_on(bound, counter) for bound in (loop.lb, loop.ub, loop.step)):
        return "it contains a loop whose trip count varies"
    if any(isinstance(op, memref.StoreOp) for op in loop.body.block.ops):
        return "it contains a loop that writes"
    reasons = (refusal_of_op(op, counter) for op in loop.body.block.ops)
    return next(filter(None, reasons), None)


def refusal_of_op(op: Operation, counter: SSAValue) -> str | None:
    access = access_of(op)
    if access is not None:
        is_guarded = isinstance(op, memref.LoadOp) and guarded_load(op, counter) is not None
        if is_guarded:
            return None
        stride = stride_of(access, counter)
        if stride == 1 or (stride == 0 and not access.writes) or _is_strided_by_two(op, counter):
            return None
        if _is_gathered(op, counter):
            return None
        if access.writes:
            return "it writes, but not to neighbouring elements"
        return "it reads elements that are not neighbours"
    if isinstance(op, (arith.ConstantOp, scf.YieldOp)) or _is_index(op):
        return None
    if isinstance(op, scf.ForOp):
        return _refusal_of_nested(op, counter)
    if _reads_counter(op, counter):
        indices = [o for o in op.operands if isinstance(o.type, IndexType)]
        fits = op.name in _READS_COUNTERS and all(_has_lanes(o, counter) for o in indices)
        return None if fits else "it uses its counter as a number"
    if op.name in _READS_COUNTERS and isinstance(op.operands[0].type, IndexType):
        return None  # one scalar for all lanes
    if not _has_vector_form(op):
        return f"'{op.name}' has no vector form"
    return None


def can_mask(loop: scf.ForOp) -> bool:
    """Return whether lanes of a vector may be off: no operation traps on a lane that holds zeros,
    and all reads and writes are at one place or next to each other."""
    counter = loop.body.block.args[0]
    for op in loop.body.walk():
        access = access_of(op)
        if access is None:
            if isinstance(op, DIVISIONS):
                return False
            continue
        type = cast(MemRefType[Attribute], access.memory.type)
        is_flat = isinstance(type.layout, NoneAttr) and len(access.indices) == 1
        is_guarded = isinstance(op, memref.LoadOp) and guarded_load(op, counter) is not None
        if not is_flat or type.element_type == i1:
            return False
        if not is_guarded and stride_of(access, counter) not in (0, 1):
            return False
    return True


def tail_mask(emit: Emitter, counter: SSAValue, end: SSAValue, width: int) -> SSAValue:
    """Return which lanes of the vector from `counter` on are before `end`."""
    type = VectorType(i64, [width])
    first, last = (emit(arith.IndexCastOp(index, i64)).result for index in (counter, end))
    lanes = emit(arith.ConstantOp(DenseIntOrFPElementsAttr.from_list(type, range(width)))).result
    left = emit(vector.BroadcastOp(emit(arith.SubiOp(last, first)).result, type)).vector
    return ArithBuilder(emit).compare("slt", lanes, left)


@dataclass
class VectorBody:
    """The body of one loop, on its way to a body that does `width` iterations at once.

    New values are stored under the old values that they replace.
    """

    width: int
    before: Emitter
    """Emits before the loop, for loop-invariant vectors."""
    counter: SSAValue
    """The counter of the old loop."""
    scalars: dict[SSAValue, SSAValue]
    """Values that are one for all lanes."""
    vectors: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """Values with one element per lane."""
    broadcasts: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """Values that are one for all lanes, as vectors."""
    varying: set[SSAValue] = field(default_factory=set[SSAValue])
    """Indices that are computed from values with one element per lane."""
    mask: SSAValue | None = None
    """The lanes that read and write; None if all do. The others read zeros."""

    def add(self, op: Operation, emit: Emitter) -> None:
        """Emit `op` for all lanes."""
        access = access_of(op)
        if isinstance(op, memref.StoreOp):
            value, indices = self.lanes(op.value, emit), self._new_indices(op.indices)
            if self.mask is None:
                emit(vector.StoreOp(value, op.memref, indices))
            else:
                emit(vector.MaskedStoreOp(op.memref, indices, self.mask, value))
        elif isinstance(op, memref.LoadOp) and access and stride_of(access, self.counter) == 1:
            self._add_load(op, emit)
        elif isinstance(op, memref.LoadOp) and _is_strided_by_two(op, self.counter):
            self._add_strided_by_two(op, emit)
        elif isinstance(op, memref.LoadOp) and (guarded := guarded_load(op, self.counter)):
            self._add_guarded_load(op, guarded, emit)
        elif isinstance(op, memref.LoadOp) and _is_gathered(op, self.counter):
            self._add_gather(op, emit)
        elif _is_index(op) and any(o in self.vectors or o in self.varying for o in op.operands):
            self.varying.add(op.results[0])
        elif isinstance(op, scf.ForOp):
            self._add_loop(op, emit)
        elif not _is_index(op) and _reads_counter(op, self.counter):
            self._add_counting(op, emit)
        elif any(operand in self.vectors for operand in op.operands):
            self._add_elementwise(op, emit)
        else:
            clone = emit(op.clone(self.scalars))
            self.scalars |= dict(zip(op.results, clone.results, strict=True))

    def _add_load(self, op: memref.LoadOp, emit: Emitter) -> None:
        """Emit a read of neighbours."""
        type, indices = self._type(op.res.type), self._new_indices(op.indices)
        if self.mask is None:
            load = vector.LoadOp(op.memref, indices, type)
        else:
            zeros = ArithBuilder(self.before).constant(0, type)
            load = vector.MaskedLoadOp(op.memref, indices, self.mask, zeros)
        self.vectors[op.res] = emit(load, op.res.name_hint).result

    def _add_guarded_load(self, op: memref.LoadOp, guard: GuardedLoad, emit: Emitter) -> None:
        """Emit a masked read of the lanes inside borders; the other lanes are unused."""
        index, near, place = self._new_indices((op.indices[0], guard.near, guard.place))
        row = emit(arith.SubiOp(index, near)).result
        at = emit(arith.AddiOp(row, place)).result
        type = self._type(op.res.type)
        zeros = ArithBuilder(self.before).constant(0, type)
        mask = self.lanes(guard.inside, emit)
        if self.mask is not None:
            mask = emit(arith.AndIOp(mask, self.mask)).result
        load = emit(vector.MaskedLoadOp(op.memref, [at], mask, zeros), op.res.name_hint)
        self.vectors[op.res] = load.result

    def _add_strided_by_two(self, op: memref.LoadOp, emit: Emitter) -> None:
        """Emit two contiguous reads that stay within the range of the strided elements."""
        *rows, first = self._new_indices(op.indices)
        last = emit(arith.AddiOp(first, emit.index(self.width - 1))).result
        type = self._type(op.res.type)
        reads = [emit(vector.LoadOp(op.memref, [*rows, at], type)).result for at in (first, last)]
        self.vectors[op.res] = deinterleave(emit, *reads)

    def _add_gather(self, op: memref.LoadOp, emit: Emitter) -> None:
        """Emit a read for each lane."""
        numbers = self._index_lanes(op.indices[0], emit)
        found = ArithBuilder(self.before).constant(0, self._type(op.res.type))
        for lane in range(self.width):
            number = emit(vector.ExtractOp(numbers, [lane], i64)).result
            place = emit(arith.IndexCastOp(number, IndexType())).result
            element = emit(memref.LoadOp.get(op.memref, [place]), op.res.name_hint).res
            found = emit(vector.InsertOp(element, found, [lane])).result
        self.vectors[op.res] = found

    def _add_elementwise(self, op: Operation, emit: Emitter) -> None:
        operands = [self.lanes(operand, emit) for operand in op.operands]
        if isinstance(op, arith.SelectOp) and op.cond not in self.vectors:
            operands[0] = self.scalars.get(op.cond, op.cond)
        new = _VECTOR_CLASSES.get(op.name, type(op)).create(
            operands=operands,
            result_types=[self._type(op.results[0].type)],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
        )
        self.vectors[op.results[0]] = emit(new, op.results[0].name_hint).results[0]

    def _add_loop(self, loop: scf.ForOp, emit: Emitter) -> None:
        """Emit a loop that carries vectors. Broadcasts in its body are not visible behind it."""
        old, visible = loop.body.block, dict(self.broadcasts)

        def fill(
            inside: Emitter, counter: SSAValue, carried: Sequence[SSAValue]
        ) -> Sequence[SSAValue]:
            self.scalars[old.args[0]] = counter
            self.vectors |= dict(zip(old.args[1:], carried, strict=True))
            *body, end = old.ops
            for op in body:
                self.add(op, inside)
            return [self.lanes(value, inside) for value in end.operands]

        lower, upper, step = self._new_indices((loop.lb, loop.ub, loop.step))
        carried = [self.lanes(value, emit) for value in loop.iter_args]
        new = emit.loop(lower, upper, step, fill, carried, old.args[0].name_hint)
        self.broadcasts = visible
        self.vectors |= dict(zip(loop.results, new.results, strict=True))

    def _add_counting(self, op: Operation, emit: Emitter) -> None:
        """Emit a use of the counter as a number, which differs by a constant between lanes."""
        operands = [
            self._index_lanes(operand, emit)
            if isinstance(operand.type, IndexType)
            else self.lanes(operand, emit)
            for operand in op.operands
        ]
        if op.name == "arith.index_cast":
            self.vectors[op.results[0]] = ArithBuilder(emit).cast(operands[0], op.results[0].type)
            return
        new = _VECTOR_CLASSES[op.name].create(
            operands=operands,
            result_types=[self._type(op.results[0].type)],
            properties=dict(op.properties),
        )
        self.vectors[op.results[0]] = emit(new, op.results[0].name_hint).results[0]

    def _index_lanes(self, index: SSAValue, emit: Emitter) -> SSAValue:
        """Return an index as int64, with a lane per iteration."""
        type, step = VectorType(i64, [self.width]), _step_of(index, self.counter)
        if step is None:
            op = cast(Operation, index.owner)
            if op.name == "arith.index_cast":
                return ArithBuilder(emit).cast(self.lanes(op.operands[0], emit), i64)
            lanes = [self._index_lanes(operand, emit) for operand in op.operands]
            return emit(
                _VECTOR_CLASSES[op.name].create(operands=lanes, result_types=[type])
            ).results[0]
        first = emit(arith.IndexCastOp(self.scalars.get(index, index), i64)).result
        lanes = emit(vector.BroadcastOp(first, type)).vector
        if step == 0:
            return lanes
        distances = DenseIntOrFPElementsAttr.from_list(type, range(0, step * self.width, step))
        return emit(arith.AddiOp(lanes, self.before(arith.ConstantOp(distances)).result)).result

    def _type(self, element: Attribute) -> VectorType[Attribute]:
        return vector_type(element, (self.width,))

    def _new_indices(self, indices: Sequence[SSAValue]) -> list[SSAValue]:
        return [self.scalars.get(index, index) for index in indices]

    def lanes(self, value: SSAValue, emit: Emitter) -> SSAValue:
        """`value` with one element per lane, broadcast if it is the same for all of them."""
        if value in self.vectors:
            return self.vectors[value]
        if value not in self.broadcasts:
            self.broadcasts[value] = self._broadcast(value, emit)
        return self.broadcasts[value]

    def _broadcast(self, value: SSAValue, emit: Emitter) -> SSAValue:
        type = self._type(value.type)
        if isinstance(value.owner, arith.ConstantOp):
            number = cast("IntegerAttr | FloatAttr", value.owner.value)
            return self.before.constant_of(splat(number, type), type, value.name_hint)
        here = emit if value in self.scalars else self.before
        scalar = self.scalars.get(value, value)
        return here(vector.BroadcastOp(scalar, type), value.name_hint).vector
