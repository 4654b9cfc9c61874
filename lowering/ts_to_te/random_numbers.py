"""Operators that draw random numbers from the default stream, with the numbers of the interpreter.

    %r = aten.rand(%size, ...) : (...) -> !ts.tensor<[2,3],f32>

becomes

    %w = te.draw : tensor<6xi32>
    %r = te.compute (%i = 2, %j = 3) : tensor<2x3xf32> {
      %0 = te.load %w[%i * 3 + %j] : tensor<6xi32>       // its low 24 bits, times 2^-24
      ...

A double takes two words, which one of 64 bits has. PyTorch draws in the order of the elements in
memory, kernels in row-major order. So an operator that makes a tensor like its operand needs one
that is row-major if all arguments are (`row_major.py`), which calls of the kernel check.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from math import ceil, inf, pi, prod, sqrt
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, f64, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.dialects import te
from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import dtype_name
from xdsl_torchscript.lowering.analysis.row_major import is_row_major
from xdsl_torchscript.lowering.analysis.shapes import Shape
from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule, builtin_tensor, load
from xdsl_torchscript.lowering.ts_to_te.fields import (
    INDEX,
    Axes,
    Field,
    FieldConversion,
    Fields,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.rearrangements import (
    digits_of,
    number_of,
    shift_index,
)
from xdsl_torchscript.lowering.ts_to_te.reductions import MAXIMUM, first_place
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_WORD: dict[Attribute, Attribute] = {f32: i32, f64: i64}
"""The word that gives a number of each type."""
_DIGITS: dict[Attribute, int] = {f32: 24, f64: 53}
"""The low bits of a word that give a number of each type, which represents their integers."""
_GREATEST: dict[Attribute, float] = {f32: (2 - 2**-23) * 2.0**127, f64: (2 - 2**-52) * 2.0**1023}
_LONG_RANGE = 1 << 28
"""From this many numbers on, an integer takes two words."""
_TOGETHER = 16
"""The numbers that a block of normal ones has."""
_SELU_FLOOR = 1.7580993408473766
"""The scale times the alpha of SELU: where its negative side ends."""

Rule: TypeAlias = Callable[[FieldConversion], Fields]


# ---- words


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


def _words(to: FieldConversion, shape: Shape, word: Attribute) -> Field:
    """Draw a word for each element of a shape."""
    words = _draw(to, shape, word)
    return Field(
        shape, word, lambda code, axes: words.at(code, [_number_at(to, code, shape, axes)])
    )


# ---- distributions


def _fraction(code: ScalarCode, word: SSAValue, dtype: Attribute) -> SSAValue:
    """Return a number in [0, 1), of the low bits of a word."""
    bits = _DIGITS[dtype]
    return code.mul(code.cast(code.bit_and(word, (1 << bits) - 1), dtype), 2.0**-bits)


def _uniform(to: FieldConversion, shape: Shape, dtype: Attribute) -> Field:
    """Draw numbers from [0, 1)."""
    if dtype not in _DIGITS:
        raise Refusal(f"draws {dtype_name(dtype)}, and kernels draw float32 and float64")
    words = _words(to, shape, _WORD[dtype])
    return Field(shape, dtype, lambda code, axes: _fraction(code, words.at(code, axes), dtype))


def _are_below(to: FieldConversion, shape: Shape, p: float) -> Field:
    """Draw bools that are true with a probability: whether a double from [0, 1) is below it."""
    words, limit = _words(to, shape, i64), ceil(p * 2.0**53)

    def is_below(code: ScalarCode, axes: Axes) -> SSAValue:
        return code.compare("lt", code.bit_and(words.at(code, axes), (1 << 53) - 1), limit)

    return Field(shape, i1, is_below)


def _exponential(to: FieldConversion, shape: Shape, dtype: Attribute, rate: float) -> Field:
    uniform = _uniform(to, shape, f64)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        waiting = code.neg(code.call("log1p", code.neg(uniform.at(code, axes))))
        return code.cast(code.div(waiting, rate), dtype)

    return Field(shape, dtype, element)


def _normal(to: FieldConversion, shape: Shape, dtype: Attribute) -> Field:
    """Draw standard normal numbers by Box and Muller's transform: sixteen uniform numbers give
    eight cosines and eight sines. The last ones are drawn again in a full block of sixteen."""
    if dtype not in _DIGITS:
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


def _like(to: FieldConversion, name: str = "self") -> Field:
    """Return an operand in the order of whose elements numbers are drawn."""
    value = to.call.operand(name)
    is_new = to.op.results[0]  # A memory format may order it.
    if value is not None and not (is_row_major(value) and is_row_major(is_new)):
        raise Refusal("draws in the order of memory, which may not be that of rows")
    return to.operand(name)


def _scaled(to: FieldConversion, field: Field, factor: float, term: float) -> Field:
    """Return `field * factor + term`."""
    return to.pointwise(
        lambda code, x: code.add(code.mul(x, factor), term) if term else code.mul(x, factor), field
    )


# ---- rules


def _rand(to: FieldConversion) -> Field:
    return _uniform(to, *to.result())


def _rand_like(to: FieldConversion) -> Field:
    _like(to)
    return _rand(to)


def _randn(to: FieldConversion) -> Field:
    return _normal(to, *to.result())


def _randn_like(to: FieldConversion) -> Field:
    _like(to)
    return _randn(to)


def _between(to: FieldConversion) -> Field:
    _like(to)
    shape, dtype = to.result()
    low, high = (float(to.constant_number(name, n)) for name, n in (("from", 0), ("to", 1)))
    drawn = _uniform(to, shape, dtype)
    if not -_GREATEST[dtype] <= low <= high <= _GREATEST[dtype]:
        raise Refusal(f"draws from {low} to {high}, which is not a range of {dtype_name(dtype)}")

    def element(code: ScalarCode, u: SSAValue) -> SSAValue:
        drawn = code.add(code.mul(u, high - low), low)
        return code.select(code.compare("eq", drawn, high), code.constant(low, dtype), drawn)

    return to.pointwise(element, drawn)


def _normal_numbers(to: FieldConversion) -> Field:
    """Draw with a mean and a deviation that are constants."""
    if to.has("self"):
        _like(to)
    mean, deviation = (float(to.constant_number(name, n)) for name, n in (("mean", 0), ("std", 1)))
    if not deviation >= 0:
        raise Refusal(f"has the standard deviation {deviation}")
    return _scaled(to, _randn(to), deviation, mean)


def _normal_by_element(to: FieldConversion) -> Field:
    """Draw with a mean, a deviation or both by element."""
    shape, dtype = to.result()
    mean, deviation = to.number_or_tensor("mean", dtype), to.number_or_tensor("std", dtype)
    is_valid = to.pointwise(lambda code, x: code.compare("ge", x, 0), deviation)
    require_all(to, replace(is_valid, dtype=i1), "a standard deviation must not be negative")
    drawn = to.pointwise(ScalarCode.mul, _normal(to, shape, dtype), deviation)
    return to.pointwise(ScalarCode.add, drawn, mean)


def _exponential_numbers(to: FieldConversion) -> Field:
    _like(to)
    rate = float(to.constant_number("lambd", 1))
    shape, dtype = to.result()
    if not rate > 0 or dtype not in _DIGITS:
        raise Refusal(f"draws {dtype_name(dtype)} with the rate {rate}")
    return _exponential(to, shape, dtype, rate)


def _integers(to: FieldConversion) -> Field:
    if to.has("self"):
        _like(to)
    shape, dtype = to.result()
    low, high = to.call.int("low", 0), to.call.int("high")
    most = 1 if dtype == i1 else 1 << _DIGITS.get(dtype, 63)
    if low >= high or max(-low, high - 1) > most or (dtype == i1 and low < 0):
        raise Refusal(f"draws {dtype_name(dtype)} from {low} to below {high}")
    is_long = high - low >= _LONG_RANGE
    words = _words(to, shape, i64 if is_long else i32)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        word = code.cast(words.at(code, axes), i64)
        if not is_long:
            word = code.bit_and(word, (1 << 32) - 1)
        rest = code.emit(arith.RemUIOp(word, code.constant(high - low, i64))).result
        return code.cast(code.add(rest, low), dtype)

    return Field(shape, dtype, element)


def _bernoulli(to: FieldConversion) -> Field:
    """Draw with one probability."""
    _like(to)
    shape, dtype = to.result()
    return _are_below(to, shape, _probability(to)).cast(dtype)


def _probability(to: FieldConversion) -> float:
    p = float(to.constant_number("p", 0.5))
    if not 0 <= p <= 1:
        raise Refusal(f"has the probability {p}")
    return p


def _bernoulli_by(name: str) -> Rule:
    """Draw with a probability for each element."""

    def rule(to: FieldConversion) -> Field:
        _like(to)
        shape, dtype = to.result()
        chances = to.operand(name)

        def is_valid(code: ScalarCode, p: SSAValue) -> SSAValue:
            return code.bit_and(code.compare("ge", p, 0), code.compare("le", p, 1))

        valid = replace(to.pointwise(is_valid, chances), dtype=i1)
        require_all(to, valid, "probabilities lie between 0 and 1")
        drawn = _uniform(to, shape, chances.dtype)
        below = to.pointwise(lambda code, u, p: code.compare("lt", u, p), drawn, chances)
        return replace(below, dtype=i1).cast(dtype)

    return rule


def _known_probability(to: FieldConversion) -> float:
    """Return the probability of dropout; outside of training, it may be unknown."""
    train = to.call.constant("train")
    known = train or STATED.known_constant(to.op.operands[1]) is not None
    return _probability(to) if known else 0.0


def _rounded(number: float, dtype: Attribute) -> float:
    """Return a number in the precision of a type."""
    return struct.unpack("f", struct.pack("f", number))[0] if dtype == f32 else number


Drop: TypeAlias = Callable[[float, Attribute], tuple[float, float, float]]
"""Returns, for a probability, the factor of kept elements, and the terms of kept and dropped
ones."""


def _drop(p: float, dtype: Attribute) -> tuple[float, float, float]:
    return 1 / _rounded(1 - p, dtype), 0, 0


def _drop_alpha(p: float, dtype: Attribute) -> tuple[float, float, float]:
    """Drop elements to the floor of SELU; mean and variance stay."""
    factor = 1 / sqrt((_SELU_FLOOR**2 * p + 1) * (1 - p))
    scale, kept = _rounded(_SELU_FLOOR * factor, dtype), _rounded(_SELU_FLOOR * factor * p, dtype)
    return factor, kept, _rounded(kept - scale, dtype)


def _dropout(drop: Drop, *, by_channel: bool) -> Rule:
    """Drop elements, or whole channels, and return the operand itself outside of training."""

    def rule(to: FieldConversion) -> Field:
        field, train, p = to.operand("input"), to.call.constant("train"), _known_probability(to)
        if not train or p == 0 or 0 in field.shape:
            return field
        if field.dtype not in _DIGITS:
            raise Refusal(f"drops {dtype_name(field.dtype)}, and kernels float32 and float64")
        if p == 1:
            return _scaled(to, field, 0, 0)
        like = field if by_channel else _like(to, "input")
        shape = shapes.require_rank(field.shape, 2)[:2] if by_channel else like.shape
        kept, (factor, term, dropped) = _are_below(to, shape, 1 - p), drop(p, field.dtype)

        def element(code: ScalarCode, axes: Axes) -> SSAValue:
            is_kept = kept.at(code, axes[: len(shape)])

            def either(a: float, b: float) -> SSAValue:
                numbers = (code.constant(n, field.dtype) for n in (a, b))
                return code.select(is_kept, *numbers)

            product = code.mul(field.at(code, axes), either(factor, 0))
            return code.add(product, either(term, dropped)) if term or dropped else product

        return Field(field.shape, field.dtype, element)

    return rule


def _native_dropout(to: FieldConversion) -> list[Field]:
    """Return the result, and which elements are kept."""
    field, p = to.operand("input"), _probability(to)
    if (to.call.has("train") and to.call.constant("train") is False) or 0 in field.shape:
        return [field, to.pointwise(lambda code, x: code.constant(True, i1), field)]
    if field.dtype not in _DIGITS:
        raise Refusal(f"drops {dtype_name(field.dtype)}, and kernels float32 and float64")
    kept = to.store(_are_below(to, _like(to, "input").shape, 1 - p))
    scale = 0.0 if p == 1 else 1 / (1 - p)

    def element(code: ScalarCode, axes: Axes) -> SSAValue:
        numbers = (code.constant(number, field.dtype) for number in (scale, 0))
        return code.mul(field.at(code, axes), code.select(kept.at(code, axes), *numbers))

    return [Field(field.shape, field.dtype, element), kept]


def _multinomial(to: FieldConversion) -> Field:
    """Draw one index for each row: that of the winner of an exponential race."""
    weights = to.operand("self")
    if to.call.int("num_samples") != 1:
        raise Refusal("draws several places")
    if weights.dtype not in _DIGITS:
        raise Refusal(f"has weights of {dtype_name(weights.dtype)}")
    last = len(shapes.require_rank(weights.shape, 1, 2)) - 1

    def is_valid(code: ScalarCode, w: SSAValue) -> SSAValue:
        return code.bit_and(code.compare("ge", w, 0), code.compare("lt", w, inf))

    def is_positive(code: ScalarCode, w: SSAValue) -> SSAValue:
        return code.compare("gt", w, 0)

    greatest = to.reduce(MAXIMUM, weights, [last])
    for check, field in ((is_valid, weights), (is_positive, greatest)):
        reason = "probabilities must be finite, non-negative, and not all zero"
        require_all(to, replace(to.pointwise(check, field), dtype=i1), reason)
    times = _exponential(to, weights.shape, weights.dtype, 1)
    races = to.store(to.pointwise(ScalarCode.div, weights, times))
    places = first_place(to, races, to.reduce(MAXIMUM, races, [last], keepdim=True), [last])
    return places.remap((*weights.shape[:-1], 1), lambda code, axes: axes[:-1])


RANDOM_NUMBERS: dict[str, TeRule] = field_rules({
    "rand rand.generator": _rand,
    "rand_like rand_like.generator": _rand_like,
    "randn randn.generator": _randn,
    "randn_like randn_like.generator": _randn_like,
    "randint randint.generator randint.low randint.low_generator": _integers,
    "randint_like randint_like.generator": _integers,
    "randint_like.low_dtype randint_like.low_generator_dtype": _integers,
    "uniform": _between,
    "normal_functional normal.float_float": _normal_numbers,
    "normal.Tensor_float normal.float_Tensor normal.Tensor_Tensor": _normal_by_element,
    "exponential": _exponential_numbers,
    "bernoulli.p": _bernoulli,
    "bernoulli": _bernoulli_by("self"),
    "bernoulli.Tensor": _bernoulli_by("p"),
    "dropout": _dropout(_drop, by_channel=False),
    "alpha_dropout": _dropout(_drop_alpha, by_channel=False),
    "feature_dropout": _dropout(_drop, by_channel=True),
    "feature_alpha_dropout": _dropout(_drop_alpha, by_channel=True),
    "native_dropout": _native_dropout,
    "multinomial": _multinomial,
})  # fmt: skip
"""By op name."""
