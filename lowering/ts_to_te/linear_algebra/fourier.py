"""Fourier transforms by their definition, axis by axis, in doubles.

    %r = aten.fft_rfft(%x, %n, %dim, %norm)

becomes, with tables of the sines and cosines of the angles of a circle divided into `n`,

    %re = te.reduce (%k = 5) over (%j = 8) init (%acc = %zero : f64) : tensor<5xf64> {
      ... %acc and the element %j of %x times the cosine of angle %j times %k
    }

The steps are as many as the square of the size of an axis, so long axes are refused.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

from xdsl.dialects.builtin import f64, i64
from xdsl.ir import SSAValue

from xdsl_torchscript.dialects.types import TensorType
from xdsl_torchscript.lowering.analysis.rules.fourier import transformed_axes
from xdsl_torchscript.lowering.ts_to_te.arrays.ordering import with_index
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import number_of, remainder
from xdsl_torchscript.lowering.ts_to_te.conversion import PARTS, Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.pointwise.complex_tensors import (
    Parts,
    complex_parts,
    pairs_of,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import SUM
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

LONGEST = 1 << 12
"""The size of an axis up to which transforms are compiled."""


@dataclass(frozen=True)
class Transform:
    """A Fourier transform: the sign of its angles, and whether it reads or gives real numbers."""

    sign: int
    reads_real: bool = False
    gives_real: bool = False


_KINDS = {
    "fft": Transform(-1),
    "ifft": Transform(1),
    "rfft": Transform(-1, reads_real=True),
    "ihfft": Transform(1, reads_real=True),
    "hfft": Transform(-1, gives_real=True),
    "irfft": Transform(1, gives_real=True),
}


def _along(to: FieldConversion, x: Parts, axis: int, size: int, count: int, sign: int) -> Parts:
    """Return the first `count` numbers of the transform along an axis, of `size` numbers."""
    shape = x.real.shape
    read = min(size, number_of(shape[axis]))
    result = (*shape[:axis], count, *shape[axis + 1 :])

    def wave(function: str, factor: float) -> Field:
        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            angle = code.mul(code.cast(code.cast(axes[0], i64), f64), factor * math.tau / size)
            return code.call(function, angle)

        return to.store(Field((size,), f64, element))

    cosines, sines = wave("cos", 1), wave("sin", sign)

    def sum_terms(part: Field, table: Field) -> Field:
        def term(code: ScalarCode, axes: Axes) -> SSAValue:
            *outer, inner = axes
            angle = remainder(code, code.mul(outer[axis], inner), size)
            return code.mul(part.at(code, with_index(outer, axis, inner)), table.at(code, [angle]))

        return to.reduce(SUM, Field((*result, read), f64, term), (len(result),))

    real, imaginary = sum_terms(x.real, cosines), sum_terms(x.real, sines)
    if x.imaginary is None:
        return Parts(real, imaginary)
    return Parts(
        to.pointwise(ScalarCode.sub, real, sum_terms(x.imaginary, sines)),
        to.pointwise(ScalarCode.add, imaginary, sum_terms(x.imaginary, cosines)),
    )


def _complete(to: FieldConversion, x: Parts, axis: int, size: int) -> Parts:
    """Return all numbers of a line whose second half is the first one conjugated and reversed."""
    given = number_of(x.real.shape[axis])
    shape = (*x.real.shape[:axis], size, *x.real.shape[axis + 1 :])

    def part(field: Field, *, conjugated: bool) -> Field:
        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            index = axes[axis]
            mirrored = code.sub(code.constant(size, INDEX), index)
            is_second = code.compare("lt", mirrored, index)
            place = code.minimum(index, mirrored)
            is_given = code.compare("lt", place, given)
            value = field.at(code, with_index(axes, axis, code.minimum(place, given - 1)))
            if conjugated:
                value = code.select(is_second, code.neg(value), value)
            return code.select(is_given, value, code.like(0.0, value))

        return to.store(Field(shape, f64, element))

    imaginary = None if x.imaginary is None else part(x.imaginary, conjugated=True)
    return Parts(part(x.real, conjugated=False), imaginary)


def _scale(to: FieldConversion, kind: Transform, count: int) -> float:
    """Return the factor of the results of a transform of so many numbers."""
    norm = to.call.constant("norm") if to.has("norm") else "backward"
    if norm == "ortho":
        return 1 / math.sqrt(count)
    if norm not in ("forward", "backward"):
        raise Refusal(f"has the unknown norm {norm!r}")
    is_divided = (norm == "forward") == (kind.sign < 0)
    return 1 / count if is_divided else 1.0


def _size_read(to: FieldConversion, shape: tuple[int, ...], axis: int) -> int:
    """Return the size along the last axis of a transform of real numbers."""
    asked = to.call.int("n") if to.has("n") else (to.call.ints("s") or (-1,))[-1]
    return shape[axis] if asked == -1 else asked


def _transform(kind: Transform, to: FieldConversion) -> Field:
    x = complex_parts(to, "self")
    if kind.reads_real and x.imaginary is not None:
        raise Refusal("supports only real numbers")
    shape = tuple(map(number_of, x.real.shape))
    type = to.op.results[0].type
    if not isinstance(type, TensorType) or type.dtype is None:
        raise Refusal("has a result without a type")
    sizes, part = list(map(number_of, type.shape or ())), PARTS.get(type.dtype, type.dtype)
    axes = transformed_axes(to.call, len(shape))
    if to.op.name[-1] not in "2n" and not to.has("dim"):
        axes = axes[-1:]
    if kind.reads_real and axes:
        sizes[axes[-1]] = _size_read(to, shape, axes[-1])
    lengths = [sizes[axis] for axis in axes]
    if len(set(axes)) < len(axes) or min(lengths, default=1) < 1:
        raise Refusal(f"transforms the axes {list(axes)} of the sizes {lengths}")
    if max(lengths, default=1) > LONGEST:
        raise Refusal(f"transforms {max(lengths)} elements; up to {LONGEST} are compiled")
    x = x.map(lambda field: field.cast(part).cast(f64))
    for axis, size in zip(axes[:-1], lengths[:-1], strict=True):
        x = _along(to, x, axis, size, size, kind.sign).map(to.store)
    if axes:
        x = _last_axis(to, kind, x, axes[-1], lengths[-1])
    scale = _scale(to, kind, math.prod(lengths))
    scaled = x.map(lambda field: to.pointwise(lambda code, a: code.mul(a, scale), field).cast(part))
    return scaled.real if kind.gives_real else pairs_of(scaled)


def _last_axis(to: FieldConversion, kind: Transform, x: Parts, axis: int, size: int) -> Parts:
    if kind.reads_real:
        return _along(to, x, axis, size, size // 2 + 1, kind.sign)
    if kind.gives_real:
        x = _complete(to, _crop(x, axis, size // 2 + 1), axis, size)
    return _along(to, x, axis, size, size, kind.sign)


def _crop(x: Parts, axis: int, size: int) -> Parts:
    def part(field: Field) -> Field:
        kept = min(size, number_of(field.shape[axis]))
        return Field((*field.shape[:axis], kept, *field.shape[axis + 1 :]), field.dtype, field.at)

    return x.map(part)


FOURIER: dict[str, TeRule] = field_rules({
    f"fft_{name} fft_{name}2 fft_{name}n": partial(_transform, kind)
    for name, kind in _KINDS.items()
})  # fmt: skip
"""By op name."""
