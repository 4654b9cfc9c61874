"""Fields of random numbers of a distribution, from the words of the default stream.

    numbers = draw_uniform(to, (2, 3), f32)

becomes

    %w = te.draw : tensor<6xi32>
    ... te.load %w[%i * 3 + %j] ...       // its low 24 bits, times 2^-24

A double takes two words, which one of 64 bits has. The numbers are those of the interpreter's
generator, in row-major order.
"""

from __future__ import annotations

from functools import reduce
from math import ceil, pi, prod

from xdsl.dialects.builtin import f32, f64, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects import te
from xdsl_torchscript.lowering.analysis.promotion import dtype_name
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.arrays.rearrangements import (
    digits_of,
    number_of,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, builtin_tensor, load
from xdsl_torchscript.lowering.ts_to_te.fields import INDEX, Axes, Field, FieldConversion
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_WORD: dict[Attribute, Attribute] = {f32: i32, f64: i64}
"""The word that gives a number of each type."""
DIGITS: dict[Attribute, int] = {f32: 24, f64: 53}
"""The low bits of a word that give a number of each type, which represents their integers."""
_TOGETHER = 16
"""The numbers that a block of normal ones has."""


def _draw(to: FieldConversion, shape: Shape, word: Attribute, more: int = 0) -> Field:
    """Draw a word for each element of a shape, and `more` behind them; return all in a line."""
    if to.has("generator"):
        raise Refusal("draws from a generator, and kernels draw from the default stream")
    known = [size for size in shape if isinstance(size, int)]
    if len(known) == len(shape):
        count = prod(known) + more
        op = te.DrawOp(count, builtin_tensor((count,), word))
    else:
        code, count = to.to.code, None
        size = reduce(code.mul, [to.to.index(code, extent) for extent in shape])
        op = te.DrawOp(size, builtin_tensor((count,), word))
    return to.field(to.to.emit(op).words, (count,), word)


def _number_at(to: FieldConversion, code: ScalarCode, shape: Shape, axes: Axes) -> SSAValue:
    """Return the number of an element in row-major order."""
    if not axes:
        return code.constant(0, INDEX)
    number = axes[0]
    for size, axis in zip(shape[1:], axes[1:], strict=True):
        number = code.add(code.mul(number, to.to.index(code, size)), axis)
    return number


def draw_words(to: FieldConversion, shape: Shape, word: Attribute) -> Field:
    """Draw a word for each element of a shape."""
    words = _draw(to, shape, word)
    return Field(
        shape, word, lambda code, axes: words.at(code, [_number_at(to, code, shape, axes)])
    )


def _fraction(code: ScalarCode, word: SSAValue, dtype: Attribute) -> SSAValue:
    """Return a number in [0, 1), of the low bits of a word."""
    bits = DIGITS[dtype]
    return code.mul(code.cast(code.bit_and(word, (1 << bits) - 1), dtype), 2.0**-bits)


def draw_uniform(to: FieldConversion, shape: Shape, dtype: Attribute) -> Field:
    """Draw numbers from [0, 1)."""
    if dtype not in DIGITS:
        raise Refusal(f"draws {dtype_name(dtype)}, and kernels draw float32 and float64")
    words = draw_words(to, shape, _WORD[dtype])
    return Field(shape, dtype, lambda code, axes: _fraction(code, words.at(code, axes), dtype))


def draw_below(to: FieldConversion, shape: Shape, p: float) -> Field:
    """Draw bools that are true with a probability: whether a double from [0, 1) is below it."""
    words, limit = draw_words(to, shape, i64), ceil(p * 2.0**53)

    def is_below(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.compare("lt", code.bit_and(words.at(code, axes), (1 << 53) - 1), limit)

    return Field(shape, i1, is_below)


def draw_exponential(to: FieldConversion, shape: Shape, dtype: Attribute, rate: float) -> Field:
    uniform = draw_uniform(to, shape, f64)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        waiting = code.neg(code.call("log1p", code.neg(uniform.at(code, axes))))
        return code.cast(code.div(waiting, rate), dtype)

    return Field(shape, dtype, element)


def draw_normal(to: FieldConversion, shape: Shape, dtype: Attribute) -> Field:
    """Draw standard normal numbers by Box and Muller's transform: sixteen uniform numbers give
    eight cosines and eight sines. The last ones are drawn again in a full block of sixteen."""
    if dtype not in DIGITS:
        raise Refusal(f"draws {dtype_name(dtype)}, and kernels draw float32 and float64")
    count = prod(map(number_of, shape))
    if count < _TOGETHER:
        raise Refusal(f"draws {count} normal numbers; fewer than {_TOGETHER} are drawn in pairs")
    whole, rest = divmod(count, _TOGETHER)
    words = _draw(to, shape, _WORD[dtype], more=_TOGETHER if rest else 0)
    half = _TOGETHER // 2

    def pair(code: ScalarCode, axes: Axes) -> list[SSAValue]:
        block, place = axes
        start = code.mul(block, code.constant(_TOGETHER, INDEX))
        if rest:
            is_last = code.compare("eq", block, code.constant(whole, INDEX))
            start = code.select(is_last, code.constant(count, INDEX), start)
        first = code.add(start, place)
        second = shift_index(code, first, half)
        one, two = (_fraction(code, words.at(code, [i]), dtype) for i in (first, second))
        squared = code.mul(code.call("log", code.sub(code.constant(1, dtype), one)), -2)
        radius, angle = code.call("sqrt", squared), code.mul(two, 2 * pi)
        return [code.mul(radius, code.call(name, angle)) for name in ("cos", "sin")]

    cosines, sines = to.to.compute_all((whole + bool(rest), half), [dtype, dtype], pair)

    def either(code: ScalarCode, axes: Axes) -> SSAValue:
        block, number, place = axes
        is_cosine = code.compare("eq", number, code.constant(0, INDEX))
        found = (load(code, numbers, [block, place]) for numbers in (cosines, sines))
        return code.select(is_cosine, *found)

    drawn = to.arrange(Field((whole + bool(rest), 2, half), dtype, either))

    def at_number(code: ScalarCode, axes: Axes) -> SSAValue:
        return drawn.at(code, digits_of(code, axes[0], (whole + bool(rest), 2, half)))

    def at_place(code: ScalarCode, axes: Axes) -> SSAValue:
        behind = shift_index(code, axes[0], whole * _TOGETHER + _TOGETHER - count)
        is_last = code.compare("ge", behind, code.constant(whole * _TOGETHER, INDEX))
        return at_number(code, [code.select(is_last, behind, axes[0])])

    line = (
        to.arrange(Field((count,), dtype, at_place)) if rest else Field((count,), dtype, at_number)
    )
    return Field(
        shape, dtype, lambda code, axes: line.at(code, [_number_at(to, code, shape, axes)])
    )
