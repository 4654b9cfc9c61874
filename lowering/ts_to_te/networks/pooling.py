"""Pooling: reductions over windows, whose axes come after the result's axes.

    %r = aten.max_pool1d(%x, [2], [2], [0], [1], false)

becomes

    %r = te.compute (%i = 3, %j = 4) : tensor<3x4xf32> attributes {te.stored} {
      ... the larger one of %x at %i and 2 * %j, and %x at %i and 2 * %j + 1
    }

A reduction over short windows is unrolled, one axis after the other. Only reads along the last axis
may be strided, and all others are vectorised. Where they read every second element, borders are
copied around the tensor first, and the result is stored: with borders of its own around it, the
next operator would read elements one by one. A reduction over long windows is a `te.reduce`.

An out-of-bounds index is clamped to the edge, and the neutral element selected after the load.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce

from xdsl.dialects.builtin import i1, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.size_expression import add, mul, sub
from xdsl_torchscript.dialects.types import Dim
from xdsl_torchscript.lowering.analysis.promotion import is_float
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    clamp_index,
    number_of,
    quotient,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    Fields,
    Reducer,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MAXIMUM, MINIMUM, SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import PythonNumber, ScalarCode, greatest

SHORT = 8
"""The longest window whose reduction is written out."""


@dataclass(frozen=True)
class Window:
    """The elements of one axis that an element of the result is made of.

    `first` is the index of the first one, `end` that behind the last one.
    """

    size: Dim
    count: Dim
    dilation: int
    first: Callable[[ScalarCode, SSAValue], SSAValue]
    end: Callable[[ScalarCode, SSAValue], SSAValue]
    is_inside: bool = False
    """Whether all elements are known to be those of the tensor."""
    stride: int = 0
    """The distance of windows, 0 if it varies."""
    before: int = 0
    """The number of elements of the first window that lie before the tensor."""

    def place(self, code: ScalarCode, index: SSAValue, number: SSAValue) -> SSAValue:
        step = code.mul(number, code.constant(self.dilation, INDEX))
        return code.add(self.first(code, index), step)


def _size(to: FieldConversion, size: Dim) -> Callable[[ScalarCode, SSAValue], SSAValue]:
    return lambda code, _: to.to.index(code, size)


def _multiple(step: int, offset: int = 0) -> Callable[[ScalarCode, SSAValue], SSAValue]:
    return lambda code, index: shift_index(
        code, code.mul(index, code.constant(step, INDEX)), offset
    )


def _fixed_windows(to: FieldConversion, field: Field, rank: int) -> list[Window]:
    """Return the windows that kernel size, stride, padding and dilation state."""
    kernel = to.call.many_ints("kernel_size", rank, 1)
    stride = to.call.many_ints("stride", rank, 1) if to.call.ints("stride") else kernel
    padding = to.call.many_ints("padding", rank, 0) if to.has("padding") else (0,) * rank
    dilation = to.call.many_ints("dilation", rank, 1) if to.has("dilation") else (1,) * rank

    rounds_up = to.has("ceil_mode") and to.call.flag("ceil_mode")

    def is_inside(n: int, size: Dim, count: Dim) -> bool:
        if not isinstance(size, int) or not isinstance(count, int):
            return padding[n] == 0 and not rounds_up
        last = (count - 1) * stride[n] + (kernel[n] - 1) * dilation[n]
        return padding[n] == 0 and last < size

    sizes = field.shape[len(field.shape) - rank :]
    counts = to.result()[0][-rank:]
    return [
        Window(
            size,
            kernel[n],
            dilation[n],
            _multiple(stride[n], -padding[n]),
            _size(to, size),
            is_inside(n, size, counts[n]),
            stride[n],
            padding[n],
        )
        for n, size in enumerate(sizes)
    ]


def _adaptive_windows(to: FieldConversion, field: Field, rank: int) -> list[Window]:
    """Return windows that divide each axis as evenly as possible."""
    inputs = field.shape[len(field.shape) - rank :]
    outputs = [number_of(size) for size in to.result()[0][-rank:]]

    def border(size: int, count: int, *, end: bool) -> Callable[[ScalarCode, SSAValue], SSAValue]:
        def at(code: ScalarCode, index: SSAValue) -> SSAValue:
            number = code.mul(shift_index(code, index, int(end)), code.constant(size, INDEX))
            return quotient(code, shift_index(code, number, count - 1 if end else 0), count)

        return at

    def window(whole: Dim, count: int) -> Window:
        end_of_axis = _size(to, whole)
        if count == 1:
            return Window(whole, whole, 1, _size(to, 0), end_of_axis, is_inside=True)
        size, count = number_of(whole), max(count, 1)
        if size % count == 0:
            length = size // count
            return Window(size, length, 1, _multiple(length), end_of_axis, is_inside=True)
        longest = max(-(-(n + 1) * size // count) - n * size // count for n in range(count))
        first, end = (border(size, count, end=is_end) for is_end in (False, True))
        return Window(size, longest, 1, first, end)

    return [window(size, count) for size, count in zip(inputs, outputs, strict=True)]


WindowsOf = Callable[[FieldConversion, Field, int], list[Window]]


@dataclass(frozen=True)
class _Windowed:
    """A tensor seen through windows over its last axes."""

    to: FieldConversion
    field: Field
    windows: Sequence[Window]

    @property
    def rank(self) -> int:
        return len(self.field.shape)

    def reduce(self, reducer: Reducer, element: Field) -> Field:
        axes = tuple(range(self.rank, self.rank + len(self.windows)))
        return self.to.reduce(reducer, element, axes)

    def combine(self, reducer: Reducer, shape: Sequence[Dim], start: PythonNumber) -> Field:
        """Return the elements of each window combined, and `start` in place of those outside."""
        counts = [window.count for window in self.windows]
        if not all(isinstance(count, int) and count <= SHORT for count in counts):
            return self.reduce(reducer, self.elements(shape, start))
        field, first = self.field, self.rank - len(self.windows)
        for axis, window in enumerate(self.windows, first):
            is_split = axis == self.rank - 1 and window.stride == 2
            if is_split and not window.is_inside:
                field, window = _with_borders(self.to, field, shape[axis], window, start)
            found = _along(self.to, field, axis, shape[axis], window, reducer, start)
            field = self.to.arrange(found) if is_split else self.to.store(found)
        return field

    def places(self, code: ScalarCode, axes: Axes) -> list[SSAValue]:
        """Return the indices along the windowed axes."""
        numbers = axes[self.rank :]
        indices = axes[self.rank - len(self.windows) : self.rank]
        return [w.place(code, i, k) for w, i, k in zip(self.windows, indices, numbers, strict=True)]

    def is_inside(self, code: ScalarCode, axes: Axes) -> SSAValue:
        indices = axes[self.rank - len(self.windows) : self.rank]
        inside = code.constant(True, i1)
        for window, index, place in zip(
            self.windows, indices, self.places(code, axes), strict=True
        ):
            if window.is_inside:
                continue
            inside = code.bit_and(inside, code.compare("ge", place, 0))
            inside = code.bit_and(inside, code.compare("lt", place, window.end(code, index)))
        return inside

    def load(self, code: ScalarCode, axes: Axes) -> SSAValue:
        places = [
            place if window.is_inside else clamp_index(self.to, code, place, window.size)
            for place, window in zip(self.places(code, axes), self.windows, strict=True)
        ]
        return self.field.at(code, [*axes[: self.rank - len(places)], *places])

    def elements(self, shape: Sequence[int | str | None], otherwise: PythonNumber) -> Field:
        """Return the elements in all windows, and another value outside the tensor."""

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            if all(window.is_inside for window in self.windows):
                return self.load(code, axes)
            return code.select(self.is_inside(code, axes), self.load(code, axes), otherwise)

        sizes = (*shape, *(window.count for window in self.windows))
        return Field(sizes, self.field.dtype, element)


def _with_borders(
    to: FieldConversion, field: Field, count: Dim, window: Window, start: PythonNumber
) -> tuple[Field, Window]:
    """Return a copy whose last axis has all elements of its windows, and the windows in it.

    Windows that lie two apart read every second element, which vectors can if all are in memory.
    """
    alone = Window(window.size, 1, 1, _multiple(1, -window.before), window.end)
    reach = (number_of(window.count) - 1) * window.dilation + 1
    size = add(mul(sub(count, 1), window.stride), reach)
    copy = _along(to, field, len(field.shape) - 1, size, alone, MAXIMUM, start)
    inside = replace(window, size=size, first=_multiple(window.stride), is_inside=True)
    return to.arrange(copy), inside


def _along(
    to: FieldConversion,
    field: Field,
    axis: int,
    count: Dim,
    window: Window,
    reducer: Reducer,
    start: PythonNumber,
) -> Field:
    """Return a field with the elements of each window along one axis combined."""

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        def at(number: int) -> SSAValue:
            place = window.place(code, axes[axis], code.constant(number, INDEX))
            if window.is_inside:
                return field.at(code, [*axes[:axis], place, *axes[axis + 1 :]])
            is_before = code.compare("lt", place, window.end(code, axes[axis]))
            inside = code.bit_and(code.compare("ge", place, 0), is_before)
            index = clamp_index(to, code, place, window.size)
            found = field.at(code, [*axes[:axis], index, *axes[axis + 1 :]])
            return code.select(inside, found, start)

        return reduce(partial(reducer.combine, code), map(at, range(number_of(window.count))))

    return Field((*field.shape[:axis], count, *field.shape[axis + 1 :]), field.dtype, element)


def _window(to: FieldConversion, windows_of: WindowsOf, rank: int) -> _Windowed:
    field = to.operand("self")
    if 0 in field.shape[len(field.shape) - rank :]:
        raise Refusal("pools no elements")
    return _Windowed(to, field, windows_of(to, field, rank))


def _average(windows_of: WindowsOf, rank: int) -> Callable[[FieldConversion], Field]:
    def rule(to: FieldConversion) -> Field:
        view = _window(to, windows_of, rank)
        shape, dtype = to.result()
        total = view.combine(SUM, shape, 0)
        sizes = shape[len(shape) - rank :]
        counts = Field(sizes, dtype, lambda code, axes: code.cast(_count(view, code, axes), dtype))
        if not all(window.is_inside for window in view.windows):
            counts = to.store(counts)
        divisor = Field(shape, dtype, lambda code, axes: counts.at(code, axes[len(axes) - rank :]))
        if not is_float(dtype):
            return to.pointwise(ScalarCode.quotient, total, divisor)
        return to.pointwise(ScalarCode.div, total, divisor)

    return rule


def _count(view: _Windowed, code: ScalarCode, axes: Axes) -> SSAValue:
    """Return the divisor of a sum, as an int64: the number of elements; `axes` are the window
    axes."""
    to = view.to
    if to.has("divisor_override"):
        return code.constant(to.call.int("divisor_override"), i64)
    with_borders = to.has("count_include_pad") and to.call.flag("count_include_pad")
    padding = to.call.many_ints("padding", len(view.windows), 0) if to.has("padding") else None
    counts: list[SSAValue] = []
    for number, (window, index) in enumerate(zip(view.windows, axes, strict=True)):
        if window.is_inside:
            counts.append(to.to.index(code, window.count))
            continue
        first, end = window.first(code, index), window.end(code, index)
        if padding is not None:
            last = shift_index(code, first, number_of(window.count))
            if with_borders:
                end = code.minimum(last, shift_index(code, end, padding[number]))
            else:
                first, end = code.maximum(first, 0), code.minimum(last, end)
        counts.append(code.sub(end, first))
    return code.cast(reduce(code.mul, counts), i64)


def _maximum(
    windows_of: WindowsOf, rank: int, *, indices: bool
) -> Callable[[FieldConversion], Fields]:
    def rule(to: FieldConversion) -> Fields:
        view = _window(to, windows_of, rank)
        shape, dtype = to.result()
        largest = view.combine(MAXIMUM, shape, MAXIMUM.start(dtype))
        return [largest, _places(view, largest)] if indices else largest

    return rule


def _places(view: _Windowed, largest: Field) -> Field:
    """Return the number of the first element equal to the largest, or of the last NaN."""
    to, shape = view.to, largest.shape

    def place(code: ScalarCode, axes: Axes) -> SSAValue:
        x, top = view.load(code, axes), largest.at(code, axes[: view.rank])
        number = code.constant(0, INDEX)
        for window, index in zip(view.windows, view.places(code, axes), strict=True):
            number = code.add(code.mul(number, to.to.index(code, window.size)), index)
        found = code.cast(number, i64)
        inside = view.is_inside(code, axes)
        is_largest = code.bit_and(inside, code.compare("eq", x, top))
        chosen = code.select(is_largest, found, greatest(i64))
        if not is_float(x.type):
            return chosen
        is_nan = code.bit_and(inside, code.is_nan(x))
        return code.select(is_nan, code.bit_not(found), chosen)

    sizes = (*shape, *(window.count for window in view.windows))
    found = view.reduce(MINIMUM, Field(sizes, i64, place))
    return to.pointwise(
        lambda code, n: code.select(code.compare("lt", n, 0), code.bit_not(n), n), found
    )


def _by_rank(
    rules: dict[str, Callable[[int], Callable[[FieldConversion], Fields]]], ranks: Sequence[int]
) -> dict[str, Callable[[FieldConversion], Fields]]:
    return {name.format(rank): rule(rank) for name, rule in rules.items() for rank in ranks}


POOLING: dict[str, TeRule] = field_rules(
    _by_rank({
        "avg_pool{}d": lambda rank: _average(_fixed_windows, rank),
        "adaptive_avg_pool{}d": lambda rank: _average(_adaptive_windows, rank),
        "max_pool{}d": lambda rank: _maximum(_fixed_windows, rank, indices=False),
        "max_pool{}d_with_indices": lambda rank: _maximum(_fixed_windows, rank, indices=True),
        "adaptive_max_pool{}d": lambda rank: _maximum(_adaptive_windows, rank, indices=True),
    }, (1, 2, 3))
)  # fmt: skip
"""By op name."""
