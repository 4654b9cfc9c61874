"""Views of elements that may not exist, which the kernel of a fusion group checks.

    %v = aten.select.int(%x, %zero, %i)                 raises if %i is out of range
    %j = aten.add.int(%i, %three)
    %w = aten.slice.Tensor(%x, %zero, %i, %j, %one)     has three elements, unless it is clipped
    %u = aten.slice.Tensor(%x, %zero, %none, %n, %one)  has %n elements, unless it is clipped

Only the run knows the place, or whether there are as many elements. A view that may raise keeps its
order among what raises and writes. So it is a member of a group. A slice is taken to have all its
elements. If its kernel finds that it has not, the group is interpreted, and its results may have
other sizes. So a group that reads such a slice states no types of its results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set

from xdsl.dialects.builtin import i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue, Use
from xdsl.rewriter import Rewriter

from xdsl_torchscript.dialects.constants import NotConstantError, owner_of
from xdsl_torchscript.dialects.prim import GuardOp, ProfileOp
from xdsl_torchscript.dialects.schema_op import SchemaOp
from xdsl_torchscript.dialects.size_expression import LEAST_SYMBOL, Size, add, least, sub
from xdsl_torchscript.dialects.subtyping import without_facts
from xdsl_torchscript.dialects.tensor_type import symbols_of
from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.rules.views import slice_of
from xdsl_torchscript.lowering.analysis.shapes import ShapeError
from xdsl_torchscript.lowering.core.walk import operations_of
from xdsl_torchscript.lowering.ts.functions import values_of
from xdsl_torchscript.lowering.ts.mutation.remove_inplace_ops import only_writes_elements
from xdsl_torchscript.lowering.ts.retype import retype
from xdsl_torchscript.lowering.ts.type_facts import TypeFacts
from xdsl_torchscript.lowering.ts.types.propagate_types import state_types

_SLICE = "aten.slice.Tensor"
_PARTS = ("aten.narrow", _SLICE)
_NO_END = 2**63 - 1
"""The end of a slice to the last element in traced graphs."""
_SUMS: dict[str, Callable[[Size, Size], Size]] = {"aten.add.int": add, "aten.sub.int": sub}


def is_checked_view(op: Operation) -> bool:
    """Return whether an operation is a view at a place that only the run knows, or a part that may
    exceed its tensor."""
    if op.name in _PARTS:
        return may_exceed(op)
    return op.name == "aten.select.int" and is_unknown_place(op.operands[2])


def may_exceed(part: Operation) -> bool:
    """Return whether the types leave open that a slice, or `narrow`, has all its elements."""
    call = CallFacts(part, STATED)
    try:
        shape = call.shape("self", 1)
        axis, first, _, size = slice_of(call, shape)
    except NotConstantError:
        return True
    except ShapeError:
        return False  # It raises in any case.
    if not call.has("length"):
        return size is None
    return not is_count(sub(shape[axis], add(first, size)))


def is_unknown_place(value: SSAValue) -> bool:
    """Return whether an index is an int that only the run knows."""
    return value.type == i64 and STATED.known_constant(value) is None


def _unclipped_type(view: Operation, profiled: TensorType | None) -> TensorType | None:
    """Return the type that a slice of a tensor of known type has unless it is clipped. Return None
    if this does not determine its size, if types imply it, or if the profile has another one."""
    whole, axis, start, end, step = view.operands
    own, type = view.results[0].type, whole.type
    if not isinstance(type, TensorType) or not isinstance(own, TensorType) or own.is_typed:
        return None
    dim, shape = STATED.known_constant(axis), list(type.shape or ())
    if not isinstance(dim, int) or not 0 <= dim < len(shape) or STATED.known_constant(step) != 1:
        return None
    size = _distance(start, end, shape[dim])
    if size is None or (isinstance(size, int) and size < 1):
        return None
    if (least(sub(shape[dim], size)) or 0) < 0:
        return None
    seen = None if profiled is None else profiled.shape
    if seen is not None and _is_clipped(shape[dim], size, seen[dim]):
        return None
    shape[dim] = size
    return TensorType.get(shape, type.dtype, device=type.device, requires_grad=type.requires_grad)


def _is_clipped(whole: Size, size: Size, profiled: Size) -> bool:
    """Return whether a profiled slice of this size had fewer elements, or too few for a symbol."""
    if isinstance(size, int) or profiled == whole:
        return profiled != size
    is_small = isinstance(profiled, int) and profiled < LEAST_SYMBOL
    return is_small and (least(size) or 0) < LEAST_SYMBOL


def profiled_slices(function: FuncOp) -> dict[Operation, TensorType]:
    """Return the types by which guards check slices, and those that profiles recorded."""
    seen = [(op.value, op.result.type) for op in operations_of(function, GuardOp)]
    for op in operations_of(function, ProfileOp):
        seen += [(value, op.profiled_type) for value in op.values]
    found = {owner_of(value): type for value, type in seen if isinstance(type, TensorType)}
    return {op: type for op, type in found.items() if op is not None and op.name == _SLICE}


def assume_unclipped(
    function: FuncOp,
    profiled: Mapping[Operation, TensorType],
    clipped: Set[Operation] = frozenset(),
) -> None:
    """State the types of slices that may be clipped, except those in `clipped`."""
    ops = (op for op in operations_of(function, SchemaOp) if op.name == _SLICE)
    open_ends = bool(symbols_of([value.type for value in values_of(function)]))
    slices = [
        op
        for op in ops
        if op not in clipped and (open_ends or any(map(is_unknown_place, op.operands[2:4])))
    ]
    while slices:
        state_types(function, TypeFacts(function))
        found = {op: t for op in slices if (t := _unclipped_type(op, profiled.get(op)))}
        for op, type in found.items():
            retype(op.results[0], type)
        slices = [op for op in slices if op not in found] if found else []


def remove_implied_profiles(function: FuncOp) -> None:
    """Remove the profiles of values whose symbolic sizes follow unless a slice is clipped: guards
    would check for those of the profiled call."""
    twin = function.clone()
    assume_unclipped(twin, profiled_slices(twin))
    state_types(twin, TypeFacts(twin))
    pairs = zip(operations_of(function, ProfileOp), operations_of(twin, ProfileOp), strict=True)
    for op, copy in list(pairs):
        if symbols_of(op.values.types) != symbols_of(copy.values.types):
            Rewriter.replace_op(op, [], op.values)


def forget_unclipped_types(group: Operation, values: Iterable[SSAValue]) -> None:
    """Let values state no facts if a group reads slices that may be clipped."""
    slices = (op for op in operations_of(group, SchemaOp) if op.name == _SLICE)
    checked = filter(is_checked_view, slices)
    if not all(_is_only_written(op.results[0]) for op in checked):
        for value in tuple(values):
            retype(value, without_facts(value.type))


def _distance(start: SSAValue, end: SSAValue, whole: Size) -> Size:
    """Return how far behind `start` an index is, if both are known sizes, or one integer and known
    sizes. Without an end, it is the `whole` size."""
    first = 0 if STATED.is_none(start) else STATED.dim_of(start)
    last = whole if is_last(end) else STATED.dim_of(end)
    if is_count(first) and is_count(last):
        return sub(last, first)
    (base, first), (other, last) = _base_and_offset(start), _base_and_offset(end)
    return sub(last, first) if base is other else None


def is_last(end: SSAValue) -> bool:
    """Return whether a slice with this end reaches the last element of any tensor."""
    return STATED.is_none(end) or STATED.known_constant(end) == _NO_END


def is_count(size: Size) -> bool:
    """Return whether a size cannot be negative."""
    bound = None if size is None else least(size)
    return bound is not None and bound >= 0


def _base_and_offset(index: SSAValue) -> tuple[SSAValue, Size]:
    """Return the integer that sizes are added to for an index, and their sum."""
    offset: Size = 0
    while (op := owner_of(index)) is not None and op.name in _SUMS:
        term, other = op.operands
        if STATED.dim_of(other) is None and op.name == "aten.add.int":
            term, other = other, term
        size = STATED.dim_of(other)
        if size is None:
            break
        index, offset = term, _SUMS[op.name](offset, size)
    return index, offset


def _is_only_written(value: SSAValue) -> bool:
    return all(map(_only_writes, value.uses))


def _only_writes(use: Use) -> bool:
    op = use.operation
    if op.name == _SLICE or isinstance(op, GuardOp):
        return _is_only_written(op.results[0])
    return use.index == 0 and only_writes_elements(op) and op.results[0].first_use is None
