"""Views at places that only the run knows, which the kernel of a fusion group checks.

    %v = aten.select.int(%x, %zero, %i)              raises if %i is out of range
    %j = aten.add.int(%i, %three)
    %w = aten.slice.Tensor(%x, %zero, %i, %j, %one)  has three elements, unless it is clipped

A view that may raise keeps its order among what raises and writes. So it is a member of a group.
A slice that is only written is taken to have all its elements: if its kernel finds that it has
not, the group is interpreted, and nothing else depends on its size.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue, Use

from xdsl_torchscript.dialects.constants import owner_of
from xdsl_torchscript.dialects.prim import GuardOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.result_types import result_types
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.remove_inplace_ops import only_writes_elements
from xdsl_torchscript.lowering.ts.retype import retype

_SLICE = "aten.slice.Tensor"
_VIEWS = ("aten.select.int", "aten.narrow", _SLICE)
"""Views whose third operand is an index."""


def is_checked_view(op: Operation) -> bool:
    """Return whether an operation is a view at a place that only the run knows."""
    return op.name in _VIEWS and is_unknown_place(op.operands[2])


def is_unknown_place(value: SSAValue) -> bool:
    """Return whether an index is an int that only the run knows."""
    return value.type == i64 and STATED.known_constant(value) is None


def unclipped_type(view: Operation) -> TensorType | None:
    """Return the type of a slice of a tensor of known type that is not clipped; None if that does
    not determine its size, if types imply it, or if the slice is read."""
    if view.name != _SLICE or not _is_only_written(view.results[0]):
        return None
    whole, axis, start, end, step = view.operands
    own, type = view.results[0].type, whole.type
    if not isinstance(type, TensorType) or not isinstance(own, TensorType) or own.is_typed:
        return None
    if not is_unknown_place(start):
        types = result_types(view, STATED)
        return types[0] if types and isinstance(types[0], TensorType) else None
    dim, size, shape = STATED.known_constant(axis), _distance(start, end), list(type.shape or ())
    if not isinstance(dim, int) or not 0 <= dim < len(shape):
        return None
    if size is None or STATED.known_constant(step) != 1:
        return None
    shape[dim] = size
    return TensorType.get(shape, type.dtype, device=type.device, requires_grad=type.requires_grad)


def assume_unclipped(function: FuncOp) -> None:
    """State the types of slices that are not clipped."""
    for op in operations_of(function, SchemaOp):
        type = unclipped_type(op)
        if type is not None:
            for value in written_values(op):
                retype(value, type)


def written_values(view: Operation) -> list[SSAValue]:
    """Return a slice that is only written, and the results of the writes, which are the slice."""
    writes = (use.operation for use in view.results[0].uses)
    return [view.results[0], *(op.results[0] for op in writes if only_writes_elements(op))]


def _distance(start: SSAValue, end: SSAValue) -> int | None:
    """Return how far behind `start` an index is, if both are one integer and constants."""
    (base, first), (other, last) = _base_and_offset(start), _base_and_offset(end)
    return last - first if base is other and first < last else None


def _base_and_offset(index: SSAValue) -> tuple[SSAValue, int]:
    """Return the integer that constants are added to for an index, and their sum."""
    offset = 0
    while (op := owner_of(index)) is not None and op.name == "aten.add.int":
        terms = {term: STATED.known_constant(term) for term in op.operands}
        numbers = [number for number in terms.values() if isinstance(number, int)]
        others = [term for term, number in terms.items() if not isinstance(number, int)]
        if len(numbers) != 1 or len(others) != 1:
            break
        index, offset = others[0], offset + numbers[0]
    return index, offset


def _is_only_written(value: SSAValue) -> bool:
    return all(map(_only_writes, value.uses))


def _only_writes(use: Use) -> bool:
    op = use.operation
    if op.name == _SLICE or isinstance(op, GuardOp):
        return _is_only_written(op.results[0])
    return use.index == 0 and only_writes_elements(op) and op.results[0].first_use is None
