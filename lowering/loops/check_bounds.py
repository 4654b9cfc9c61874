"""Assertions before accesses whose indices are not known to be in range.

    %x = memref.load %a[%i, %j] : memref<4x8xf32>
  ->
    %c8 = arith.constant 8 : index
    %0 = arith.cmpi ult, %j, %c8 : index
    cf.assert %0, "memref.load: index is out of range in dimension 1 of %a, at f.mlir:5:10"
    %x = memref.load %a[%i, %j] : memref<4x8xf32>

Here the bounds of the loops around prove that `%i` is less than 4. The comparison is unsigned, so a
negative index is out of range, too. A kernel returns the message as its status (`lower-asserts`).
The pass is for debugging, as loops with assertions are neither reordered nor vectorized. The first
and the last element of a vector are checked. The size of a dimension must be a number, or stated by
an allocation or a cast; dimensions of other memory are not checked. With `casts-only`, only memory
is checked some of whose sizes are stated by a cast, as `flatten-indices` removes casts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xdsl.context import Context
from xdsl.dialects import arith, cf, memref, vector
from xdsl.dialects.builtin import MemRefType, ModuleOp, VectorType
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.hints import isa

from xdsl_torchscript.dialects.locations import file_position
from xdsl_torchscript.lowering.analysis.linear_index import (
    Polynomial,
    emit_polynomial,
)
from xdsl_torchscript.lowering.core.analyses import Analyses
from xdsl_torchscript.lowering.core.diagnostics import nearest_location
from xdsl_torchscript.lowering.core.emitter import Emitter
from xdsl_torchscript.lowering.core.pass_base import TsPass
from xdsl_torchscript.lowering.core.refusals import refuse
from xdsl_torchscript.lowering.core.walk import nested_operations
from xdsl_torchscript.lowering.loops.bounds import extent_of, is_in_range

_CheckedAccess: TypeAlias = memref.LoadOp | memref.StoreOp | vector.LoadOp | vector.StoreOp


class _Index(NamedTuple):
    """An index of an access: `lanes` numbers from `first` on, which must be less than `size`."""

    dimension: int
    first: SSAValue
    lanes: int
    size: Polynomial


def _memory_of(access: _CheckedAccess) -> SSAValue:
    is_vector = isinstance(access, vector.LoadOp | vector.StoreOp)
    return access.base if is_vector else access.memref


def _lanes_of(access: _CheckedAccess) -> int:
    type = (access.results[0] if access.results else access.operands[0]).type
    return type.get_shape()[-1] if isa(type, VectorType[Attribute]) else 1


def _indices_of(access: _CheckedAccess) -> Iterator[_Index]:
    """Yield the indices of an access along the dimensions whose sizes are known."""
    indices = [*access.indices]
    for dimension, index in enumerate(indices):
        size = extent_of(_memory_of(access), dimension)
        if size is None:
            refuse(access, f"the size of dimension {dimension} is not known")
            continue
        lanes = _lanes_of(access) if dimension == len(indices) - 1 else 1
        yield _Index(dimension, index, lanes, size)


def _is_sized_by_cast(memory: SSAValue) -> bool:
    """Return whether a cast states sizes of memory that its type does not."""
    is_dynamic = isa(memory.type, MemRefType[Attribute]) and not memory.type.has_static_shape()
    return is_dynamic and isinstance(memory.owner, memref.ReinterpretCastOp)


def _check(access: _CheckedAccess, index: _Index) -> None:
    emit, position = Emitter.before(access), file_position(nearest_location(access))
    name = _memory_of(access).name_hint
    of, at = f" of %{name}" if name else "", ""
    if position is not None:
        numbers = f"{position.line.data}:{position.column.data}"
        at = f", at {position.filename.data}:{numbers}"
    where = f"{access.name}: index is out of range in dimension {index.dimension}{of}{at}"
    size, numbers = emit_polynomial(emit, index.size), [index.first]
    if index.lanes > 1:
        last = Polynomial.of(index.first) + Polynomial.of(index.lanes - 1)
        numbers.append(emit_polynomial(emit, last))
    for number in numbers:
        emit(cf.AssertOp(emit(arith.CmpiOp(number, size, "ult")).result, where))


@dataclass(frozen=True)
class CheckBoundsPass(TsPass):
    """Assert that indices are in range where the loops around do not prove it."""

    name = "check-bounds"
    level = "loops"
    requires = ()
    ensures = ()
    preserves = ()

    casts_only: bool = field(
        default=False, metadata={"help": "only memory whose sizes a cast states"}
    )

    def run(self, ctx: Context, module: ModuleOp, analyses: Analyses) -> None:
        accesses = [op for op in nested_operations(module) if isinstance(op, _CheckedAccess)]
        if self.casts_only:
            accesses = [op for op in accesses if _is_sized_by_cast(_memory_of(op))]
        for access in accesses:
            for index in _indices_of(access):
                if not is_in_range(index.first, index.size, access, lanes=index.lanes):
                    _check(access, index)
