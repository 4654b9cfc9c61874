"""Operators that draw random numbers from the default stream, with the numbers of the interpreter.

PyTorch draws in the order of the elements in memory, kernels in row-major order. So an operator
that makes a tensor like its operand needs one that is row-major if all arguments are
(`row_major.py`), which calls of the kernel check. Constant probabilities must be valid; those of
elements are checked at run time, before the draw.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from math import inf, sqrt
from typing import TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import f32, f64, i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from xdsl_torchscript.lowering.analysis import shapes
from xdsl_torchscript.lowering.analysis.facts import STATED
from xdsl_torchscript.lowering.analysis.promotion import dtype_name
from xdsl_torchscript.lowering.analysis.row_major import is_row_major
from xdsl_torchscript.lowering.ts_to_te.checks import require_all
from xdsl_torchscript.lowering.ts_to_te.conversion import Refusal, TeRule
from xdsl_torchscript.lowering.ts_to_te.fields import (
    Axes,
    Field,
    FieldConversion,
    FieldRule,
    field_rules,
)
from xdsl_torchscript.lowering.ts_to_te.random.distributions import (
    DIGITS,
    draw_below,
    draw_exponential,
    draw_normal,
    draw_uniform,
    draw_words,
)
from xdsl_torchscript.lowering.ts_to_te.reductions.reductions import MAXIMUM, first_place
from xdsl_torchscript.lowering.ts_to_te.scalar_code import ScalarCode

_GREATEST: dict[Attribute, float] = {f32: (2 - 2**-23) * 2.0**127, f64: (2 - 2**-52) * 2.0**1023}
"""The greatest number of each type that is drawn uniformly."""
_LONG_RANGE = 1 << 28
"""From this many numbers on, an integer takes two words."""
_SELU_FLOOR = 1.7580993408473766
"""The scale times the alpha of SELU: where its negative side ends."""


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


def _rand(to: FieldConversion) -> Field:
    return draw_uniform(to, *to.result())


def _rand_like(to: FieldConversion) -> Field:
    _like(to)
    return _rand(to)


def _randn(to: FieldConversion) -> Field:
    return draw_normal(to, *to.result())


def _randn_like(to: FieldConversion) -> Field:
    _like(to)
    return _randn(to)


def _between(to: FieldConversion) -> Field:
    _like(to)
    shape, dtype = to.result()
    low, high = (float(to.constant_number(name, n)) for name, n in (("from", 0), ("to", 1)))
    drawn = draw_uniform(to, shape, dtype)
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
    drawn = to.pointwise(ScalarCode.mul, draw_normal(to, shape, dtype), deviation)
    return to.pointwise(ScalarCode.add, drawn, mean)


def _exponential_numbers(to: FieldConversion) -> Field:
    _like(to)
    rate = float(to.constant_number("lambd", 1))
    shape, dtype = to.result()
    if not rate > 0 or dtype not in DIGITS:
        raise Refusal(f"draws {dtype_name(dtype)} with the rate {rate}")
    return draw_exponential(to, shape, dtype, rate)


def _integers(to: FieldConversion) -> Field:
    if to.has("self"):
        _like(to)
    shape, dtype = to.result()
    low, high = to.call.int("low", 0), to.call.int("high")
    most = 1 if dtype == i1 else 1 << DIGITS.get(dtype, 63)
    if low >= high or max(-low, high - 1) > most or (dtype == i1 and low < 0):
        raise Refusal(f"draws {dtype_name(dtype)} from {low} to below {high}")
    is_long = high - low >= _LONG_RANGE
    words = draw_words(to, shape, i64 if is_long else i32)

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
    return draw_below(to, shape, _probability(to)).cast(dtype)


def _probability(to: FieldConversion) -> float:
    p = float(to.constant_number("p", 0.5))
    if not 0 <= p <= 1:
        raise Refusal(f"has the probability {p}")
    return p


def _bernoulli_by(name: str) -> FieldRule:
    """Draw with a probability for each element."""

    def rule(to: FieldConversion) -> Field:
        _like(to)
        shape, dtype = to.result()
        chances = to.operand(name)

        def is_valid(code: ScalarCode, p: SSAValue) -> SSAValue:
            return code.bit_and(code.compare("ge", p, 0), code.compare("le", p, 1))

        valid = replace(to.pointwise(is_valid, chances), dtype=i1)
        require_all(to, valid, "probabilities lie between 0 and 1")
        drawn = draw_uniform(to, shape, chances.dtype)
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


DropoutTerms: TypeAlias = Callable[[float, Attribute], tuple[float, float, float]]
"""Returns, for a probability, the factor of kept elements, and the terms of kept and dropped
ones."""


def _drop(p: float, dtype: Attribute) -> tuple[float, float, float]:
    return 1 / _rounded(1 - p, dtype), 0, 0


def _drop_alpha(p: float, dtype: Attribute) -> tuple[float, float, float]:
    """Drop elements to the floor of SELU; mean and variance stay."""
    factor = 1 / sqrt((_SELU_FLOOR**2 * p + 1) * (1 - p))
    scale, kept = _rounded(_SELU_FLOOR * factor, dtype), _rounded(_SELU_FLOOR * factor * p, dtype)
    return factor, kept, _rounded(kept - scale, dtype)


def _dropout(drop: DropoutTerms, *, by_channel: bool) -> FieldRule:
    """Drop elements, or whole channels, and return the operand itself outside of training."""

    def rule(to: FieldConversion) -> Field:
        field, train, p = to.operand("input"), to.call.constant("train"), _known_probability(to)
        if not train or p == 0 or 0 in field.shape:
            return field
        if field.dtype not in DIGITS:
            raise Refusal(f"drops {dtype_name(field.dtype)}, and kernels float32 and float64")
        if p == 1:
            return _scaled(to, field, 0, 0)
        like = field if by_channel else _like(to, "input")
        shape = shapes.require_rank(field.shape, 2)[:2] if by_channel else like.shape
        kept, (factor, term, dropped) = draw_below(to, shape, 1 - p), drop(p, field.dtype)

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
    if field.dtype not in DIGITS:
        raise Refusal(f"drops {dtype_name(field.dtype)}, and kernels float32 and float64")
    kept = to.store(draw_below(to, _like(to, "input").shape, 1 - p))
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
    if weights.dtype not in DIGITS:
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
    times = draw_exponential(to, weights.shape, weights.dtype, 1)
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
