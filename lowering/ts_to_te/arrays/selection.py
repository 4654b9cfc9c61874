"""The largest elements along an axis: `topk` of few.

    round 1   %a = the greatest of %x[..]                           %i = the first place of it
    round 2   %b = the greatest of those behind (%a, %i)            %j = the first such place of it

A round reads each line twice, and sorts nothing. The order is total: of equal elements, the first
is ahead, and NaN is the greatest.
"""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import Operation, SSAValue

from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.analysis.rules.call import CallFacts
from xdsl_torchscript.lowering.analysis.shapes import has_at_most
from xdsl_torchscript.lowering.ts_to_te.fields import Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MAXIMUM, MINIMUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode, greatest, least

_MOST_ROUNDS, _MOST_OF_FEW = 4, 8
"""The rounds over lines of any number, and over few elements."""
_FEW = 1 << 16
"""The elements that all rounds read, above which the interpreter, which partitions lines, takes
about as long for more than four rounds."""


def is_ahead(code: ScalarCode, a: SSAValue, b: SSAValue, *, descending: bool) -> SSAValue:
    """Return whether an element belongs before another one."""
    if not is_float(a.type):
        return code.compare("gt" if descending else "lt", a, b)
    a_is_nan, b_is_nan = code.is_nan(a), code.is_nan(b)
    if descending:
        return code.bit_or(code.gt(a, b), code.bit_and(a_is_nan, code.bit_not(b_is_nan)))
    return code.bit_or(code.lt(a, b), code.bit_and(b_is_nan, code.bit_not(a_is_nan)))


def selects_few(op: Operation) -> bool:
    """Return whether an operation is a `topk` of few elements, which are the largest: up to four,
    or up to eight of a small tensor."""
    if op.name != "aten.topk":
        return False
    call = CallFacts(op, STATED)
    count = call.attempt(lambda: call.int("k"))
    largest = call.attempt(lambda: call.flag("largest"))
    if largest is not True or count is None or not 0 < count <= _MOST_OF_FEW:
        return False
    sizes = call.attempt(lambda: call.shape("self"))
    return count <= _MOST_ROUNDS or has_at_most(_FEW // count, sizes)


def select_largest(to: FieldConversion, x: Field, axis: int, count: int) -> list[Field]:
    """Return the largest elements along an axis, in order, and their indices."""
    rounds = [_next(to, x, axis, None)]
    while len(rounds) < count:
        rounds.append(_next(to, x, axis, rounds[-1]))
    return [_join(fields, axis) for fields in zip(*rounds, strict=True)]


def _next(
    to: FieldConversion, x: Field, axis: int, last: tuple[Field, Field] | None
) -> tuple[Field, Field]:
    """Return the greatest element behind the last one of each line, and its index, as fields that
    have the size 1 along the axis."""

    def is_behind(code: ScalarCode, axes: Axes) -> SSAValue:
        if last is None:
            return code.constant(True, i1)
        value, place = (field.broadcast_at(code, axes) for field in last)
        element, own = x.at(code, axes), code.cast(axes[axis], i64)
        is_less = is_ahead(code, value, element, descending=True)
        is_more = is_ahead(code, element, value, descending=True)
        is_later = code.bit_and(code.bit_not(is_more), code.compare("gt", own, place))
        return code.bit_or(is_less, is_later)

    def candidate(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.select(is_behind(code, axes), x.at(code, axes), least(x.dtype))

    best = to.reduce(MAXIMUM, Field(x.shape, x.dtype, candidate), (axis,), keepdim=True)

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        element, found = x.at(code, axes), best.broadcast_at(code, axes)
        is_best = code.bit_not(is_ahead(code, found, element, descending=True))
        here = code.bit_and(is_behind(code, axes), is_best)
        return code.select(here, code.cast(axes[axis], i64), greatest(i64))

    return best, to.reduce(MINIMUM, Field(x.shape, i64, place), (axis,), keepdim=True)


def _join(parts: tuple[Field, ...], axis: int) -> Field:
    """Return fields of the size 1 along an axis as neighbours."""
    first, *others = parts

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        found = first.broadcast_at(code, axes)
        for number, part in enumerate(others, 1):
            here = code.compare("eq", axes[axis], number)
            found = code.select(here, part.broadcast_at(code, axes), found)
        return found

    shape = (*first.shape[:axis], len(parts), *first.shape[axis + 1 :])
    return Field(shape, first.dtype, element)
