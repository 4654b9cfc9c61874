"""Slices of a known size that may exceed their tensors.

    %j = aten.add.int(%i, %three)
    %v = aten.slice.Tensor(%x, %zero, %i, %j, %one) : ... -> !ts.tensor<[3],f32>

has three elements unless it is clipped, or `%i` counts from the end. So a kernel fails then, and
the runtime takes this failure for inputs of another type. `narrow` raises instead of clipping.
"""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.core.messages import CLIPPED
from xdsl_torchscript.lowering.ts.fusion.checked_views import is_last
from xdsl_torchscript.lowering.ts_to_te.casts import scalar_operand
from xdsl_torchscript.lowering.ts_to_te.checks import OUT_OF_RANGE, require
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeConversion
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode


def check_unclipped(op: Operation, whole: Shape, part: Shape) -> int:
    """Return the axis of a checked slice. Raises Refusal if its size is unknown, if `narrow` asks
    for another, or if it has steps."""
    call = CallFacts(op, STATED)
    axis = call.axis("dim", len(whole), 0)
    others, size = [(*sizes[:axis], *sizes[axis + 1 :]) for sizes in (whole, part)], part[axis]
    is_sized = not call.has("length") or call.dim("length") == size
    if call.int("step", 1) != 1 or others[0] != others[1] or size is None:
        raise Refusal("takes elements that are known only at run time")
    if not is_sized:
        raise Refusal("takes as many elements as only the run knows")
    return axis


def unclipped_places(
    to: TeConversion, op: Operation, whole: Shape, part: Shape
) -> Callable[[ScalarCode, Axes], list[SSAValue]]:
    """Return the function that gives the index in `whole` for one in a slice, of the sizes `part`.
    Fail at run time if the slice has others."""
    axis, code, call = check_unclipped(op, whole, part), to.code, CallFacts(op, STATED)
    start, end = call.operand("start"), call.operand("end")
    first = code.constant(0, i64) if start is None else scalar_operand(to, code, start, i64)
    count, size = to.index(code, whole[axis]), to.index(code, part[axis])
    is_slice = not call.has("length")
    if not is_slice:  # 'narrow' raises for other places, and counts negative ones from the end.
        from_end = code.add(first, code.cast(count, i64))
        first = code.select(code.compare("lt", first, 0), from_end, first)
    latest = code.cast(code.sub(count, size), i64)
    is_here = code.bit_and(code.compare("ge", first, 0), code.compare("le", first, latest))
    if is_slice:
        following = code.add(first, code.cast(size, i64))
        if end is None or is_last(end):
            last = code.cast(count, i64)
        else:
            last = scalar_operand(to, code, end, i64)
        is_here = code.bit_and(is_here, code.compare("eq", last, following))
    require(code, is_here, op, CLIPPED if is_slice else OUT_OF_RANGE)
    begin = code.cast(first, INDEX)

    def place(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        return [*axes[:axis], code.add(begin, axes[axis]), *axes[axis + 1 :]]

    return place
